import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { validate } from "../../../src/model/edit/validation.ts";
import { deepest, deepKitchen } from "../deepKitchen.ts";
import { kitchen } from "../kitchen.ts";
import { reported } from "./findings.ts";

const shape = { type: deepest, catalog: deepKitchen, capabilities: new Capabilities() };

/** An invalid value for each attribute type with a rule. */
const wrong: JsonObject = {
  string: "x".repeat(21),
  text: 5,
  richtext: 5,
  uid: "a b",
  email: "no",
  enumeration: "c",
  boolean: "yes",
  integer: 6,
  mustInteger: null,
  biginteger: 1.5,
  decimal: "x",
  float: {},
  date: "soon",
  time: "10:30",
  datetime: "soon",
  timestamp: "soon",
  blocks: [{ type: "bogus" }],
  mustBlocks: null,
  file: 5,
  files: {},
  one: {},
  many: [5],
  bogus: 1,
};

const said = [
  "string: too-long",
  "text: not-a-text",
  "richtext: not-a-text",
  "uid: not-a-slug",
  "email: not-an-email",
  "enumeration: not-a-choice",
  "boolean: not-a-boolean",
  "integer: too-large",
  "mustInteger: required",
  "biginteger: not-an-integer",
  "decimal: not-a-number",
  "float: not-a-number",
  "date: not-a-date",
  "time: not-a-time",
  "datetime: not-a-moment",
  "timestamp: not-a-moment",
  "blocks.0: not-a-block",
  "mustBlocks: required",
  "file: needs-document-id",
  "files: needs-list",
  "one: needs-document-id",
  "many.0: needs-document-id",
  "bogus: unknown-key",
];

const sorted = (all: readonly string[]): string[] => [...all].sort();

describe("Validation of components four levels deep", () => {
  const nestings: Readonly<Record<string, (inner: JsonObject) => JsonObject>> = {
    "part.must.must.must": (inner) => ({
      part: { id: 1, must: { id: 2, must: { id: 3, must: { id: 4, ...inner } } } },
    }),
    "parts.0.parts.0.parts.0.must": (inner) => ({
      parts: [{ id: 1, parts: [{ id: 2, parts: [{ id: 3, must: { id: 4, ...inner } }] }] }],
    }),
    "zone.0.parts.0.must.parts.0": (inner) => ({
      zone: [
        {
          __component: "level.one",
          id: 1,
          parts: [{ id: 2, must: { id: 3, parts: [{ id: 4, ...inner }] } }],
        },
      ],
    }),
  };
  for (const [path, within] of Object.entries(nestings)) {
    it(`validation of deep components reports every invalid attribute of ${path}`, async () => {
      const findings = await validate(within(wrong), shape, undefined);

      assert.deepEqual(sorted(reported(findings)), sorted(said.map((line) => `${path}.${line}`)));
    });

    it(`validation reports an id that belongs to another component in ${path}`, async () => {
      const base = within({ string: "a" });

      const findings = await validate(
        within({ id: 5, mustInteger: 1, mustBlocks: [] }),
        shape,
        base,
      );

      assert.deepEqual(reported(findings), [`${path}.id: foreign-id`]);
    });
  }
});

describe("Validation of unchanged values", () => {
  const live = { ...shape, type: { ...deepest, draftAndPublish: false } };
  const base = { string: "x".repeat(21), email: "no", text: null };

  it("validation warns about unchanged values when the type has drafts, and ignores them otherwise", async () => {
    const findingLists = await Promise.all(
      [shape, live].map((contentShape) => validate(base, contentShape, base)),
    );

    assert.deepEqual(
      findingLists.map((findings) => findings.map(({ severity }) => severity)),
      [["warning", "warning"], []],
    );
  });

  it("validation reports only the changed value as an error when the type has no drafts", async () => {
    const findings = await validate({ ...base, email: "nobody" }, live, base);

    assert.deepEqual(
      [reported(findings), findings[0]?.severity],
      [["email: not-an-email"], "error"],
    );
  });

  it("validation treats a removed key as a cleared value", async () => {
    const findings = await validate({}, shape, { mustInteger: 5 });

    assert.deepEqual(reported(findings), ["mustInteger: required"]);
  });

  it("validation ignores $ and $schema", async () => {
    assert.deepEqual(await validate({ $: 5, $schema: 6 }, shape, { $: {}, $schema: "a" }), []);
  });

  describe("with conditions", () => {
    const rule = (operator: string, value: unknown) => ({
      visible: { [operator]: [{ var: "kind" }, value] },
    });
    const attributes = (conditions: unknown): Readonly<Record<string, AttributeSchema>> => ({
      kind: { type: "string" },
      count: { type: "integer", required: true, conditions },
      inner: { type: "component", component: "shared.link", conditions },
    });
    const findingsOf = async (conditions: unknown, kind: string) => {
      const type = { ...deepest, attributes: new Map(Object.entries(attributes(conditions))) };
      const content = { kind, count: "many", inner: { none: 1 } };
      const empty = { kind, count: null };
      return [
        ...reported(await validate(content, { ...shape, catalog: kitchen, type }, undefined)),
        ...reported(await validate(empty, { ...shape, catalog: kitchen, type }, undefined)),
      ];
    };
    const all = ["count: not-a-number", "inner.none: unknown-key", "count: required"];
    const keys = ["inner.none: unknown-key"];
    const cases: readonly (readonly [what: string, conditions: unknown, found: string[]])[] = [
      ["checks every rule when the condition is met", rule("==", "essay"), all],
      ["checks every rule when the condition is met by another operator", rule("!=", "note"), all],
      ["checks only keys when the condition is not met", rule("==", "note"), keys],
      [
        "checks only keys when the condition of another operator is not met",
        rule("!=", "essay"),
        keys,
      ],
      [
        "checks only rules of a save when the condition is another expression",
        { visible: { and: [true, { var: "kind" }] } },
        all.slice(0, 2),
      ],
    ];
    for (const [what, conditions, expected] of cases) {
      it(`validation with a condition: ${what}`, async () => {
        assert.deepEqual(await findingsOf(conditions, "essay"), expected);
      });
    }

    it("a condition compares a number with its text, and null only with null", async () => {
      const findingLists = [
        await findingsOf(rule("==", 5), "5"),
        await findingsOf(rule("==", null), ""),
      ];

      assert.deepEqual(findingLists, [all, keys]);
    });
  });

  it("validation skips required attributes when the condition is unknown", async () => {
    const hidden = { type: "string", required: true, conditions: { visible: {} } };
    const type = { ...deepest, attributes: new Map([["it", hidden]]) };

    assert.deepEqual(await validate({ it: null }, { ...shape, type }, undefined), []);
  });
});

describe("Validation with an inferred schema", () => {
  const inferred = { ...shape, catalog: { ...deepKitchen, source: "inferred" as const } };

  it("validation with an inferred schema reports a change of anything but a scalar, and no unchanged value", async () => {
    const base = { string: "a", one: null, more: [1], integer: 6 };

    const contents = [base, { ...base, one: { documentId: "abc" }, more: 5, date: "soon" }];
    const reports = await Promise.all(
      contents.map(async (content) => reported(await validate(content, inferred, base))),
    );

    assert.deepEqual(reports, [
      ["integer: too-large"],
      ["one: not-seen-whole", "more: not-seen-whole", "integer: too-large", "date: not-a-date"],
    ]);
  });
});
