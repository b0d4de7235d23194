import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { createAdmin } from "../../src/client/admin/index.ts";
import { createCms } from "../../src/client/index.ts";
import { json, startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";

describe("createCms", () => {
  const none = {
    empty: "",
    blank: "   ",
    "a host name only": "cms.example.com",
    "a host name with a port": "localhost:1337",
    "a path": "/api",
    "a file URL": "file:///tmp/cms",
    "an FTP URL": "ftp://cms.example.com",
    "a javascript: URL": "javascript:alert(1)",
    "a URL with an invalid port": "http://cms.example.com:99999",
  };
  for (const [what, baseUrl] of Object.entries(none)) {
    it(`createCms throws a TypeError for a base URL that is ${what}`, () => {
      assert.throws(() => createCms({ baseUrl }), TypeError);
    });
  }

  for (const apiPrefix of ["..", "a/../b", "a//b", "a b", "v1?x=1", "%2e%2e"]) {
    it(`createCms throws a TypeError for the API prefix "${apiPrefix}"`, () => {
      assert.throws(() => createCms({ baseUrl: "https://cms.example.com", apiPrefix }), TypeError);
    });
  }

  it("createCms does not show the credentials of an invalid base URL in its error", () => {
    const baseUrl = "http://ada:secret@cms.example.com:99999";

    assert.throws(
      () => createCms({ baseUrl }),
      (error) => !inspect(error).includes("secret"),
    );
  });
});

describe("URLs of requests", () => {
  let service: Loopback;
  beforeEach(async () => {
    service = await startLoopback();
    service.answer(json([]));
  });
  afterEach(() => service.stop());

  const bases: readonly (readonly [what: string, addition: string, path: string])[] = [
    ["adds /api to the host", "", "/api/users"],
    ["has no double slash when the base URL ends with a slash", "/", "/api/users"],
    ["keeps the path of the base URL before /api", "/cms", "/cms/api/users"],
    ["keeps several path segments of the base URL before /api", "/a/b%20c//", "/a/b%20c/api/users"],
    ["is the same when the base URL is that of the content API", "/cms/api", "/cms/api/users"],
    ["is the same when the base URL ends with /api/", "/api/", "/api/users"],
    ["drops the query and the fragment of the base URL", "/cms?token=1#top", "/cms/api/users"],
  ];

  it("a request's URL stays below the path of the base URL and encodes any type and documentId", async () => {
    const base = `${service.url}/tea/room`;
    const cms = createCms({ baseUrl: base, retries: 0 });
    const odd = [
      "..",
      ".",
      "",
      "%2e%2e",
      "%2F",
      "../..",
      "a/b",
      "\\..",
      "?",
      "#",
      "__proto__",
      "\0",
    ];
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const part = fc.oneof(fc.constantFrom(...odd), fc.string(), fc.string({ unit, maxLength: 9 }));

    await fc.assert(
      fc.asyncProperty(part, part, fc.boolean(), async (type, documentId, isDelete) => {
        const before = service.requests.length;
        const collection = cms.collection<{ documentId: string }>(type);

        const [error] = isDelete
          ? await collection.delete({ documentId })
          : await collection.find({ documentId });

        const requestedPaths = service.requests.slice(before).map(({ path }) => path);
        const isRefused = error?.name === "RequestError";
        assert.equal(requestedPaths.length, isRefused ? 0 : 1);
        for (const path of requestedPaths) {
          assert.equal(new URL(path, base).pathname, path);
          assert.ok(path.startsWith("/tea/room/api/"), path);
          const segments = path.slice("/tea/room/api/".length).split("/");
          assert.deepEqual(segments.map(decodeURIComponent), [type, documentId]);
        }
      }),
      { seed: 7, numRuns: 400 },
    );
    await cms.close();
  });

  it("a request's URL keeps /api of the base URL before an API prefix that is set", async () => {
    const cms = createCms({ baseUrl: `${service.url}/api`, apiPrefix: "api" });

    await cms.users().findMany();
    await cms.close();

    assert.equal(service.requests[0]?.path, "/api/api/users");
  });

  const prefixes: readonly (readonly [apiPrefix: string, path: string])[] = [
    ["v1", "/cms/v1/users"],
    ["/v1/", "/cms/v1/users"],
    ["content/v1", "/cms/content/v1/users"],
    ["", "/cms/users"],
    ["/", "/cms/users"],
  ];
  for (const [apiPrefix, path] of prefixes) {
    it(`a request's URL has the API prefix ${JSON.stringify(apiPrefix)} after the path of the base URL`, async () => {
      const cms = createCms({ baseUrl: `${service.url}/cms`, apiPrefix });

      await cms.users().findMany();
      await cms.close();

      assert.deepEqual(
        service.requests.map((request) => request.path),
        [path],
      );
    });
  }

  it("URLs of the admin panel and of a file's content have no API prefix", async () => {
    const cms = createCms({ baseUrl: `${service.url}/cms`, apiPrefix: "content/v1" });

    await createAdmin(cms).me();
    await cms.upload().content({ url: "/uploads/kettle.jpg" });
    await cms.close();

    assert.deepEqual(
      service.requests.map((request) => request.path),
      ["/cms/admin/users/me", "/cms/uploads/kettle.jpg"],
    );
  });

  for (const [what, addition, path] of bases) {
    it(`a request's URL ${what}`, async () => {
      const cms = createCms({ baseUrl: service.url + addition });

      await cms.users().findMany();
      await cms.close();

      assert.deepEqual(
        service.requests.map((request) => [request.path, request.query]),
        [[path, {}]],
      );
    });
  }
});
