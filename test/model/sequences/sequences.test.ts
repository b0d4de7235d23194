import assert from "node:assert/strict";
import fc from "fast-check";
import { startFaultyWay } from "../../support/faultyWay.ts";
import type { FaultyWay } from "../../support/faultyWay.ts";
import { magazine } from "../magazine.ts";
import { Reference } from "./reference.ts";
import { saveAll } from "./saves.ts";
import { sequence } from "./sequences.ts";
import { Stage } from "./stage.ts";
import { tally } from "./tally.ts";

/** Always the same sequences, unless a run is told to look for others; 20 more are in test/window. */
const seed = Number(process.env["CMS_SEED"] ?? 20_260_301);
const numRuns = Number(process.env["CMS_LONG"] ?? 100);
/** Of one sequence, as a report of a failure names it. */
const path = process.env["CMS_PATH"];

describe("Whatever people and the network do to a document", function () {
  this.timeout(numRuns * 10_000);
  let way: FaultyWay;
  before(async () => {
    way = await startFaultyWay(magazine().url);
  });
  after(async () => {
    await way.stop();
  });

  it("nothing is lost, nothing clobbered, nothing written twice, and the journal tells the truth", async function () {
    const property = fc.asyncProperty(sequence, async (steps) => {
      const stage = await Stage.open(way);
      try {
        const reference = new Reference(await stage.subject.held());
        await fc.asyncModelRun(() => ({ model: reference, real: stage }), steps);
        await saveAll(reference, stage);
      } catch (error) {
        throw new Error(`${String(error)}\n${stage.trace}`, { cause: error });
      } finally {
        await stage.close();
      }
    });

    // A sequence takes a second: a shorter one that fails too is looked for where somebody asks for it.
    const endOnFailure = process.env["CMS_SHRINK"] === undefined;
    const which = path === undefined ? { numRuns } : { numRuns: 1, path };
    await fc.assert(property, { seed, endOnFailure, ...which });

    this.test!.title += `: ${String(tally)}`;
    assert.ok(path !== undefined || tally.of("saved") > numRuns, String(tally));
  });
});
