import assert from "node:assert/strict";
import { inspect } from "node:util";
import { createCms } from "../../src/client/index.ts";
import { json, startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";

describe("The address of a service", () => {
  const none = {
    "a blank one": "",
    "a few blanks": "   ",
    "a name alone": "cms.example.com",
    "a name and a port": "localhost:1337",
    "a path": "/api",
    "a file": "file:///tmp/cms",
    "another protocol": "ftp://cms.example.com",
    "a script": "javascript:alert(1)",
    "a port that is none": "http://cms.example.com:99999",
  };
  for (const [what, baseUrl] of Object.entries(none)) {
    it(`throws a TypeError, when the client is made, for ${what}`, () => {
      assert.throws(() => createCms({ baseUrl }), TypeError);
    });
  }

  it("that can't be read does not show its credentials", () => {
    const baseUrl = "http://ada:secret@cms.example.com:99999";

    assert.throws(
      () => createCms({ baseUrl }),
      (error) => !inspect(error).includes("secret"),
    );
  });
});

describe("The address that a request goes to", () => {
  let service: Loopback;
  beforeEach(async () => {
    service = await startLoopback();
    service.answer(json([]));
  });
  afterEach(() => service.stop());

  const bases: readonly (readonly [what: string, addition: string, path: string])[] = [
    ["has /api behind the host", "", "/api/users"],
    ["does not double a slash", "/", "/api/users"],
    ["keeps a path in front of /api", "/cms", "/cms/api/users"],
    ["keeps a longer path in front of /api", "/a/b%20c//", "/a/b%20c/api/users"],
    ["drops a query and a fragment", "/cms?token=1#top", "/cms/api/users"],
  ];
  for (const [what, addition, path] of bases) {
    it(what, async () => {
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
