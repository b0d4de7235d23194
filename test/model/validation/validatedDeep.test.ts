import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { Capabilities } from "../../../src/model/connections/capabilities.ts";
import { validate } from "../../../src/model/changes/validation/validate.ts";
import { deepest, deepKitchen } from "../deepKitchen.ts";
import { kitchen } from "../kitchen.ts";
import { told } from "./findings.ts";

const shape = { type: deepest, catalog: deepKitchen, capabilities: new Capabilities() };

/** Something wrong for each kind of attribute that has a rule. */
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

describe("What is wrong four levels deep", () => {
  const places: Readonly<Record<string, (inner: JsonObject) => JsonObject>> = {
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
  for (const [path, within] of Object.entries(places)) {
    it(`is found for every kind of attribute: ${path}`, async () => {
      const findings = await validate(within(wrong), shape, undefined);

      assert.deepEqual(sorted(told(findings)), sorted(said.map((one) => `${path}.${one}`)));
    });

    it(`is what an id is that did not stand there: ${path}`, async () => {
      const base = within({ string: "a" });

      const findings = await validate(
        within({ id: 5, mustInteger: 1, mustBlocks: [] }),
        shape,
        base,
      );

      assert.deepEqual(told(findings), [`${path}.id: foreign-id`]);
    });
  }
});

describe("What is as it was", () => {
  const live = { ...shape, type: { ...deepest, draftAndPublish: false } };
  const base = { string: "x".repeat(21), email: "no", text: null };

  it("is not sent: an error in it is a warning, and none where nothing is published", async () => {
    const found = await Promise.all([shape, live].map((one) => validate(base, one, base)));

    assert.deepEqual(
      found.map((findings) => findings.map(({ severity }) => severity)),
      [["warning", "warning"], []],
    );
  });

  it("is all an error once it is changed, where there are no drafts", async () => {
    const findings = await validate({ ...base, email: "nobody" }, live, base);

    assert.deepEqual([told(findings), findings[0]?.severity], [["email: not-an-email"], "error"]);
  });

  it("counts as cleared where its key was taken out", async () => {
    const findings = await validate({}, shape, { mustInteger: 5 });

    assert.deepEqual(told(findings), ["mustInteger: required"]);
  });

  it("is never `$` or `$schema`", async () => {
    assert.deepEqual(await validate({ $: 5, $schema: 6 }, shape, { $: {}, $schema: "a" }), []);
  });

  describe("that a condition shows or hides", () => {
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
        ...told(await validate(content, { ...shape, catalog: kitchen, type }, undefined)),
        ...told(await validate(empty, { ...shape, catalog: kitchen, type }, undefined)),
      ];
    };
    const all = ["count: not-a-number", "inner.none: unknown-key", "count: required"];
    const keys = ["inner.none: unknown-key"];
    const cases: readonly (readonly [what: string, conditions: unknown, found: string[]])[] = [
      ["is checked whole where the condition is met", rule("==", "essay"), all],
      ["is checked whole where it is shown for other values", rule("!=", "note"), all],
      ["has its keys checked where the condition hides it", rule("==", "note"), keys],
      ["has its keys checked where another value shows it", rule("!=", "essay"), keys],
      [
        "has what every save refuses checked where the condition is another expression",
        { visible: { and: [true, { var: "kind" }] } },
        all.slice(0, 2),
      ],
    ];
    for (const [what, conditions, found] of cases) {
      it(what, async () => {
        assert.deepEqual(await findingsOf(conditions, "essay"), found);
      });
    }

    it("compares a number with its text, and nothing with nothing alone", async () => {
      const found = [await findingsOf(rule("==", 5), "5"), await findingsOf(rule("==", null), "")];

      assert.deepEqual(found, [all, keys]);
    });
  });

  it("has no rules for publishing where the condition is not known", async () => {
    const hidden = { type: "string", required: true, conditions: { visible: {} } };
    const type = { ...deepest, attributes: new Map([["it", hidden]]) };

    assert.deepEqual(await validate({ it: null }, { ...shape, type }, undefined), []);
  });
});

describe("What was inferred from documents", () => {
  const inferred = { ...shape, catalog: { ...deepKitchen, source: "inferred" as const } };

  it("is an error where more than its scalars is changed, and none where it is not", async () => {
    const base = { string: "a", one: null, more: [1], integer: 6 };

    const contents = [base, { ...base, one: { documentId: "abc" }, more: 5, date: "soon" }];
    const found = await Promise.all(
      contents.map(async (content) => told(await validate(content, inferred, base))),
    );

    assert.deepEqual(found, [
      ["integer: too-large"],
      ["one: not-seen-whole", "more: not-seen-whole", "integer: too-large", "date: not-a-date"],
    ]);
  });
});
