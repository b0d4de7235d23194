import { documentGroupsOf, type BatchTarget } from "../../../src/model/batch/batchTarget.ts";
import { exportable } from "../../../src/model/export/exportable.ts";
import { exportRecords } from "../../../src/model/export/recordExport.ts";
import type { ExportResult, Sink, ExportRequest } from "../../../src/model/export/recordExport.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";

/** A file in memory. */
class Text implements Sink {
  readonly writes: string[] = [];

  get text(): string {
    return this.writes.join("");
  }

  write(text: string): Promise<string | undefined> {
    this.writes.push(text);
    return Promise.resolve(undefined);
  }
}

interface Exporting extends Partial<Pick<ExportRequest, "format">> {
  readonly locales?: readonly string[] | undefined;
  /** The attributes to export; all when absent. */
  readonly names?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onCount?: (count: number) => void;
}

interface Exported extends ExportResult {
  readonly text: string;
  readonly from: ExportRequest["exportable"];
}

export const matching = (
  model: TestModel,
  type: string,
): BatchTarget & { readonly kind: "matching" } => ({
  kind: "matching",
  collection: { connection: model.connection.id, type },
});

/** A collection with the groups of documents that its list shows. */
export async function allOf(model: TestModel, type: string) {
  const target = matching(model, type);
  return { ...target, groups: must(await documentGroupsOf(target, model)) };
}

export const selected = (model: TestModel, type: string, ids: readonly string[]): BatchTarget => ({
  kind: "selected",
  items: ids.map((id) => ({
    address: model.at(type, id, type === "articles" ? "en" : undefined),
    title: "",
  })),
});

/** Exports the target into memory. */
export async function exported(
  model: TestModel,
  target: BatchTarget,
  { format = "ndjson", names, locales, ...running }: Exporting = {},
): Promise<Exported> {
  const type = target.kind === "matching" ? target.collection.type : target.items[0]!.address.type;
  const whole = must(await exportable({ connection: model.connection.id, type }, model));
  const from = { ...whole, names: names ?? whole.names };
  const file = new Text();
  const groups = must(await documentGroupsOf({ ...target, locales }, model));
  const came = await exportRecords({ groups, exportable: from, format }, file, running);
  return { ...came, text: file.text, from };
}

/** The records of a text in NDJSON. */
export const recordsIn = (text: string): JsonObject[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JsonObject);
