import assert from "node:assert/strict";
import {
  boolean,
  choice,
  list,
  number,
  object,
  optional,
  readShape,
  record,
  text,
} from "../../../src/model/foundation/jsonShape.ts";
import { similarKey } from "../../../src/model/foundation/json.ts";
import { must } from "../outcomes.ts";

interface Sample {
  readonly name: string;
  readonly size?: number;
  readonly parts?: readonly { readonly kind: "a" | "b"; readonly isOn?: boolean }[];
  readonly sums?: Readonly<Record<string, string>>;
}

const sample = object<Sample>({
  name: text,
  size: optional(number),
  parts: optional(
    list(
      object<NonNullable<Sample["parts"]>[number]>({
        kind: choice("a", "b"),
        isOn: optional(boolean),
      }),
    ),
  ),
  sums: optional(record(text)),
});

describe("JSON with a shape", () => {
  const whole: Sample = {
    name: "x",
    size: 1,
    parts: [{ kind: "a", isOn: true }],
    sums: { y: "z" },
  };

  it("a JSON text is read to its value, with or without a byte order mark and optional parts", () => {
    for (const value of [whole, { name: "x" }]) {
      for (const mark of ["", "\uFEFF"]) {
        assert.deepEqual(must(readShape(mark + JSON.stringify(value), sample)), value);
      }
    }
  });

  const wrong: readonly (readonly [text: string, path: string, why: string, at: string])[] = [
    ["[]", "", "wrong-type", "1:1"],
    ["null", "", "wrong-type", "1:1"],
    ["{}", "name", "missing", "1:1"],
    ['{"name":1}', "name", "wrong-type", "1:9"],
    ['{"name":null}', "name", "wrong-type", "1:9"],
    ['\uFEFF{"nam":"x"}', "nam", "unknown", "1:2"],
    ['{"name":"x",\n "toString":1}', "toString", "unknown", "2:2"],
    ['{"name":"x","__proto__":{}}', "__proto__", "unknown", "1:13"],
    ['{"name":"x","size":"1"}', "size", "wrong-type", "1:20"],
    ['{"name":"x","parts":{}}', "parts", "wrong-type", "1:21"],
    ['{"name":"x","parts":[{}]}', "parts.0.kind", "missing", "1:22"],
    ['{"name":"x","parts":[{"kind":"c"}]}', "parts.0.kind", "wrong-choice", "1:30"],
    ['{"name":"x","parts":[{"kind":"a","isOn":0}]}', "parts.0.isOn", "wrong-type", "1:41"],
    ['{"name":"x","sums":[]}', "sums", "wrong-type", "1:20"],
    ['{"name":"x","sums":{"y":1}}', "sums.y", "wrong-type", "1:25"],
  ];
  for (const [content, path, why, at] of wrong) {
    it(`a JSON text is rejected with the position of the first misfit: ${JSON.stringify(content)}`, () => {
      const [failure] = readShape(content, sample);

      assert.equal(failure?.code, "misfit");
      const { misfit, line, column } = failure;
      assert.deepEqual([misfit.path.join("."), misfit.why, `${line}:${column}`], [path, why, at]);
    });
  }

  it("a JSON text is rejected with the position of a duplicate key, and of a text that is not JSON", () => {
    const failures = ['{"name":"x","name":"y"}', '{"name":}'].map(
      (json) => readShape(json, sample)[0],
    );

    assert.deepEqual(failures, [
      { code: "doubled-key", line: 1, column: 13 },
      { code: "invalid-json", line: 1, column: 9 },
    ]);
  });
});

describe("Misspelled keys", () => {
  const known = ["check", "from", "format", "environment", "to"];
  const keys: readonly (readonly [key: string, similar: string | undefined])[] = [
    ["chek", "check"],
    ["form", "from"],
    ["formt", "format"],
    ["enviroment", "environment"],
    ["envrionmnet", "environment"],
    ["ot", "to"],
    ["url", undefined],
    ["", undefined],
    ["x".repeat(1_000_000), undefined],
  ];
  for (const [key, similar] of keys) {
    it(`the key that a misspelled one stands for is ${similar ?? "unknown"} for ${key.slice(0, 20)}`, () => {
      assert.equal(similarKey(key, known), similar);
    });
  }
});
