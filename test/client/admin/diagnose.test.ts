import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { diagnose } from "../../../src/client/admin/index.ts";
import { createCms } from "../../../src/client/index.ts";
import type { CmsOptions } from "../../../src/client/index.ts";
import { selfSigned } from "../../support/certificates.ts";
import { json, refusal, silence, startLoopback } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { startTlsService } from "../../support/tlsService.ts";

async function diagnosed(options: CmsOptions, signal?: AbortSignal) {
  const cms = createCms({ retries: 0, ...options });
  const { elapsedMs, firstByteMs, ...diagnosis } = await diagnose(cms, signal);
  await cms.close();
  const isTimed = Number.isInteger(elapsedMs) && (firstByteMs ?? 0) <= elapsedMs;
  return { ...diagnosis, isTimed, hasFirstByte: Number.isInteger(firstByteMs) };
}

/** Starts an answer, and then closes the connection. */
const begun: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "2" });
  response.write("[", () => response.destroy());
};

describe("diagnose()", () => {
  it("diagnose() returns the addresses, the answer and the times", async () => {
    const loopback = await startLoopback();
    loopback.answer(json([]));
    const first = await diagnosed({ baseUrl: loopback.url });
    loopback.answer(refusal(403, "ForbiddenError", "Forbidden"));

    const second = await diagnosed({ baseUrl: loopback.url });

    await loopback.stop();
    const commonFields = { addresses: "127.0.0.1", isTimed: true, hasFirstByte: true };
    assert.deepEqual(
      [first, second],
      [
        { ...commonFields, answer: "200" },
        { ...commonFields, answer: "403 ForbiddenError" },
      ],
    );
  });

  it("diagnose() returns the system's error codes for a service that can't be reached", async () => {
    const refused = await diagnosed({ baseUrl: "http://127.0.0.1:9" });
    const unknown = await diagnosed({ baseUrl: "https://nobody.invalid" });

    assert.deepEqual([refused.answer, refused.hasFirstByte], ["NetworkError ECONNREFUSED", false]);
    assert.match(`${unknown.addresses} ${unknown.tls}`, /^(E\w+) \1$/);
  });

  it("diagnose() returns the time of the first byte when the answer breaks off", async () => {
    const loopback = await startLoopback();
    loopback.answer(begun);

    const { answer, hasFirstByte } = await diagnosed({ baseUrl: loopback.url });

    await loopback.stop();
    assert.match(answer, /^NetworkError /);
    assert.ok(hasFirstByte);
  });

  it("diagnose() returns every address of the host name", async () => {
    const hostAddresses = await lookup("localhost", { all: true });

    const { addresses } = await diagnosed({ baseUrl: "http://localhost:9" });

    const names = hostAddresses.map(({ address }) => address);
    assert.deepEqual(addresses.split(", "), [...new Set(names)]);
  });

  it("diagnose() returns the rejected certificate without sending a request", async () => {
    const service = await startTlsService(await selfSigned());

    const { tls, answer } = await diagnosed({ baseUrl: service.url });

    await service.stop();
    assert.match(tls ?? "", /^TLSv1\.3; .*GMT; \w*SELF_SIGNED_CERT\w*$/);
    assert.match(answer, /^TlsError /);
    assert.deepEqual(service.requests, []);
  });

  it("diagnose() returns a RequestError for an invalid signal", async () => {
    const loopback = await startLoopback();
    // The types reject them, but a caller without types can pass them.
    const signals = ["soon", null, {}, { aborted: true }] as unknown as AbortSignal[];

    const diagnoses = [];
    for (const signal of signals)
      diagnoses.push(await diagnosed({ baseUrl: loopback.url }, signal));

    await loopback.stop();
    assert.deepEqual(
      diagnoses.map(({ addresses, answer }) => [addresses, answer]),
      signals.map(() => ["127.0.0.1", "RequestError"]),
    );
    assert.deepEqual(loopback.requests, []);
  });

  it("diagnose() ends when its signal fires", async () => {
    const loopback = await startLoopback();
    loopback.answer(silence);
    const leaving = new AbortController();

    const running = diagnosed({ baseUrl: loopback.url }, leaving.signal);
    leaving.abort();

    assert.equal((await running).answer, "CmsAbortError");
    await loopback.stop();
  });
});
