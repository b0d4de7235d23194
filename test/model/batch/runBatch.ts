import type { BatchAction } from "../../../src/model/runs/batchAction.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import type { BatchTarget } from "../../../src/model/batch/batches.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";

export const group = "batch-1";

export const selected = (...addresses: Address[]): BatchTarget => ({
  kind: "selected",
  items: addresses.map((address) => ({ address, title: address.id })),
});

export async function previewAndRun(
  model: TestModel,
  target: BatchTarget,
  action: BatchAction,
): Promise<string[]> {
  const batches = new Batches(model);
  const { planned } = must(await batches.preview(target, action));
  return outcomesOf(await batches.run(planned, action, { group }));
}

export const outcomesOf = (results: Awaited<ReturnType<Batches["run"]>>): string[] =>
  results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));
