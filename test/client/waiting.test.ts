import assert from "node:assert/strict";
import { loopbackCms } from "./loopbackCms.ts";
import { busy, get, good, tea, timed, writes } from "./retrying.ts";

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
