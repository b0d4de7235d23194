import assert from "node:assert/strict";
import { prefilterFor } from "../../../src/model/batch/textPattern.ts";
import { fields } from "./recipes.ts";

describe("prefilterFor", () => {
  const some = (...paths: string[]) => fields.filter(({ path }) => paths.includes(path));
  const filterByText = (text: string, ...paths: string[]) =>
    prefilterFor({ text, isRegExp: false }, some(...paths));

  it("prefilterFor filters each field by the text, in upper or lower case", () => {
    assert.deepEqual(filterByText("tea", "title", "seo.keywords.label"), {
      $or: [
        { title: { $containsi: "tea" } },
        { seo: { keywords: { label: { $containsi: "tea" } } } },
      ],
    });
  });

  it("prefilterFor filters only by the ASCII part of the text", () => {
    assert.deepEqual(filterByText("Thé au lait\\", "title"), {
      $or: [{ title: { $containsi: "au lait" } }],
    });
  });

  it("prefilterFor returns nothing when the service can't evaluate the filter", () => {
    assert.deepEqual(
      [
        prefilterFor({ text: "tea", isRegExp: true }, some("title")),
        filterByText("tea", "title", "steps"),
        filterByText("tea", "sections[sections.text].body"),
        filterByText("é", "title"),
      ],
      [undefined, undefined, undefined, undefined],
    );
  });
});
