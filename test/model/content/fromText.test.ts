import assert from "node:assert/strict";
import { fromText, toText } from "../../../src/model/content/documentText.ts";
import { must } from "../outcomes.ts";

type Refused = readonly [what: string, text: string, line: number, column: number];

const invalid: readonly Refused[] = [
  ["an empty text", "", 1, 1],
  ["a missing value", '{\n  "title": }', 2, 12],
  ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ["a trailing comma", '{\n  "a": 1,\n}', 3, 1],
  ["a trailing comma in a list", '{ "a": [1,] }', 1, 11],
  ["a comment", '{\n  // mine\n  "a": 1\n}', 2, 3],
  ["a comment at the end", "{} /* mine */", 1, 4],
  ["single quotes", "{ 'a': 1 }", 1, 3],
  ["a line break in a string", '{ "a": "x\ny" }', 1, 8],
  ["a second value", "{}\n{}", 2, 1],
  ["a number that begins with 0", '{ "a": 01 }', 1, 9],
  ["an object that does not end", '{ "a": 1', 1, 9],
];

const lossy: readonly (readonly [code: string, ...refused: Refused])[] = [
  ["doubled-key", "a duplicate key", '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}', 4, 3],
  [
    "doubled-key",
    "a duplicate key written with an escape",
    String.raw`{ "a": 1, "\u0061": 2 }`,
    1,
    11,
  ],
  ["doubled-key", "a duplicate key in a list", '{ "list": [{}, { "x": 1, "x": 1 }] }', 1, 26],
  ["rounded-number", "an integer beyond 2^53", '{ "a": 9007199254740993 }', 1, 8],
  ["doubled-key", "a duplicate key in formatted text", '{\n  "a": 1,\n  "a": 1\n}\n', 3, 3],
  [
    "rounded-number",
    "an integer beyond 2^53 in formatted text",
    '{\n  "a": [\n    12345678901234567890\n  ]\n}\n',
    3,
    5,
  ],
  [
    "rounded-number",
    "an integer beyond 2^53 with a decimal point",
    '{ "a": 9007199254740993.0 }',
    1,
    8,
  ],
  [
    "rounded-number",
    "an integer beyond 2^53 with an exponent",
    '{ "a": 90071992547409.93e2 }',
    1,
    8,
  ],
  ["rounded-number", "a number too large for a double", '{\n  "a": [1e999]\n}', 2, 9],
];

describe("fromText, for nested text", () => {
  it("fromText reads up to 1,000 levels, whatever brackets its strings contain", () => {
    const text = `{"a":${"[".repeat(999)}"\\"${"[{".repeat(600)}\\\\"${"]".repeat(999)}}`;

    const content = must(fromText(text));

    assert.equal(JSON.stringify(content), text);
  });
});

describe("fromText, for invalid text", () => {
  for (const [what, text, line, column] of invalid) {
    it(`fromText reports line and column for ${what}`, () => {
      const outcome = fromText(text);

      assert.deepEqual(outcome, [{ code: "invalid-json", line, column }, null]);
    });
  }

  const nested = (depth: number) => "[".repeat(depth);
  const deep: readonly Refused[] = [
    ["lists", `{\n"a":${nested(6_000)}${"]".repeat(6_000)}}`, 2, 1_004],
    ["lists that do not end", `{\n"a":${nested(200_000)}`, 2, 1_004],
    ["objects", `${'{"a":'.repeat(6_000)}1${"}".repeat(6_000)}`, 1, 5_001],
  ];
  for (const [what, text, line, column] of deep) {
    it(`fromText reports line and column for text nested too deeply: ${what}`, () => {
      const outcome = fromText(text);

      assert.deepEqual(outcome, [{ code: "too-deep", line, column }, null]);
    });
  }

  for (const [code, what, text, line, column] of lossy) {
    it(`fromText reports line and column for ${what}, which JSON.parse would change`, () => {
      const outcome = fromText(text);

      assert.deepEqual(outcome, [{ code, line, column }, null]);
    });
  }

  for (const text of ["[]", "null", '"title"', "7", "true"]) {
    it(`fromText rejects ${text} because it is not an object`, () => {
      const outcome = fromText(text);

      assert.deepEqual(outcome, [{ code: "not-an-object" }, null]);
    });
  }

  it("fromText accepts exactly the texts that JSON.parse accepts, for a text damaged at any position", () => {
    const good = toText({ a: 'x\\"{[:', b: [1.5e3, -0.25, true, null], c: { d: "é\u2028" } });
    const damage = [
      "",
      '"',
      "{",
      "]",
      ",",
      ":",
      "\\",
      "/",
      "0",
      "-",
      "e",
      "\u0000",
      "\uFEFF",
      "\t",
    ];
    const damaged = Array.from(good, (_, at) =>
      damage.map((sign) => good.slice(0, at) + sign + good.slice(at + 1)),
    ).flat();

    const disagreeing = damaged.filter((text) => isTaken(text) !== isStrictJson(text));

    assert.deepEqual(disagreeing, []);
  });
});

describe("fromText, for valid text", () => {
  it("fromText returns the value, whatever the white space", () => {
    const value = must(fromText('\r\n\t{"a":[ 1 , 2.5 ],\n\n"b" : { } , "": null}  '));

    assert.deepEqual(value, { a: [1, 2.5], b: {}, "": null });
  });

  it("fromText allows the same key in two objects", () => {
    const value = must(fromText('{ "a": { "id": 1 }, "b": [{ "id": 1 }, { "id": 2 }] }'));

    assert.deepEqual(value, { a: { id: 1 }, b: [{ id: 1 }, { id: 2 }] });
  });

  it("fromText keeps long numbers that a double represents exactly", () => {
    const text = "[9007199254740992,12345678901234567000,1e+21,0.1,-0,1E5]";

    const value = must(fromText(`{"numbers":${text}}`));

    assert.deepEqual(value, { numbers: JSON.parse(text) as unknown });
  });

  it("fromText reads __proto__ as an own key, and changes no other object", () => {
    const value = must(fromText('{ "__proto__": { "polluted": true }, "title": "Tea" }'));

    const facts = [Object.keys(value), "polluted" in value, "polluted" in {}];
    assert.deepEqual(facts, [["__proto__", "title"], false, false]);
  });

  it("fromText returns the same content for the text that toText writes", () => {
    const content = { title: 'Tea "for" two\n\u2028\\', list: [{}, [], null, 1e21], "": false };

    const value = must(fromText(toText(content)));

    assert.deepEqual(value, content);
  });
});

const isTaken = (text: string): boolean => fromText(text)[0] === null;

function isStrictJson(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
