import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { JournalEntry } from "../../../src/model/changes/journal/journal.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { restoreDeleted } from "../../../src/model/changes/lifecycle/restore.ts";
import type { Desk } from "../desk.ts";
import { ask, changeElsewhere, document, draft, make, makeArticle } from "../magazine.ts";
import { makeTranslated, openDesk, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changesIn } from "../watching.ts";

/** Deletes a document as the command does and returns the journal entry. */
async function deleted(desk: Desk, address: Address): Promise<JournalEntry> {
  const looked = must(await desk.lifecycle.preview(address));
  const inbound = must(await desk.lifecycle.inbound(address));
  must(await desk.lifecycle.delete(address, { ...looked, inbound }));
  const [entry] = await desk.journal.deleted(desk.connection.id);
  if (!entry) throw new Error("The journal has no delete.");
  return entry;
}

/** The content without ids and `$`, which a restore changes. */
const lasting = (content: JsonObject): unknown =>
  JSON.parse(
    JSON.stringify(content, (key, value: unknown) => (/^(id|\$)$/.test(key) ? undefined : value)),
  );

const contentOf = async (desk: Desk, address: Address): Promise<unknown> =>
  lasting(must(await desk.reader.read(address)).content);

const link = (label: string) => ({ label, url: "https://example.com" });

describe("Restore", () => {
  it("creates drafts in every locale with the whole content, under a new documentId", async () => {
    const desk = openDesk();
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
      await contentOf(desk, desk.article(id)),
      await contentOf(desk, desk.article(id, "fr")),
    ];
    const entry = await deleted(desk, desk.article(id));

    const restored = must(await restoreDeleted(entry, desk));

    const { documentId } = restored;
    const after = [
      await contentOf(desk, desk.article(documentId)),
      await contentOf(desk, desk.article(documentId, "fr")),
    ];
    assert.deepEqual(after, before);
    assert.deepEqual(
      [restored.address, restored.omitted, restored.live, restored.inbound],
      [desk.article(documentId), [], ["en", "fr"], []],
    );
    assert.deepEqual(
      [documentId === id, await document(`articles/${documentId}`)],
      [false, undefined],
    );
  });

  it("changes no other document", async () => {
    const desk = openDesk();
    const related = [await makeArticle(), await makeArticle()];
    const id = await makeArticle({ related, seo: { metaTitle: "Tea" } });
    const entry = await deleted(desk, desk.article(id));

    const changes = await changesIn(async () => must(await restoreDeleted(entry, desk)));

    const keys = Object.keys(changes).filter((key) => !key.startsWith("components"));
    assert.deepEqual(
      keys.map((key) => key.replace(/\/\w+\//, "/")),
      ["articles/en/draft"],
    );
  });

  it("reports documents that referred to the deleted document", async () => {
    const desk = openDesk();
    const target = await makeArticle();
    const title = unique("Pointing");
    const pointing = await makeArticle({ title, sequel: target });
    const entry = await deleted(desk, desk.article(target));

    const { inbound } = must(await restoreDeleted(entry, desk));

    const pointer = { type: "articles", documentId: pointing, locale: "en", title, path: "sequel" };
    assert.deepEqual(inbound, [pointer]);
  });

  it("omits and reports relations to deleted documents, also inside components", async () => {
    const desk = openDesk();
    const name = unique("Category");
    const [gone, kept] = [await make("categories", { name }), await make("tags", { name })];
    const other = await makeArticle({ title: unique("Gone") });
    const sections = [{ __component: "sections.reading-list", heading: "More", category: gone }];
    const id = await makeArticle({ category: gone, tags: [kept], related: [other], sections });
    const entry = await deleted(desk, desk.article(id));
    await ask("DELETE", `categories/${gone}`);
    await ask("DELETE", `articles/${other}?locale=*`);

    const { documentId, omitted } = must(await restoreDeleted(entry, desk));

    assert.deepEqual(omitted.map((path) => path.replace(/ \(.*/, "")).sort(), [
      "category",
      "related",
      "sections.category",
    ]);
    assert.ok(omitted.includes(`category (${name})`));
    const { tags } = must(await desk.reader.read(desk.article(documentId))).content;
    assert.deepEqual(tags, [{ documentId: kept, name }]);
  });

  it("does not take a one-to-one target from another document", async () => {
    const desk = openDesk();
    const title = unique("Sequel");
    const target = await makeArticle({ title });
    const id = await makeArticle({ sequel: target });
    const entry = await deleted(desk, desk.article(id));
    const other = await makeArticle({ sequel: target });

    const { omitted } = must(await restoreDeleted(entry, desk));

    const { sequel } = must(await desk.reader.read(desk.article(other))).content;
    assert.deepEqual([omitted, sequel], [[`sequel (${title})`], { documentId: target, title }]);
  });

  it("creates only the locales that were deleted", async () => {
    const desk = openDesk();
    const made = (await ask("POST", "articles?status=draft&locale=fr", { title: "Thé" })) as {
      data: { documentId: string };
    };
    const entry = await deleted(desk, desk.article(made.data.documentId, "fr"));

    const { address, documentId, live } = must(await restoreDeleted(entry, desk));

    const french = await draft(`articles/${documentId}`, "locale=fr");
    assert.deepEqual([address, live], [desk.article(documentId, "fr"), []]);
    assert.deepEqual(
      [french?.["title"], await draft(`articles/${documentId}`)],
      ["Thé", undefined],
    );
  });

  it("works for a type without draft & publish", async () => {
    const desk = openDesk();
    const name = unique("Category");
    const id = await make("categories", { name, description: "Warm" });
    const entry = await deleted(desk, desk.at("categories", id));

    const { documentId } = must(await restoreDeleted(entry, desk));

    const { name: held, description } = (await document(`categories/${documentId}`)) ?? {};
    assert.deepEqual([held, description], [name, "Warm"]);
  });

  it("works for a single type, and keeps a locale that was added since", async () => {
    const desk = openDesk();
    const before = await contentOf(desk, desk.single("homepage", "en"));
    const entry = await deleted(desk, desk.single("homepage", "en"));
    await ask("PUT", "homepage?status=draft&locale=fr", { heading: "Depuis" });

    const { address } = must(await restoreDeleted(entry, desk));
    const again = await restoreDeleted(entry, desk);

    const french = await draft("homepage", "locale=fr");
    assert.deepEqual(
      [address, french?.["heading"], why(again)],
      [desk.single("homepage", "en"), "Depuis", "still-there"],
    );
    assert.deepEqual(await contentOf(desk, desk.single("homepage", "en")), before);
  });

  it("adds the document to the list, and is not offered again", async () => {
    const desk = openDesk();
    const entry = await deleted(desk, desk.article(await makeArticle()));
    const listing = desk.content.listing({ connection: desk.connection.id, type: "articles" });
    await listing.open();

    const { documentId } = must(await restoreDeleted(entry, desk));
    const again = await restoreDeleted(entry, desk);

    const { rows } = await listing.open();
    assert.ok(rows.some(({ id }) => id === documentId));
    assert.deepEqual(
      [await desk.journal.deleted(desk.connection.id), why(again)],
      [[], "still-there"],
    );
  });
});
