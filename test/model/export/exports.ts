import type { BatchTarget } from "../../../src/model/batch/batchTarget.ts";
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

interface Exporting extends Partial<Pick<ExportRequest, "format" | "locales">> {
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
  const came = await exportRecords(
    { target, exportable: from, format, locales },
    file,
    model,
    running,
  );
  return { ...came, text: file.text, from };
}

/** The records of a text in NDJSON. */
export const recordsIn = (text: string): JsonObject[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JsonObject);
