import assert from "node:assert/strict";
import { editsIn } from "../../../src/model/batch/replacementEdits.ts";
import { toReplacement } from "../../../src/model/batch/textPattern.ts";
import type { ReplaceQuery } from "../../../src/model/batch/textPattern.ts";
import { must } from "../outcomes.ts";
import { fields, plainly, replaced, service } from "./recipes.ts";

const summary = async (text: string, query: Partial<ReplaceQuery> & { readonly text: string }) =>
  (await replaced({ summary: text }, query)).content["summary"];

const failureOf = (query: Partial<ReplaceQuery>): unknown =>
  toReplacement({ ...plainly, text: "", ...query })[0]?.code;

describe("Find and Replace patterns", () => {
  it("Find and Replace matches plain text literally, and regular expressions with groups", async () => {
    const became = await Promise.all([
      summary("a.b and aXb", { text: "a.b", replacement: "$1$&" }),
      summary("a.b and aXb", { text: "a(.)b", isRegExp: true, replacement: "$1$$" }),
      summary("Cup cup", { text: "cup", matchCase: true, replacement: "pot" }),
      summary("Éclair éclair", { text: "éclair", replacement: "bun" }),
      summary("tea, steam, thé tea's", { text: "tea", wholeWord: true, replacement: "coffee" }),
      summary("naïve naï", { text: "naï", wholeWord: true, replacement: "x" }),
      summary("one\ntwo", { text: "^t", isRegExp: true, replacement: "T" }),
      summary("a) b", { text: "a)", wholeWord: true, replacement: "c" }),
    ]);

    assert.deepEqual(became, [
      "$1$& and aXb",
      ".$ and X$",
      "Cup pot",
      "bun bun",
      "coffee, steam, thé coffee's",
      "naïve x",
      "one\nTwo",
      "c b",
    ]);
  });

  it("Find and Replace never matches one half of a surrogate pair", async () => {
    assert.equal(
      await summary("🍵", { text: "[\\ud83c]", isRegExp: true, replacement: "x" }),
      "🍵",
    );
    assert.equal(await summary("🍵", { text: "^.$", isRegExp: true, replacement: "tea" }), "tea");
  });

  it("patterns of Find and Replace are rejected when they are invalid or match empty text", async () => {
    const codes = [
      failureOf({ text: "(", isRegExp: true }),
      failureOf({ text: "a)|(b", isRegExp: true, wholeWord: true }),
      failureOf({ text: "" }),
      failureOf({ text: "a*", isRegExp: true }),
      failureOf({ text: "\\b", isRegExp: true }),
      failureOf({ text: "$", isRegExp: true }),
      failureOf({ text: "a*" }),
    ];
    const { pattern, template } = must(
      toReplacement({ ...plainly, text: "(?=t)", isRegExp: true, replacement: "x" }),
    );

    const late = await editsIn({ summary: "tea" }, { pattern, template, fields }, service);

    assert.deepEqual(codes, [
      "invalid-pattern",
      "invalid-pattern",
      ...Array.from({ length: 4 }, () => "matches-nothing"),
      undefined,
    ]);
    assert.deepEqual(late, [{ code: "matches-nothing" }, null]);
  });

  it("Find and Replace stops when a regular expression backtracks without end", async () => {
    const replacement = must(toReplacement({ ...plainly, text: "(a+)+b", isRegExp: true }));

    const outcome = await editsIn({ summary: "a".repeat(60) }, { ...replacement, fields }, service);

    assert.deepEqual(outcome, [{ code: "slow-pattern" }, null]);
  });
});
