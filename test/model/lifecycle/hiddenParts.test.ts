import assert from "node:assert/strict";
import { exportable } from "../../../src/model/bulk/exporting/exportable.ts";
import { readWholeDocument } from "../../../src/model/changes/lifecycle/wholeDocument.ts";
import { findInboundRelations } from "../../../src/model/query/finding/inbound.ts";
import { addLocalization } from "../addLocalization.ts";
import { restoreDeleted } from "../../../src/model/changes/lifecycle/restore.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { stripping } from "../../support/stripped.ts";
import type { Desk } from "../desk.ts";
import {
  draft,
  magazine,
  make,
  makeArticle,
  makeTranslated,
  openDesk,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("Where a project's own code hides parts of its answers", () => {
  let faults: Faults;
  let desk: Desk;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    desk = openDesk({ url: faults.url });
  });
  afterEach(() => faults.stop());

  const hide = (requests: RegExp, key: string): void => {
    faults.reshape(requests, { answer: stripping(key) });
  };

  it("a document says in which locales it is there, though the answer hides the others", async () => {
    hide(/ \/\w+\/articles/, "localizations");
    const id = await makeTranslated(unique("Tea"), "Thé");

    const { facts } = must(await desk.reader.read(desk.article(id)));

    assert.deepEqual(facts.locales, ["en", "fr"]);
  });

  it("a document in several locales can be deleted, though the answer hides the others", async () => {
    hide(/ \/\w+\/articles/, "localizations");
    const id = await makeTranslated(unique("Tea"), "Thé");
    const looked = must(await desk.lifecycle.preview(desk.article(id)));

    must(await desk.lifecycle.delete(desk.article(id), looked));

    const left = [await draft(`articles/${id}`), await draft(`articles/${id}`, "locale=fr")];
    assert.deepEqual(left, [undefined, undefined]);
  });

  it("a single type is the same version for a look and for a delete", async () => {
    hide(/ \/\w+\/homepage/, "localizations");
    const address = desk.single("homepage", "en");
    const { locales = [] } = must(await openDesk().reader.read(address)).facts;
    const looked = must(await desk.lifecycle.preview(address));
    const service = must(await desk.catalogs.type(desk.connection.id, "homepage"));

    const { now } = must(await readWholeDocument(service, address, looked));

    assert.deepEqual([looked.facts.locales, now.localeVersions], [locales, looked.localeVersions]);
    assert.ok(locales.length > 1);
  });

  it("a single type with hidden relations is named as one that could not be looked at", async () => {
    hide(/ \/\w+\/homepage/, "featuredArticles");
    const target = await makeArticle();
    const service = must(await desk.catalogs.service(desk.connection.id));

    const { unsearchable } = must(await findInboundRelations(service, desk.article(target)));

    assert.ok(unsearchable.includes("homepage.featuredArticles"), unsearchable.join());
    assert.ok(!unsearchable.includes("homepage.leadArticle"), unsearchable.join());
  });

  describe("an article whose quotes hide their author", () => {
    let id: string;
    beforeEach(async () => {
      const author = await make("authors", { name: unique("Ines") });
      const quote = { __component: "sections.quote", text: "Warm", speaker: "Ines", author };
      id = await makeArticle({ sections: [quote] });
      hide(/ \/\w+\/articles/, "author");
    });

    it("is added in another locale with what is missing by name", async () => {
      const { unread } = must(await addLocalization(desk.article(id), "fr", desk));

      assert.deepEqual(unread, ["author", "sections[0].author"]);
    });

    it("is restored after a delete with what is missing by name", async () => {
      const looked = must(await desk.lifecycle.preview(desk.article(id)));
      must(await desk.lifecycle.delete(desk.article(id), looked));
      const [entry] = await desk.journal.deleted(desk.connection.id);
      assert.ok(entry);

      const { unread } = must(await restoreDeleted(entry, desk));

      assert.deepEqual(unread, ["author", "sections[0].author"]);
    });

    it("is exported without the relation, and its zone is marked as one that may lack parts", async () => {
      const place = { connection: desk.connection.id, type: "articles" };
      faults.reshape(/GET \/\w+\/articles$/, {
        answer: stripping("author"),
        // Of many articles the first is looked at.
        query: (query) => ({ ...query, filters: { documentId: { $eq: id } } }),
      });

      const from = must(await exportable(place, desk));

      assert.deepEqual([from.hidden, from.partial], [["author"], ["sections"]]);
    });
  });

  it("what is deleted is journaled whole where only the route of lists leaves out parts", async () => {
    const own = { cover: true, sections: { on: { "sections.text": true } } };
    faults.reshape(/GET \/\w+\/articles$/, {
      query: (query) => (query["populate"] ? { ...query, populate: own } : query),
    });
    const quote = { __component: "sections.quote", text: "Warm", speaker: "Ines" };
    const id = await makeArticle({ sections: [quote], seo: { metaTitle: "Tea" } });
    const looked = must(await desk.lifecycle.preview(desk.article(id)));

    must(await desk.lifecycle.delete(desk.article(id), looked));

    const [entry] = await desk.journal.deleted(desk.connection.id);
    const { sections, seo } = entry?.before["en"] ?? {};
    assert.deepEqual([(sections as unknown[]).length, typeof seo], [1, "object"]);
  });
});
