// Exports in its own process, and reports the peak of the heap and the duration.
import { join } from "node:path";
import { ExportFile } from "../../../src/model/export/exportFile.ts";
import { exportable } from "../../../src/model/export/exportable.ts";
import { exportRecords } from "../../../src/model/export/recordExport.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { TestModel } from "../../model/testModel.ts";
import { documentGroupsOf } from "../../../src/model/batch/batchTarget.ts";
import { must } from "../../model/outcomes.ts";
import { answer, readInput } from "../child.ts";

export interface ExportTask {
  readonly url: string;
  readonly token: string;
  /** The folder of the exported files. */
  readonly folder: string;
  readonly few: Exported;
  readonly many: Exported;
}

interface Exported {
  readonly filter: JsonObject;
  readonly records: number;
}

export interface ExportFigures {
  readonly heapGrowthMB: number;
  readonly recordsPerSecond: number;
}

const { url, token, folder, few, many } = await readInput<ExportTask>();
const model = new TestModel({ url, token });
const collection = { connection: model.connection.id, type: "articles" };
const from = must(await exportable(collection, model));

// Code that is compiled and caches that fill at first use don't count as growth.
await peakOf(few);
const base = await peakOf(few);
const started = performance.now();
const peak = await peakOf(many);
const seconds = (performance.now() - started) / 1_000;
model.close();
answer({
  heapGrowthMB: (peak - base) / 1_000_000,
  recordsPerSecond: many.records / seconds,
} satisfies ExportFigures);

/** The peak of the heap in bytes. Samples follow a garbage collection, at every fifth page and at the end. */
async function peakOf({ filter, records }: Exported): Promise<number> {
  model.lists.changeListQuery(collection, { filter });
  const file = new ExportFile(join(folder, `${records}.csv`));
  let [pages, peak] = [0, 0];
  const onCount = (): void => {
    pages += 1;
    if (pages % 5 === 0) peak = Math.max(peak, heap());
  };
  const groups = must(await documentGroupsOf({ kind: "matching", collection }, model));
  const request = { groups, exportable: from, format: "csv" } as const;
  const came = await exportRecords(request, file, { onCount });
  const why = await file.finish();
  if (why !== undefined || came.count !== records || came.outcome !== "whole") {
    throw new Error(`${came.count} records were exported, not ${records}. ${why ?? ""}`);
  }
  return Math.max(peak, heap());
}

function heap(): number {
  gc?.();
  return process.memoryUsage().heapUsed;
}
