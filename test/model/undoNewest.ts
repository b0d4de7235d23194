import assert from "node:assert/strict";
import { planUndo, runUndo } from "../../src/model/bulk/batch/undoing.ts";
import type { UndoItem } from "../../src/model/bulk/batch/undoItem.ts";
import type { ItemResult } from "../../src/model/bulk/batch/running.ts";
import type { JournalEntry } from "../../src/model/changes/journal/journal.ts";
import { groupMark } from "../../src/model/foundation/marks.ts";
import { must } from "./outcomes.ts";
import type { TestModel } from "./testModel.ts";

/** Plans the undo of a run's entries, and runs it. */
export async function undoEntries(
  model: TestModel,
  entries: readonly JournalEntry[],
): Promise<readonly ItemResult<UndoItem>[]> {
  const undoes = groupMark(entries[0]?.group ?? "");
  return runUndo(must(await planUndo(entries, model)), model, { undoes });
}

/**
 * Undoes the newest batch; returns the outcome of each of its items, and `unchanged` for those that
 * need no undo.
 */
export async function undoNewest(
  model: TestModel,
  connection = model.connection.id,
): Promise<string[]> {
  const [newest] = await model.journal.batches(connection);
  assert.ok(newest);
  const plan = must(await planUndo(await model.journal.batch(connection, newest), model));
  const results = await runUndo(plan, model, { undoes: newest.id });
  return [
    ...results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome)),
    ...plan.unchanged.map(() => "unchanged"),
  ];
}
