import assert from "node:assert/strict";
import { join } from "node:path";
import { shortReason } from "../../src/host/words/errorWords.ts";
import { describe as inWords } from "../../src/host/words/words.ts";
import { createAuthority } from "../support/certificates.ts";
import { startTlsService } from "../support/tlsService.ts";
import { useSettings } from "./settings.ts";
import { knownToTheSystem } from "./systemAuthority.ts";
import { useNetwork } from "./useNetwork.ts";

describe("The secure way to a service", () => {
  const set = useSettings();
  const { attempt, connections, fileOf, stations } = useNetwork();

  it("ends at a certificate of nobody's, unless checking is off or the authority is given", async () => {
    const { authority, secure } = stations();
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

  // Elsewhere nobody can be added to them for one run alone.
  if (process.platform === "linux") {
    it("trusts the authorities of the operating system, unless that is off", async () => {
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

  it("names the certificate file that is missing, is none, or has one that is broken", async () => {
    const { authority, secure } = stations();
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

    const missing = await wordsFor(join(stations().folder.path, "missing.pem"));
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

  it("says in plain words why it ends, without the text of the system", async () => {
    const { plain, secure } = stations();
    const wordsFor = async (url: string) => {
      const [failure] = await connections.try({ url });
      return failure && [inWords(failure), shortReason(failure)];
    };

    const withoutHttps = await wordsFor(plain.url.replace("http:", "https:"));
    const unknown = await wordsFor(secure.url);

    assert.deepEqual(withoutHttps, [
      `${new URL(plain.url).host} doesn't answer over HTTPS. Use http:// in the URL, or turn on HTTPS on the service.`,
      ["No HTTPS", "use http:// in the URL"],
    ]);
    assert.deepEqual(unknown, [
      `The certificate of ${new URL(secure.url).host} is signed by an unknown authority. Choose the certificate file of the authority to trust it.`,
      ["No secure connection", "certificate of an unknown authority"],
    ]);
  });

  it("takes each certificate of a file, whatever else stands in it", async () => {
    const { authority, secure } = stations();
    const { cert } = await createAuthority();
    const { key } = await authority.forClient("ada");
    const certificateFile = fileOf(`# Ours${cert}${authority.cert}${key}`);

    assert.deepEqual(await attempt({ ...secure, certificateFile }), [undefined, 0]);
  });
});
