import assert from "node:assert/strict";
import { isLocal, toServiceUrl } from "../../../src/model/connect/connection.ts";

type Case = readonly [pasted: string, url: string | undefined];

const whole = "https://cms.example.com";

const validCases: readonly Case[] = [
  ["https://cms.example.com", whole],
  ["  https://cms.example.com/ \n", whole],
  ["https://cms.example.com//", whole],
  ["https://cms.example.com/api", whole],
  ["https://cms.example.com/api/", whole],
  ["https://cms.example.com/admin", whole],
  ["https://cms.example.com/admin/", whole],
  ["HTTPS://CMS.Example.Com", whole],
  ["https://cms.example.com:443", whole],
  ["https://cms.example.com/?page=1#top", whole],
  ["cms.example.com", whole],
  ["cms.example.com/admin", whole],
  ["http://cms.example.com", "http://cms.example.com"],
  ["https://example.com/cms/api", "https://example.com/cms"],
  ["https://example.com/apis", "https://example.com/apis"],
  ["https://cms.example.com:8443/", "https://cms.example.com:8443"],
];

const local: readonly Case[] = [
  ["localhost:1337", "http://localhost:1337"],
  ["localhost:1337/admin", "http://localhost:1337"],
  ["127.0.0.1:1337", "http://127.0.0.1:1337"],
  ["[::1]:1337", "http://[::1]:1337"],
  ["https://localhost:1337", "https://localhost:1337"],
];

const none = [
  "",
  "   ",
  "not a url",
  "https://",
  "ftp://cms.example.com",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "https://someone:secret@cms.example.com",
  "someone@cms.example.com",
];

describe("toServiceUrl", () => {
  for (const [pasted, url] of validCases) {
    it(`toServiceUrl returns the service's URL for ${JSON.stringify(pasted)}`, () => {
      const service = toServiceUrl(pasted);

      assert.equal(service, url);
    });
  }

  for (const [pasted, url] of local) {
    it(`toServiceUrl returns ${url} for ${pasted}`, () => {
      const service = toServiceUrl(pasted);

      assert.equal(service, url);
    });
  }

  for (const pasted of none) {
    it(`toServiceUrl returns undefined for ${JSON.stringify(pasted)}`, () => {
      const service = toServiceUrl(pasted);

      assert.equal(service, undefined);
    });
  }
});

describe("isLocal", () => {
  for (const url of [
    "http://localhost:1337",
    "http://cms.localhost",
    "http://[::ffff:127.0.0.1]",
  ]) {
    it(`isLocal recognizes ${url} as this computer`, () => assert.ok(isLocal({ url })));
  }

  it("isLocal recognizes other hosts, also those whose name starts like a local one", () => {
    assert.ok(!isLocal({ url: "http://localhost.example.com" }));
  });
});
