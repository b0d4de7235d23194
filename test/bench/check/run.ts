// Checks services in its own process, one after the other, and reports the peak of the heap, the requests and the time.
import { runCheck } from "../../../src/model/check/checkRun.ts";
import { countRequests } from "../../model/check/requestCount.ts";
import { TestModel } from "../../model/testModel.ts";
import { must } from "../../model/outcomes.ts";
import { answer, readInput } from "../child.ts";

export interface CheckTask {
  /** Each service is checked once, in this order. */
  readonly services: readonly { readonly url: string; readonly token: string }[];
}

export interface CheckFigures {
  readonly documents: number;
  readonly findings: number;
  readonly requests: number;
  readonly seconds: number;
  /** The peak of the heap and its array buffers in bytes. Samples follow a garbage collection, at every fifth page and at the end. */
  readonly peak: number;
}

const { services } = await readInput<CheckTask>();
const figures: CheckFigures[] = [];
for (const service of services) figures.push(await figuresOf(service));
answer(figures);

async function figuresOf(service: CheckTask["services"][number]): Promise<CheckFigures> {
  const model = new TestModel(service);
  must(await model.catalogs.service(model.connection.id));
  let [pages, peak, documents, findings] = [0, 0, 0, 0];
  const started = performance.now();
  const { all: requests } = await countRequests(async () => {
    const report = must(
      await runCheck(
        { kind: "connection", connection: model.connection.id },
        {
          dependencies: model,
          onFinding: () => {
            findings += 1;
          },
          onDocuments: () => {
            pages += 1;
            // The log of the tests is not part of a check.
            model.log.length = 0;
            if (pages % 5 === 0) peak = Math.max(peak, heap());
          },
        },
      ),
    );
    if (report.unchecked.length > 0) throw new Error("The token must be able to read everything.");
    documents = report.documents;
  });
  const seconds = (performance.now() - started) / 1_000;
  peak = Math.max(peak, heap());
  model.close();
  return { documents, findings, requests, seconds, peak };
}

function heap(): number {
  gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
