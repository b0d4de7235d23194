import assert from "node:assert/strict";
import { planUndo, runUndo } from "../../src/model/history/runUndo.ts";
import type { UndoItem } from "../../src/model/history/undoItem.ts";
import type { ItemResult } from "../../src/model/runs/run.ts";
import type { JournalEntry } from "../../src/model/journal/journal.ts";
import { groupMark } from "../../src/model/foundation/marks.ts";
import type { PairStore } from "../../src/model/compare/documentPairs.ts";
import { forgetUndoneCopies } from "../../src/model/copy/undoneCopies.ts";
import { must } from "./outcomes.ts";
import type { TestModel } from "./testModel.ts";

/** Plans the undo of a run's entries, and runs it. */
export async function undoEntries(
  model: TestModel,
  entries: readonly JournalEntry[],
  pairStore?: PairStore,
): Promise<readonly ItemResult<UndoItem>[]> {
  const [first] = entries;
  const options = {
    undoes: groupMark(first?.group ?? ""),
    ...forgetting(model, first?.address.connection, pairStore),
  };
  return runUndo(must(await planUndo(entries, model)), model, options);
}

const forgetting = ({ catalogs }: TestModel, connection = "", pairStore?: PairStore) =>
  pairStore && { onDelete: forgetUndoneCopies(connection, { catalogs, pairStore }) };

/**
 * Undoes the newest batch; returns the outcome of each of its items, and `unchanged` for those that
 * need no undo.
 */
export async function undoNewest(
  model: TestModel,
  connection = model.connection.id,
  pairStore?: PairStore,
): Promise<string[]> {
  const [newest] = await model.journal.batches(connection);
  assert.ok(newest);
  const plan = must(await planUndo(await model.journal.batch(connection, newest), model));
  const results = await runUndo(plan, model, {
    undoes: newest.id,
    ...forgetting(model, connection, pairStore),
  });
  return [
    ...results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome)),
    ...plan.unchanged.map(() => "unchanged"),
  ];
}
