import assert from "node:assert/strict";
import { checkRules } from "../../src/model/check/checkRules.ts";
import { connectionsIn } from "../../src/model/connect/connectionSettings.ts";
import { entry, goodEntries, oddEntries } from "../model/connect/settingEntries.ts";
import { manifest } from "./manifest.ts";

/** The JSON Schema keywords that the setting uses. */
interface Schema {
  readonly type?: "object" | "array" | "string";
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

const { properties: settings } = manifest.contributes.configuration;
const { items: schema } = settings["cms.connections"] as { readonly items: Schema };

/** Whether a value matches a schema. As in VS Code, patterns match code points. */
function fits(value: unknown, rule: Schema): boolean {
  if (rule.enum) return rule.enum.includes(value);
  if (rule.type === "string") return typeof value === "string" && isText(value, rule);
  return rule.type === "array" ? isList(value, rule) : isWhole(value, rule);
}

const isList = (value: unknown, { items = {}, maxItems = Infinity }: Schema): boolean =>
  Array.isArray(value) &&
  value.length <= maxItems &&
  value.every((element) => fits(element, items));

const isWhole = (value: unknown, { required = [], properties = {} }: Schema): boolean =>
  typeof value === "object" &&
  value !== null &&
  required.every((key) => Object.hasOwn(value, key)) &&
  Object.entries(value).every(([key, member]) => fits(member, properties[key] ?? { enum: [] }));

const isText = (value: string, { pattern = "", minLength = 0, maxLength = Infinity }: Schema) =>
  value.length >= minLength && value.length <= maxLength && new RegExp(pattern, "u").test(value);

/** Whether the extension accepts an entry as a connection. */
const isTaken = (value: unknown): boolean =>
  connectionsIn([{ source: "workspaceSetting", folder: "/srv", value: [value] }]).connections
    .length === 1;

describe("Schema of cms.connections", () => {
  it("the schema of cms.connections accepts every entry that creates a connection", () => {
    const refused = goodEntries.filter(
      (candidate) => !fits(candidate, schema) || !isTaken(candidate),
    );

    assert.deepEqual(refused, []);
  });

  for (const [what, [, odd]] of Object.entries(oddEntries)) {
    it(`the schema of cms.connections rejects an entry ${what}`, () => {
      assert.deepEqual([fits(odd, schema), isTaken(odd)], [false, false]);
    });
  }

  const wrong = [
    ...["javascript:alert(1)", "ftp://cms.example.com", "ada@cms.example.com", "https://", ""],
    ...["http://ada@cms.example.com", "a b", "https://cms.example.com:none"],
  ];
  for (const url of wrong) {
    it(`the schema of cms.connections rejects the URL ${JSON.stringify(url)}`, () => {
      const written = { ...entry, url };

      assert.deepEqual([fits(written, schema), isTaken(written)], [false, false]);
    });
  }

  it("the schema of cms.connections describes each environment", () => {
    const { environment } = schema.properties as {
      readonly environment: Schema & { enumDescriptions: string[] };
    };

    assert.equal(environment.enumDescriptions.length, environment.enum?.length);
  });
});

describe("Schema of cms.check.rules", () => {
  it("the schema of cms.check.rules has every rule with its default", () => {
    const { properties: rules } = settings["cms.check.rules"] as {
      readonly properties: Readonly<Record<string, { readonly enum: unknown; default: unknown }>>;
    };

    const expected = checkRules.map(({ code, defaultSeverity }) => [
      code,
      { values: ["off", "warning", "error"], usual: defaultSeverity },
    ]);
    const written = Object.entries(rules).map(([code, rule]) => [
      code,
      { values: rule.enum, usual: rule.default },
    ]);
    assert.deepEqual(written, expected);
  });
});
