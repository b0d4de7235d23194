import assert from "node:assert/strict";
import { changesBetween } from "../../../src/model/changes/writing/changes.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";
import { base, here, problems, quote, save, sent, seo, text } from "./componentChanges.ts";

const { metaDescription, canonical, ...shorter } = seo;
const sentSeo = { ...seo, shareImage: { documentId: "pic1" } };

describe("A save of a component", () => {
  it("sends it whole with its id, and what it points to by documentId", () => {
    const data = sent({ seo: { ...seo, metaTitle: "Milk" } });

    assert.deepEqual(data, { seo: { ...sentSeo, metaTitle: "Milk" } });
  });

  it("sends nothing where only the title of a file in it was edited", () => {
    const data = sent({ seo: { ...seo, shareImage: { documentId: "pic1", name: "cup.jpg" } } });

    assert.deepEqual(data, {});
  });

  it("clears what was taken out of it, since the service would keep a key that is not sent", () => {
    const changes = must(save({ seo: shorter }));

    assert.deepEqual(changes, {
      data: { seo: { ...sentSeo, metaDescription: null, canonical: null } },
      cleared: ["seo.metaDescription", "seo.canonical"],
      ignored: [],
      factsChanged: false,
    });
    assert.ok(metaDescription && canonical.id);
  });

  it("clears what was taken out of a component in it", () => {
    const changes = must(save({ seo: { ...seo, canonical: { id: 12, label: "Tea" } } }));

    assert.deepEqual(changes.data, {
      seo: { ...sentSeo, canonical: { id: 12, label: "Tea", url: null } },
    });
    assert.deepEqual(changes.cleared, ["seo.canonical.url"]);
  });

  it("sends and names nothing where an empty list was taken out of it", () => {
    const { keywords, ...rest } = seo;

    const changes = must(save({ seo: rest }));

    assert.deepEqual([keywords, changes.data, changes.cleared], [[], {}, []]);
  });

  it("sends one without an id as it is written: it is a new one", () => {
    const data = sent({ seo: { metaTitle: "Milk" } });

    assert.deepEqual(data, { seo: { metaTitle: "Milk" } });
  });

  it("sends null for one that was set to null or taken out", () => {
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

  it("refuses what is no component", () => {
    const found = problems({ seo: "Tea", links: [here, 7], sections: [text, "quote"] });

    assert.deepEqual(found, [
      { path: "seo", why: "needs-object" },
      { path: "links[1]", why: "needs-object" },
      { path: "sections[1]", why: "needs-object" },
    ]);
  });

  it("refuses a number in it that should be a documentId, and says where", () => {
    const found = problems({ seo: { ...seo, shareImage: 9 }, sections: [{ ...quote, author: 4 }] });

    assert.deepEqual(found, [
      { path: "seo.shareImage", why: "needs-document-id" },
      { path: "sections[0].author", why: "needs-document-id" },
    ]);
  });
});
