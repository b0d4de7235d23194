import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createCms } from "../../src/client/index.ts";
import type { CallOptions, Cms, CmsError } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import { lastingPort } from "../support/lastingPort.ts";
import { empty, hangUp, json, refusal, reset, silence, stalledBody } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import { polite } from "../support/misbehaviours.ts";
import { methods } from "./anyCall.ts";
import type { Method } from "./anyCall.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";

const tea = { documentId: "tea1", title: "Tea" };
const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const good = json({ data: tea, meta: {} });
const articles = (cms: Cms) => cms.collection<Article>("articles");

type Call = (
  cms: Cms,
  options?: CallOptions,
) => Promise<readonly [CmsError | null, unknown, unknown]>;

const get: Call = (cms, options) => articles(cms).find({ documentId, ...options });
const writes: Readonly<Record<string, Call>> = {
  POST: (cms, options) => articles(cms).create({ payload, ...options }),
  PUT: (cms, options) => articles(cms).update({ documentId, payload, ...options }),
  DELETE: (cms, options) => articles(cms).delete({ documentId, ...options }),
};

/** An answer that says how long to wait. */
const busy = (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  json(
    { data: null, error: { status, name: "Busy", message: "Busy", details: {} } },
    status,
    headers,
  );

const later =
  (milliseconds: number, reply: Reply): Reply =>
  (response, received) => {
    setTimeout(reply, milliseconds, response, received);
  };

/** Notes when each request came, by a clock that only goes forward. */
function timed(times: number[], ...replies: readonly Reply[]): [Reply, ...Reply[]] {
  return replies.map((reply): Reply => (response, received) => {
    times.push(performance.now());
    reply(response, received);
  }) as [Reply, ...Reply[]];
}

describe("Trying again", () => {
  const at = loopbackCms();

  const passing: Readonly<Record<string, Reply>> = {
    "a reset": reset,
    "a hang-up": hangUp,
    "a 429": busy(429),
    "a 502": busy(502),
    "a 503": busy(503),
    "a 504": busy(504),
  };
  for (const [what, reply] of Object.entries(passing)) {
    it(`helps a GET after ${what}`, async () => {
      at.service.answer(reply, good);

      const result = await get(at.cms);

      assert.deepEqual(result, [null, tea, {}]);
      assert.equal(at.service.requests.length, 2);
    });

    for (const [method, call] of Object.entries(writes)) {
      it(`is not for a ${method} after ${what}`, async () => {
        at.service.answer(reply, good);

        const [error, ...rest] = await call(at.cms);

        assert.deepEqual(
          [error?.attempts, ...rest, at.service.requests.length],
          [1, null, null, 1],
        );
      });
    }
  }

  it("helps a GET after two different troubles", async () => {
    at.service.answer(busy(503), reset, good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("ends after two more attempts, with the last failure", async () => {
    at.service.answer(reset, busy(502), busy(503));

    const [error] = await get(at.cms);

    assert.deepEqual(
      [error?.name, error?.status, error?.attempts, error?.retryable, at.service.requests.length],
      ["HttpError", 503, 3, true, 3],
    );
  });

  it("takes a pause that is not nothing before a third attempt", async () => {
    const times: number[] = [];
    at.service.answer(...timed(times, busy(503), busy(503), good));

    await get(at.cms);

    const [first = 0, , third = 0] = times;
    assert.ok(third > first);
    assert.equal(times.length, 3);
  });

  for (const status of [400, 401, 403, 404, 405, 409, 413, 500, 501]) {
    it(`is not for a GET after a ${status}`, async () => {
      at.service.answer(refusal(status, "Error", "No"), good);

      const [error] = await get(at.cms);

      assert.deepEqual(
        [error?.status, error?.attempts, error?.retryable, at.service.requests.length],
        [status, 1, false, 1],
      );
    });
  }

  it("is for each request of a call by itself", async () => {
    at.service.answer(
      busy(503),
      json({ data: [tea], meta: { pagination: { page: 1, pageSize: 1, total: 2 } } }),
      reset,
      json({ data: [], meta: { pagination: { page: 2, pageSize: 1 } } }),
    );

    const [error, rows] = await articles(at.cms).findMany({ all: true });

    assert.deepEqual([error, rows, at.service.requests.length], [null, [tea], 4]);
  });

  it("ends when the caller cancels in the pause", async () => {
    const controller = new AbortController();
    at.service.answer((response, received) => {
      busy(503, { "retry-after": "30" })(response, received);
      setTimeout(() => {
        controller.abort();
      }, 20);
    });

    const [error, ...rest] = await get(at.cms, { signal: controller.signal });

    assert.deepEqual(
      [error?.name, error?.attempts, at.service.requests.length, ...rest],
      ["AbortError", 1, 1, null, null],
    );
  });

  it("ends when the client is closed in the pause", async () => {
    at.service.answer((response, received) => {
      busy(503, { "retry-after": "30" })(response, received);
      setTimeout(() => void at.cms.close(), 20);
    });

    const [error, ...rest] = await get(at.cms);

    assert.deepEqual(
      [error?.name, at.service.requests.length, ...rest],
      ["AbortError", 1, null, null],
    );
  });
});

describe("How often a call is tried", () => {
  const own = owning();
  for (const retries of [0, 1, 4]) {
    it(`is once, and ${retries} times more where the client says so`, async () => {
      const service = own(await startHostile());
      service.behave({
        answer: (socket) =>
          socket.write("HTTP/1.1 503 No\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n"),
      });
      const cms = own(createCms({ baseUrl: service.url, retries }));

      const [error] = await get(cms);

      assert.deepEqual([error?.attempts, service.requests.length], [retries + 1, retries + 1]);
    });
  }
});

describe("A service that nobody listens for yet", () => {
  const own = owning();
  for (const [method, call] of Object.entries({ GET: get, ...writes })) {
    it(`is reached by a ${method} once it is there, and asked once`, async () => {
      const port = await lastingPort();
      const cms = own(createCms({ baseUrl: `http://127.0.0.1:${port}`, retries: 20 }));

      const calling = call(cms);
      await pause(100);
      const service = own(await startHostile(port));
      service.behave(polite);
      const [error] = await calling;

      assert.deepEqual([error, service.requests.map(({ method }) => method)], [null, [method]]);
    });

    it(`is a NetworkError for a ${method}, after as many attempts as there may be`, async () => {
      const baseUrl = `http://127.0.0.1:${await lastingPort()}`;
      const cms = own(createCms({ baseUrl, retries: 1 }));

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

describe("The time that a service asks for", () => {
  const at = loopbackCms();

  it("is waited for in seconds", async () => {
    const times: number[] = [];
    at.service.answer(...timed(times, busy(503, { "retry-after": "1" }), good));

    const [error] = await get(at.cms);

    const [first = 0, second = 0] = times;
    assert.equal(error, null);
    assert.ok(second - first >= 990, `${second - first} ms`);
  });

  it("is waited for until a date", async () => {
    let until = 0;
    let came = 0;
    at.service.answer(
      (response, received) => {
        until = Math.ceil(Date.now() / 1_000 + 1) * 1_000;
        busy(503, { "retry-after": new Date(until).toUTCString() })(response, received);
      },
      (response, received) => {
        came = Date.now();
        good(response, received);
      },
    );

    const [error] = await get(at.cms);

    assert.equal(error, null);
    assert.ok(came >= until - 10, `${came - until} ms`);
  });

  it("is waited for until x-ratelimit-reset", async () => {
    let until = 0;
    let came = 0;
    at.service.answer(
      (response, received) => {
        until = Math.ceil(Date.now() / 1_000 + 1);
        busy(429, { "x-ratelimit-reset": String(until) })(response, received);
      },
      (response, received) => {
        came = Date.now();
        good(response, received);
      },
    );

    const [error] = await get(at.cms);

    assert.equal(error, null);
    assert.ok(came >= until * 1_000 - 10, `${came - until * 1_000} ms`);
  });

  it("is no wait where it is over", async () => {
    at.service.answer(busy(503, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }), good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("is passed over where nobody can tell what it means", async () => {
    at.service.answer(busy(503, { "retry-after": "soon" }), good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("is no wish to wait where a count that begins anew later is told with any answer", async () => {
    const inAnHour = String(Math.ceil(Date.now() / 1_000) + 3_600);
    at.service.answer(busy(502, { "x-ratelimit-reset": inAnHour }), good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("is over at a date that is long past", async () => {
    at.service.answer(busy(503, { "retry-after": "Tue, 20 Oct 1998 07:28:00 GMT" }), good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  const inAnHour = () => new Date(Date.now() + 3_600_000);
  const long: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
    "Retry-After in seconds": () => ({ "retry-after": "3600" }),
    "Retry-After as a date": () => ({ "retry-after": inAnHour().toUTCString() }),
    "x-ratelimit-reset": () => ({
      "x-ratelimit-reset": String(Math.ceil(inAnHour().getTime() / 1_000)),
    }),
  };
  for (const [what, headers] of Object.entries(long)) {
    it(`is told in a RateLimitError at once where the deadline is nearer, by ${what}`, async () => {
      at.service.answer(busy(429, headers()), good);

      const [error, ...rest] = await get(at.cms);

      const told = error?.name === "RateLimitError" ? (error.retryAfterMs ?? 0) : 0;
      assert.deepEqual(
        [error?.name, error?.status, error?.attempts, at.service.requests.length, ...rest],
        ["RateLimitError", 429, 1, 1, null, null],
      );
      assert.ok(told > 3_500_000 && told <= 3_602_000, `${told} ms`);
    });

    it(`ends a 503 at once where the deadline is nearer, by ${what}`, async () => {
      at.service.answer(busy(503, headers()), good);

      const [error, ...rest] = await get(at.cms);

      assert.deepEqual(
        [error?.name, error?.status, error?.attempts, at.service.requests.length, ...rest],
        ["HttpError", 503, 1, 1, null, null],
      );
    });
  }

  it("is told in a RateLimitError of a write too", async () => {
    at.service.answer(busy(429, { "retry-after": "7" }), good);

    const [error] = await writes["POST"]!(at.cms);

    assert.equal(error?.name === "RateLimitError" && error.retryAfterMs, 7_000);
  });
});

describe("The deadline of a call", () => {
  const at = loopbackCms({ deadlineMs: 300, timeoutMs: 60_000 });

  for (const [what, reply] of Object.entries({ silence, stalledBody })) {
    it(`ends it with a TimeoutError, for ${what}`, async () => {
      at.service.answer(reply);

      const [error, ...rest] = await get(at.cms);

      assert.deepEqual([error?.name, ...rest], ["TimeoutError", null, null]);
      assert.ok((error?.elapsedMs ?? 0) >= 290, `${error?.elapsedMs} ms`);
    });
  }

  it("ends a write with a TimeoutError", async () => {
    at.service.answer(silence);

    const [error] = await writes["PUT"]!(at.cms);

    assert.deepEqual([error?.name, error?.attempts], ["TimeoutError", 1]);
  });

  it("can be set for one call, to be sooner", async () => {
    at.service.answer(silence);

    const [error] = await get(at.cms, { deadlineMs: 30 });

    assert.equal(error?.name, "TimeoutError");
  });

  it("can be set for one call, to be later", async () => {
    at.service.answer(later(500, good));

    assert.deepEqual(await get(at.cms, { deadlineMs: 15_000 }), [null, tea, {}]);
  });

  it("is over a call of several requests as a whole", async () => {
    at.service.answer(later(1_200, json({ data: [tea], meta: {} })), later(1_200, good));
    const filters = { title: { $eq: "Tea" } };

    const [error] = await articles(at.cms).upsert({ payload, filters, deadlineMs: 2_000 });

    assert.deepEqual([error?.name, error?.method], ["TimeoutError", "PUT"]);
  });

  it("is over the reading of all pages as a whole", async () => {
    let page = 0;
    at.service.answer((response, received) => {
      page += 1;
      const data = [{ ...tea, documentId: `tea${page}` }];
      const meta = { pagination: { page, pageSize: 1, pageCount: 9, total: 9 } };
      setTimeout(json({ data, meta }), 400, response, received);
    });

    const [error] = await articles(at.cms).findMany({ all: true, deadlineMs: 2_000 });

    assert.deepEqual([error?.name, (error?.progress?.read ?? 0) > 0], ["TimeoutError", true]);
    assert.ok(at.service.requests.length < 9);
  });

  it("that is over before it began lets nothing be done", async () => {
    at.service.answer(good);

    const [error, ...rest] = await get(at.cms, { deadlineMs: 0 });

    assert.deepEqual([error?.name, ...rest], ["TimeoutError", null, null]);
  });
});

describe("The timeout of an attempt", () => {
  const at = loopbackCms({ timeoutMs: 2_000 });

  it("begins anew with each", async () => {
    at.service.answer(later(1_200, busy(503, { "retry-after": "0" })), later(1_200, good));

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("can be set for one call, to be shorter", async () => {
    at.service.answer(silence);

    const [error] = await get(at.cms, { timeoutMs: 30 });

    assert.equal(error?.name, "TimeoutError");
  });

  it("can be set for one call, to be longer", async () => {
    at.service.answer(later(2_200, good));

    assert.deepEqual(await get(at.cms, { timeoutMs: 15_000 }), [null, tea, {}]);
  });

  it("holds for a write", async () => {
    at.service.answer(silence);

    const [error] = await writes["DELETE"]!(at.cms, { timeoutMs: 30 });

    assert.deepEqual([error?.name, error?.attempts, error?.retryable], ["TimeoutError", 1, false]);
  });

  it("may be longer than a timer can count", async () => {
    at.service.answer(later(20, empty()));

    const [error] = await articles(at.cms).delete({
      documentId,
      timeoutMs: 2 ** 40,
      deadlineMs: 2 ** 41,
    });

    assert.equal(error, null);
  });
});

describe("What bounds a call", function () {
  this.timeout(5_000);
  const own = owning();

  for (const [name, { input, call }] of Object.entries<Method>(methods)) {
    for (const bound of [{ deadlineMs: 30 }, { timeoutMs: 30 }]) {
      it(`holds for ${name} too: ${Object.keys(bound).join()}`, async () => {
        const service = own(await startHostile());
        service.behave({ answer: () => undefined });
        const cms = own(createCms({ baseUrl: service.url, retries: 0 }));

        const answer = call(cms, "articles" as never, { ...input, ...bound } as never);
        const result = await (Symbol.asyncIterator in answer
          ? answer.next().then(({ value }) => value)
          : answer);

        const [error] = result as readonly [CmsError | null];
        assert.equal(error?.name, "TimeoutError");
      });
    }
  }
});
