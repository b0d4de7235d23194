import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
  unpublishAction,
} from "../../../src/model/batch/documentActions.ts";
import type { BatchAction } from "../../../src/model/runs/batchAction.ts";
import { canUndoBatch, planUndo, runUndo } from "../../../src/model/history/runUndo.ts";
import { groupMark } from "../../../src/model/foundation/marks.ts";
import type { TestModel } from "../testModel.ts";
import {
  changeElsewhere,
  document,
  draft,
  makeArticle,
  makeTranslated,
  openModel,
  total,
  unique,
} from "../magazine.ts";
import { openPanel } from "../administrator.ts";
import { must } from "../outcomes.ts";
import { undoNewest } from "../undoNewest.ts";

/** Runs one action on articles. */
async function actOn(model: TestModel, ids: readonly string[], action: BatchAction, group: string) {
  const batches = new Batches(model);
  const items = ids.map((id) => ({ address: model.article(id), title: "" }));
  const { planned } = must(await batches.preview({ kind: "selected", items }, action));
  return batches.run(planned, action, { group });
}

const kickerOf = async (id: string) => (await draft(`articles/${id}`))?.["kicker"];

describe("Undo of a batch", () => {
  it("undo publishes a document again only when its draft has not changed since the batch", async () => {
    const model = await openPanel();
    const [same, changed] = [await makeArticle(), await makeArticle()];
    const never = await makeArticle({}, "status=draft");
    const isLive = async (id: string) => (await document(`articles/${id}`)) !== undefined;
    const done = await actOn(model, [same, changed, never], unpublishAction(model), "batch-1");
    const states = async () => Promise.all([same, changed].map((id) => isLive(id)));
    const unpublished = await states();
    await changeElsewhere(changed, { kicker: "Theirs" });

    const outcomes = await undoNewest(model);

    assert.deepEqual(
      [done.map(({ outcome }) => outcome), unpublished],
      [
        ["done", "done"],
        [false, false],
      ],
    );
    assert.deepEqual(
      [outcomes.sort(), await states()],
      [
        ["done", "skipped: undo-conflict"],
        [true, false],
      ],
    );
  });

  it("undo of a batch restores the field in each draft and keeps later changes of other fields", async () => {
    const model = openModel();
    const [firstId, other] = [await makeArticle({ kicker: "Hot" }), await makeArticle()];
    await actOn(model, [firstId, other], setFieldAction(model, "kicker", "Cold"), "batch-1");
    await changeElsewhere(firstId, { summary: "Theirs" });

    const outcomes = await undoNewest(model);

    const { kicker, summary } = (await draft(`articles/${firstId}`)) ?? {};
    assert.deepEqual(outcomes, ["done", "done"]);
    assert.deepEqual([kicker, summary, await kickerOf(other)], ["Hot", "Theirs", "Made"]);
  });

  it("undo of a batch skips a document whose field changed again, and writes nothing the second time", async () => {
    const model = openModel();
    const [moved, stayed] = [await makeArticle(), await makeArticle()];
    await actOn(model, [moved, stayed], setFieldAction(model, "kicker", "Cold"), "batch-1");
    await changeElsewhere(moved, { kicker: "Theirs" });

    const first = await undoNewest(model);
    const writes = model.sent("PUT").length;
    const again = await undoNewest(model);

    assert.deepEqual(
      [first.sort(), again.sort()],
      [
        ["done", "skipped: undo-conflict"],
        ["skipped: undo-conflict", "unchanged"],
      ],
    );
    assert.deepEqual([await kickerOf(moved), await kickerOf(stayed)], ["Theirs", "Made"]);
    assert.equal(model.sent("PUT").length, writes);
  });

  it("undo of a batch restores deleted documents once, as drafts in all locales", async () => {
    const model = openModel();
    const [english, french] = [unique("Tea"), unique("Thé")];
    const id = await makeTranslated(english, french);
    await actOn(model, [id], deleteAction(model), "batch-1");

    const first = await undoNewest(model);
    const again = await undoNewest(model);

    const named = (title: string) => `filters[title]=${encodeURIComponent(title)}`;
    assert.deepEqual([first, again], [["done"], ["unchanged"]]);
    assert.deepEqual(
      [
        await total("articles", named(english)),
        await total("articles", `locale=fr&${named(french)}`),
      ],
      [1, 1],
    );
  });

  it("undo of a batch names the documents of a publish, which stay as they are", async () => {
    const model = openModel();
    const id = await makeArticle({}, "status=draft");
    await actOn(model, [id], publishAction(model), "batch-1");

    const outcomes = await undoNewest(model);
    const offered = (await model.journal.batches(model.connection.id)).filter(canUndoBatch);

    const live = (await document(`articles/${id}`))?.["kicker"];
    assert.deepEqual([outcomes, offered, live], [["skipped: not-undoable"], [], "Made"]);
  });

  it("undo unpublishes what the batch published for the first time, as an administrator", async () => {
    const model = await openPanel();
    const [first, again] = [await makeArticle({}, "status=draft"), await makeArticle()];
    await changeElsewhere(again, { kicker: "Theirs" });
    await actOn(model, [first, again], publishAction(model), "batch-1");

    const outcomes = await undoNewest(model);

    const live = await Promise.all([first, again].map((id) => document(`articles/${id}`)));
    assert.deepEqual(outcomes, ["done", "skipped: not-undoable"]);
    assert.deepEqual(
      live.map((row) => row?.["kicker"]),
      [undefined, "Theirs"],
    );
    assert.equal(await kickerOf(first), "Made");
  });

  it("undo is noted in the log of the batch, as whole or as partial", async () => {
    const model = openModel();
    const id = await makeArticle();
    await actOn(model, [id], setFieldAction(model, "kicker", "Cold"), "batch-1");
    await changeElsewhere(id, { kicker: "Theirs" });
    const other = await makeArticle();
    await actOn(model, [id, other], setFieldAction(model, "summary", "Cold"), "batch-2");
    const stateOf = async (group: string) =>
      (await model.runs.list(model.connection.id)).get(groupMark(group))?.undone;

    await undoNewest(model);
    const [, oldest] = await model.journal.batches(model.connection.id);
    assert.ok(oldest);
    const oldestPlan = must(
      await planUndo(await model.journal.batch(model.connection.id, oldest), model),
    );

    assert.deepEqual([await stateOf("batch-1"), await stateOf("batch-2")], [undefined, "whole"]);
    assert.deepEqual(
      [oldestPlan.planned, oldestPlan.keptItems.map(({ failure }) => failure.code)],
      [[], ["undo-conflict"]],
    );
  });

  it("an undo that was cancelled notes how much it left, and the next one undoes only that", async () => {
    const model = openModel();
    const ids = [await makeArticle(), await makeArticle(), await makeArticle()];
    await actOn(model, ids, setFieldAction(model, "kicker", "Cold"), "batch-1");
    const undoes = groupMark("batch-1");
    const entries = await model.journal.batch(model.connection.id, { id: undoes });
    const cancelling = new AbortController();
    const stateOf = async () => {
      const { undone, left } = (await model.runs.list(model.connection.id)).get(undoes) ?? {};
      return { undone, left };
    };

    const plan = must(await planUndo(entries, model));
    await runUndo(plan, model, {
      undoes,
      signal: cancelling.signal,
      onItem: (index) => {
        if (index === 1) cancelling.abort();
      },
    });
    const afterCancel = await stateOf();
    const secondPlan = must(await planUndo(entries, model));
    await runUndo(secondPlan, model, { undoes });

    assert.deepEqual([plan.planned.length, secondPlan.planned.length], [3, 2]);
    assert.deepEqual(
      [afterCancel, await stateOf()],
      [
        { undone: "partial", left: 2 },
        { undone: "whole", left: 0 },
      ],
    );
    assert.deepEqual(await Promise.all(ids.map(kickerOf)), ["Made", "Made", "Made"]);
  });

  it("undo lists batches of the journal newest first, with the number of entries of each action", async () => {
    const model = openModel();
    const ids = [await makeArticle(), await makeArticle()];
    await actOn(model, ids, setFieldAction(model, "kicker", "Cold"), "batch-1");
    await actOn(model, ids.slice(0, 1), deleteAction(model), "batch-1");
    await actOn(model, ids.slice(1), deleteAction(model), "batch-2");

    const batches = await model.journal.batches(model.connection.id);

    const times = batches.map(({ at }) => at);
    assert.deepEqual(
      batches.map(({ counts }) => [...counts]),
      [
        [["delete", 1]],
        [
          ["save", 2],
          ["delete", 1],
        ],
      ],
    );
    assert.deepEqual(times, [...times].sort().reverse());
    assert.ok(times.every((time) => Math.abs(Date.now() - time) < 600_000));
  });
});
