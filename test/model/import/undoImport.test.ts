import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import {
  ask,
  changeElsewhere,
  draft,
  makeArticle,
  makeTranslated,
  openModel,
  total,
  unique,
  useFewDocuments,
} from "../magazine.ts";
import { Imports } from "../../../src/model/import/imports.ts";
import { undoCreation } from "../../../src/model/history/undoActions.ts";
import { planUndo, runUndo } from "../../../src/model/history/runUndo.ts";
import { additionEntryOf } from "../../../src/model/history/saveUndo.ts";
import { must } from "../outcomes.ts";
import { undoNewest } from "../undoNewest.ts";
import { fileOf, importAll, previewOf, ResultsInMemory, targetOf } from "./files.ts";
import { idOf, titled } from "./imported.ts";

/** The first related article of an article. */
const relatedTo = async (id: string): Promise<unknown> => {
  const { related } = (await draft(`articles/${id}`, "populate[related]=true")) ?? {};
  return (related as JsonObject[])[0]?.["documentId"];
};

describe("Undo of an import", function () {
  // Before each delete, all types that can refer to the document are searched for relations to it.
  this.timeout(60_000);
  useFewDocuments("articles");

  it("undo of an import deletes new documents and restores others, except those changed or used since", async () => {
    const model = openModel();
    const [createdTitle, touched, referredTitle] = [unique("Tea"), unique("Milk"), unique("Jug")];
    const [english, french] = [unique("Cup"), unique("Tasse")];
    const id = await makeArticle();
    const whole = await makeTranslated(unique("Pot"), unique("Pot"));
    const source = fileOf(
      { documentId: id, content: { kicker: "New" } },
      { documentId: "a", content: { title: createdTitle } },
      { documentId: "b", content: { title: touched } },
      { documentId: "c", locale: "en", content: { title: english } },
      { documentId: "c", locale: "fr", content: { title: french } },
      { documentId: whole, locale: "de", content: { title: unique("Kanne") } },
      { documentId: "d", content: { title: referredTitle, related: [{ documentId: "a" }] } },
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    await changeElsewhere((await idOf(touched)) ?? "", { kicker: "Theirs" });
    const pointer = await makeArticle({ related: [(await idOf(referredTitle)) ?? ""] });

    const outcomes = await undoNewest(model);

    assert.deepEqual(outcomes, [
      ...["done", "done", "done"],
      ...["skipped: undo-conflict", "skipped: pointed-to", "skipped: pointed-to"],
    ]);
    const remainingTotals = [createdTitle, touched, english, referredTitle].map((title) =>
      total("articles", titled(title)),
    );
    assert.deepEqual(await Promise.all(remainingTotals), [1, 1, 0, 1]);
    assert.equal(await relatedTo(pointer), await idOf(referredTitle));
    const locales = ["en", "fr", "de"].map((locale) =>
      draft(`articles/${whole}`, `locale=${locale}`),
    );
    assert.deepEqual(
      (await Promise.all(locales)).map((row) => row !== undefined),
      [true, true, false],
    );
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Made");
  });

  it("undo of an import keeps an added locale that another document refers to, and reads it again", async () => {
    const model = openModel();
    const [linked, free] = [await makeArticle(), await makeArticle()];
    const source = fileOf(
      { documentId: linked, locale: "fr", content: { title: unique("Thé") } },
      { documentId: free, locale: "fr", content: { title: unique("Lait") } },
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    const pointer = await makeArticle({ related: [linked, free] });
    await ask("PUT", `articles/${pointer}?locale=fr`, { title: "Thé", related: [linked] });

    const outcomes = await undoNewest(model);

    const sent = model.log.map(({ method, path }) => `${method} ${path}`);
    const at = sent.findIndex((request) => request.startsWith("DELETE"));
    const rows = [linked, free].map((id) => draft(`articles/${id}`, "locale=fr"));
    assert.deepEqual(outcomes, ["done", "skipped: pointed-to"]);
    assert.deepEqual(
      (await Promise.all(rows)).map((row) => row !== undefined),
      [true, false],
    );
    // The extension requests the draft and its published version.
    assert.deepEqual(sent.slice(at - 2, at), ["GET articles", "GET articles"]);
  });

  it("undo of an import of 10 documents reads them together before it begins, and each again before its delete", async () => {
    const model = openModel();
    const count = 10;
    const source = fileOf(
      ...Array.from({ length: count }, (_, at) => ({
        documentId: `a${at}`,
        content: {
          title: unique("Tea"),
          ...(at === 1 && { related: [{ documentId: `a${at - 1}` }] }),
        },
      })),
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    const [newest] = await model.journal.batches(model.connection.id);
    assert.ok(newest);
    const entries = await model.journal.batch(model.connection.id, newest);
    const requestsOf = async <T>(work: () => Promise<T>) => {
      const before = model.log.length;
      const result = await work();
      return { result, requests: model.log.length - before };
    };

    const planning = await requestsOf(async () => must(await planUndo(entries, model)));
    const running = await requestsOf(() => runUndo(planning.result, model, { undoes: newest.id }));

    assert.deepEqual(new Set(running.result.map(({ outcome }) => outcome)), new Set(["done"]));
    assert.equal(running.result.length, count);
    const figures = [planning.requests, running.requests / count];
    // One request more for each document would exceed the first limit.
    assert.ok(planning.requests <= 40 && running.requests <= 15 * count, String(figures));
  });

  it("undo of an import deletes new documents in a circle, and none that a kept document refers to", async () => {
    const model = openModel();
    const names = ["Tea", "Pot", "Milk", "Jug"].map(unique);
    const [tea, pot, milk, jug] = names;
    const related = (documentId: string) => [{ documentId }];
    const source = fileOf(
      { documentId: "a", content: { title: tea ?? "", related: related("b") } },
      { documentId: "b", content: { title: pot ?? "", related: related("a") } },
      { documentId: "c", content: { title: milk ?? "", related: related("d") } },
      { documentId: "d", content: { title: jug ?? "", related: related("c") } },
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    const [changedId, referred] = [(await idOf(milk ?? "")) ?? "", (await idOf(jug ?? "")) ?? ""];
    await changeElsewhere(changedId, { kicker: "Theirs" });

    const outcomes = await undoNewest(model);

    assert.deepEqual(outcomes.sort(), [
      ...["done", "done", "skipped: pointed-to", "skipped: undo-conflict"],
    ]);
    const remainingTotals = names.map((title) => total("articles", titled(title)));
    assert.deepEqual(await Promise.all(remainingTotals), [0, 0, 1, 1]);
    assert.deepEqual(
      [await relatedTo(changedId), await relatedTo(referred)],
      [referred, changedId],
    );
  });

  it("undo of an import keeps a new document that somebody changed before its relations were added", async () => {
    const model = openModel();
    const [tea, pot] = [unique("Tea"), unique("Pot")];
    const source = fileOf(
      { documentId: "a", content: { title: tea, kicker: "Ours", related: [{ documentId: "b" }] } },
      { documentId: "b", content: { title: pot, kicker: "Ours", related: [{ documentId: "a" }] } },
    );
    const target = targetOf(model, { key: "documentId" });
    const results = new ResultsInMemory();
    const plan = await previewOf({ model, source, target, results });
    const onLink = async (): Promise<void> => {
      await changeElsewhere((await idOf(tea)) ?? "", { kicker: "Theirs" });
    };
    await new Imports(model).run(source, plan, { group: "import-1", results, onLink });

    const outcomes = await undoNewest(model);

    const remainingTotals = [tea, pot].map((title) => total("articles", titled(title)));
    assert.deepEqual((await Promise.all(remainingTotals))[0], 1, outcomes.join());
  });

  it("undo of an import deletes the rest of new documents in a circle after it was cancelled", async () => {
    const model = openModel();
    const [tea, pot] = [unique("Tea"), unique("Pot")];
    const source = fileOf(
      { documentId: "a", content: { title: tea, related: [{ documentId: "b" }] } },
      { documentId: "b", content: { title: pot, related: [{ documentId: "a" }] } },
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    const [batch] = await model.journal.batches(model.connection.id);
    assert.ok(batch);
    const entries = await model.journal.batch(model.connection.id, batch);
    const cancel = new AbortController();
    const onItem = (index: number): void => {
      if (index === 1) cancel.abort();
    };
    const plan = must(await planUndo(entries, model));
    await runUndo(plan, model, { undoes: batch.id, signal: cancel.signal, onItem });

    const outcomes = await undoNewest(model);

    const remainingTotals = await Promise.all(
      [tea, pot].map((title) => total("articles", titled(title))),
    );
    assert.deepEqual(
      [outcomes, remainingTotals],
      [
        ["done", "unchanged"],
        [0, 0],
      ],
    );
  });

  it("undo of an import deletes a new document of which a localization was undone before", async () => {
    const model = openModel();
    const title = unique("Cup");
    const source = fileOf(
      { documentId: "a", locale: "en", content: { title } },
      { documentId: "a", locale: "fr", content: { title: unique("Tasse") } },
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    const address = model.article((await idOf(title)) ?? "", "fr");
    const added = await additionEntryOf(address, model.journal);
    assert.ok(added);
    must(await undoCreation(added, model));

    const outcomes = await undoNewest(model);

    assert.deepEqual([outcomes, await total("articles", titled(title))], [["done"], 0]);
  });

  it("undo of an import keeps what changed after the undo was planned, and what that refers to", async () => {
    const model = openModel();
    const [tea, pot] = [unique("Tea"), unique("Pot")];
    const source = fileOf(
      { documentId: "a", content: { title: tea, related: [{ documentId: "b" }] } },
      { documentId: "b", content: { title: pot } },
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    const [batch] = await model.journal.batches(model.connection.id);
    assert.ok(batch);
    const entries = await model.journal.batch(model.connection.id, batch);
    const plan = must(await planUndo(entries, model));
    const changed = (await idOf(tea)) ?? "";
    await changeElsewhere(changed, { kicker: "Theirs" });

    const results = await runUndo(plan, model, { undoes: batch.id });

    const codes = results.map(({ failure }) => failure?.code);
    const state = (await model.runs.list(model.connection.id)).get(batch.id);
    assert.deepEqual([plan.planned.length, plan.keptItems], [2, []]);
    assert.deepEqual([codes, state?.undone], [["undo-conflict", "pointed-to"], "partial"]);
    assert.equal(await relatedTo(changed), await idOf(pot));
  });

  it("undo of an import deletes a new document after the relation to it is taken off an older one", async () => {
    const model = openModel();
    const [older, title] = [await makeArticle(), unique("Tea")];
    const source = fileOf(
      { documentId: older, content: { kicker: "New", related: [{ documentId: "a" }] } },
      { documentId: "a", content: { title } },
    );
    await importAll({ model, source, target: targetOf(model, { key: "documentId" }) });
    await changeElsewhere(older, { summary: "Theirs" });

    const outcomes = await undoNewest(model);

    const { kicker, summary } = (await draft(`articles/${older}`)) ?? {};
    assert.deepEqual(outcomes, ["done", "done"]);
    assert.deepEqual([kicker, summary], ["Made", "Theirs"]);
    assert.equal(await total("articles", titled(title)), 0);
  });
});
