import assert from "node:assert/strict";
import { undoBatch } from "../../src/model/bulk/batch/undoing.ts";
import type { Desk } from "./desk.ts";

/** Undoes the newest batch; returns the outcome of each of its items. */
export async function undoNewest(desk: Desk): Promise<string[]> {
  const { id: connection } = desk.connection;
  const [newest] = await desk.journal.batches(connection);
  assert.ok(newest);
  const results = await undoBatch(await desk.journal.batch(connection, newest), desk, {});
  return results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));
}
