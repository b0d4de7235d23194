import assert from "node:assert/strict";
import { shortReason } from "../../../src/texts/shared/serviceErrorWords.ts";
import { describe as inWords } from "../../../src/texts/shared/failureWords.ts";
import { startProxy } from "../../support/proxy.ts";
import { useSettings } from "../settings.ts";
import { connect, removeConnections } from "../useMagazine.ts";
import { elsewhere, outside, useNetwork } from "./useNetwork.ts";

const unusable =
  "The proxy URL in the settings is not valid. Enter an http or https URL with percent-encoded credentials.";

describe("Proxy settings", () => {
  const set = useSettings();
  const { attempt, connections, fileOf, setVariable, servers, withCredentials } = useNetwork();
  // A connection that stays would send requests through the proxy in later tests.
  afterEach(removeConnections);

  it("proxy settings apply at once to connections in use, and not to a service on localhost", async () => {
    const { authority, plain, proxy, secure } = servers();
    const certificateFile = fileOf(authority.cert);
    const { id } = await connections.add("Hearth", { url: outside(plain) });
    const read = async () => {
      const before = proxy.requests.length;
      const [failure, cms] = await connections.reach(id);
      assert.equal(failure, null);
      const [error] = await cms.schema().contentTypes();
      return [error?.name, proxy.requests.length - before];
    };

    const direct = await read();
    await set("http.proxy", withCredentials());
    const proxied = await read();
    const outcomes = [
      await attempt({ url: outside(plain) }),
      await attempt({ url: outside(secure), certificateFile }),
      await attempt(plain),
    ];
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
    assert.deepEqual(outcomes, [
      [undefined, 1],
      [undefined, 1],
      [undefined, 0],
    ]);
  });

  it("proxy settings apply to a connection that the user adds, and not when support is off", async () => {
    const { plain, proxy } = servers();
    await set("http.proxy", withCredentials());
    const before = proxy.requests.length;

    await connect({ url: outside(plain), tokens: { full: "secret" } });
    const requestCount = proxy.requests.length - before;
    await removeConnections();
    await set("http.proxySupport", "off");
    const off = await attempt({ url: outside(plain) });

    assert.ok(requestCount > 0);
    assert.deepEqual(off, [undefined, 0]);
  });

  it("proxy settings explain each failure of the proxy, which http.proxyAuthorization may solve", async () => {
    const { authority, proxy, secure } = servers();
    const certificateFile = fileOf(authority.cert);
    const host = new URL(outside(secure)).host;
    const wordsFor = async (proxyUrl: string) => {
      await set("http.proxy", proxyUrl);
      const [failure] = await connections.try({ url: outside(secure) });
      return failure && [inWords(failure), shortReason(failure)];
    };

    const credentials = await wordsFor(proxy.url);
    const basic = Buffer.from("tea:kettle").toString("base64");
    await set("http.proxyAuthorization", `Basic ${basic}`);
    const authorized = await attempt({ url: outside(secure), certificateFile });
    const unreachable = await wordsFor("http://127.0.0.1:9");
    const strict = await startProxy();
    strict.refuse(403);
    const rejected = await wordsFor(strict.url);
    await strict.stop();

    assert.deepEqual(authorized, [undefined, 1]);
    assert.deepEqual(
      [credentials, unreachable, rejected],
      [
        [
          `The proxy requires a user name and a password to connect to ${host}. Add them to the proxy URL.`,
          ["The proxy requires a password"],
        ],
        [
          `Couldn't connect to ${host} through the proxy. Check the proxy settings and whether the proxy is running.`,
          ["Proxy not reachable"],
        ],
        [
          `The proxy rejected the connection to ${host}. Check the proxy settings.`,
          ["Rejected by the proxy"],
        ],
      ],
    );
  });

  it("proxy settings include HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment", async () => {
    const { authority, plain, proxy, secure } = servers();
    const certificateFile = fileOf(authority.cert);
    const services = [{ url: outside(plain) }, { url: outside(secure), certificateFile }];
    const attempts = async () => {
      const outcomes = [];
      for (const service of services) outcomes.push(await attempt(service));
      return outcomes;
    };

    setVariable("HTTP_PROXY", withCredentials());
    const plainAlone = await attempt(services[0]!);
    setVariable("HTTPS_PROXY", withCredentials());
    setVariable("HTTP_PROXY", proxy.url);
    const secureAlone = await attempts();
    setVariable("NO_PROXY", `intranet, ${elsewhere}`);
    const listed = await attempts();

    assert.deepEqual(
      { plainAlone, secureAlone, listed },
      {
        plainAlone: [undefined, 1],
        // The proxy for the other protocol lacks its credentials.
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

  it("proxy settings reject a proxy that can't be used, without showing its credentials, and send nothing around it", async () => {
    const { plain, proxy } = servers();
    const before = plain.requests.length;
    const unusableProxies = ["socks5://127.0.0.1:9", proxy.url.replace("//", "//tea:50%off@")];

    const said: (string | null)[] = [];
    for (const url of unusableProxies) {
      await set("http.proxy", url);
      const [failure] = await connections.try({ url: outside(plain) });
      said.push(failure && inWords(failure));
    }

    assert.deepEqual(said, Array(2).fill(unusable));
    assert.equal(plain.requests.length, before);
  });
});
