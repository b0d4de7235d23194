import assert from "node:assert/strict";
import type { PublishPreview } from "../../../src/model/publish/publishPreview.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  make,
  makeArticle,
  openModel,
  unique,
  makeTranslated,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

const quote = { __component: "sections.quote", text: "Slowly.", speaker: "Ada" };

async function publishingOf(
  model: TestModel,
  id: string,
  locale?: string,
): Promise<PublishPreview> {
  const address = model.article(id, locale);
  const draft = must(await model.publication.preview(address));
  return must(await model.publication.previewPublish(address, draft));
}

const namesOf = ({ omitted }: PublishPreview): string[] =>
  omitted.map(({ path, title }) => `${path} ${title}`);

describe("Preview of Publish", () => {
  it("the preview of Publish lists attributes that differ, not components with a new row only", async () => {
    const model = openModel();
    const parts = { seo: { metaTitle: "Tea" }, sections: [quote, quote] };
    const id = await makeArticle({ title: "Tea", ...parts });
    await changeElsewhere(id, { title: "Milk", kicker: null, sections: [quote, quote] });

    const { changedAttributes, published } = await publishingOf(model, id);

    assert.deepEqual([changedAttributes, published?.["title"]], [["title", "kicker"], "Tea"]);
  });

  it("the preview of Publish lists attributes with a value when no version is published", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: null, featured: true }, "status=draft");

    const { changedAttributes, published } = await publishingOf(model, id);

    assert.deepEqual([changedAttributes, published], [["title", "kind", "featured"], undefined]);
  });

  it("the preview of Publish names the values for which the service then rejects the publish", async () => {
    const model = openModel();
    const seo = { metaDescription: "Warm cups" };
    const id = await makeArticle({ title: null, seo, kicker: "Tea" }, "status=draft");
    const address = model.article(id);

    const { blockers } = await publishingOf(model, id);
    const draft = must(await model.publication.preview(address));
    const [failure] = await model.publication.publish(address, draft);

    const expected = ["title required", "seo.metaTitle required"];
    assert.deepEqual(
      blockers.map(({ path, code }) => `${path.join(".")} ${code}`),
      expected,
    );
    const issues = failure?.code === "service" && "issues" in failure.error && failure.error.issues;
    assert.deepEqual(
      (issues || []).map(({ path }) => `${path.join(".")} required`),
      expected,
    );
  });

  it("the preview of Publish names no value for which the service doesn't reject the publish", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", sections: [quote] }, "status=draft");

    const { blockers } = await publishingOf(model, id);

    assert.deepEqual(blockers, []);
  });

  it("the preview of Publish lists relations to unpublished documents, also inside components", async () => {
    const model = openModel();
    const [draftTag, tag] = [unique("Tag"), unique("Tag")];
    const [hidden, shownArticle] = [
      await makeArticle({ title: "Hidden" }, "status=draft"),
      await makeArticle({ title: "Shown" }),
    ];
    const id = await makeArticle({}, "status=draft");
    await changeElsewhere(id, {
      tags: [
        await make("tags?status=draft", { name: draftTag }),
        await make("tags", { name: tag }),
      ],
      category: await make("categories", { name: unique("Category") }),
      related: [shownArticle, hidden, id],
      sections: [
        { __component: "sections.reading-list", heading: "More", articles: [hidden, shownArticle] },
      ],
    });

    const publishing = await publishingOf(model, id);

    assert.deepEqual(namesOf(publishing), [
      `tags ${draftTag}`,
      "related Hidden",
      "sections.articles Hidden",
    ]);
  });

  it("the preview of Publish checks the targets of relations in the document's own locale", async () => {
    const model = openModel();
    const target = await makeArticle({ title: "Shown" });
    await changeElsewhere(target, { title: "Caché" }, "locale=fr");
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { related: [target] });
    await changeElsewhere(id, { related: [target] }, "locale=fr");

    const [english, french] = [await publishingOf(model, id), await publishingOf(model, id, "fr")];

    assert.deepEqual([namesOf(english), namesOf(french)], [[], ["related Caché"]]);
  });

  it("the preview of Publish does not list a relation that was left out as a difference", async () => {
    const model = openModel();
    const hidden = await makeArticle({ title: "Hidden" }, "status=draft");
    const id = await makeArticle({ related: [hidden] });
    await changeElsewhere(id, { kicker: "New" });

    const publishing = await publishingOf(model, id);

    assert.deepEqual(
      [publishing.changedAttributes, namesOf(publishing)],
      [["kicker"], ["related Hidden"]],
    );
  });

  it("the preview of Publish lists other locales whose draft differs from the published version", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { title: "Tee" }, "locale=de");
    await changeElsewhere(id, { title: "Milk" });
    const before = await publishingOf(model, id);
    await changeElsewhere(id, { title: "Lait" }, "locale=fr");

    const after = await publishingOf(model, id);

    assert.deepEqual(
      [before.others, after.others],
      [{ de: "draft" }, { de: "draft", fr: "modified" }],
    );
  });

  it("the preview of Publish works for a single type", async () => {
    const model = openModel();
    const address = model.single("homepage", "fr");
    await ask("PUT", "homepage?locale=fr", { heading: "Bonjour" });
    await ask("PUT", "homepage?status=draft&locale=fr", { heading: "Bonsoir" });
    const draft = must(await model.publication.preview(address));

    const { changedAttributes, published } = must(
      await model.publication.previewPublish(address, draft),
    );

    assert.deepEqual([changedAttributes, published?.["heading"]], [["heading"], "Bonjour"]);
  });
});
