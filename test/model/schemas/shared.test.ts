import assert from "node:assert/strict";
import { isShared } from "../../../src/model/schemas/catalog.ts";

describe("An attribute of a type with locales", () => {
  const notLocalized = { i18n: { localized: false } };
  const shared = (
    type: string,
    pluginOptions?: { readonly i18n: { readonly localized: boolean } },
  ) => isShared({ type, ...(pluginOptions && { pluginOptions }) }, { localized: true });

  it("has one value for all of them unless it is marked as localized", () => {
    const found = [
      shared("string"),
      shared("media", notLocalized),
      shared("text", { i18n: { localized: true } }),
    ];

    assert.deepEqual(found, [true, true, false]);
  });

  it("has a value for each where it is a relation or a UID, whatever it is marked as", () => {
    assert.deepEqual([shared("uid"), shared("relation", notLocalized)], [false, false]);
  });
});
