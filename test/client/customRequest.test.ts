import assert from "node:assert/strict";
import type { CustomRequest } from "../../src/client/index.ts";
import { empty, hangUp, json, refusal } from "../support/loopback.ts";
import { loopbackCms, token } from "./loopbackCms.ts";
import { owning } from "./owning.ts";
import { createCms } from "../../src/client/index.ts";

describe("request()", () => {
  const at = loopbackCms();
  const endAfterTest = owning();

  it("request() sends the method, the path, the query and the body, and returns the parsed body", async () => {
    at.service.answer(json({ sent: 3 }));
    const body = { to: "ada@example.com" };

    const result = await at.cms.request<{ sent: number }>({
      ...{ method: "POST", path: "reports/weekly/send", query: { weeks: [1, 2], status: "open" } },
      body,
    });

    assert.deepEqual(result, [null, { sent: 3 }, null]);
    const [sent] = at.service.requests;
    assert.deepEqual(at.sent(), [
      {
        ...{ method: "POST", path: "/api/reports/weekly/send", body },
        query: { weeks: ["1", "2"], status: "open" },
      },
    ]);
    assert.equal(sent?.headers.authorization, `Bearer ${token}`);
  });

  it("request() sends a GET without a method, and encodes the path", async () => {
    at.service.answer(json([]));

    await at.cms.request({ path: "/tea rooms/Zürich:1" });

    assert.deepEqual(
      at.sent().map(({ method, path }) => [method, path]),
      [["GET", "/api/tea%20rooms/Z%C3%BCrich%3A1"]],
    );
  });

  it("request() returns null for an empty body, and the error of the status", async () => {
    at.service.answer(empty(), refusal(403, "ForbiddenError", "No."));

    const [, data] = await at.cms.request({ method: "DELETE", path: "reports/1" });
    const [error] = await at.cms.request({ path: "reports/1" });

    assert.deepEqual([data, error?.name], [null, "ForbiddenError"]);
  });

  const outside = [
    ...["", "/", "//other.example.com", "//other.example.com/api", "reports//1", "reports/"],
    ...["..", "../admin/users", "reports/../../admin", "./reports", "reports/.", "/..", "/../x"],
    ...["\\\\other.example.com", "reports\\..\\..", "/\\other.example.com", "..\\admin"],
    ...["%2e%2e/admin", "%2E%2E", ".%2e/x", "%252e%252e/x", "reports%2f..%2fadmin", "a%5c..%5cb"],
    ...["https://other.example.com/", "https://other.example.com/api/articles"],
    ...["reports?status=1", "reports#top", "a\tb", "..\n", "\u0000", "re\rports", "\ud800"],
  ];
  for (const path of outside) {
    it(`request() sends nothing for the path ${JSON.stringify(path)}`, async () => {
      at.service.answer(json({}));

      const [error] = await at.cms.request({ path });
      const [refused] = await at.cms.request({ method: "DELETE", path });

      assert.deepEqual([error?.name, refused?.name], ["RequestError", "RequestError"]);
      assert.deepEqual(at.sent(), []);
    });
  }

  // A URL parser would read these as another origin or as the parent folder, if they were not encoded.
  for (const path of [
    "https:",
    "user@other.example.com",
    "other.example.com:80",
    "…",
    "．．",
    "..;",
    "a;b=..",
    " .. ",
  ]) {
    it(`request() stays on the service, below /api, for the path ${JSON.stringify(path)}`, async () => {
      at.service.answer(json({}));

      await at.cms.request({ path: `reports/${path}/x` });
      await at.cms.request({ path });

      const { href } = new URL("/api/", at.service.url);
      for (const { path: sent } of at.sent()) {
        assert.ok(new URL(sent, at.service.url).href.startsWith(href), sent);
      }
      assert.equal(at.sent().length, 2);
    });
  }

  for (const [what, input] of Object.entries<object>({
    "a path that is a list": { path: ["reports"] },
    "no path": {},
    "another method": { path: "reports", method: "CONNECT" },
    "a method in lower case": { path: "reports", method: "post" },
    "a GET with a body": { path: "reports", body: {} },
    "a filter that is lost on the way": { path: "reports", query: { filters: { title: {} } } },
    "a body that can't be written": { path: "reports", method: "POST", body: 1n },
  })) {
    it(`request() returns a RequestError for ${what}`, async () => {
      const [error] = await at.cms.request(input as CustomRequest);

      assert.deepEqual([error?.name, at.sent()], ["RequestError", []]);
    });
  }

  it("request() asks isWriteAllowed before every method but GET", async () => {
    at.service.answer(json({}));
    const options = { baseUrl: at.service.url, isWriteAllowed: () => false };
    const locked = endAfterTest(createCms(options));

    const names: unknown[] = [];
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "GET"] as const) {
      const [error] = await locked.request({ method, path: "reports" });
      names.push(error?.name);
    }

    assert.deepEqual(names, [...Array.from({ length: 4 }, () => "WriteDeniedError"), undefined]);
    assert.equal(at.sent().length, 1);
  });

  it("request() retries a read, and sends a write once", async () => {
    at.service.answer(hangUp, json({}));
    const [read] = await at.cms.request({ path: "reports" });
    at.service.answer(hangUp, json({}));
    const [written] = await at.cms.request({ method: "PATCH", path: "reports/1" });

    assert.deepEqual([read, written?.name], [null, "NetworkError"]);
    assert.deepEqual(
      at.sent().map(({ method }) => method),
      ["GET", "GET", "PATCH"],
    );
  });
});
