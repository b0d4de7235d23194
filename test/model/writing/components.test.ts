import assert from "node:assert/strict";
import { changesBetween } from "../../../src/model/writing/changedFields.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";
import { base, hereLink, problems, quote, save, sent, seo, text } from "./componentChanges.ts";

const { metaDescription, canonical, ...shorter } = seo;
const sentSeo = { ...seo, shareImage: { documentId: "pic1" } };

describe("Save of a component", () => {
  it("saving a component sends the whole of it with its id, and its relations and media by documentId", () => {
    const data = sent({ seo: { ...seo, metaTitle: "Milk" } });

    assert.deepEqual(data, { seo: { ...sentSeo, metaTitle: "Milk" } });
  });

  it("saving a component sends nothing when only the title of a media file was edited", () => {
    const data = sent({ seo: { ...seo, shareImage: { documentId: "pic1", name: "cup.jpg" } } });

    assert.deepEqual(data, {});
  });

  it("saving a component sends null for removed keys, because the service keeps keys that are not sent", () => {
    const changes = must(save({ seo: shorter }));

    assert.deepEqual(changes, {
      data: { seo: { ...sentSeo, metaDescription: null, canonical: null } },
      cleared: ["seo.metaDescription", "seo.canonical"],
      ignored: [],
      factsChanged: false,
    });
    assert.ok(metaDescription && canonical.id);
  });

  it("saving a component sends null for keys that were removed from a nested component", () => {
    const changes = must(save({ seo: { ...seo, canonical: { id: 12, label: "Tea" } } }));

    assert.deepEqual(changes.data, {
      seo: { ...sentSeo, canonical: { id: 12, label: "Tea", url: null } },
    });
    assert.deepEqual(changes.cleared, ["seo.canonical.url"]);
  });

  it("saving a component sends nothing when an empty list was removed", () => {
    const { keywords, ...otherFields } = seo;

    const changes = must(save({ seo: otherFields }));

    assert.deepEqual([keywords, changes.data, changes.cleared], [[], {}, []]);
  });

  it("saving sends a component without an id as a new one", () => {
    const data = sent({ seo: { metaTitle: "Milk" } });

    assert.deepEqual(data, { seo: { metaTitle: "Milk" } });
  });

  it("saving a component sends null when it was set to null or removed", () => {
    const changes = must(
      changesBetween(
        base,
        { links: base["links"] ?? null, sections: base["sections"] ?? null },
        {
          type: recipes,
          catalog: kitchen,
        },
      ),
    );

    assert.deepEqual([sent({ seo: null }), changes.data], [{ seo: null }, { seo: null }]);
    assert.deepEqual(changes.cleared, ["seo"]);
  });

  it("saving a component is refused when the value is not an object", () => {
    const problemList = problems({ seo: "Tea", links: [hereLink, 7], sections: [text, "quote"] });

    assert.deepEqual(problemList, [
      { path: "seo", why: "needs-object" },
      { path: "links[1]", why: "needs-object" },
      { path: "sections[1]", why: "needs-object" },
    ]);
  });

  it("saving a component is refused when a relation or media file is a number, and names its path", () => {
    const problemList = problems({
      seo: { ...seo, shareImage: 9 },
      sections: [{ ...quote, author: 4 }],
    });

    assert.deepEqual(problemList, [
      { path: "seo.shareImage", why: "needs-document-id" },
      { path: "sections[0].author", why: "needs-document-id" },
    ]);
  });
});
