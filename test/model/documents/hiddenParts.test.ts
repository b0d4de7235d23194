import assert from "node:assert/strict";
import { exportable } from "../../../src/model/export/exportable.ts";
import { readWholeDocument } from "../../../src/model/writing/wholeDocument.ts";
import { findInboundRelations } from "../../../src/model/find/inboundRelations.ts";
import { addLocalization } from "../addLocalization.ts";
import { restoreDeleted } from "../../../src/model/history/restoration.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { stripping } from "../../support/stripped.ts";
import type { TestModel } from "../testModel.ts";
import {
  draft,
  magazine,
  make,
  makeArticle,
  makeTranslated,
  openModel,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("Hidden parts of answers", () => {
  let faults: Faults;
  let model: TestModel;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    model = openModel({ url: faults.url });
  });
  afterEach(() => faults.stop());

  const hide = (requests: RegExp, key: string): void => {
    faults.reshape(requests, { answer: stripping(key) });
  };

  it("a read returns all locales of a document although localizations are hidden", async () => {
    hide(/ \/\w+\/articles/, "localizations");
    const id = await makeTranslated(unique("Tea"), "Thé");

    const { facts } = must(await model.reader.read(model.article(id)));

    assert.deepEqual(facts.locales, ["en", "fr"]);
  });

  it("a delete removes a document in several locales although localizations are hidden", async () => {
    hide(/ \/\w+\/articles/, "localizations");
    const id = await makeTranslated(unique("Tea"), "Thé");
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.delete(model.article(id), previewed));

    const remainingDrafts = [
      await draft(`articles/${id}`),
      await draft(`articles/${id}`, "locale=fr"),
    ];
    assert.deepEqual(remainingDrafts, [undefined, undefined]);
  });

  it("a single type has the same version for the preview and the delete when its route hides parts", async () => {
    hide(/ \/\w+\/homepage/, "localizations");
    const address = model.single("homepage", "en");
    const { locales = [] } = must(await openModel().reader.read(address)).facts;
    const previewed = must(await model.publication.preview(address));
    const service = must(await model.catalogs.type(model.connection.id, "homepage"));

    const { now } = must(await readWholeDocument(service, address, previewed));

    assert.deepEqual(
      [previewed.facts.locales, now.localeVersions],
      [locales, previewed.localeVersions],
    );
    assert.ok(locales.length > 1);
  });

  it("hidden relations of a single type are reported as unsearchable", async () => {
    hide(/ \/\w+\/homepage/, "featuredArticles");
    const target = await makeArticle();
    const service = must(await model.catalogs.service(model.connection.id));

    const { unsearchable } = must(await findInboundRelations(service, model.article(target)));

    assert.ok(unsearchable.includes("homepage.featuredArticles"), unsearchable.join());
    assert.ok(!unsearchable.includes("homepage.leadArticle"), unsearchable.join());
  });

  describe("with a hidden author of quotes", () => {
    let id: string;
    beforeEach(async () => {
      const author = await make("authors", { name: unique("Ines") });
      const quote = { __component: "sections.quote", text: "Warm", speaker: "Ines", author };
      id = await makeArticle({ sections: [quote] });
      hide(/ \/\w+\/articles/, "author");
    });

    it("adding a locale reports the missing paths when the service hides a relation", async () => {
      const { unread } = must(await addLocalization(model.article(id), "fr", model));

      assert.deepEqual(unread, ["author", "sections[0].author"]);
    });

    it("a restore reports the missing paths when the service hides a relation", async () => {
      const previewed = must(await model.publication.preview(model.article(id)));
      must(await model.publication.delete(model.article(id), previewed));
      const [entry] = await model.journal.deleted(model.connection.id);
      assert.ok(entry);

      const { unread } = must(await restoreDeleted(entry, model));

      assert.deepEqual(unread, [
        ...["author", "sections[0].author"],
        ...["previewPassword", "internalNote"],
      ]);
    });

    it("an export leaves out a hidden relation, and reports the zone as partial", async () => {
      const collection = { connection: model.connection.id, type: "articles" };
      faults.reshape(/GET \/\w+\/articles$/, {
        answer: stripping("author"),
        // The export inspects only the first of many articles.
        query: (query) => ({ ...query, filters: { documentId: { $eq: id } } }),
      });

      const from = must(await exportable(collection, model));

      assert.deepEqual([from.hidden, from.partial], [["author"], ["sections"]]);
    });
  });

  it("the journal has the whole content of a deleted document when only lists hide parts", async () => {
    const narrowPopulate = { cover: true, sections: { on: { "sections.text": true } } };
    faults.reshape(/GET \/\w+\/articles$/, {
      query: (query) => (query["populate"] ? { ...query, populate: narrowPopulate } : query),
    });
    const quote = { __component: "sections.quote", text: "Warm", speaker: "Ines" };
    const id = await makeArticle({ sections: [quote], seo: { metaTitle: "Tea" } });
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.delete(model.article(id), previewed));

    const [entry] = await model.journal.deleted(model.connection.id);
    const { sections, seo } = entry?.before["en"] ?? {};
    assert.deepEqual([(sections as unknown[]).length, typeof seo], [1, "object"]);
  });
});
