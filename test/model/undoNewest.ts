import assert from "node:assert/strict";
import { undoBatch } from "../../src/model/bulk/batch/undoing.ts";
import type { TestModel } from "./testModel.ts";

/** Undoes the newest batch; returns the outcome of each of its items. */
export async function undoNewest(model: TestModel): Promise<string[]> {
  const { id: connection } = model.connection;
  const [newest] = await model.journal.batches(connection);
  assert.ok(newest);
  const results = await undoBatch(await model.journal.batch(connection, newest), model, {});
  return results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));
}
