import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { CmsOptions } from "../../src/client/index.ts";
import { selfSigned } from "../support/certificates.ts";
import { json, refusal, silence, startLoopback } from "../support/loopback.ts";
import { startTlsService } from "../support/tlsService.ts";

async function diagnosed(options: CmsOptions, signal?: AbortSignal) {
  const cms = createCms({ retries: 0, ...options });
  const { elapsedMs, ...seen } = await cms.diagnose(signal);
  await cms.close();
  return { ...seen, isTimed: Number.isInteger(elapsedMs) };
}

describe("A diagnosis", () => {
  it("says where the service is and how it answers", async () => {
    const loopback = await startLoopback();
    loopback.answer(json([]));
    const first = await diagnosed({ baseUrl: loopback.url });
    loopback.answer(refusal(403, "ForbiddenError", "Forbidden"));

    const second = await diagnosed({ baseUrl: loopback.url });

    await loopback.stop();
    const place = { addresses: "127.0.0.1", isTimed: true };
    assert.deepEqual(
      [first, second],
      [
        { ...place, answer: "200" },
        { ...place, answer: "403 ForbiddenError" },
      ],
    );
  });

  it("says what the system has against it, and fails in no step", async () => {
    const nobody = await diagnosed({ baseUrl: "http://127.0.0.1:9" });
    const unknown = await diagnosed({ baseUrl: "https://nobody.invalid" });

    assert.equal(nobody.answer, "NetworkError ECONNREFUSED");
    assert.match(`${unknown.addresses} ${unknown.tls}`, /^(E\w+) \1$/);
  });

  it("tells the certificate that is refused, without a request that trusts it", async () => {
    const service = await startTlsService(await selfSigned());

    const { tls, answer } = await diagnosed({ baseUrl: service.url });

    await service.stop();
    assert.match(tls ?? "", /^TLSv1\.3; .*GMT; \w*SELF_SIGNED_CERT\w*$/);
    assert.match(answer, /^TlsError /);
    assert.deepEqual(service.requests, []);
  });

  it("ends when it is cancelled", async () => {
    const loopback = await startLoopback();
    loopback.answer(silence);
    const leaving = new AbortController();

    const running = diagnosed({ baseUrl: loopback.url }, leaving.signal);
    leaving.abort();

    assert.equal((await running).answer, "AbortError");
    await loopback.stop();
  });
});
