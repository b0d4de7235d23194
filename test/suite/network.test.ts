import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { followNetworkSettings, networkSettings } from "../../src/host/networkSettings.ts";
import { describe as inWords } from "../../src/host/words.ts";
import { Connections } from "../../src/model/connections.ts";
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
import { useSettings } from "./settings.ts";
import { connect } from "./useMagazine.ts";

/** This computer by an address that VS Code does not take for it, and so asks the proxy about. */
const elsewhere = "0.0.0.0";
const outside = ({ url }: { readonly url: string }) => url.replace("127.0.0.1", elsewhere);

/** Why a call failed; undefined where it did not. */
const why = ([failure]: Outcome<unknown>) =>
  failure?.code === "service" ? failure.error.name : failure?.code;

describe("The way to a service", () => {
  const set = useSettings();
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

  it("refuses a proxy that it can't speak to, and sends nothing past it", async () => {
    await set("http.proxy", "socks5://127.0.0.1:9");
    const before = plain.requests.length;

    const [failure] = await connections.try({ url: outside(plain) });

    assert.ok(failure);
    assert.equal(
      inWords(failure),
      "The proxy that is set can't be used: give it an http or https URL.",
    );
    assert.equal(plain.requests.length, before);
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

  it("ends at a certificate of nobody's without those of the operating system, too", async () => {
    await set("http.systemCertificates", false);

    const outcome = await attempt(secure);

    assert.deepEqual(outcome, ["TlsError", 0]);
  });

  it("names the certificate file that is missing, or is none", async () => {
    const odd = [join(folder, "missing.pem"), fileOf("Dear reader")];

    const words = [];
    for (const certificateFile of odd) {
      const [failure] = await connections.try({ ...secure, certificateFile });
      words.push(failure && inWords(failure));
    }

    assert.match(
      words[0] ?? "",
      /^The certificate file .*missing\.pem can't be read as PEM: ENOENT/,
    );
    assert.match(words[1] ?? "", /^The certificate file .*authority\.pem can't be read as PEM: ./);
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
