import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { createAuthority } from "../../support/certificates.ts";
import type { Certificate } from "../../support/certificates.ts";
import { startTlsService } from "../../support/tlsService.ts";
import { overHttps } from "./overHttps.ts";
import type { Tls } from "./overHttps.ts";
import { good, list } from "./secureArticles.ts";
import { tells } from "../verdict.ts";

describe("Client certificates", () => {
  const https = overHttps();
  const { endAfterTest, clientOf } = https;

  const wanting = async () =>
    endAfterTest(
      await startTlsService({
        ...(await https.authority.forServer()),
        onlyClientsOf: https.authority.cert,
      }),
    );

  it("a service that requires a client certificate accepts a client with one", async () => {
    const service = await wanting();
    const tls = { ca: https.authority.cert, ...(await https.authority.forClient("ada")) };

    const result = await list(clientOf(service.url, tls));

    assert.deepEqual([result, service.requests.map(({ client }) => client)], [good, ["ada"]]);
  });

  it("a service that requires a client certificate accepts one whose key has a passphrase", async () => {
    const service = await wanting();
    const certificate = await https.authority.forClient("ada", "open sesame");
    const tls = { ca: https.authority.cert, ...certificate, passphrase: "open sesame" };

    assert.deepEqual(await list(clientOf(service.url, tls)), good);
  });

  it("a service that requires a client certificate accepts one when rejectUnauthorized is false", async () => {
    const service = await wanting();
    const tls = { rejectUnauthorized: false, ...(await https.authority.forClient("ada")) };

    assert.deepEqual(await list(clientOf(service.url, tls)), good);
  });

  it("a service that requires a client certificate rejects a client without one", async () => {
    const service = await wanting();

    const [error, ...dataAndMeta] = await list(clientOf(service.url, { ca: https.authority.cert }));

    // Node's server closes the connection without an alert. To the client, that can look like any broken connection.
    assert.match(error?.name ?? "", /^(Tls|Network)Error$/);
    assert.deepEqual([service.requests, ...dataAndMeta], [[], null, null]);
  });
});

describe("TLS options", () => {
  let certificate: Certificate;
  before(async () => {
    const authority = await createAuthority();
    certificate = await authority.forClient("ada", "open sesame");
  });

  const bad: Readonly<Record<string, () => Tls>> = {
    "an invalid authority": () => ({ ca: "tea" }),
    "an invalid certificate": () => ({ ...certificate, cert: "tea" }),
    "an invalid key": () => ({ ...certificate, key: "tea" }),
    "an encrypted key without a passphrase": () => certificate,
    "a wrong passphrase": () => ({ ...certificate, passphrase: "close sesame" }),
  };
  for (const [what, tls] of Object.entries(bad)) {
    it(`createCms with invalid TLS options throws a TypeError without secrets for ${what}`, () => {
      assert.throws(
        () => createCms({ baseUrl: "https://127.0.0.1", tls: tls() }),
        (error) => error instanceof TypeError && !tells(error, ["sesame", certificate.key]),
      );
    });
  }
});
