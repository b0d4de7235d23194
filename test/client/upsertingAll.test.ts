import assert from "node:assert/strict";
import type { Filters } from "../../src/client/index.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

const payload = { data: { title: "Tea" } };

describe("Upserting with filters that would match everything", () => {
  const at = loopbackCms();
  const nothing: Readonly<Record<string, Filters>> = {
    "no condition": {},
    "an empty list": { slug: { $in: [] } },
    "a value that is undefined": { slug: { $eq: undefined } },
    // Callers without types can leave them out.
    "filters that are undefined": undefined as unknown as Filters,
    "filters that are null": null as unknown as Filters,
  };

  for (const [what, filters] of Object.entries(nothing)) {
    it(`is refused for ${what}, and nothing is sent`, async () => {
      const [error, ...rest] = await at.cms
        .collection<Article>("articles")
        .upsert({ payload, filters });

      assert.deepEqual([error?.name, ...rest], ["RequestError", null, null]);
      assert.deepEqual(at.sent(), []);
    });
  }
});
