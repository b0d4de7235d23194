import assert from "node:assert/strict";
import type { Filters } from "../../src/client/index.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

const payload = { data: { title: "Tea" } };

describe("upsert", () => {
  const at = loopbackCms();
  const nothing: Readonly<Record<string, Filters>> = {
    "no condition": {},
    "an empty list": { slug: { $in: [] } },
    "an undefined value": { slug: { $eq: undefined } },
    // The types reject it, but a caller without types can omit them.
    "undefined filters": undefined as unknown as Filters,
    "null filters": null as unknown as Filters,
  };

  for (const [what, filters] of Object.entries(nothing)) {
    it(`upsert with filters that match everything returns a RequestError for ${what}, without a request`, async () => {
      const [error, ...dataAndMeta] = await at.cms
        .collection<Article>("articles")
        .upsert({ payload, filters });

      assert.deepEqual([error?.name, ...dataAndMeta], ["RequestError", null, null]);
      assert.deepEqual(at.sent(), []);
    });
  }
});
