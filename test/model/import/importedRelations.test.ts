import assert from "node:assert/strict";
import { Imports } from "../../../src/model/import/imports.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { draft, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { fileOf, importAll, linesOf, previewOf, ResultsInMemory, targetOf } from "./files.ts";
import { idOf } from "./imported.ts";

describe("Import of relations", () => {
  it("an import finds targets of relations by a key, reports missing ones, and links records of the file", async () => {
    const model = openModel();
    const name = unique("Travel");
    await make("categories", { name, slug: `travel-${process.pid}` });
    const [firstTitle, two] = [unique("First"), unique("Second")];
    const source = fileOf(
      {
        documentId: "old1",
        content: {
          title: firstTitle,
          category: { slug: `travel-${process.pid}` },
          related: [{ documentId: "old2" }],
        },
      },
      { documentId: "old2", content: { title: two, related: [{ documentId: "old1" }] } },
      { content: { title: unique("Third"), category: { slug: "nowhere" } } },
    );
    const target = targetOf(model, { relations: new Map([["category", "slug"]]) });
    const results = new ResultsInMemory();

    const relations = must(await new Imports(model).relations(source, [target]));
    const outcomes = await importAll({ model, source, target, results });

    const query = "populate[category]=true&populate[related]=true";
    const first = await draft(`articles/${(await idOf(firstTitle)) ?? ""}`, query);
    const [other] = first!["related"] as JsonObject[];
    assert.deepEqual(
      relations.map(({ path, keys }) => [path, Object.fromEntries(keys)]),
      [
        ["category", { slug: { matches: 1, missing: 1 } }],
        ["related", { documentId: { matches: 2, missing: 0 } }],
      ],
    );
    assert.deepEqual(outcomes, [
      [1, "done"],
      [2, "done"],
    ]);
    assert.deepEqual([(first!["category"] as JsonObject)["name"], other?.["title"]], [name, two]);
    assert.deepEqual(
      [...results.last],
      [
        [3, "failed"],
        [1, "linked"],
        [2, "created"],
      ],
    );
  });

  it("an import keeps the relations of a document until their new target is created", async () => {
    const model = openModel();
    const title = unique("Newer");
    const old = await makeArticle();
    const id = await makeArticle({ related: [old] });
    const results = new ResultsInMemory();
    const source = fileOf(
      { documentId: id, content: { kicker: "New", related: [{ documentId: "new" }] } },
      { documentId: "new", content: { title } },
    );
    const setup = { model, source, results, target: targetOf(model, { key: "documentId" }) };
    const relatedOf = async () => {
      const { kicker, related } = (await draft(`articles/${id}`, "populate[related]=true")) ?? {};
      return [kicker, ...(related as JsonObject[]).map(({ documentId }) => documentId)];
    };

    const how = { group: "import-1", results, without: new Set([2]) };
    await new Imports(model).run(source, await previewOf(setup), how);
    const between = await relatedOf();
    const plan = await previewOf(setup);
    const outcomes = await importAll(setup);

    assert.deepEqual(between, ["New", old]);
    assert.deepEqual(linesOf(plan).planned, [
      [1, "change related"],
      [2, "create"],
    ]);
    assert.deepEqual(
      outcomes.map(([, outcome]) => outcome),
      ["done", "done"],
    );
    assert.deepEqual(await relatedOf(), ["New", await idOf(title)]);
  });
});
