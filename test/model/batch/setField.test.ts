import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import { setFieldAction } from "../../../src/model/batch/documentActions.ts";
import { edited } from "../testModel.ts";
import { bothVersions, draft, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { previewAndRun, selected } from "./runBatch.ts";

describe("Set Field", () => {
  it("Set Field changes only that attribute, in drafts only, and skips documents that already have the value", async () => {
    const model = openModel();
    const [changedId, same] = [
      await makeArticle({ summary: "Kept" }),
      await makeArticle({ kicker: "New" }),
    ];
    const action = setFieldAction(model, "kicker", "New");
    const target = selected(model.article(changedId), model.article(same));

    const preview = must(await new Batches(model).preview(target, action));
    const outcomes = await previewAndRun(model, target, action);

    assert.deepEqual(
      [
        preview.planned.map(({ change }) => change),
        preview.skipped.map(({ failure }) => failure.code),
      ],
      [[{ kind: "changed", name: "kicker", before: "Made", after: "New" }], ["unchanged"]],
    );
    assert.deepEqual([outcomes, model.sent("PUT").length], [["done"], 1]);
    assert.deepEqual(await bothVersions(changedId, "kicker", "summary"), [
      ["New", "Kept"],
      ["Made", "Kept"],
    ]);
  });

  it("Set Field sets a relation, and skips a document that already has it", async () => {
    const model = openModel();
    const category = await make("categories", { name: unique("Category") });
    const id = await makeArticle();
    const action = setFieldAction(model, "category", { documentId: category });

    const first = await previewAndRun(model, selected(model.article(id)), action);
    const again = must(await new Batches(model).preview(selected(model.article(id)), action));

    const article = await draft(`articles/${id}`, "populate=category");
    const { documentId } = article!["category"] as { documentId: string };
    assert.deepEqual([first, documentId], [["done"], category]);
    assert.deepEqual(
      again.skipped.map(({ failure }) => failure.code),
      ["unchanged"],
    );
  });

  it("Set Field updates an editor that has the document open", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    const opened = await model.open(address);
    const reported: unknown[] = [];
    model.documents.onDidChange(({ address: { id } }) => reported.push(id));

    await previewAndRun(model, selected(address), setFieldAction(model, "kicker", "New"));
    const read = must(await model.documents.read(address));
    await model.documents.edits.markClean(address, read.text);
    must(await model.save(address, edited(read, { summary: "After" })));

    const { kicker, summary } = (await draft(`articles/${address.id}`)) ?? {};
    assert.equal(opened.content["kicker"], "Made");
    assert.deepEqual([reported.includes(address.id), kicker, summary], [true, "New", "After"]);
  });
});
