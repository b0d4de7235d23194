import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { validate } from "../../../src/model/edit/validation.ts";
import { kitchen, recipes } from "../kitchen.ts";

const attributes = new Map<string, AttributeSchema>([
  ["code", { type: "string", regex: "^(a+)+$" }],
  ["title", { type: "string", regex: "^[A-Z]" }],
  ["note", { type: "text", regex: "(" }],
]);

const shapeWith = (draftAndPublish: boolean) => ({
  type: { ...recipes, attributes, draftAndPublish },
  catalog: kitchen,
  capabilities: new Capabilities(),
});

const slow = { code: `${"a".repeat(40)}!` };

describe("Validation with regular expressions", () => {
  it("a regular expression of the schema that takes too long gives a warning, and others are checked", async () => {
    const findings = await validate({ ...slow, title: "tea" }, shapeWith(true), undefined);

    assert.deepEqual(findings, [
      { code: "slow-pattern", pattern: "^(a+)+$", path: ["code"], severity: "warning" },
      { code: "not-matching", pattern: "^[A-Z]", path: ["title"], severity: "warning" },
    ]);
  });

  it("a slow regular expression only gives a warning when the type has no drafts", async () => {
    const findings = await validate({ ...slow, title: "tea" }, shapeWith(false), undefined);

    assert.deepEqual(
      findings.map(({ code, severity }) => [code, severity]),
      [
        ["slow-pattern", "warning"],
        ["not-matching", "error"],
      ],
    );
  });

  it("validation ignores an invalid regular expression and accepts a value that matches", async () => {
    const findings = await validate({ note: "x", title: "Tea", code: "aa" }, shapeWith(true), {});

    assert.deepEqual(findings, []);
  });
});
