import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createCms } from "../../src/client/index.ts";
import type { CmsError } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import { polite } from "../support/polite.ts";
import { methods } from "./anyCall.ts";
import type { Method } from "./anyCall.ts";
import { owning } from "./owning.ts";
import { watchStrays } from "./strays.ts";
import type { Strays } from "./strays.ts";
import { oddities } from "./verdict.ts";
import { wildNames, withWild } from "./wildInputs.ts";

/** Parts of a request that only the client sets, and misspelled options. */
const parts = {
  target: "/api/articles/tea1",
  origin: "http://127.0.0.1:1",
  headers: { smuggled: "1" },
  deadlineAt: 1,
  isHarmless: true,
  isAdmin: true,
  filter: { title: "Tea" },
  documentID: "tea1",
};

describe("Unknown options", () => {
  const endAfterTest = owning();

  for (const [name, { input, call }] of Object.entries<Method>(methods)) {
    it(`an unknown option is an error of ${name} that names it, and nothing is sent`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(polite);
      const cms = endAfterTest(createCms({ baseUrl: service.url }));
      const messages: unknown[] = [];
      const inputs = Object.entries(parts).map(([part, value]) => ({ ...input, [part]: value }));

      for (const given of inputs) {
        const answer = call(cms, "articles" as never, given as never);
        const result = Symbol.asyncIterator in answer ? (await answer.next()).value : await answer;
        const [error] = result as readonly [CmsError | null];
        messages.push([error?.name, error?.message]);
      }

      const expected = Object.keys(parts).map((part) => [
        "RequestError",
        `The call has no option "${part}".`,
      ]);
      assert.deepEqual([messages, service.requests], [expected, []]);
    });
  }

  it("an unknown option of createCms is a TypeError that names it", () => {
    const options = { baseUrl: "https://cms.example.com" };
    for (const [name, value] of Object.entries({ baseURL: "", fetch, timeout: 5, auth: {} })) {
      assert.throws(() => createCms({ ...options, [name]: value }), {
        name: "TypeError",
        message: `createCms has no option "${name}".`,
      });
    }
    assert.throws(() => createCms({ ...options, tls: { rejectUnauthorised: false } as object }), {
      name: "TypeError",
    });
  });

  it("an unknown option without a value is ignored", async () => {
    const service = endAfterTest(await startHostile());
    service.behave(polite);
    const cms = endAfterTest(createCms({ baseUrl: service.url, ...{ port: undefined } }));

    const [error] = await cms.users().me({ id: undefined } as object);

    assert.equal(error, null);
  });
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
