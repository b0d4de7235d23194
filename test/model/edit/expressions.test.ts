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

describe("Validation with a regular expression of the schema", () => {
  it("warns when the expression takes too long, and checks the other attributes", async () => {
    const findings = await validate({ ...slow, title: "tea" }, shapeWith(true), undefined);

    assert.deepEqual(findings, [
      { code: "slow-pattern", pattern: "^(a+)+$", path: ["code"], severity: "warning" },
      { code: "not-matching", pattern: "^[A-Z]", path: ["title"], severity: "warning" },
    ]);
  });

  it("only warns about a slow expression when the type has no drafts", async () => {
    const findings = await validate({ ...slow, title: "tea" }, shapeWith(false), undefined);

    assert.deepEqual(
      findings.map(({ code, severity }) => [code, severity]),
      [
        ["slow-pattern", "warning"],
        ["not-matching", "error"],
      ],
    );
  });

  it("ignores an invalid expression and accepts a value that matches", async () => {
    const findings = await validate({ note: "x", title: "Tea", code: "aa" }, shapeWith(true), {});

    assert.deepEqual(findings, []);
  });
});
