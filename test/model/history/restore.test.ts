import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { restoreDeleted } from "../../../src/model/history/restoration.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  document,
  draft,
  make,
  makeArticle,
  makeTranslated,
  openModel,
  unique,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changesIn } from "../watching.ts";

/** Deletes a document as the command does and returns the journal entry. */
async function deleted(model: TestModel, address: Address): Promise<JournalEntry> {
  const previewed = must(await model.publication.preview(address));
  const inbound = must(await model.publication.inbound(address));
  must(await model.publication.delete(address, { ...previewed, inbound }));
  const [entry] = await model.journal.deleted(model.connection.id);
  if (!entry) throw new Error("The journal has no delete.");
  return entry;
}

/** The content without ids and `$`, which a restore changes. */
const lasting = (content: JsonObject): unknown =>
  JSON.parse(
    JSON.stringify(content, (key, value: unknown) => (/^(id|\$)$/.test(key) ? undefined : value)),
  );

const contentOf = async (model: TestModel, address: Address): Promise<unknown> =>
  lasting(must(await model.reader.read(address)).content);

const link = (label: string) => ({ label, url: "https://example.com" });

describe("Restore", () => {
  it("a restore creates drafts in every locale with the whole content, under a new documentId", async () => {
    const model = openModel();
    const [category, tag] = [
      await make("categories", { name: unique("Category") }),
      await make("tags", { name: unique("tag") }),
    ];
    const id = await makeTranslated(unique("Tea"), "Thé");
    const sections = [
      { __component: "sections.text", heading: "Why", body: "Warm" },
      { __component: "sections.reading-list", heading: "More", category },
    ];
    await changeElsewhere(id, { category, tags: [tag], links: [link("One"), link("Two")] });
    await changeElsewhere(id, { seo: { metaTitle: "Tea" }, sections, featured: true });
    await changeElsewhere(id, { summary: "Chaud", links: [link("Un")] }, "locale=fr");
    const before = [
      await contentOf(model, model.article(id)),
      await contentOf(model, model.article(id, "fr")),
    ];
    const entry = await deleted(model, model.article(id));

    const restored = must(await restoreDeleted(entry, model));

    const { documentId } = restored;
    const after = [
      await contentOf(model, model.article(documentId)),
      await contentOf(model, model.article(documentId, "fr")),
    ];
    assert.deepEqual(after, before);
    assert.deepEqual(
      [restored.address, restored.omitted, entry.live, entry.inbound],
      [model.article(documentId), [], ["en", "fr"], []],
    );
    assert.deepEqual(
      [documentId === id, await document(`articles/${documentId}`)],
      [false, undefined],
    );
  });

  it("a restore changes no other document", async () => {
    const model = openModel();
    const related = [await makeArticle(), await makeArticle()];
    const id = await makeArticle({ related, seo: { metaTitle: "Tea" } });
    const entry = await deleted(model, model.article(id));

    const changes = await changesIn(async () => must(await restoreDeleted(entry, model)));

    const keys = Object.keys(changes).filter((key) => !key.startsWith("components"));
    assert.deepEqual(
      keys.map((key) => key.replace(/\/\w+\//, "/")),
      ["articles/en/draft"],
    );
  });

  it("a restore's journal entry names the documents that referred to the deleted document", async () => {
    const model = openModel();
    const target = await makeArticle();
    const title = unique("Pointing");
    const pointing = await makeArticle({ title, sequel: target });

    const { inbound } = await deleted(model, model.article(target));

    const pointer = { type: "articles", documentId: pointing, locale: "en", title, path: "sequel" };
    assert.deepEqual(inbound, [pointer]);
  });

  it("a restore omits and reports relations to deleted documents, also inside components", async () => {
    const model = openModel();
    const name = unique("Category");
    const [deletedCategory, keptTag] = [
      await make("categories", { name }),
      await make("tags", { name }),
    ];
    const other = await makeArticle({ title: unique("Gone") });
    const sections = [
      { __component: "sections.reading-list", heading: "More", category: deletedCategory },
    ];
    const id = await makeArticle({
      category: deletedCategory,
      tags: [keptTag],
      related: [other],
      sections,
    });
    const entry = await deleted(model, model.article(id));
    await ask("DELETE", `categories/${deletedCategory}`);
    await ask("DELETE", `articles/${other}?locale=*`);

    const { documentId, omitted } = must(await restoreDeleted(entry, model));

    assert.deepEqual(omitted.map((path) => path.replace(/ \(.*/, "")).sort(), [
      "category",
      "related",
      "sections.category",
    ]);
    assert.ok(omitted.includes(`category (${name})`));
    const { tags } = must(await model.reader.read(model.article(documentId))).content;
    assert.deepEqual(tags, [{ documentId: keptTag, name }]);
  });

  it("a restore does not take a one-to-one target from another document", async () => {
    const model = openModel();
    const title = unique("Sequel");
    const target = await makeArticle({ title });
    const id = await makeArticle({ sequel: target });
    const entry = await deleted(model, model.article(id));
    const other = await makeArticle({ sequel: target });

    const { omitted } = must(await restoreDeleted(entry, model));

    const { sequel } = must(await model.reader.read(model.article(other))).content;
    assert.deepEqual([omitted, sequel], [[`sequel (${title})`], { documentId: target, title }]);
  });

  it("a restore creates only the locales that were deleted", async () => {
    const model = openModel();
    const response = (await ask("POST", "articles?status=draft&locale=fr", { title: "Thé" })) as {
      data: { documentId: string };
    };
    const entry = await deleted(model, model.article(response.data.documentId, "fr"));

    const { address, documentId } = must(await restoreDeleted(entry, model));

    const french = await draft(`articles/${documentId}`, "locale=fr");
    assert.deepEqual([address, entry.live], [model.article(documentId, "fr"), []]);
    assert.deepEqual(
      [french?.["title"], await draft(`articles/${documentId}`)],
      ["Thé", undefined],
    );
  });

  it("a restore works for a type without draft & publish", async () => {
    const model = openModel();
    const name = unique("Category");
    const id = await make("categories", { name, description: "Warm" });
    const entry = await deleted(model, model.at("categories", id));

    const { documentId } = must(await restoreDeleted(entry, model));

    const { name: restoredName, description } = (await document(`categories/${documentId}`)) ?? {};
    assert.deepEqual([restoredName, description], [name, "Warm"]);
  });

  it("a restore works for a single type, and keeps a locale that was added since", async () => {
    const model = openModel();
    const before = await contentOf(model, model.single("homepage", "en"));
    const entry = await deleted(model, model.single("homepage", "en"));
    await ask("PUT", "homepage?status=draft&locale=fr", { heading: "Depuis" });

    const { address } = must(await restoreDeleted(entry, model));
    const again = await restoreDeleted(entry, model);

    const french = await draft("homepage", "locale=fr");
    assert.deepEqual(
      [address, french?.["heading"], why(again)],
      [model.single("homepage", "en"), "Depuis", "still-there"],
    );
    assert.deepEqual(await contentOf(model, model.single("homepage", "en")), before);
  });

  it("a restore adds the document to the list, and is not offered again", async () => {
    const model = openModel();
    const entry = await deleted(model, model.article(await makeArticle()));
    const listing = model.lists.listing({ connection: model.connection.id, type: "articles" });
    await listing.open();

    const { documentId } = must(await restoreDeleted(entry, model));
    const again = await restoreDeleted(entry, model);

    const { rows } = await listing.open();
    assert.ok(rows.some(({ id }) => id === documentId));
    assert.deepEqual(
      [await model.journal.deleted(model.connection.id), why(again)],
      [[], "still-there"],
    );
  });
});
