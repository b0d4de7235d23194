import { Batches } from "../../../src/model/batch/batches.ts";
import type { BatchTarget, PlannedItem } from "../../../src/model/batch/batches.ts";
import type { BatchChange, BatchAction } from "../../../src/model/runs/batchAction.ts";
import type { ItemResult } from "../../../src/model/runs/run.ts";
import { textFieldsOf } from "../../../src/model/batch/textFields.ts";
import { prefilterFor } from "../../../src/model/batch/textPattern.ts";
import { toReplacement } from "../../../src/model/batch/textPattern.ts";
import type { ReplaceQuery } from "../../../src/model/batch/textPattern.ts";
import { replaceAction } from "../../../src/model/batch/replaceAction.ts";
import type { TestModel } from "../testModel.ts";
import { unique } from "../magazine.ts";
import { must } from "../outcomes.ts";

const plainly: ReplaceQuery = {
  text: "",
  isRegExp: false,
  matchCase: false,
  wholeWord: false,
  replacement: "",
};

/** A word that no other document of the service contains. */
export const word = (): string => unique("Otter").replace(" ", "");

/** Find and Replace in the given fields of a type, or in all fields. The default type is articles. */
export async function replacingIn(
  model: TestModel,
  { type = "articles", ...query }: Partial<ReplaceQuery> & { readonly type?: string },
  ...paths: readonly string[]
): Promise<BatchAction> {
  const replacement = must(toReplacement({ ...plainly, ...query }));
  return replaceAction(model, { ...replacement, fields: await fieldsOf(model, type, paths) });
}

/** The articles that contain a text in the given fields. The service filters them as far as it can. */
export async function articlesWith(
  model: TestModel,
  text: string,
  ...paths: string[]
): Promise<BatchTarget> {
  const filter = prefilterFor({ text, isRegExp: false }, await fieldsOf(model, "articles", paths));
  const collection = { connection: model.connection.id, type: "articles" };
  return { kind: "matching", collection, filter };
}

async function fieldsOf(model: TestModel, type: string, paths: readonly string[]) {
  const service = must(await model.catalogs.type(model.connection.id, type));
  return textFieldsOf(service).filter(({ path }) => paths.length === 0 || paths.includes(path));
}

export const articles = (model: TestModel, ...ids: readonly string[]): BatchTarget => ({
  kind: "selected",
  items: ids.map((id) => ({ address: model.article(id), title: "" })),
});

/** Previews the targets and runs the batch action. */
export async function carryOut(
  model: TestModel,
  target: BatchTarget,
  action: BatchAction,
): Promise<Results> {
  const batches = new Batches(model);
  const { planned } = must(await batches.preview(target, action));
  return batches.run(planned, action, { group: "batch-1" });
}

type Results = readonly ItemResult<PlannedItem>[];

export const outcomesOf = (results: Results): string[] =>
  results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));

/** The batch target to retry after these results. */
export const leftOf = (results: Results): BatchTarget => ({
  kind: "selected",
  items: results
    .filter(({ outcome }) => outcome !== "done")
    .map(({ item, outcome }) => ({
      ...item,
      previousAttempt: { change: item.change, isUncertain: outcome === "unknown" },
    })),
});

/** A short form of a change: the number of matches, the attributes, and each match. */
export function shortly(change: BatchChange): unknown {
  if (change.kind !== "replaced") return change;
  const { count, occurrences, fingerprints } = change;
  const lines = occurrences.map(({ field, before, after }) => `${field}: ${before} → ${after}`);
  return [count, [...fingerprints.keys()], ...lines];
}
