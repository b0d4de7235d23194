import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { startHostile } from "../support/hostile.ts";
import type { Hostile } from "../support/hostile.ts";
import { anyAnswer, anyInput, Tally, trier } from "./anyCase.ts";
import { watchStrays } from "./strays.ts";
import type { Strays } from "./strays.ts";

/** Always the same cases; fast-check names the seed and the path to a case that failed. */
const seed = 20_260_101;

/** What would keep the process alive, such as sockets and timers; more of it than before is a leak. */
async function leftOver(before: readonly string[]): Promise<string[]> {
  let left: string[] = [];
  for (let tries = 0; tries < 100; tries += 1) {
    left = process.getActiveResourcesInfo();
    for (const resource of before) {
      if (left.includes(resource)) left.splice(left.indexOf(resource), 1);
    }
    if (left.length === 0) break;
    await pause(20);
  }
  return left;
}

describe("Whatever is asked, and whatever is answered", function () {
  this.timeout(240_000);
  const tally = new Tally();
  let service: Hostile;
  let strays: Strays;
  let resources: readonly string[];
  before(async () => {
    // Mocha's own timer for this hook, as for each test, is there only after the first wait.
    await pause(1);
    resources = process.getActiveResourcesInfo();
    strays = watchStrays();
    service = await startHostile();
  });
  after(() => {
    strays.stop();
  });

  it("a call gives a tuple for any input", async () => {
    const property = fc.asyncProperty(anyInput, trier({ service, strays, tally }));

    await fc.assert(property, { seed, numRuns: 12_400 });
  });

  it("a call gives a tuple whatever the service does", async () => {
    const property = fc.asyncProperty(anyAnswer, trier({ service, strays, tally }));

    await fc.assert(property, { seed, numRuns: 7_800 });
  });

  it("nothing was thrown, rejected, leaked or told", async function () {
    const { calls, errors, faults } = tally;
    const requests = service.requests.length;
    await service.stop();

    const left = await leftOver(resources);

    this.test!.title += `: ${calls} calls, ${requests} requests, ${errors} errors`;
    const none = Object.fromEntries(Object.keys(faults).map((fault) => [fault, 0]));
    assert.deepEqual([faults, left], [none, []]);
    assert.ok(calls >= 20_000 && requests >= 6_000, `${calls} calls, ${requests} requests`);
  });
});
