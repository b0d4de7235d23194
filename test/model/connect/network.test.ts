import assert from "node:assert/strict";
import { proxyFor } from "../../../src/model/connect/networkSettings.ts";
import type { Environment, NetworkSettings } from "../../../src/model/connect/networkSettings.ts";

const service = "https://cms.example.com";
const proxy = "http://proxy.example.com:3128/";

/** The default settings of VS Code. */
const unset: Partial<NetworkSettings> = {
  proxySupport: "override",
  proxy: "",
  noProxy: [],
  proxyAuthorization: null,
};

const wayTo = (
  url: string,
  settings: Partial<NetworkSettings> = { proxy },
  environment: Environment = {},
) => proxyFor(url, { ...unset, ...settings }, environment);

describe("proxyFor", () => {
  it("proxyFor returns the proxy of VS Code for every value of http.proxySupport except off", () => {
    const supports = ["on", "override", "fallback"];

    const proxySettings = supports.map((proxySupport) => wayTo(service, { proxy, proxySupport }));

    assert.deepEqual(proxySettings, Array(3).fill({ proxy, noProxy: "" }));
  });

  it("proxyFor returns none when proxy support is off or no proxy is set", () => {
    const proxySettings = [
      wayTo(service, { proxy, proxySupport: "off" }, { HTTPS_PROXY: proxy }),
      wayTo(service, {}),
    ];

    assert.deepEqual(proxySettings, [{}, {}]);
  });

  it("proxyFor returns none for a service on this computer", () => {
    const local = [
      "http://localhost:1337",
      "https://cms.localhost",
      "http://127.0.0.1:1337",
      "http://127.1.2.3",
      "http://[::1]:1337",
      "http://[::ffff:127.0.0.1]:1337",
    ];

    const proxySettings = local.map((url) => wayTo(url));

    assert.deepEqual(proxySettings, Array(local.length).fill({}));
    assert.notDeepEqual(wayTo("http://localhost.example.com"), {});
  });

  it("proxyFor uses the environment's proxy for the scheme when VS Code has none", () => {
    const both = { http_proxy: "http://plain:1", HTTPS_PROXY: "https://secure:2" };

    const proxySettings = [
      wayTo(service, {}, both),
      wayTo("http://cms.example.com", {}, both),
      wayTo(service, {}, { HTTP_PROXY: "proxy.example.com:8080" }),
      wayTo(service, { proxy }, both),
    ];

    assert.deepEqual(
      proxySettings.map((proxy) => proxy?.proxy),
      ["https://secure:2/", "http://plain:1/", "http://proxy.example.com:8080/", proxy],
    );
  });

  it("proxyFor uses the excluded hosts of VS Code, or else those of the environment", () => {
    const environment = { NO_PROXY: "intranet, .example.org" };

    const proxySettings = [
      wayTo(service, { proxy, noProxy: ["example.com", "cms:8080"] }, environment),
      wayTo(service, { proxy }, environment),
    ];

    assert.deepEqual(
      proxySettings.map((proxy) => proxy?.noProxy),
      ["example.com,cms:8080", "intranet,.example.org"],
    );
  });

  it("proxyFor returns none when all hosts are excluded", () => {
    const proxySettings = [
      wayTo(service, { proxy, noProxy: ["intranet", "*"] }),
      wayTo(service, { proxy }, { no_proxy: "*" }),
    ];

    assert.deepEqual(proxySettings, [{}, {}]);
  });

  it("proxyFor adds the credentials of the authorization setting, unless the proxy URL has its own", () => {
    const proxyAuthorization = `Basic ${Buffer.from("tea:k%ttle:b/g").toString("base64")}`;

    const ownSettings = wayTo(service, { proxy, proxyAuthorization });
    const others = wayTo(service, { proxy: "http://a:b@proxy:1", proxyAuthorization });

    const { username, password } = new URL(ownSettings?.proxy ?? "");
    assert.deepEqual([username, decodeURIComponent(password)], ["tea", "k%ttle:b/g"]);
    assert.equal(others?.proxy, "http://a:b@proxy:1/");
  });

  it("proxyFor rejects a proxy URL with another scheme, without a host or with invalid encoding", () => {
    const odd = ["socks5://proxy:1080", "http://", "ftp://proxy", "http://tea:50%off@proxy"];

    const proxySettings = odd.map((text) => wayTo(service, { proxy: text }));

    assert.deepEqual(proxySettings, Array(odd.length).fill(undefined));
  });

  it("proxyFor ignores settings of the wrong type", () => {
    const proxySettings = [
      wayTo(service, { proxy: 7, noProxy: "intranet", proxyAuthorization: {} }),
      wayTo(service, { proxy, noProxy: [7, null, " a.com "] }),
    ];

    assert.deepEqual(proxySettings, [{}, { proxy, noProxy: "a.com" }]);
  });
});
