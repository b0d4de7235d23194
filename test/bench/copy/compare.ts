// Compares two services in its own process, and reports the requests and the peak of the heap.
import { subscribe } from "node:diagnostics_channel";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import type { Comparison } from "../../../src/model/compare/comparison.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { must } from "../../model/outcomes.ts";
import { answer, readInput } from "../child.ts";
import { openServices } from "./services.ts";
import type { ComparedServices } from "./services.ts";

export interface CompareTask extends ComparedServices {
  /** A filter that matches a few documents of both services. */
  readonly few: JsonObject;
  /** The number of documents of each service, at least. */
  readonly documents: number;
}

export interface CompareFigures {
  /** The most requests to one of the two services. */
  readonly requests: number;
  readonly heapGrowthMB: number;
}

const { few, documents, ...services } = await readInput<CompareTask>();
const { model, ids, collection } = openServices(services);

const counts = new Map<string, number>();
subscribe("undici:request:create", (message) => {
  const { origin } = (message as { readonly request: { readonly origin: unknown } }).request;
  counts.set(String(origin), (counts.get(String(origin)) ?? 0) + 1);
});

// The first comparison reads the schemas, so that it is counted. Code that is compiled doesn't count
// as growth of the heap.
await peakOf(undefined);
const requests = Math.max(...counts.values());
await peakOf(few);
const base = await peakOf(few);
const peak = await peakOf(undefined);
model.close();
answer({ requests, heapGrowthMB: (peak - base) / 1_000_000 } satisfies CompareFigures);

/** The peak in bytes. Samples follow a garbage collection, at every tenth page and at the end. */
async function peakOf(filter: JsonObject | undefined): Promise<number> {
  let [pages, peak] = [0, 0];
  const onProgress = (): void => {
    pages += 1;
    if (pages % 10 === 0) peak = Math.max(peak, heap());
  };
  const request = {
    ...ids,
    target: { kind: "matching", collection, filter } as const,
  };
  const comparison: Comparison = must(await compare(request, { onProgress }, model));
  const { same, ...others } = comparison.counts;
  const isDifferent = Object.values(others).some((count) => count > 0);
  if (isDifferent || (!filter && same < documents)) {
    throw new Error(`The services are not the same: ${JSON.stringify(comparison.counts)}`);
  }
  return Math.max(peak, heap());
}

/** The heap and the buffers of digests, which are beside it. */
function heap(): number {
  gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
