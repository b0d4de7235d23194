import assert from "node:assert/strict";
import { filterFlaws } from "../../../src/model/browse/filterFlaws.ts";
import { fieldsOf } from "../../../src/model/browse/filterFields.ts";
import type { FilterFieldKind } from "../../../src/model/browse/filterFields.ts";
import { operatorsOf } from "../../../src/model/browse/filterOperators.ts";
import type { Operator } from "../../../src/model/browse/filterOperators.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { facts } from "../../services/facts.ts";
import { collectionAddress } from "../lists.ts";
import { openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

/** Fields of each kind, with two values for comparisons. */
const samples: Readonly<
  Record<FilterFieldKind, readonly (readonly [path: string, ...values: Json[]])[]>
> = {
  text: [
    ["title", "Tea", "The"],
    ["summary", "tea", "x"],
    ["body", "tea", "x"],
    ["slug", "tea", "x"],
    ["contactEmail", "a@example.com", "x"],
    ["documentId", "a", "b"],
    ["category.name", "Food", "Travel"],
    ["seo.metaTitle", "Tea", "x"],
    ["cover.name", "tea", "x"],
    ["editor.email", "a@example.com", "x"],
  ],
  choice: [["kind", "guide", "essay"]],
  number: [
    ["readingMinutes", 5, "7"],
    ["rating", 3.5, "4"],
    ["latitude", -1.5, "2.5"],
    ["cover.size", 10, 20],
    ["id", 1, 2],
  ],
  whole: [["archiveNumber", "9007199254740993", 12]],
  flag: [
    ["featured", true, false],
    ["seo.noIndex", true, false],
  ],
  date: [["issueDate", "2024-01-31", "2025-06-01"]],
  time: [["broadcastTime", "10:30:00", "10:30:00.500"]],
  moment: [
    ["embargoUntil", "2024-01-31", "2025-06-01T10:30:00Z"],
    ["updatedAt", "2024", 1_700_000_000_000],
    ["category.createdAt", "2024-01-31T10:30:00+02:00", "2025-06-01"],
  ],
  json: [
    ["metadata", "a", "b"],
    ["content", "tea", "x"],
  ],
  entity: [["category"], ["tags"], ["prequel"], ["seo"], ["links"], ["cover"], ["gallery"]],
};

const lists: readonly Operator[] = ["$in", "$notIn", "$between"];

function operandOf(operator: Operator, values: readonly Json[]): Json {
  if (operator === "$null" || operator === "$notNull") return true;
  return lists.includes(operator) ? values : (values[0] ?? null);
}

/** The filter for a path such as `seo.metaTitle`. */
const at = (path: string, operand: Json): JsonObject =>
  path.split(".").reduceRight((inner, name) => ({ [name]: inner }), operand) as JsonObject;

describe("Filter operators", () => {
  for (const [kind, fields] of Object.entries(samples)) {
    it(`filter operators are accepted by the service for fields of the kind ${kind}, and none is found flawed`, async () => {
      const model = openModel({ pageSize: 1 });
      const articles = collectionAddress(model, "articles");
      const { catalog } = must(await model.catalogs.service(model.connection.id));
      const known = fieldsOf("articles", catalog);
      const operators = operatorsOf[kind as FilterFieldKind];
      const filters = fields.flatMap(([path, ...values], index) => [
        ...(operators.includes("$eq")
          ? [at(path, values[0]!), at(path, { $not: values[0]! })]
          : []),
        // Filters on nested fields differ for the service. Three operators are enough to test them.
        ...(index === 0 ? operators : operators.slice(0, 3)).map((operator) =>
          at(path, { [operator]: operandOf(operator, values) }),
        ),
      ]);

      const refused: unknown[] = [];
      for (const filter of facts(filters)) {
        model.lists.changeListQuery(articles, { filter });
        const { failure } = await model.lists.listing(articles).open();
        if (failure) refused.push(filter);
      }

      const flawed = filters.filter((filter) => filterFlaws(filter, known).length > 0);
      assert.deepEqual([refused, flawed], [[], []]);
    });
  }

  it("filter operators are accepted by the routes of users", async () => {
    const model = openModel({ pageSize: 1 });
    const { catalog } = must(await model.catalogs.service(model.connection.id));
    const known = fieldsOf("users", catalog);
    const filters: JsonObject[] = [
      { username: { $containsi: "a" } },
      { email: { $endsWithi: "example.com" } },
      { confirmed: false },
      { blocked: { $ne: true } },
      { provider: "local" },
      { createdAt: { $gte: "2020-01-01" } },
      { id: { $between: [1, 5] } },
      { role: { name: { $in: ["Authenticated", "Public"] } } },
      { role: { $null: true } },
    ];

    const refused: unknown[] = [];
    for (const filter of filters) {
      model.lists.changeListQuery(collectionAddress(model, "users"), { filter });
      const { failure } = await model.lists.listing(collectionAddress(model, "users")).open();
      if (failure || filterFlaws(filter, known).length > 0) refused.push(filter);
    }

    assert.deepEqual(refused, []);
  });
});
