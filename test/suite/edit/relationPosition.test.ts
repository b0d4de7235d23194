import assert from "node:assert/strict";
import { referenceFieldAtPath } from "../../../src/editor/edit/relationField.ts";
import { kitchen, recipes } from "../../model/kitchen.ts";

/** Inserts a value at the `|` of a text. Returns the new text and the text that was already typed there. */
function put(marked: string, kind: "relation" | "media" = "relation"): string[] | undefined {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const position = referenceFieldAtPath(text, offset, { type: recipes, catalog: kitchen }, kind);
  if (!position) return undefined;
  const { replaced, before, after, isWholeList, typedText: typed, word } = position;
  const end = replaced.offset + replaced.length;
  assert.ok(replaced.offset <= word.offset && word.offset + word.length <= end);
  const value = isWholeList ? "[X]" : "X";
  return [text.slice(0, replaced.offset) + before + value + after + text.slice(end), typed];
}

describe("Position of a relation value", () => {
  const singleCases = {
    '{"cook": |}': ['{"cook": X}', ""],
    '{"cook": "|"}': ['{"cook": X}', ""],
    '{"cook": "An|na"}': ['{"cook": X}', "An"],
    '{"cook": An|}': ['{"cook": X}', "An"],
    '{"cook": nu|ll}': ['{"cook": X}', ""],
    '{"cook": {"documentId": "a", "name": "An|"}}': ['{"cook": X}', "An"],
    '{"cook": {"do|c": "a"}}': ['{"cook": X}', ""],
    '{"cook": {|}}': ['{"cook": X}', ""],
    '{"cook": |\n"price": 4}': ['{"cook": X,\n"price": 4}', ""],
    '{"cook": "An|\n}': ['{"cook": X\n}', "An"],
  };
  for (const [text, expected] of Object.entries(singleCases)) {
    it(`the position of a relation value is replaced in a single relation: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(put(text), expected);
    });
  }

  const multipleCases = {
    '{"tags": |}': ['{"tags": [X]}', ""],
    '{"tags": nul|l}': ['{"tags": [X]}', ""],
    '{"tags": [|]}': ['{"tags": [X]}', ""],
    '{"tags": ["a|b"]}': ['{"tags": [X]}', "a"],
    '{"tags": [{"documentId": "a"}, |]}': ['{"tags": [{"documentId": "a"}, X]}', ""],
    '{"tags": [{"documentId": "a"}|]}': ['{"tags": [{"documentId": "a"}, X]}', ""],
    '{"tags": [|{"documentId": "a"}]}': ['{"tags": [X,{"documentId": "a"}]}', ""],
    '{"tags": [{"documentId": "a"},\n|\n{"documentId": "b"}]}': [
      '{"tags": [{"documentId": "a"},\nX,\n{"documentId": "b"}]}',
      "",
    ],
    '{"tags": [{"documentId": "a"}, {"word": "w|"}, "c"]}': [
      '{"tags": [{"documentId": "a"}, X, "c"]}',
      "w",
    ],
  };
  for (const [text, expected] of Object.entries(multipleCases)) {
    it(`the position of a relation value is extended by commas in a list: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(put(text), expected);
    });
  }

  it("the position of a relation value is found in a component of a dynamic zone, and for media", () => {
    assert.deepEqual(
      [
        put('{"sections": [{"__component": "sections.quote", "author": |}]}'),
        put('{"seo": {"shareImage": {"name": "te|a.jpg"}}}', "media"),
      ],
      [
        ['{"sections": [{"__component": "sections.quote", "author": X}]}', ""],
        ['{"seo": {"shareImage": X}}', "te"],
      ],
    );
  });

  const elsewhere = [
    '{"ti|tle": ""}',
    '{"title": "|"}',
    '{"co|ok": null}',
    '{"cook": {"documentId": "a"} |}',
    '{"tags": [] |}',
    '{"tags": |[]}',
    '{"menu": "|"}',
    '{"cover": "|"}',
    '{"sections": [{"author": "|"}]}',
  ];
  for (const text of elsewhere) {
    it(`the position of a relation value is not found: ${text}`, () => {
      assert.equal(put(text), undefined);
    });
  }
});
