import assert from "node:assert/strict";
import { loopbackCms } from "../loopbackCms.ts";
import { busy, get, good, tea, timed, writes } from "./retrying.ts";

describe("Requested waits", () => {
  const at = loopbackCms();

  it("a retry waits for the seconds of Retry-After", async () => {
    const times: number[] = [];
    at.service.answer(...timed(times, busy(503, { "retry-after": "1" }), good));

    const [error] = await get(at.cms);

    const [first = 0, second = 0] = times;
    assert.equal(error, null);
    assert.ok(second - first >= 990, `${second - first} ms`);
  });

  it("a retry waits until the date of Retry-After", async () => {
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

  it("a retry waits until x-ratelimit-reset", async () => {
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

  it("a retry does not wait for a time that is past", async () => {
    at.service.answer(busy(503, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }), good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("a requested wait is ignored when it can't be parsed", async () => {
    at.service.answer(busy(503, { "retry-after": "soon" }), good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("a requested wait is ignored in x-ratelimit-reset of a 502", async () => {
    const inAnHour = String(Math.ceil(Date.now() / 1_000) + 3_600);
    at.service.answer(busy(502, { "x-ratelimit-reset": inAnHour }), good);

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("a retry does not wait for a time that is decades past", async () => {
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
    it(`a requested wait gives a RateLimitError at once when the deadline is nearer: ${what}`, async () => {
      at.service.answer(busy(429, headers()), good);

      const [error, ...dataAndMeta] = await get(at.cms);

      const reported = error?.name === "RateLimitError" ? (error.retryAfterMs ?? 0) : 0;
      assert.deepEqual(
        [error?.name, error?.status, error?.attempts, at.service.requests.length, ...dataAndMeta],
        ["RateLimitError", 429, 1, 1, null, null],
      );
      assert.ok(reported > 3_500_000 && reported <= 3_602_000, `${reported} ms`);
    });

    it(`a requested wait gives the error of a 503 at once when the deadline is nearer: ${what}`, async () => {
      at.service.answer(busy(503, headers()), good);

      const [error, ...dataAndMeta] = await get(at.cms);

      assert.deepEqual(
        [error?.name, error?.status, error?.attempts, at.service.requests.length, ...dataAndMeta],
        ["HttpError", 503, 1, 1, null, null],
      );
    });
  }

  it("the RateLimitError of a write contains the requested wait", async () => {
    at.service.answer(busy(429, { "retry-after": "7" }), good);

    const [error] = await writes["POST"]!(at.cms);

    assert.equal(error?.name === "RateLimitError" && error.retryAfterMs, 7_000);
  });
});
