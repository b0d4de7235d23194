import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCms } from "../../../src/client/index.ts";
import { createAuthority, selfSigned } from "../../support/certificates.ts";
import type { Certificate } from "../../support/certificates.ts";
import { startHostile } from "../../support/hostile.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import { misbehaviours } from "../../support/misbehaviours.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { startTlsService } from "../../support/tlsService.ts";
import { askedByAnotherProcess } from "./anotherProcess.ts";
import { token } from "../loopbackCms.ts";
import type { Article } from "../loopbackCms.ts";
import { overHttps } from "./overHttps.ts";
import type { Tls } from "./overHttps.ts";
import { good, list } from "./secureArticles.ts";
import { tells } from "../verdict.ts";

describe("HTTPS service", () => {
  const https = overHttps();
  const { endAfterTest, clientOf } = https;

  const serviceWith = async (certificate: Certificate) =>
    endAfterTest(await startTlsService(certificate));

  const bad: Readonly<
    Record<string, readonly [code: string, () => Promise<Certificate>, ca: () => Tls]>
  > = {
    "a self-signed certificate": ["DEPTH_ZERO_SELF_SIGNED_CERT", selfSigned, () => ({})],
    "a certificate of an unknown authority": [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      () => https.authority.forServer(),
      () => ({}),
    ],
    "a certificate of another authority than the trusted one": [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      selfSigned,
      () => ({ ca: https.authority.cert }),
    ],
    "a certificate for another host": [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      () => https.authority.forServer({ names: ["cms.example.com"] }),
      () => ({ ca: https.authority.cert }),
    ],
    "an expired certificate": [
      "CERT_HAS_EXPIRED",
      () => https.authority.forServer({ expired: true }),
      () => ({ ca: https.authority.cert }),
    ],
  };
  for (const [what, [code, certificate, tls]] of Object.entries(bad)) {
    it(`an HTTPS service with ${what} gives a TlsError for find and for delete, and receives nothing`, async () => {
      const service = await serviceWith(await certificate());
      const articles = clientOf(service.url, tls()).collection<Article>("articles");

      const results = [
        await articles.find({ documentId: "tea1" }),
        await articles.delete({ documentId: "tea1" }),
      ];

      for (const [error, ...dataAndMeta] of results) {
        assert.deepEqual(
          [error?.name, error?.name === "TlsError" && error.code, error?.retryable, ...dataAndMeta],
          ["TlsError", code, false, null, null],
        );
        assert.equal(error?.attempts, 1);
      }
      assert.deepEqual(service.requests, []);
    });
  }

  it("an HTTPS service is read when tls.ca contains its authority", async () => {
    const another = await createAuthority();
    const service = await serviceWith(await https.authority.forServer());

    const results = [
      await list(clientOf(service.url, { ca: https.authority.cert })),
      await list(clientOf(service.url, { ca: [another.cert, https.authority.cert] })),
      await list(clientOf(service.url, { ca: `${another.cert}\n${https.authority.cert}` })),
      await list(clientOf(service.url, { ca: https.authority.cert, systemAuthorities: true })),
    ];

    assert.deepEqual(results, [good, good, good, good]);
  });

  it("an HTTPS service is read by host name and by IP address", async () => {
    const service = await serviceWith(await https.authority.forServer());
    const byName = service.url.replace("127.0.0.1", "localhost");

    assert.deepEqual(await list(clientOf(byName, { ca: https.authority.cert })), good);
  });

  it("an HTTPS service is read when the system trusts its authority and tls.ca holds another one", async () => {
    const another = await createAuthority();
    const service = await serviceWith(await https.authority.forServer());
    const folder = temporaryFolder();
    const file = join(folder.path, "https.authority.pem");
    writeFileSync(file, https.authority.cert);

    const said = await askedByAnotherProcess({ url: service.url, ca: another.cert }, file);
    folder.remove();

    assert.deepEqual([said, service.requests.length], ["read", 1]);
  });

  it("an HTTPS service with a self-signed certificate is read only with rejectUnauthorized: false", async () => {
    const service = await serviceWith(await selfSigned());
    const trusting = clientOf(service.url, { rejectUnauthorized: false });
    const careful = clientOf(service.url);

    const results = [await list(trusting), await list(careful), await list(trusting)];

    assert.deepEqual(
      results.map(([error]) => error?.name),
      [undefined, "TlsError", undefined],
    );
    assert.equal(service.requests.length, 2);
  });

  it("an HTTPS service with a self-signed certificate is not read with rejectUnauthorized: true", async () => {
    const service = await serviceWith(await selfSigned());

    const [error] = await list(clientOf(service.url, { rejectUnauthorized: true }));

    assert.deepEqual([error?.name, service.requests], ["TlsError", []]);
  });

  it("an HTTPS address of a service that speaks HTTP gives a TlsError, and the service receives nothing", async () => {
    const service = endAfterTest(await startLoopback());
    service.answer(json([]));

    const [error] = await list(clientOf(service.url.replace("http:", "https:")));

    assert.deepEqual([error?.name, service.requests], ["TlsError", []]);
  });

  for (const what of ["a hang-up on each connection", "a reset of each connection"]) {
    it(`an HTTPS service that breaks the TLS handshake by ${what} gives a NetworkError`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(misbehaviours(service.elsewhere.url)[what]!);

      const cms = endAfterTest(
        createCms({ baseUrl: service.url.replace("http:", "https:"), retries: 1 }),
      );
      const [error, ...dataAndMeta] = await list(cms);

      assert.deepEqual(
        [error?.name, error?.attempts, ...dataAndMeta],
        ["NetworkError", 2, null, null],
      );
    });
  }

  it("an HTTPS service gives an error to a client that speaks HTTP", async () => {
    const service = await serviceWith(await https.authority.forServer());

    const [error] = await list(clientOf(service.url.replace("https:", "http:")));

    assert.match(error?.name ?? "none", /^(Network|Http|Validation)Error$/);
    assert.equal(tells(error, [token]), false);
  });
});
