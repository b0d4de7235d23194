import assert from "node:assert/strict";
import { fromText, toText } from "../../../src/model/documents/content/documentText.ts";
import { must } from "../outcomes.ts";

type Refused = readonly [what: string, text: string, line: number, column: number];

const invalid: readonly Refused[] = [
  ["nothing at all", "", 1, 1],
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
  ["doubled-key", "a doubled key", '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}', 4, 3],
  ["doubled-key", "a key doubled by an escape", String.raw`{ "a": 1, "\u0061": 2 }`, 1, 11],
  ["doubled-key", "a doubled key in a list", '{ "list": [{}, { "x": 1, "x": 1 }] }', 1, 26],
  ["rounded-number", "a whole number too long to be kept", '{ "a": 9007199254740993 }', 1, 8],
  [
    "doubled-key",
    "a doubled key in a text laid out as our own",
    '{\n  "a": 1,\n  "a": 1\n}\n',
    3,
    3,
  ],
  [
    "rounded-number",
    "a long whole number in a text laid out as our own",
    '{\n  "a": [\n    12345678901234567890\n  ]\n}\n',
    3,
    5,
  ],
  ["rounded-number", "the same with a point", '{ "a": 9007199254740993.0 }', 1, 8],
  ["rounded-number", "the same with an exponent", '{ "a": 90071992547409.93e2 }', 1, 8],
  ["rounded-number", "a number too large to be kept", '{\n  "a": [1e999]\n}', 2, 9],
];

describe("A text that is nested", () => {
  it("is read up to 1,000 levels, however many brackets its strings have", () => {
    const text = `{"a":${"[".repeat(999)}"\\"${"[{".repeat(600)}\\\\"${"]".repeat(999)}}`;

    const content = must(fromText(text));

    assert.equal(JSON.stringify(content), text);
  });
});

describe("A text that is no document", () => {
  for (const [what, text, line, column] of invalid) {
    it(`is refused with line and column for ${what}`, () => {
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
    it(`is refused with line and column where it is nested too deeply: ${what}`, () => {
      const outcome = fromText(text);

      assert.deepEqual(outcome, [{ code: "too-deep", line, column }, null]);
    });
  }

  for (const [code, what, text, line, column] of lossy) {
    it(`is refused with line and column for ${what}, which would be lost without a word`, () => {
      const outcome = fromText(text);

      assert.deepEqual(outcome, [{ code, line, column }, null]);
    });
  }

  for (const text of ["[]", "null", '"title"', "7", "true"]) {
    it(`is refused as no object: ${text}`, () => {
      const outcome = fromText(text);

      assert.deepEqual(outcome, [{ code: "not-an-object" }, null]);
    });
  }

  it("is never a reason to throw, wherever a good one was cut or damaged", () => {
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

describe("A text that is a document", () => {
  it("says what it says, whatever its white space", () => {
    const value = must(fromText('\r\n\t{"a":[ 1 , 2.5 ],\n\n"b" : { } , "": null}  '));

    assert.deepEqual(value, { a: [1, 2.5], b: {}, "": null });
  });

  it("may use a key in two objects", () => {
    const value = must(fromText('{ "a": { "id": 1 }, "b": [{ "id": 1 }, { "id": 2 }] }'));

    assert.deepEqual(value, { a: { id: 1 }, b: [{ id: 1 }, { id: 2 }] });
  });

  it("may hold long numbers that mean themselves, as the service itself writes them", () => {
    const text = "[9007199254740992,12345678901234567000,1e+21,0.1,-0,1E5]";

    const value = must(fromText(`{"numbers":${text}}`));

    assert.deepEqual(value, { numbers: JSON.parse(text) as unknown });
  });

  it("may have __proto__ as a key: it is a key like any other, and harms no other object", () => {
    const value = must(fromText('{ "__proto__": { "polluted": true }, "title": "Tea" }'));

    const seen = [Object.keys(value), "polluted" in value, "polluted" in {}];
    assert.deepEqual(seen, [["__proto__", "title"], false, false]);
  });

  it("comes back from its own text as it was", () => {
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
