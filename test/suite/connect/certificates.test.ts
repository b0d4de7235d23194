import assert from "node:assert/strict";
import { join } from "node:path";
import { shortReason } from "../../../src/texts/shared/serviceErrorWords.ts";
import { describe as inWords } from "../../../src/texts/shared/failureWords.ts";
import { createAuthority } from "../../support/certificates.ts";
import { startTlsService } from "../../support/tlsService.ts";
import { useSettings } from "../settings.ts";
import { knownToTheSystem } from "./systemAuthority.ts";
import { useNetwork } from "./useNetwork.ts";

describe("TLS connection", () => {
  const set = useSettings();
  const { attempt, connections, fileOf, servers } = useNetwork();

  it("a TLS connection rejects an unknown certificate unless checks are off or its authority is given", async () => {
    const { authority, secure } = servers();
    const unknown = await attempt(secure);
    const known = await attempt({ ...secure, certificateFile: fileOf(authority.cert) });
    await set("http.proxyStrictSSL", false);
    const unchecked = await attempt(secure);

    assert.deepEqual(
      [unknown, known, unchecked],
      [
        ["TlsError", 0],
        [undefined, 0],
        [undefined, 0],
      ],
    );
  });

  // Other operating systems can't add an authority for a single process.
  if (process.platform === "linux") {
    it("a TLS connection trusts the authorities of the operating system unless http.systemCertificates is off", async () => {
      const known = await startTlsService(knownToTheSystem());

      const trusted = await attempt(known);
      await set("http.systemCertificates", false);
      const untrusted = await attempt(known);
      await known.stop();

      assert.deepEqual(
        [trusted, untrusted],
        [
          [undefined, 0],
          ["TlsError", 0],
        ],
      );
    });
  }

  it("a TLS connection names a certificate file that is missing, invalid or partly broken", async () => {
    const { authority, secure } = servers();
    const { cert } = authority;
    const texts = [
      "Dear reader",
      `${cert}\n${cert.replace(/\n.{20}/, "\n********************")}`,
      `${cert}\n${cert.slice(0, 99)}`,
    ];
    const wordsFor = async (certificateFile: string) => {
      const [failure] = await connections.try({ ...secure, certificateFile });
      return failure && inWords(failure);
    };

    const missing = await wordsFor(join(servers().folder.path, "missing.pem"));
    const others = [];
    for (const text of texts) others.push(await wordsFor(fileOf(text)));

    assert.match(
      missing ?? "",
      /^The certificate file .*missing\.pem can't be read as PEM: ENOENT/,
    );
    for (const why of others) {
      assert.match(why ?? "", /^The certificate file .*authority\.pem can't be read as PEM: ./);
    }
  });

  it("a TLS connection explains a TLS failure without the system's message", async () => {
    const { plain, secure } = servers();
    const wordsFor = async (url: string) => {
      const [failure] = await connections.try({ url });
      return failure && [inWords(failure), shortReason(failure)];
    };

    const withoutHttps = await wordsFor(plain.url.replace("http:", "https:"));
    const unknown = await wordsFor(secure.url);

    assert.deepEqual(withoutHttps, [
      `${new URL(plain.url).host} doesn't respond over HTTPS. Use http:// in the URL, or enable HTTPS on the service.`,
      ["No HTTPS", "use http:// in the URL"],
    ]);
    assert.deepEqual(unknown, [
      `The certificate of ${new URL(secure.url).host} is signed by an unknown certificate authority. Choose the authority's certificate file to trust it.`,
      ["No secure connection", "certificate from an unknown authority"],
    ]);
  });

  it("a TLS connection uses every certificate of a file and ignores its other content", async () => {
    const { authority, secure } = servers();
    const { cert } = await createAuthority();
    const { key } = await authority.forClient("ada");
    const certificateFile = fileOf(`# Ours${cert}${authority.cert}${key}`);

    assert.deepEqual(await attempt({ ...secure, certificateFile }), [undefined, 0]);
  });
});
