import assert from "node:assert/strict";
import { mock } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createCms } from "../../../src/client/index.ts";
import { startHostile } from "../../support/hostile.ts";
import { lastingPort } from "../../support/lastingPort.ts";
import { hangUp, json, refusal, reset } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { polite } from "../../support/polite.ts";
import { loopbackCms } from "../loopbackCms.ts";
import { owning } from "../owning.ts";
import { articles, busy, get, good, tea, timed, writes } from "./retrying.ts";

describe("Retry", () => {
  const at = loopbackCms();

  const passing: Readonly<Record<string, Reply>> = {
    "a connection reset": reset,
    "a closed connection": hangUp,
    "a 429": busy(429),
    "a 502": busy(502),
    "a 503": busy(503),
    "a 504": busy(504),
  };
  for (const [what, reply] of Object.entries(passing)) {
    it(`a retry happens for a GET after ${what}`, async () => {
      at.service.answer(reply, good);

      const result = await get(at.cms);

      assert.deepEqual(result, [null, tea, {}]);
      assert.equal(at.service.requests.length, 2);
    });

    for (const [method, call] of Object.entries(writes)) {
      it(`a retry does not happen for a ${method} after ${what}`, async () => {
        at.service.answer(reply, good);

        const [error, ...dataAndMeta] = await call(at.cms);

        assert.deepEqual(
          [error?.attempts, ...dataAndMeta, at.service.requests.length],
          [1, null, null, 1],
        );
      });
    }
  }

  it("a retry happens after two different failures", async () => {
    at.service.answer(busy(503), reset, good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("retries end after two more attempts with the last error", async () => {
    at.service.answer(reset, busy(502), busy(503));

    const [error] = await get(at.cms);

    assert.deepEqual(
      [error?.name, error?.status, error?.attempts, error?.retryable, at.service.requests.length],
      ["HttpError", 503, 3, true, 3],
    );
  });

  it("a retry waits before the second attempt, and longer before the third", async () => {
    const times: number[] = [];
    at.service.answer(...timed(times, busy(503), busy(503), good));
    const chance = mock.method(Math, "random", () => 0.5);

    await get(at.cms).finally(() => chance.mock.restore());

    const [first = 0, second = 0, third = 0] = times;
    const pauses = [second - first, third - second];
    // Half of 400 ms and of 800 ms, minus a margin because a timer can fire early.
    assert.deepEqual(
      [190, 390].map((least, nth) => (pauses[nth] ?? 0) >= least),
      [true, true],
      `${pauses.join(", ")} ms`,
    );
    assert.equal(times.length, 3);
  });

  for (const status of [400, 401, 403, 404, 405, 409, 413, 500, 501]) {
    it(`a retry does not happen for a GET after a ${status}`, async () => {
      at.service.answer(refusal(status, "Error", "No"), good);

      const [error] = await get(at.cms);

      assert.deepEqual(
        [error?.status, error?.attempts, error?.retryable, at.service.requests.length],
        [status, 1, false, 1],
      );
    });
  }

  it("a retry happens for each request of a call", async () => {
    at.service.answer(
      busy(503),
      json({ data: [tea], meta: { pagination: { page: 1, pageSize: 1, total: 1 } } }),
      reset,
      json({ data: [], meta: { pagination: { page: 2, pageSize: 1 } } }),
    );

    const [error, rows] = await articles(at.cms).findMany({ all: true });

    assert.deepEqual([error, rows, at.service.requests.length], [null, [tea], 4]);
  });

  it("a retry ends when the caller cancels during the pause", async () => {
    const controller = new AbortController();
    at.service.answer((response, received) => {
      busy(503, { "retry-after": "30" })(response, received);
      setTimeout(() => controller.abort(), 20);
    });

    const [error, ...dataAndMeta] = await get(at.cms, { signal: controller.signal });

    assert.deepEqual(
      [error?.name, error?.attempts, at.service.requests.length, ...dataAndMeta],
      ["CmsAbortError", 1, 1, null, null],
    );
  });

  it("a retry waits for a Retry-After of 60 days when the deadline allows it", async () => {
    const days = 86_400;
    at.service.answer(busy(503, { "retry-after": String(60 * days) }), good);
    const signal = AbortSignal.timeout(200);

    const [error] = await get(at.cms, { signal, deadlineMs: 90 * days * 1_000 });

    assert.deepEqual([error?.name, at.service.requests.length], ["CmsAbortError", 1]);
  });

  it("a retry ends when the client is closed during the pause", async () => {
    at.service.answer((response, received) => {
      busy(503, { "retry-after": "30" })(response, received);
      setTimeout(() => void at.cms.close(), 20);
    });

    const [error, ...dataAndMeta] = await get(at.cms);

    assert.deepEqual(
      [error?.name, at.service.requests.length, ...dataAndMeta],
      ["CmsAbortError", 1, null, null],
    );
  });
});

describe("retries", () => {
  const endAfterTest = owning();
  for (const retries of [0, 1, 4]) {
    it(`retries of ${retries} allow ${retries + 1} attempts`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave({
        answer: (socket) =>
          socket.write("HTTP/1.1 503 No\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n"),
      });
      const cms = endAfterTest(createCms({ baseUrl: service.url, retries }));

      const [error] = await get(cms);

      assert.deepEqual([error?.attempts, service.requests.length], [retries + 1, retries + 1]);
    });
  }
});

describe("Late service", () => {
  const endAfterTest = owning();
  for (const [method, call] of Object.entries({ GET: get, ...writes })) {
    it(`a service that does not listen yet receives a ${method} once, as soon as it listens`, async () => {
      const port = await lastingPort();
      const cms = endAfterTest(createCms({ baseUrl: `http://127.0.0.1:${port}`, retries: 20 }));

      const calling = call(cms);
      await pause(100);
      const service = endAfterTest(await startHostile(port));
      service.behave(polite);
      const [error] = await calling;

      assert.deepEqual([error, service.requests.map(({ method }) => method)], [null, [method]]);
    });

    it(`a service that never listens gives a NetworkError for a ${method} after the last attempt`, async () => {
      const baseUrl = `http://127.0.0.1:${await lastingPort()}`;
      const cms = endAfterTest(createCms({ baseUrl, retries: 1 }));

      const [error] = await call(cms);

      assert.deepEqual(
        [
          error?.name,
          error?.name === "NetworkError" && error.code,
          error?.attempts,
          error?.retryable,
        ],
        ["NetworkError", "ECONNREFUSED", 2, true],
      );
    });
  }
});
