import assert from "node:assert/strict";
import fc from "fast-check";
import { attributeNameOf, isObject } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { fromText, toContent, toText } from "../../../src/model/content/documentText.ts";
import { changedPaths, merge } from "../../../src/model/content/merge.ts";
import { changesBetween } from "../../../src/model/writing/changedFields.ts";
import { toJsonSchema } from "../../../src/model/edit/jsonSchema.ts";
import type { TypeInCatalog } from "../../../src/model/schemas/catalog.ts";
import { anySample } from "../records/anySchema.ts";
import { must } from "../outcomes.ts";

/** A content with another text in every second attribute that holds one, from the first or second. */
function edited(content: JsonObject, { type }: TypeInCatalog, remainder: 0 | 1): JsonObject {
  const texts = Object.keys(content).filter((name) =>
    /^(string|text|richtext)$/.test(type.attributes.get(name)?.type ?? ""),
  );
  const names = new Set(texts.filter((_, at) => at % 2 === remainder));
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      names.has(name) ? `${JSON.stringify(value)} edited` : value,
    ]),
  );
}

const editedNames = (content: JsonObject, other: JsonObject): string[] =>
  Object.keys(content)
    .filter((name) => content[name] !== other[name])
    .sort();

const check = (property: (shape: TypeInCatalog, content: JsonObject) => void): void => {
  fc.assert(
    fc.property(anySample, ({ shape, rows }) => {
      for (const row of rows) {
        const service = { ...shape, connection: "c1" };
        property(shape, toContent(row, { documentId: "any1" }, service));
      }
    }),
    { seed: 20_261_129, numRuns: 200 },
  );
};

describe("Documents with attributes of any name", () => {
  it("a document with attributes of any name has the same content after it was a text", () => {
    check((_, content) => {
      assert.deepEqual(must(fromText(toText(content))), JSON.parse(JSON.stringify(content)));
    });
  });

  it("a schema for the editor has a property for each attribute in a text", () => {
    check((shape, content) => {
      const words = { describe: () => "", facts: "", today: "", now: "" };
      const schema = toJsonSchema(shape.type, shape.catalog, words);

      const properties = schema["properties"];
      assert.ok(isObject(properties));
      assert.deepEqual(
        Object.keys(content).filter((name) => !Object.hasOwn(properties, name)),
        [],
      );
    });
  });

  it("a save of attributes of any name sends those that were edited", () => {
    check((shape, content) => {
      const now = edited(content, shape, 0);

      const { data } = must(changesBetween(content, now, shape));

      const names = editedNames(content, now);
      assert.deepEqual(Object.keys(data).sort(), names);
      assert.deepEqual(
        names.map((name) => data[name]),
        names.map((name) => now[name]),
      );
    });
  });

  it("a merge of attributes of any name keeps the edits of both sides", () => {
    check((shape, base) => {
      const [mine, theirs] = [edited(base, shape, 0), edited(base, shape, 1)];

      const { merged, conflicts } = merge({ base, mine, theirs }, shape);
      const changed = changedPaths(base, theirs, shape).map(attributeNameOf);

      assert.deepEqual([...conflicts], []);
      for (const name of Object.keys(base))
        assert.equal(merged[name], mine[name] === base[name] ? theirs[name] : mine[name]);
      assert.deepEqual([...new Set(changed)].sort(), editedNames(base, theirs));
    });
  });
});
