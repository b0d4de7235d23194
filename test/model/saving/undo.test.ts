import assert from "node:assert/strict";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import { makeUser, roles, userNow } from "../accounts.ts";
import { changeElsewhere, draft, make } from "../magazine.ts";
import { makeArticle, makeTranslated, openDesk, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { JournalInMemory } from "../ports.ts";
import { changesIn } from "../watching.ts";
import { now, saveAll } from "./saveAll.ts";

const pathsOf = ([, undone]: Awaited<ReturnType<typeof undoLastSave>>) => undone?.paths;

describe("Undo Last Save", () => {
  it("restores the draft and changes nothing else in the database", async () => {
    const desk = openDesk();
    const id = await makeTranslated(unique("Tea"), "Thé");
    const address = desk.article(id);
    const seo = { metaTitle: "Tea", metaDescription: "Warm cups" };
    await changeElsewhere(id, { seo, links: [{ label: "One", url: "https://one.example" }] });
    await saveAll(desk, address, { title: "Milk", readingMinutes: 7, seo: null, links: [] });

    const changes = await changesIn(async () => must(await undoLastSave(address, desk)));

    assert.deepEqual(changes, {
      [`articles/${id}/en/draft`]: ["links", "reading_minutes", "seo", "title", "updated_at"],
      // All locales share this attribute.
      [`articles/${id}/fr/draft`]: ["reading_minutes", "updated_at"],
    });
  });

  it("restores relations, components and dynamic zones exactly", async () => {
    const desk = openDesk();
    const category = await make("categories", { name: unique("Category") });
    const tags = [await make("tags", { name: unique("tag") })];
    const id = await makeArticle({
      category,
      tags,
      seo: { metaTitle: "Tea" },
      links: ["One", "Two"].map((label) => ({ label, url: "https://example.com" })),
      sections: [
        { __component: "sections.text", heading: "Why", body: "Warm" },
        { __component: "sections.reading-list", heading: "More", category },
      ],
    });
    const address = desk.article(id);
    const before = await desk.open(address);
    const gone = { category: null, tags: [], seo: null, links: [], sections: [], title: "Milk" };
    await saveAll(desk, address, gone);

    must(await undoLastSave(address, desk));

    const { content } = must(await desk.reader.read(address));
    const bare = (all: object) =>
      JSON.parse(
        JSON.stringify(all, (key, value: unknown) => (/^(id|\$)$/.test(key) ? undefined : value)),
      ) as object;
    assert.deepEqual(bare(content), bare(before.content));
  });

  it("keeps another client's later changes and names the restored attributes", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    await saveAll(desk, address, { title: "Milk", kicker: "Hot" });
    await changeElsewhere(address.id, { summary: "Theirs" });

    const outcome = await undoLastSave(address, desk);

    assert.deepEqual(pathsOf(outcome), ["title", "kicker"]);
    const held = await now(address.id, "title", "kicker", "summary");
    assert.deepEqual(held, ["Tea", "Made", "Theirs"]);
  });

  it('fails with "undo-conflict" when the same attribute changed again', async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    await saveAll(desk, address, { title: "Milk", kicker: "Hot" });
    await changeElsewhere(address.id, { title: "Theirs" });

    const changes = await changesIn(async () => {
      const [failure] = await undoLastSave(address, desk);
      assert.deepEqual(failure, { code: "undo-conflict", paths: ["title"] });
    });

    assert.deepEqual(changes, {});
  });

  it('fails with "undo-conflict" when another document has the one-to-one relation now', async () => {
    const desk = openDesk();
    const [target, other] = [await makeArticle(), await makeArticle()];
    const address = desk.article(await makeArticle({ sequel: target }));
    await saveAll(desk, address, { sequel: null });
    await changeElsewhere(other, { sequel: target });

    const changes = await changesIn(async () => {
      const [failure] = await undoLastSave(address, desk);
      assert.deepEqual(failure, { code: "undo-conflict", paths: ["sequel"] });
    });

    assert.deepEqual(changes, {});
  });

  it("reloads an open editor and updates the row", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    await saveAll(desk, address, { title: "Milk" });
    await desk.open(address);
    const told: unknown[] = [];
    desk.documents.onDidChange(({ kind }) => told.push(kind));
    desk.documents.onDidSave(({ snapshot }) => told.push(snapshot.title));

    must(await undoLastSave(address, desk));

    const { title } = must(await desk.documents.read(address));
    assert.deepEqual([told, title], [["changed", "Tea"], "Tea"]);
  });

  it("restores attributes and the role of a user", async () => {
    const desk = openDesk();
    const { id, username } = await makeUser();
    const address = desk.at("users", String(id));
    const role = { id: roles.authenticated, name: "Authenticated" };
    await saveAll(desk, address, { username: unique("renamed").replace(" ", "-"), role });
    const changed = await userNow(id);

    must(await undoLastSave(address, desk));

    const { username: name, role: held } = await userNow(id);
    assert.deepEqual([name, held], [username, "Editor"]);
    assert.notEqual(changed["role"], held);
  });

  it("sends nothing when the document is deleted or the journal can't be written", async () => {
    const journalStore = new JournalInMemory();
    const desk = openDesk({ journalStore });
    const address = desk.article(await makeArticle({ title: "Tea" }));
    await saveAll(desk, address, { title: "Milk" });
    const before = await draft(`articles/${address.id}`);
    journalStore.trouble = "ENOSPC";

    const outcomes = [
      await undoLastSave(address, desk),
      await undoLastSave(desk.article("nothing"), desk),
    ];

    assert.deepEqual(outcomes.map(why), ["not-recorded", "gone"]);
    assert.deepEqual(await draft(`articles/${address.id}`), before);
  });
});
