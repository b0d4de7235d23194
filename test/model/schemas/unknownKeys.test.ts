import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { edited } from "../testModel.ts";
import { draft, magazine, makeArticle } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { adding, article, component, openAhead, picture, reading, toTags, whole } from "./ahead.ts";
import type { Change } from "./ahead.ts";
import { changedFiles } from "./projectFolder.ts";

describe("Workspace schema with unknown attributes", () => {
  const cases: Record<string, readonly [file: string, change: Change, unknown: object]> = {
    "a relation": [
      article,
      adding("ghost", toTags),
      { uid: "api::article.article", attribute: "ghost" },
    ],
    "media of a component": [
      component("shared/seo"),
      adding("ghost", picture),
      { uid: "shared.seo", attribute: "ghost" },
    ],
    "media of a component in a dynamic zone": [
      component("sections/quote"),
      adding("ghost", picture),
      { uid: "sections.quote", attribute: "ghost" },
    ],
    "media of a nested component in a dynamic zone": [
      component("shared/gallery-item"),
      adding("ghost", picture),
      { uid: "shared.gallery-item", attribute: "ghost" },
    ],
    "a component of a dynamic zone": [
      article,
      ({ attributes }) => {
        const zone = attributes["sections"] as { components: string[] };
        zone.components.push("sections.ghost");
      },
      { uid: "api::article.article", attribute: "sections", component: "sections.ghost" },
    ],
    "a relation that is a text on the service": [
      article,
      adding("kicker", toTags),
      { uid: "api::article.article", attribute: "kicker" },
    ],
    "the title field of a relation target": [
      "content-types/category/schema.json",
      ({ attributes }) => {
        const { name, ...others } = attributes;
        for (const key of Object.keys(attributes)) Reflect.deleteProperty(attributes, key);
        Object.assign(attributes, { label: name, ...others });
      },
      { uid: "api::category.category", attribute: "label" },
    ],
  };

  for (const [what, [file, change, unknown]] of Object.entries(cases)) {
    it(`a workspace schema opens a document without ${what} and reports the omitted attribute`, async () => {
      const id = await makeArticle(whole, "status=draft");
      const { model } = openAhead(reading(), [file, change]);
      const reported: string[] = [];
      model.catalogs.onDidForget((connectionId) => reported.push(connectionId));

      const opened = await model.open(model.article(id));

      assert.equal("ghost" in opened.content, false);
      const { sections } = opened.content as { sections: { __component: string }[] };
      assert.deepEqual(
        sections.map(({ __component }) => __component),
        ["sections.text", "sections.quote"],
      );
      const { catalog } = must(await model.catalogs.service(model.connection.id));
      assert.deepEqual([catalog.unknown, reported], [[unknown], [model.connection.id]]);
    });
  }

  it("a workspace schema omits one unknown attribute after the other, and remembers them", async () => {
    const id = await makeArticle(whole, "status=draft");
    const { model } = openAhead(
      reading(),
      [article, adding("ghost", toTags)],
      [component("shared/seo"), adding("spirit", picture)],
    );
    const refused = () => model.log.filter(({ status }) => status === 400).length;
    await model.open(model.article(id));
    const before = refused();

    await model.open(model.article(await makeArticle(whole, "status=draft")));

    assert.deepEqual([before, refused()], [2, 2]);
  });

  it("a workspace schema with unknown attributes opens two documents at the same time", async () => {
    const ids = [
      await makeArticle(whole, "status=draft"),
      await makeArticle(whole, "status=draft"),
    ];
    const { model } = openAhead(reading(), [article, adding("ghost", toTags)]);

    const outcomes = await Promise.all(ids.map((id) => model.documents.read(model.article(id))));

    assert.deepEqual(outcomes.map(why), [undefined, undefined]);
  });

  it("a workspace schema lists documents when the title field is unknown", async () => {
    const { model } = openAhead(reading(), [
      article,
      ({ attributes }) => {
        const { title, ...others } = attributes;
        for (const key of Object.keys(attributes)) Reflect.deleteProperty(attributes, key);
        Object.assign(attributes, { name: title, ...others });
      },
    ]);

    const listing = model.lists.listing({ connection: model.connection.id, type: "articles" });
    await listing.open();
    const { rows, failure } = await listing.open();

    assert.deepEqual([failure, rows.length], [undefined, 25]);
  });

  it("omitted attributes are remembered when the workspace changes, and forgotten on refresh", async () => {
    const id = await makeArticle({}, "status=draft");
    const change = adding("ghost", toTags);
    const { model, memory } = openAhead(reading(), [article, change]);
    await model.open(model.article(id));
    const unknown = async () =>
      must(await model.catalogs.service(model.connection.id)).catalog.unknown?.length ?? 0;
    const learned = new Promise((resolve) => model.catalogs.onDidLearn(resolve));

    memory.replace(
      changedFiles(article, adding("other", { type: "string" }), changedFiles(article, change)),
    );
    await learned;
    const keptCount = await unknown();
    model.catalogs.forget(model.connection.id);

    assert.deepEqual([keptCount, await unknown()], [1, 0]);
  });

  it("a document doesn't open when two components of a zone have the unknown attribute", async () => {
    const id = await makeArticle(whole, "status=draft");
    const { model } = openAhead(
      reading(),
      [component("sections/text"), adding("ghost", picture)],
      [component("sections/quote"), adding("ghost", picture)],
    );

    const outcome = await model.documents.read(model.article(id));

    assert.equal(why(outcome), "ValidationError");
  });

  it("a save keeps a component with an omitted attribute", async () => {
    const proxy = await startFaults(magazine().url);
    proxy.inject(/content-type-builder/, refusal(404, "NotFoundError", "Not Found"));
    const id = await makeArticle(whole, "status=draft");
    const { model } = openAhead({ url: proxy.url }, [
      component("shared/seo"),
      adding("ghost", picture),
    ]);
    const opened = await model.open(model.article(id));
    const seo = { ...(opened.content["seo"] as JsonObject), metaTitle: "Milk" };

    must(await model.save(model.article(id), edited(opened, { seo })));
    await proxy.stop();

    const saved = await draft(`articles/${id}`, "populate=seo");
    assert.equal((saved!["seo"] as JsonObject)["metaTitle"], "Milk");
  });
});
