import assert from "node:assert/strict";
import { isShared } from "../../../src/model/schemas/catalog.ts";

describe("isShared", () => {
  const notLocalized = { i18n: { localized: false } };
  const shared = (
    type: string,
    pluginOptions?: { readonly i18n: { readonly localized: boolean } },
  ) => isShared({ type, ...(pluginOptions && { pluginOptions }) }, { localized: true });

  it("isShared is true in a localized type unless the attribute is localized", () => {
    const sharedFlags = [
      shared("string"),
      shared("media", notLocalized),
      shared("text", { i18n: { localized: true } }),
    ];

    assert.deepEqual(sharedFlags, [true, true, false]);
  });

  it("isShared is false for relations and UIDs", () => {
    assert.deepEqual([shared("uid"), shared("relation", notLocalized)], [false, false]);
  });
});
