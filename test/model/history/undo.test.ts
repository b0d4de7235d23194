import assert from "node:assert/strict";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { makeUser, roles, userNow } from "../accounts.ts";
import {
  changeElsewhere,
  draft,
  make,
  makeArticle,
  makeTranslated,
  openModel,
  unique,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { JournalInMemory } from "../ports.ts";
import { changesIn } from "../watching.ts";
import { now, saveAll } from "./saveAll.ts";

const pathsOf = ([, undone]: Awaited<ReturnType<typeof undoLastSave>>) => undone?.report.sent;

describe("Undo Last Save", () => {
  it("Undo Last Save restores the draft and changes nothing else in the database", async () => {
    const model = openModel();
    const id = await makeTranslated(unique("Tea"), "Thé");
    const address = model.article(id);
    const seo = { metaTitle: "Tea", metaDescription: "Warm cups" };
    await changeElsewhere(id, { seo, links: [{ label: "One", url: "https://one.example" }] });
    await saveAll(model, address, { title: "Milk", readingMinutes: 7, seo: null, links: [] });

    const changes = await changesIn(async () => must(await undoLastSave(address, model)));

    assert.deepEqual(changes, {
      [`articles/${id}/en/draft`]: ["links", "reading_minutes", "seo", "title", "updated_at"],
      // All locales share this attribute.
      [`articles/${id}/fr/draft`]: ["reading_minutes", "updated_at"],
    });
  });

  it("Undo Last Save restores relations, components and dynamic zones exactly", async () => {
    const model = openModel();
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
    const address = model.article(id);
    const before = await model.open(address);
    const emptyContent = {
      category: null,
      tags: [],
      seo: null,
      links: [],
      sections: [],
      title: "Milk",
    };
    await saveAll(model, address, emptyContent);

    must(await undoLastSave(address, model));

    const { content } = must(await model.reader.read(address));
    const bare = (all: object) =>
      JSON.parse(
        JSON.stringify(all, (key, value: unknown) => (/^(id|\$)$/.test(key) ? undefined : value)),
      ) as object;
    assert.deepEqual(bare(content), bare(before.content));
  });

  it("Undo Last Save keeps another client's later changes and names the restored attributes", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    await saveAll(model, address, { title: "Milk", kicker: "Hot" });
    await changeElsewhere(address.id, { summary: "Theirs" });

    const outcome = await undoLastSave(address, model);

    assert.deepEqual(pathsOf(outcome), ["title", "kicker"]);
    const currentValues = await now(address.id, "title", "kicker", "summary");
    assert.deepEqual(currentValues, ["Tea", "Made", "Theirs"]);
  });

  it('Undo Last Save fails with "undo-conflict" when the same attribute changed again', async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    await saveAll(model, address, { title: "Milk", kicker: "Hot" });
    await changeElsewhere(address.id, { title: "Theirs" });

    const changes = await changesIn(async () => {
      const [failure] = await undoLastSave(address, model);
      assert.deepEqual(failure, { code: "undo-conflict", paths: ["title"] });
    });

    assert.deepEqual(changes, {});
  });

  it('Undo Last Save fails with "taken-target" when another document has the one-to-one relation now', async () => {
    const model = openModel();
    const [target, other] = [await makeArticle(), await makeArticle()];
    const address = model.article(await makeArticle({ sequel: target }));
    await saveAll(model, address, { sequel: null });
    await changeElsewhere(other, { sequel: target });

    const changes = await changesIn(async () => {
      const [failure] = await undoLastSave(address, model);
      assert.deepEqual(
        failure?.code === "taken-target" &&
          failure.elsewhere.map(({ documentId, path, version }) => [documentId, path, version]),
        [[other, "sequel", "draft"]],
      );
    });

    assert.deepEqual(changes, {});
  });

  it("Undo Last Save reloads an open editor and updates the row", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    await saveAll(model, address, { title: "Milk" });
    await model.open(address);
    const reported: unknown[] = [];
    model.documents.onDidChange(({ kind }) => reported.push(kind));
    model.documents.onDidSave(({ snapshot }) => reported.push(snapshot.title));

    must(await undoLastSave(address, model));

    const { title } = must(await model.documents.read(address));
    assert.deepEqual([reported, title], [["changed", "Tea"], "Tea"]);
  });

  it("Undo Last Save restores attributes and the role of a user", async () => {
    const model = openModel();
    const { id, username } = await makeUser();
    const address = model.at("users", String(id));
    const role = { id: roles.authenticated, name: "Authenticated" };
    await saveAll(model, address, { username: unique("renamed").replace(" ", "-"), role });
    const changed = await userNow(id);

    must(await undoLastSave(address, model));

    const { username: name, role: currentRole } = await userNow(id);
    assert.deepEqual([name, currentRole], [username, "Editor"]);
    assert.notEqual(changed["role"], currentRole);
  });

  it("Undo Last Save sends nothing when the document is deleted or the journal can't be written", async () => {
    const journalStore = new JournalInMemory();
    const model = openModel({ journalStore });
    const address = model.article(await makeArticle({ title: "Tea" }));
    await saveAll(model, address, { title: "Milk" });
    const before = await draft(`articles/${address.id}`);
    journalStore.trouble = "ENOSPC";

    const outcomes = [
      await undoLastSave(address, model),
      await undoLastSave(model.article("nothing"), model),
    ];

    assert.deepEqual(outcomes.map(why), ["not-recorded", "gone"]);
    assert.deepEqual(await draft(`articles/${address.id}`), before);
  });
});
