import assert from "node:assert/strict";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { requestLink } from "../../../src/client/links/index.ts";
import { empty, redirect, startLoopback } from "../../support/loopback.ts";
import type { Loopback, Reply } from "../../support/loopback.ts";

describe("Link requests", () => {
  /** A proxy that answers for every site. */
  let sites: Loopback;

  beforeEach(async () => {
    sites = await startLoopback();
  });
  afterEach(() => sites.stop());

  const request = (url: string, options: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
    requestLink(url, { network: { proxy: sites.url }, timeoutMs: 5_000, ...options });
  const sent = () => sites.requests.map(({ method, path }) => `${method} ${path}`);
  const answerWith = (reply: (path: string, method: string) => Reply) => {
    sites.answer((response, received) => reply(received.path, received.method)(response, received));
  };

  it("a link request sends HEAD only if the site answers it with success, and no credentials", async () => {
    sites.answer(empty(200));

    const answer = await request("http://ada:secret@tea.example/green?page=1#top");

    const [{ method, path, query, headers }] = sites.requests as [Loopback["requests"][0]];
    assert.deepEqual(answer, { kind: "status", status: 200 });
    assert.deepEqual(
      [sent().length, method, path, query],
      [1, "HEAD", "http://tea.example/green", { page: "1" }],
    );
    assert.deepEqual(Object.keys(headers).sort(), ["accept", "connection", "host", "user-agent"]);
  });

  it("a link request sends GET if the site rejects HEAD, and returns its status", async () => {
    answerWith((_, method) => empty(method === "HEAD" ? 404 : 200));
    const answer = await request("http://tea.example/green");
    sites.answer(empty(404));
    const missingAnswer = await request("http://tea.example/gone");

    assert.deepEqual(
      [answer, missingAnswer],
      [
        { kind: "status", status: 200 },
        { kind: "status", status: 404 },
      ],
    );
    assert.deepEqual(sent(), [
      "HEAD http://tea.example/green",
      "GET http://tea.example/green",
      "HEAD http://tea.example/gone",
      "GET http://tea.example/gone",
    ]);
  });

  it("a link request follows redirects to other sites, and not endlessly", async () => {
    answerWith((path) =>
      path.endsWith("/old")
        ? redirect("http://coffee.example/new")
        : path.endsWith("/circle")
          ? redirect("circle")
          : empty(200),
    );
    const moved = await request("http://tea.example/old");
    const before = sent().length;
    const circle = await request("http://tea.example/circle");

    assert.deepEqual(moved, { kind: "status", status: 200 });
    assert.deepEqual(sent().slice(0, before), [
      "HEAD http://tea.example/old",
      "HEAD http://coffee.example/new",
    ]);
    assert.deepEqual([circle, sent().length - before], [{ kind: "status", status: 300 }, 6]);
  });

  it("a link request sends nothing to a private address, and follows no redirect to one", async () => {
    const { port } = new URL(sites.url);
    const hosts = [
      ...["localhost", "api.localhost", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "[::]"],
      ...["[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[fd00::1]"],
      ...["10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "[fe80::1]"],
      ...["printer", "printer.local", "metadata.google.internal", "localhost."],
    ];
    const answers = new Map<string, string>();
    for (const host of hosts) {
      const url = `http://${host}:${port}/`;
      const direct = await requestLink(url, { network: {}, timeoutMs: 5_000 });
      const proxied = await request(url);
      answers.set(host, `${direct.kind} ${proxied.kind}`);
    }
    const none = [...sites.requests];
    sites.answer(redirect(`${sites.url}/admin`));

    const redirected = await request("http://tea.example/");

    assert.deepEqual(
      [...answers].filter(([, kinds]) => kinds !== "private private"),
      [],
    );
    assert.deepEqual(none, []);
    assert.deepEqual(redirected, { kind: "private" });
    assert.deepEqual(sent(), ["HEAD http://tea.example/"]);
  });

  /** Addresses that no page of the public internet has. */
  const unroutable = [
    // IPv4 in IPv6: translated, compatible, NAT64, 6to4 and Teredo.
    ...["::ffff:0:127.0.0.1", "::ffff:0:7f00:1", "::127.0.0.1", "64:ff9b::10.0.0.1"],
    ...["64:ff9b:1::1", "2002:7f00:1::", "2002:808:808::", "2001:0:7f00:1::", "2001::1"],
    // Documentation, benchmarks, anycast relays, discarded packets, reserved blocks.
    ...["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.255"],
    ...["192.88.99.1", "240.0.0.1", "255.255.255.255", "2001:db8::1", "3fff::1", "2001:2::1"],
    ...["100::1", "5f00::1", "4000::1", "fec0::1", "ff02::1", "::ffff:192.0.2.1"],
  ];

  it("a link request sends nothing to an address that is not part of the public internet", async () => {
    const answers: string[] = [];
    for (const address of unroutable) {
      const host = address.includes(":") ? `[${address}]` : address;
      answers.push(`${address} ${(await request(`http://${host}/`)).kind}`);
    }

    assert.deepEqual(
      answers,
      unroutable.map((address) => `${address} private`),
    );
    assert.deepEqual(sent(), []);
  });

  it("a link request connects to no name that resolves to an address outside the public internet", async () => {
    const { lookup } = dns;
    const answers: string[] = [];
    try {
      for (const address of unroutable) {
        const family = address.includes(":") ? 6 : 4;
        const resolve = (_: string, __: object, done: (...answer: unknown[]) => void) => {
          done(null, [{ address, family }]);
        };
        Object.assign(dns, { lookup: resolve });
        syncBuiltinESMExports();
        const { kind } = await requestLink("http://tea.example/", {
          network: {},
          timeoutMs: 5_000,
        });
        answers.push(`${address} ${kind}`);
      }
    } finally {
      Object.assign(dns, { lookup });
      syncBuiltinESMExports();
    }

    assert.deepEqual(
      answers,
      unroutable.map((address) => `${address} private`),
    );
  });

  it("link requests go to public addresses, also those of IPv4 in IPv6", async () => {
    sites.answer(empty(200));
    const hosts = ["8.8.8.8", "[2606:4700::1111]", "[::ffff:8.8.8.8]", "[64:ff9b::8.8.8.8]"];

    for (const host of hosts) await request(`http://${host}/`);

    assert.equal(sent().length, hosts.length);
  });

  it("a link request says whether the site, the proxy or the caller ended it", async () => {
    const aborting = new AbortController();
    answerWith((path) => (response) => {
      if (path.endsWith("/cut")) response.destroy();
      if (path.endsWith("/abort")) aborting.abort();
    });
    const closed = await request("http://tea.example/cut");
    const late = await request("http://tea.example/never", { timeoutMs: 200 });
    const { signal } = aborting;
    const aborted = await request("http://tea.example/abort", { signal });
    const tunnel = await request("https://tea.example/", { timeoutMs: 1_000 });
    await sites.stop();
    const offline = await request("http://tea.example/");

    assert.deepEqual(closed, { kind: "no-answer", why: "closed" });
    assert.deepEqual(late, { kind: "no-answer", why: "timeout" });
    assert.deepEqual(aborted, { kind: "aborted" });
    assert.deepEqual([tunnel.kind, offline.kind], ["offline", "offline"]);
  });
});
