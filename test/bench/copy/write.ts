// Copies documents to another service in its own process, and counts what the source answers and the target is asked.
// Then creates the same documents there with the client alone.
import { subscribe } from "node:diagnostics_channel";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import { Copies, defaultRows } from "../../../src/model/copy/copies.ts";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { must } from "../../model/outcomes.ts";
import { countAnsweredRows } from "../../support/answeredRows.ts";
import { answer, readInput } from "../child.ts";
import { createOneByOne } from "./oneByOne.ts";
import { openServices } from "./services.ts";
import type { ComparedServices } from "./services.ts";

export interface WriteTask extends ComparedServices {
  /** A filter that matches the documents to copy. */
  readonly filter: JsonObject;
  readonly documents: number;
}

export interface WriteFigures {
  readonly requestsPerDocument: number;
  /** To the target. */
  readonly sentPerDocument: number;
  readonly seconds: number;
  /** The time of the copy, divided by that of the client alone. */
  readonly vsOneByOne: number;
}

const { filter, documents, ...services } = await readInput<WriteTask>();
const { model, ids, collection } = openServices(services);
const copies = new Copies(model);
const pairs = await DocumentPairs.load(ids);
const target = { kind: "matching", collection, filter } as const;
const comparison = must(await compare({ ...ids, target }, { pairs }, model));

const [from, to] = await Promise.all(
  [ids.from, ids.to].map(async (id) => must(await model.catalogs.service(id)).cms),
);
if (!from || !to) throw new Error("The clients are missing.");
const clients = { from, to };
// The first hundreds of documents take a service that was just started twice as long.
await createOneByOne(clients, {
  filters: { ...filter, slug: { $contains: "-1" } },
  mark: "before",
});

let requests = 0;
subscribe("undici:request:create", (message) => {
  const { origin } = (message as { readonly request: { readonly origin: unknown } }).request;
  if (String(origin) === services.to.url) requests += 1;
});
const start = performance.now();
const rows = await countAnsweredRows(services.from.url, async () => {
  const choices = { rows: defaultRows(comparison) };
  const plan = must(await copies.plan(comparison, choices, { pairs }));
  const { items } = await copies.run(plan, { group: "copy" });
  const done = items.filter(({ outcome }) => outcome === "done");
  if (done.length !== documents) throw new Error(`${done.length} documents were copied.`);
});
const seconds = (performance.now() - start) / 1_000;
const sentPerDocument = requests / documents;
const alone = await createOneByOne(clients, { filters: filter, mark: "alone" });
const vsOneByOne = seconds / alone;
model.close();
const copied = new Set(comparison.rows.map(({ fromId }) => fromId));
const answered = [...rows].filter(([row]) => copied.has(row.split(" ")[0]));
const count = answered.reduce((sum, [, times]) => sum + times, 0);
const requestsPerDocument = count / documents;
answer({ requestsPerDocument, sentPerDocument, seconds, vsOneByOne } satisfies WriteFigures);
