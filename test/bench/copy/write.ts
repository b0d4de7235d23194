// Copies documents to another service in its own process, and counts what the source answers.
import { Copies, defaultRows } from "../../../src/model/environments/copies.ts";
import { Pairs } from "../../../src/model/environments/pairs.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { ResultsInMemory } from "../../model/importing/files.ts";
import { must } from "../../model/outcomes.ts";
import { countAnsweredRows } from "../../support/answeredRows.ts";
import { answer, readInput } from "../child.ts";
import { openServices } from "./services.ts";
import type { ComparedServices } from "./services.ts";

export interface WriteTask extends ComparedServices {
  /** A filter that matches the documents to copy. */
  readonly filter: JsonObject;
  readonly documents: number;
}

export interface WriteFigures {
  readonly requestsPerDocument: number;
  readonly seconds: number;
}

const { filter, documents, ...services } = await readInput<WriteTask>();
const { model, ids, place } = openServices(services);
const copies = new Copies(model);
const pairs = await Pairs.load(ids);
const target = { kind: "matching", place, filter } as const;
const comparison = must(await copies.compare({ ...ids, target }, { pairs }));

const results = new ResultsInMemory();
const start = performance.now();
const rows = await countAnsweredRows(services.from.url, async () => {
  const choices = { rows: defaultRows(comparison) };
  const plan = must(await copies.plan(comparison, choices, { pairs, results }));
  const { items } = await copies.run(plan, { group: "copy", results });
  const done = items.filter(({ outcome }) => outcome === "done");
  if (done.length !== documents) throw new Error(`${done.length} documents were copied.`);
});
const seconds = (performance.now() - start) / 1_000;
model.close();
const copied = new Set(comparison.rows.map(({ fromId }) => fromId));
const answered = [...rows].filter(([row]) => copied.has(row.split(" ")[0]));
const count = answered.reduce((sum, [, times]) => sum + times, 0);
answer({ requestsPerDocument: count / documents, seconds } satisfies WriteFigures);
