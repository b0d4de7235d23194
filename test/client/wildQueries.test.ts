import assert from "node:assert/strict";
import fc from "fast-check";
import qs from "qs";
import { createCms } from "../../src/client/index.ts";
import type { Cms } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import type { Hostile } from "../support/hostile.ts";
import { caseCount } from "../support/longRun.ts";
import { polite } from "../support/polite.ts";
import { anyParams, onTheWire } from "./anyParams.ts";
import { longestList, matches } from "./filtering.ts";

const seed = 20_260_101;
const numRuns = caseCount(320);

/** The settings of the service's own parser. */
const parsing = { strictNullHandling: true, arrayLimit: 100, depth: 20, parameterLimit: 1_000 };

describe("Query string", function () {
  this.timeout(120_000);
  let service: Hostile;
  let cms: Cms;
  before(async () => {
    service = await startHostile();
    service.behave(polite);
    cms = createCms({ baseUrl: service.url });
  });
  after(async () => {
    await cms.close();
    await service.stop();
  });

  /** The query as the service parses it, or undefined if the client rejects the call without a request. */
  async function readBack(params: unknown): Promise<Record<string, unknown> | undefined> {
    const before = service.requests.length;
    const [error] = await cms
      .collection<{ title: string }>("articles")
      .findMany({ params: params as never });
    const sent = service.requests.slice(before);
    if (error) {
      assert.deepEqual([error.name, sent], ["RequestError", []]);
      return undefined;
    }
    assert.equal(sent.length, 1);
    const { target } = sent[0]!;
    assert.ok(target.length <= 16 * 1_024);
    const [, query = ""] = target.split("?");
    return qs.parse(query, parsing);
  }

  it("the query string is read back unchanged for any parameters, or they are rejected", async function () {
    const counts = { read: 0, refused: 0 };
    const property = fc.asyncProperty(anyParams, async (params) => {
      const arrived = await readBack(params);

      if (arrived) assert.deepEqual(arrived, onTheWire(params) ?? {});
      counts[arrived ? "read" : "refused"] += 1;
    });
    await fc.assert(property, { seed, numRuns });

    this.test!.title += `: ${counts.read} read, ${counts.refused} refused`;
    assert.ok(counts.read > numRuns / 3 && counts.refused > numRuns / 30);
  });

  for (const count of [1, 999, 1_000, 1_001]) {
    it(`the query string ${count > 1_000 ? "rejects" : "contains"} ${count} parameters`, async () => {
      const keys = Array.from({ length: count }, (_, at) => `k${at.toString(36)}`);
      const populate = Object.fromEntries(keys.map((key) => [key, "1"]));

      const arrived = await readBack({ populate });

      assert.deepEqual(arrived, count > 1_000 ? undefined : { populate });
    });
  }

  it("the query string contains a list of 101 to 400 entries as lists of at most 100", async () => {
    const entry = fc.integer({ min: 0, max: 999 }).map((number) => number.toString(36));
    const longList = fc.uniqueArray(entry, { minLength: 101, maxLength: 400 });
    const shapes: Readonly<
      Record<string, (list: string[], other: string) => Readonly<Record<string, unknown>>>
    > = {
      $in: ($in) => ({ t: { $in } }),
      $notIn: ($notIn) => ({ t: { $notIn } }),
      "$in of a relation": ($in) => ({ a: { n: { $in } } }),
      "$notIn of a relation": ($notIn) => ({ a: { n: { $notIn } } }),
      "$in beside another operator": ($in, $ne) => ({ t: { $in, $ne } }),
      "$notIn beside another operator": ($notIn, $ne) => ({ t: { $ne, $notIn } }),
      "$in beside another field": ($in, $eq) => ({ t: { $in }, a: { n: { $eq } } }),
      "$notIn beside an $or": ($notIn, $eq) => ({
        t: { $notIn },
        $or: [{ t: { $eq } }, { a: { n: { $eq } } }],
      }),
      "$in beside an $and": ($in, $eq) => ({ $and: [{ a: { n: { $eq } } }], t: { $in } }),
      "$in within an $or": ($in, $eq) => ({ $or: [{ t: { $in } }, { t: { $eq } }] }),
      "$notIn within an $and": ($notIn, $ne) => ({
        $and: [{ t: { $notIn } }, { a: { n: { $ne } } }],
      }),
      "$in within a $not": ($in) => ({ $not: { t: { $in } } }),
      "$notIn within a $not": ($notIn) => ({ $not: { t: { $notIn } } }),
      "$in within a $not of the field": ($in) => ({ t: { $not: { $in } } }),
      "$in within a $not beside another field": ($in, $eq) => ({
        $not: { t: { $in }, a: { n: { $eq } } },
      }),
      "$in and a short $notIn": ($in, other) => ({
        t: { $in, $notIn: [other, ...$in.slice(0, 5)] },
      }),
      "$in and a short $in of a relation": ($in, other) => ({
        t: { $in },
        a: { n: { $in: [other] } },
      }),
    };
    const value = fc.oneof(entry, fc.constant("none"));
    const document = fc.record({ t: value, a: fc.record({ n: value }) });
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.keys(shapes)),
      longList,
      entry,
      fc.array(document, { minLength: 5, maxLength: 20 }),
      async (shape, list, other, documents) => {
        const filters = shapes[shape]!(list, other);
        const some = [
          ...documents,
          { t: list[0]!, a: { n: list.at(-1)! } },
          { t: list.at(-1)!, a: { n: other } },
        ];

        const arrived = await readBack({ filters });

        const arrivedFilters = arrived?.["filters"] as typeof filters;
        assert.ok(longestList(arrivedFilters) <= 100);
        assert.deepEqual(
          some.map((row) => matches(arrivedFilters, row)),
          some.map((row) => matches(filters, row)),
        );
      },
    );

    await fc.assert(property, { seed, numRuns: numRuns / 8 });
  });
});
