import assert from "node:assert/strict";
import { publishAction, setFieldAction } from "../../../src/model/batch/documentActions.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import type { BatchAction } from "../../../src/model/runs/batchAction.ts";
import { Imports } from "../../../src/model/import/imports.ts";
import type { RecordResult } from "../../../src/model/import/recordResult.ts";
import { undoEntries } from "../undoNewest.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import type { Deviation } from "../../../src/model/writing/verification.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { selected } from "../batch/runBatch.ts";
import { fileOf, previewOf, ResultsInMemory, targetOf } from "../import/files.ts";
import { ask, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { replacingIn } from "../batch/replacer.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";

describe("Report of a changed attribute", () => {
  let proxy: Faults;
  let model: TestModel;
  let count = 0;

  before(async () => {
    proxy = await startFaults(magazine().url);
    proxy.reshape(/^PUT \/\w+\/articles/, {
      body: (body: unknown) => {
        const { data } = body as { readonly data: JsonObject };
        count += 1;
        return { data: { ...data, kicker: `Hook ${count}` } };
      },
    });
  });
  beforeEach(() => {
    model = openModel({ url: proxy.url });
    count = 0;
  });
  after(() => proxy.stop());

  const changesIn = (deviations: readonly Deviation[] | undefined) =>
    deviations?.map(({ path, expected, actual, isLost }) => [path, expected, actual, isLost]);

  const run = async (id: string, action: BatchAction) => {
    const batches = new Batches(model);
    const { planned } = must(await batches.preview(selected(model.article(id)), action));
    const [result] = await batches.run(planned, action, { group: "reports" });
    return [result?.outcome, ...(changesIn(result?.report?.deviations) ?? [])];
  };

  it("a report of an attribute that the service changed is shown after a save and after its undo", async () => {
    const address = model.article(await makeArticle());
    const opened = await model.open(address);

    const saved = must(await model.save(address, edited(opened, { title: "Milk" })));
    const { report } = must(await undoLastSave(address, model));

    assert.deepEqual([saved.sent, report.sent], [["title"], ["title", "kicker"]]);
    assert.deepEqual(changesIn(saved.deviations), [["kicker", "Made", "Hook 1", false]]);
    assert.deepEqual(changesIn(report.deviations), [["kicker", "Made", "Hook 2", false]]);
  });

  it("the results of Set Field and of its undo name an attribute that the service changed", async () => {
    const id = await makeArticle();

    const result = await run(id, setFieldAction(model, "summary", "New"));
    const [undone] = await undoEntries(model, await model.journal.history(model.article(id)));

    assert.deepEqual(result, ["done", ["kicker", "Made", "Hook 1", false]]);
    assert.deepEqual(changesIn(undone?.report?.deviations), [["kicker", "Made", "Hook 2", false]]);
  });

  it("the results of Find and Replace and of Publish name an attribute that the service changed", async () => {
    const [replaced, published] = [await makeArticle({ title: "Otter" }), await makeArticle()];
    await ask("PUT", `articles/${published}?status=draft`, { summary: "New" });

    const results = [
      await run(
        replaced,
        await replacingIn(model, { text: "Otter", replacement: "Seal" }, "title"),
      ),
      await run(published, publishAction(model)),
    ];

    assert.deepEqual(results, [
      ["done", ["kicker", "Made", "Hook 1", false]],
      ["done", ["kicker", "Made", "Hook 2", false]],
    ]);
  });

  it("the results of an import and its results log name an attribute that the service changed", async () => {
    const code = unique("R");
    await makeArticle({ code, summary: "Old" });
    const source = fileOf({ content: { code, summary: "New" } });
    const results = new ResultsInMemory();
    const target = targetOf(model, { key: "code" });
    const plan = await previewOf({ model, source, target, results });

    const [result] = await new Imports(model).run(source, plan, { results, group: "reports" });

    const changed = [{ path: "kicker", expected: "Made", actual: "Hook 1", isLost: false }];
    const line = JSON.parse(results.storedLines.at(-1) ?? "") as Partial<RecordResult>;
    assert.deepEqual([result?.report?.deviations, line.serviceChanged], [changed, changed]);
  });
});
