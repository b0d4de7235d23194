import assert from "node:assert/strict";
import { requestLink } from "../../src/client/links/index.ts";
import { empty, redirect, startLoopback } from "../support/loopback.ts";
import type { Loopback, Reply } from "../support/loopback.ts";

describe("Request for a page of another site", () => {
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
    sites.answer((response, received) => {
      reply(received.path, received.method)(response, received);
    });
  };

  it("sends HEAD only if the site answers it with success, and no credentials", async () => {
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

  it("sends GET if the site rejects HEAD, and returns its status", async () => {
    answerWith((_, method) => empty(method === "HEAD" ? 404 : 200));
    const answer = await request("http://tea.example/green");
    sites.answer(empty(404));
    const gone = await request("http://tea.example/gone");

    assert.deepEqual(
      [answer, gone],
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

  it("follows redirects to other sites, and not endlessly", async () => {
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

  it("sends nothing to a private address, and follows no redirect to one", async () => {
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

  it("says whether the site, the proxy or the caller ended the request", async () => {
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
