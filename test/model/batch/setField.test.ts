import assert from "node:assert/strict";
import { Batches } from "../../../src/model/bulk/batch/batches.ts";
import { setFieldAction } from "../../../src/model/bulk/batch/batchActions.ts";
import { edited } from "../desk.ts";
import { bothVersions, draft, make, makeArticle, openDesk, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { previewAndRun, selected } from "./runBatch.ts";

describe("Set Field", () => {
  it("changes only that attribute, in drafts only, and skips documents that already have the value", async () => {
    const desk = openDesk();
    const [one, same] = [
      await makeArticle({ summary: "Kept" }),
      await makeArticle({ kicker: "New" }),
    ];
    const action = setFieldAction(desk, "kicker", "New");
    const target = selected(desk.article(one), desk.article(same));

    const preview = must(await new Batches(desk).preview(target, action));
    const outcomes = await previewAndRun(desk, target, action);

    assert.deepEqual(
      [
        preview.planned.map(({ change }) => change),
        preview.skipped.map(({ failure }) => failure.code),
      ],
      [[{ kind: "changed", name: "kicker", before: "Made", after: "New" }], ["unchanged"]],
    );
    assert.deepEqual([outcomes, desk.sent("PUT").length], [["done"], 1]);
    assert.deepEqual(await bothVersions(one, "kicker", "summary"), [
      ["New", "Kept"],
      ["Made", "Kept"],
    ]);
  });

  it("sets a relation, and skips a document that already has it", async () => {
    const desk = openDesk();
    const category = await make("categories", { name: unique("Category") });
    const id = await makeArticle();
    const action = setFieldAction(desk, "category", { documentId: category });

    const first = await previewAndRun(desk, selected(desk.article(id)), action);
    const again = must(await new Batches(desk).preview(selected(desk.article(id)), action));

    const article = await draft(`articles/${id}`, "populate=category");
    const { documentId } = article?.["category"] as { documentId: string };
    assert.deepEqual([first, documentId], [["done"], category]);
    assert.deepEqual(
      again.skipped.map(({ failure }) => failure.code),
      ["unchanged"],
    );
  });

  it("updates an editor that has the document open", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const opened = await desk.open(address);
    const told: unknown[] = [];
    desk.documents.onDidChange(({ address: { id } }) => told.push(id));

    await previewAndRun(desk, selected(address), setFieldAction(desk, "kicker", "New"));
    const read = must(await desk.documents.read(address));
    await desk.documents.edits.markClean(address, read.text);
    must(await desk.save(address, edited(read, { summary: "After" })));

    const { kicker, summary } = (await draft(`articles/${address.id}`)) ?? {};
    assert.equal(opened.content["kicker"], "Made");
    assert.deepEqual([told.includes(address.id), kicker, summary], [true, "New", "After"]);
  });
});
