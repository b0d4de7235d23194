import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { startHostile } from "../support/hostile.ts";
import type { Hostile } from "../support/hostile.ts";
import { anyAnswer, anyInput, CaseCounts, trier } from "./anyCase.ts";
import { watchStrays } from "./strays.ts";
import type { Strays } from "./strays.ts";
import { caseCount } from "../support/longRun.ts";

/** Every run has the same cases unless CMS_SEED is set. For a failure, fast-check prints the seed and the path. */
const seed = Number(process.env["CMS_SEED"] ?? 20_260_101);
/** A case takes 2 ms with any input and 4 ms with any answer. */
const numRuns = caseCount(60);

/** New resources that keep the process alive, such as sockets and timers. They are leaks. */
async function leftOver(before: readonly string[]): Promise<string[]> {
  let newResources: string[] = [];
  for (let tries = 0; tries < 100; tries += 1) {
    newResources = process.getActiveResourcesInfo();
    for (const resource of before) {
      if (newResources.includes(resource)) newResources.splice(newResources.indexOf(resource), 1);
    }
    if (newResources.length === 0) break;
    await pause(20);
  }
  return newResources;
}

describe("Generated calls and answers", function () {
  this.timeout(numRuns * 400);
  const counts = new CaseCounts();
  let service: Hostile;
  let strays: Strays;
  let resources: readonly string[];
  before(async () => {
    // Mocha starts its own timer for this hook, as for each test, only after the first wait.
    await pause(1);
    resources = process.getActiveResourcesInfo();
    strays = watchStrays();
    service = await startHostile();
  });
  after(() => strays.stop());

  it("a client call returns a tuple for any input", async () => {
    const property = fc.asyncProperty(anyInput, trier({ service, strays, counts }));

    await fc.assert(property, { seed, numRuns: 4 * numRuns });
  });

  it("a client call returns a tuple for any answer of the service", async () => {
    const property = fc.asyncProperty(anyAnswer, trier({ service, strays, counts }));

    await fc.assert(property, { seed, numRuns: 3 * numRuns });
  });

  it("a client call throws nothing, leaks nothing and shows no secret", async function () {
    const { calls, errors, faults } = counts;
    const requests = service.requests.length;
    await service.stop();

    const leaks = await leftOver(resources);

    this.test!.title += `: ${calls} calls, ${requests} requests, ${errors} errors`;
    const none = Object.fromEntries(Object.keys(faults).map((fault) => [fault, 0]));
    assert.deepEqual([faults, leaks], [none, []]);
    assert.ok(
      calls === 7 * numRuns && requests >= 2 * numRuns,
      `${calls} calls, ${requests} requests`,
    );
  });
});
