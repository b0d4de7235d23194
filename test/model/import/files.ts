import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { Imports } from "../../../src/model/import/imports.ts";
import type { ImportPlan } from "../../../src/model/import/importPlan.ts";
import { JoinedFiles } from "../../../src/model/import/importFiles.ts";
import type {
  ImportTarget,
  RecordSource,
  SourceItem,
  SourceRecord,
} from "../../../src/model/import/sourceRecord.ts";
import type {
  RecordResult,
  ResultLine,
  ResultsStore,
} from "../../../src/model/import/recordResult.ts";
import { toLine } from "../../../src/model/import/earlierRuns.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";

/** A record of a file in the form that the importer receives. */
export type GivenRecord = Partial<Pick<SourceRecord, "documentId" | "locale">> & {
  readonly content: JsonObject;
};

/** A file with one record per line; "malformed" is an invalid line. */
export function fileOf(...records: readonly (GivenRecord | "malformed")[]): RecordSource {
  const sourced = records.map((said, at): SourceItem => {
    const line = at + 1;
    return said === "malformed"
      ? { line, failure: { code: "not-a-record" } }
      : { line, record: { line, ...said } };
  });
  return {
    // eslint-disable-next-line @typescript-eslint/require-await -- reads a file in memory
    async *records() {
      yield* sourced;
    },
  };
}

const resultWords = {
  describe: ({ code }: { readonly code: string }) => code,
  places: new JoinedFiles([]),
};

/** Import results in memory. They are kept after a run, as in a file. */
export class ResultsInMemory implements ResultsStore {
  readonly storedLines: string[] = [];
  /** The number of appends. */
  writes = 0;
  /** The number of lines after which an append fails, and the reason. */
  trouble: { readonly after: number; readonly why: string } | undefined;

  async *lines(): AsyncIterable<string> {
    await Promise.resolve();
    yield* [...this.storedLines];
  }

  append(...lines: readonly ResultLine[]): Promise<string | undefined> {
    if (this.trouble && this.storedLines.length >= this.trouble.after) {
      return Promise.resolve(this.trouble.why);
    }
    this.writes += 1;
    this.storedLines.push(...lines.map((line) => toLine(line, resultWords).trimEnd()));
    return Promise.resolve(undefined);
  }

  /** Removes the results with this outcome, and the answers before, as if the process was killed at the request. */
  forget(outcome: RecordResult["outcome"]): RecordResult[] {
    const all = this.storedLines.map((text) => JSON.parse(text) as RecordResult);
    const isLost = (result: RecordResult) =>
      result.outcome === outcome || (result.outcome === "sent" && result.documentId !== undefined);
    const remainingLines = this.storedLines.filter((_, at) => !all[at] || !isLost(all[at]));
    this.storedLines.splice(0, Infinity, ...remainingLines);
    return all.filter((result) => result.outcome === outcome);
  }

  /** The last outcome of each line of the file. */
  get last(): Map<number, string> {
    const all = this.storedLines.map((text) => JSON.parse(text) as Partial<RecordResult>);
    return new Map(all.flatMap(({ line, outcome }) => (line && outcome ? [[line, outcome]] : [])));
  }
}

interface ImportSetup {
  readonly model: TestModel;
  readonly source: RecordSource;
  readonly target: ImportTarget;
  readonly results?: ResultsInMemory;
  readonly group?: string;
}

export const targetOf = (model: TestModel, target: Partial<ImportTarget> = {}): ImportTarget => ({
  connection: model.connection.id,
  type: "articles",
  relations: new Map(),
  ...target,
});

export const previewOf = async (setup: ImportSetup): Promise<ImportPlan> => {
  const { model, source, target, results = new ResultsInMemory() } = setup;
  return must(await new Imports(model).preview(source, [target], { results }));
};

/** Previews and runs an import; returns the outcome of each record with its line. */
export async function importAll(setup: ImportSetup): Promise<[number, string][]> {
  const { model, source, results = new ResultsInMemory(), group = "import-1" } = setup;
  const plan = await previewOf({ ...setup, results });
  const run = await new Imports(model).run(source, plan, { group, results });
  return run.map(({ item, outcome, failure }) => [
    item.line,
    failure ? `${outcome}: ${failure.code}` : outcome,
  ]);
}

/** A short form of a plan: the intents by line, the reasons for rejected lines, and the lines that need no change. */
export const linesOf = ({ planned, refused, unchanged, done }: ImportPlan) => ({
  planned: planned.map(({ line, intent }) => [
    line,
    "names" in intent ? `${intent.kind} ${intent.names.join(" ")}` : intent.kind,
  ]),
  refused: refused.map(({ line, failure }) => [line, failure.code]),
  unchanged,
  done,
});
