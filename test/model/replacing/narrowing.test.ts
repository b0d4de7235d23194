import assert from "node:assert/strict";
import { prefilterFor } from "../../../src/model/bulk/replacing/replaceFilter.ts";
import { fields } from "./recipes.ts";

describe("A search that is narrowed on the service", () => {
  const some = (...paths: string[]) => fields.filter(({ path }) => paths.includes(path));
  const asked = (text: string, ...paths: string[]) =>
    prefilterFor({ text, isRegExp: false }, some(...paths));

  it("asks for the text in each field, and in whatever case", () => {
    assert.deepEqual(asked("tea", "title", "seo.keywords.label"), {
      $or: [
        { title: { $containsi: "tea" } },
        { seo: { keywords: { label: { $containsi: "tea" } } } },
      ],
    });
  });

  it("asks for the part alone that every database knows", () => {
    assert.deepEqual(asked("Thé au lait\\", "title"), {
      $or: [{ title: { $containsi: "au lait" } }],
    });
  });

  it("is none where the service can't be asked", () => {
    assert.deepEqual(
      [
        prefilterFor({ text: "tea", isRegExp: true }, some("title")),
        asked("tea", "title", "steps"),
        asked("tea", "sections[sections.text].body"),
        asked("é", "title"),
      ],
      [undefined, undefined, undefined, undefined],
    );
  });
});
