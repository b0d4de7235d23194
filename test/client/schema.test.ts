import assert from "node:assert/strict";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { json } from "../support/loopback.ts";
import { areSent, loopbackCms } from "./loopbackCms.ts";

const get = { method: "GET", query: {}, body: undefined };

describe("Requests of schema()", () => {
  areSent([
    [
      "contentTypes reads the content-type builder",
      (cms) => cms.schema().contentTypes(),
      { ...get, path: "/api/content-type-builder/content-types" },
    ],
    [
      "components reads the content-type builder",
      (cms) => cms.schema().components(),
      { ...get, path: "/api/content-type-builder/components" },
    ],
    [
      "locales reads the i18n plugin",
      (cms) => cms.schema().locales(),
      { ...get, path: "/api/i18n/locales" },
    ],
  ]);
});

describe("Results of schema()", () => {
  const at = loopbackCms();
  const calls: Readonly<
    Record<string, (cms: Cms) => Promise<readonly [CmsError | null, unknown, unknown]>>
  > = {
    contentTypes: (cms) => cms.schema().contentTypes(),
    components: (cms) => cms.schema().components(),
    locales: (cms) => cms.schema().locales(),
  };

  for (const [name, call] of Object.entries(calls)) {
    it(`${name} returns a list, in data or not`, async () => {
      const list = [{ uid: "shared.seo", code: "fr" }];
      at.service.answer(json({ data: list }), json(list));

      const results = [await call(at.cms), await call(at.cms)];

      assert.deepEqual(results, Array(2).fill([null, list, null]));
    });

    it(`${name} returns a ParseError for an answer without a list`, async () => {
      at.service.answer(json({ data: {} }), json("no list"));

      const results = [await call(at.cms), await call(at.cms)];

      assert.deepEqual(
        results.map(([error, ...rest]) => [error?.name, ...rest]),
        Array(2).fill(["ParseError", null, null]),
      );
    });
  }
});
