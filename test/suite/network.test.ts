import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { followNetworkSettings, networkSettings } from "../../src/host/networkSettings.ts";
import { describe as inWords } from "../../src/host/words/words.ts";
import { Connections } from "../../src/model/connections/connections.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { ConnectionsInMemory } from "../model/ports.ts";
import { createAuthority } from "../support/certificates.ts";
import type { Authority } from "../support/certificates.ts";
import { json, startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";
import { startProxy } from "../support/proxy.ts";
import type { Proxy } from "../support/proxy.ts";
import { startTlsService } from "../support/tlsService.ts";
import type { TlsService } from "../support/tlsService.ts";
import { useEnvironment } from "./environment.ts";
import { useSettings } from "./settings.ts";
import { knownToTheSystem } from "./systemAuthority.ts";
import { connect } from "./useMagazine.ts";

/** This computer by an address that VS Code does not take for it, and so asks the proxy about. */
const elsewhere = "0.0.0.0";
const outside = ({ url }: { readonly url: string }) => url.replace("127.0.0.1", elsewhere);

const variables = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"] as const;

const unusable =
  "The proxy that is set can't be used: give it an http or https URL, its credentials percent-encoded.";

/** Why a call failed; undefined where it did not. */
const why = ([failure]: Outcome<unknown>) =>
  failure?.code === "service" ? failure.error.name : failure?.code;

describe("The way to a service", () => {
  const set = useSettings();
  const setVariable = useEnvironment(...variables, ...variables.map((name) => name.toLowerCase()));
  const folder = mkdtempSync(join(tmpdir(), "cms-network-"));
  const connections = new Connections(new ConnectionsInMemory(), {
    log: () => undefined,
    network: networkSettings,
  });
  const following = followNetworkSettings(connections);
  let authority: Authority;
  let proxy: Proxy;
  let plain: Loopback;
  let secure: TlsService;

  before(async () => {
    authority = await createAuthority();
    proxy = await startProxy({ credentials: "tea:kettle" });
    plain = await startLoopback();
    plain.answer(json({ data: [] }));
    secure = await startTlsService(
      await authority.forServer({ names: ["localhost", "127.0.0.1", elsewhere] }),
    );
  });
  after(async () => {
    following.dispose();
    connections.dispose();
    await Promise.all([proxy.stop(), plain.stop(), secure.stop()]);
    await rm(folder, { recursive: true });
  });

  const withCredentials = () => proxy.url.replace("//", "//tea:kettle@");
  const fileOf = (text: string): string => {
    const file = join(folder, "authority.pem");
    writeFileSync(file, text);
    return file;
  };
  /** How a try ends, and how often the proxy was asked for it. */
  const attempt = async (service: { readonly url: string; readonly certificateFile?: string }) => {
    const before = proxy.asked.length;
    const outcome = await connections.try(service);
    return [why(outcome), proxy.asked.length - before];
  };

  it("goes through the proxy that is set, with its credentials", async () => {
    await set("http.proxy", withCredentials());
    const certificateFile = fileOf(authority.cert);

    const outcomes = [
      await attempt({ url: outside(plain) }),
      await attempt({ url: outside(secure), certificateFile }),
    ];

    assert.deepEqual(outcomes, [
      [undefined, 1],
      [undefined, 1],
    ]);
  });

  it("goes through it for a connection that is added in the window", async () => {
    await set("http.proxy", withCredentials());
    const before = proxy.asked.length;

    await connect({ url: outside(plain), tokens: { full: "secret" } });

    assert.ok(proxy.asked.length > before);
  });

  it("tells a proxy that wants credentials and gets none from a service that does", async () => {
    await set("http.proxy", proxy.url);

    const outcome = await attempt({ url: outside(secure) });

    assert.deepEqual(outcome, ["ProxyError", 1]);
  });

  it("gives the proxy what is set as its authorization", async () => {
    const basic = Buffer.from("tea:kettle").toString("base64");
    await set("http.proxy", proxy.url);
    await set("http.proxyAuthorization", `Basic ${basic}`);

    const outcome = await attempt({ url: outside(plain) });

    assert.deepEqual(outcome, [undefined, 1]);
  });

  it("goes past the proxy to what is listed, to this computer, and where support is off", async () => {
    await set("http.proxy", withCredentials());
    const local = await attempt(plain);
    await set("http.noProxy", [elsewhere]);
    const listed = await attempt({ url: outside(plain) });
    await set("http.noProxy", []);
    await set("http.proxySupport", "off");
    const off = await attempt({ url: outside(plain) });

    assert.deepEqual([local, listed, off], Array(3).fill([undefined, 0]));
  });

  for (const names of [variables, variables.map((name) => name.toLowerCase())]) {
    const [http = "", https = "", no = ""] = names;
    it(`goes through the proxies that ${http} and ${https} name, with their credentials, and past them to what ${no} lists`, async () => {
      const certificateFile = fileOf(authority.cert);
      const services = [{ url: outside(plain) }, { url: outside(secure), certificateFile }];
      const attempts = async () => {
        const outcomes = [];
        for (const service of services) outcomes.push(await attempt(service));
        return outcomes;
      };

      setVariable(http, withCredentials());
      const plainAlone = await attempt(services[0]!);
      setVariable(https, withCredentials());
      setVariable(http, proxy.url);
      const secureAlone = await attempts();
      setVariable(no, `intranet, ${elsewhere}`);
      const listed = await attempts();

      assert.deepEqual(
        { plainAlone, secureAlone, listed },
        {
          plainAlone: [undefined, 1],
          // The proxy of the other one lacks its credentials.
          secureAlone: [
            ["ProxyError", 1],
            [undefined, 1],
          ],
          listed: [
            [undefined, 0],
            [undefined, 0],
          ],
        },
      );
    });
  }

  it("takes what is set in VS Code before what the environment says", async () => {
    setVariable("HTTP_PROXY", "http://127.0.0.1:9");
    setVariable("NO_PROXY", elsewhere);
    await set("http.proxy", withCredentials());
    const listed = await attempt({ url: outside(plain) });
    await set("http.noProxy", ["intranet"]);
    const proxied = await attempt({ url: outside(plain) });

    assert.deepEqual(
      [listed, proxied],
      [
        [undefined, 0],
        [undefined, 1],
      ],
    );
  });

  it("refuses a proxy that it can't speak to, and sends nothing past it", async () => {
    await set("http.proxy", "socks5://127.0.0.1:9");
    const before = plain.requests.length;

    const [failure] = await connections.try({ url: outside(plain) });

    assert.ok(failure);
    assert.equal(inWords(failure), unusable);
    assert.equal(plain.requests.length, before);
  });

  it("says so of a proxy whose credentials are not percent-encoded, without a word of them", async () => {
    await set("http.proxy", proxy.url.replace("//", "//tea:50%off@"));

    const [failure] = await connections.try({ url: outside(plain) });

    assert.ok(failure);
    assert.equal(inWords(failure), unusable);
  });

  it("ends at a certificate of nobody's, unless checking is off or the authority is given", async () => {
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

    const missing = await wordsFor(join(folder, "missing.pem"));
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

  it("takes each certificate of a file, whatever else stands in it", async () => {
    const { cert } = await createAuthority();
    const { key } = await authority.forClient("ada");
    const certificateFile = fileOf(`# Ours${cert}${authority.cert}${key}`);

    assert.deepEqual(await attempt({ ...secure, certificateFile }), [undefined, 0]);
  });

  it("is another one as soon as a setting changes, for connections that are in use", async () => {
    const connection = await connections.add("Hearth", { url: outside(plain) });
    const read = async () => {
      const before = proxy.asked.length;
      const [failure, cms] = await connections.reach(connection.id);
      assert.equal(failure, null);
      const [error] = await cms.schema().contentTypes();
      return [error?.name, proxy.asked.length - before];
    };

    const direct = await read();
    await set("http.proxy", withCredentials());
    const proxied = await read();
    await set("http.noProxy", [elsewhere]);
    const listed = await read();

    assert.deepEqual(
      [direct, proxied, listed],
      [
        [undefined, 0],
        [undefined, 1],
        [undefined, 0],
      ],
    );
  });
});
