import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createCms } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import { polite } from "../support/polite.ts";
import { methods } from "./anyCall.ts";
import type { Method } from "./anyCall.ts";
import { owning } from "./owning.ts";
import { watchStrays } from "./strays.ts";
import type { Strays } from "./strays.ts";
import { oddities } from "./verdict.ts";
import { wildNames, withWild } from "./wildInputs.ts";

/** Parts of a request that only the client sets. */
const parts = {
  method: "DELETE",
  path: ["articles", "tea1"],
  target: "/api/articles/tea1",
  origin: "http://127.0.0.1:1",
  url: "http://127.0.0.1:1/api/articles/tea1",
  query: { smuggled: "1" },
  headers: { smuggled: "1" },
  body: { smuggled: "1" },
  attempts: 9,
};

describe("Names of request parts", () => {
  const endAfterTest = owning();

  for (const [name, { input, call }] of Object.entries<Method>(methods)) {
    it(`input with the names of request parts does not change the request of ${name}`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(polite);
      const cms = endAfterTest(createCms({ baseUrl: service.url }));
      const sent = async (given: object): Promise<unknown[]> => {
        const before = service.requests.length;
        const answer = call(cms, "articles" as never, given as never);
        await (Symbol.asyncIterator in answer ? answer.next() : answer);
        return service.requests.slice(before).map(({ method, target, headers, body }) => [
          ...[method, target, headers["smuggled"]],
          // Each form has its own random boundary.
          body.replaceAll(/cms-[\da-f-]{36}/g, "boundary"),
        ]);
      };

      const plain = await sent(input);
      const smuggled = await sent({ ...parts, ...input });

      assert.deepEqual(smuggled, plain);
      assert.ok(plain.length > 0);
    });
  }
});

describe("Abort signals", () => {
  const endAfterTest = owning();
  let strays: Strays;
  beforeEach(() => {
    strays = watchStrays();
  });
  afterEach(() => strays.stop());

  for (const [name, { input, call }] of Object.entries<Method>(methods)) {
    it(`an invalid abort signal is rejected or ignored by ${name}, without an unhandled error`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(polite);
      const cms = endAfterTest(createCms({ baseUrl: service.url, timeoutMs: 50 }));

      const odd: string[] = [];
      for (const wild of wildNames) {
        const answer = call(cms, "articles" as never, withWild(input, "signal", wild) as never);
        const tuple = Symbol.asyncIterator in answer ? (await answer.next()).value : await answer;
        odd.push(...oddities(tuple).map((complaint) => `${wild}: ${complaint}`));
      }
      await pause(100);

      assert.deepEqual([odd, strays.take()], [[], []]);
    });
  }
});
