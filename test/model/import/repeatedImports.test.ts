import assert from "node:assert/strict";
import { describeService } from "../../services/descriptions.ts";
import { Imports } from "../../../src/model/import/imports.ts";
import { ask, bothVersions, changeElsewhere, makeArticle, openModel, unique } from "../magazine.ts";
import { undoNewest } from "../undoNewest.ts";
import { fileOf, importAll, linesOf, previewOf, ResultsInMemory, targetOf } from "./files.ts";

/** A number that a database rounds. */
const roundings = {
  sqlite: {
    driver: "better-sqlite3",
    values: { archiveNumber: "9223372036854775807" },
    stored: "9223372036854776000",
  },
  postgres: { driver: "pg", values: { rating: 4.567 }, stored: "4.57" },
  mariadb: { driver: "mysql2", values: { rating: 4.567 }, stored: "4.57" },
};

describe("Repeated import", () => {
  it("a repeated import creates a record whose answer was lost only if it did not arrive", async () => {
    const model = openModel();
    const [kicker, rating] = [unique("Many"), 3.7];
    const same = Array.from({ length: 25 }, () => makeArticle({ kicker }, "status=draft"));
    await Promise.all([...same, makeArticle({ rating })]);
    const source = fileOf(
      { content: { readingMinutes: 77 } },
      { content: { rating } },
      { content: { kicker } },
    );
    const results = new ResultsInMemory();
    const setup = { model, source, results, target: targetOf(model) };
    await importAll(setup);
    // As if the window was killed before the answers arrived and the service created only one of three documents.
    const createdResults = results.forget("created");
    const lost = createdResults.filter(({ line }) => line > 1);
    await Promise.all(lost.map(({ documentId }) => ask("DELETE", `articles/${documentId}`)));

    const plan = await previewOf(setup);
    await new Imports(model).run(source, plan, { group: "import-2", results });
    await changeElsewhere(createdResults[0]?.documentId ?? "", { readingMinutes: 78 });
    const again = await previewOf(setup);

    assert.deepEqual(linesOf(plan), {
      planned: [
        [2, "create"],
        [3, "create"],
      ],
      ...{ refused: [], unchanged: [], done: [1] },
    });
    assert.deepEqual(linesOf(again), { planned: [], refused: [], unchanged: [], done: [1, 2, 3] });
    assert.equal(plan.index.at(1)?.group.documentId, createdResults[0]?.documentId);
  });

  it("a repeated import takes no document of somebody else for a lost one, whatever the clock says", async () => {
    const model = openModel();
    const kicker = unique("Same");
    const content = { kicker };
    const results = new ResultsInMemory();
    const setup = {
      ...{ model, results, target: targetOf(model) },
      source: fileOf({ content }, { content }),
    };
    await importAll(setup);
    results.forget("created");
    // As if the clock of this computer was hours behind.
    results.storedLines.splice(
      ...[0, Infinity],
      ...results.storedLines.map((line) =>
        line.replace(/"at":"[^"]*"/, '"at":"2020-01-01T00:00:00.000Z"'),
      ),
    );
    const claimed = linesOf(await previewOf(setup));
    await makeArticle(content, "status=draft");
    const three = linesOf(await previewOf(setup));

    const unclear = [1, 2].map((line) => [line, "may-be-made"]);
    assert.deepEqual(claimed, { planned: [], refused: [], unchanged: [], done: [1, 2] });
    assert.deepEqual(three, { planned: [], refused: unclear, unchanged: [], done: [] });
  });

  it("a repeated import looks again for a lost record before it creates it, as its request may arrive late", async () => {
    const model = openModel();
    const content = { kicker: unique("Late") };
    const results = new ResultsInMemory();
    const setup = { model, results, target: targetOf(model), source: fileOf({ content }) };
    await importAll(setup);
    const [createdResult] = results.forget("created");
    await ask("DELETE", `articles/${createdResult?.documentId}`);

    const plan = await previewOf(setup);
    await makeArticle(content, "status=draft");
    const run = await new Imports(model).run(setup.source, plan, { group: "import-2", results });
    const again = linesOf(await previewOf(setup));

    assert.deepEqual(linesOf(plan).planned, [[1, "create"]]);
    assert.deepEqual(
      run.map(({ outcome, failure }) => [outcome, failure?.code]),
      [["skipped", "changed-meanwhile"]],
    );
    assert.deepEqual(again, { planned: [], refused: [], unchanged: [], done: [1] });
  });

  it("a repeated import finds a lost document of a record whose earlier document was undone", async () => {
    const model = openModel();
    const source = fileOf({ content: { kicker: unique("Again") } });
    const results = new ResultsInMemory();
    const setup = { model, source, results, target: targetOf(model) };
    await importAll(setup);
    await undoNewest(model);
    const { length } = results.storedLines;
    await importAll({ ...setup, group: "import-2" });
    // As if the window was killed before the answer of the second run arrived.
    results.storedLines.splice(length + 2);

    const plan = linesOf(await previewOf(setup));

    assert.deepEqual(plan, { planned: [], refused: [], unchanged: [], done: [1] });
  });

  it("a repeated import sends nothing, whatever the notation of its values, and keeps a document published", async () => {
    const model = openModel();
    const key = "documentId";
    const values = {
      ...{ rating: "4.50", latitude: "1.25", readingMinutes: "12", archiveNumber: 12_345 },
      ...{ issueDate: "2026-01-31T00:00:00Z", broadcastTime: "10:30:00", featured: 1 },
      embargoUntil: "2026-12-01T18:00+01:00",
      metadata: { b: 1, a: [2] },
    };
    const documentId = await makeArticle(values);
    const source = fileOf({ documentId, content: { ...values, metadata: { a: [2], b: 1 } } });
    const before = await bothVersions(documentId, "updatedAt");

    const plan = await previewOf({ model, source, target: targetOf(model, { key }) });
    const outcomes = await importAll({ model, source, target: targetOf(model, { key }) });

    assert.deepEqual(linesOf(plan), { planned: [], refused: [], unchanged: [1], done: [] });
    assert.deepEqual(outcomes, []);
    assert.deepEqual(await bothVersions(documentId, "updatedAt"), before);
  });

  it("a repeated import writes a number that the database rounds once, and names what it stores each time", async () => {
    const model = openModel();
    const rounded = roundings[describeService().database];
    const [, service] = await model.catalogs.type(model.connection.id, "articles");
    service?.capabilities.learnInformation({
      strapiVersion: "5.54.0",
      dependencies: { [rounded.driver]: "1.0.0" },
    });
    const source = fileOf({ documentId: await makeArticle(), content: rounded.values });
    const target = targetOf(model, { key: "documentId" });
    const [name = ""] = Object.keys(rounded.values);

    const first = await previewOf({ model, source, target });
    const outcomes = await importAll({ model, source, target });
    const second = await previewOf({ model, source, target });

    const conversions = [
      { code: "rounded-by-database", stored: rounded.stored, path: [name], severity: "warning" },
    ];
    assert.deepEqual(
      [first, second].map(({ converted }) => converted.map((record) => record.conversions)),
      [[conversions], [conversions]],
    );
    assert.deepEqual(linesOf(first).planned, [[1, `change ${name}`]]);
    assert.deepEqual(outcomes, [[1, "done"]]);
    assert.deepEqual(linesOf(second), { planned: [], refused: [], unchanged: [1], done: [] });
  });

  it("a repeated import does not create a record again whose values the service changes or hides", async () => {
    const model = openModel();
    const title = unique("Odd");
    const source = fileOf(
      { content: { title: `${title} 1`, embargoUntil: "2026-02-03" } },
      { content: { title: `${title} 2`, embargoUntil: "2026-02-03T04:05:06" } },
      { content: { title: `${title} 3`, internalNote: "Psst" } },
      { content: { internalNote: title, readingMinutes: 3 } },
    );
    const results = new ResultsInMemory();
    const setup = { model, source, results, target: targetOf(model) };
    await importAll(setup);
    const createdResults = results.forget("created");

    const plan = await previewOf(setup);
    await Promise.all(
      createdResults.map(({ documentId }) => ask("DELETE", `articles/${documentId}`)),
    );
    const without = await previewOf(setup);

    const refused = [1, 2, 3, 4].map((line) => [line, "may-be-made"]);
    assert.deepEqual(linesOf(plan), { planned: [], refused, unchanged: [], done: [] });
    assert.deepEqual(linesOf(without), {
      planned: [1, 2, 3, 4].map((line) => [line, "create"]),
      ...{ refused: [], unchanged: [], done: [] },
    });
  });

  it("a repeated import matches a corrected record by its id, and counts those it would create twice", async () => {
    const model = openModel();
    const [firstTitle, two] = [unique("Tea"), unique("Cup")];
    const results = new ResultsInMemory();
    const source = fileOf(
      { documentId: "old1", content: { title: firstTitle } },
      { content: { title: two } },
    );
    const corrected = fileOf(
      { documentId: "old1", content: { title: firstTitle, kicker: "Hot" } },
      { content: { title: two, kicker: "Big" } },
    );
    await importAll({ model, source, results, target: targetOf(model) });

    const plans = [
      await previewOf({ model, source, results, target: targetOf(model) }),
      await previewOf({ model, source: corrected, results, target: targetOf(model) }),
      await previewOf({ model, source, results, target: targetOf(model, { locale: "fr" }) }),
      await previewOf({ model, source, results, target: targetOf(model, { type: "tags" }) }),
    ];

    assert.deepEqual(
      plans.map((plan) => [linesOf(plan).planned.map(([, what]) => what), plan.unclaimed]),
      [
        [[], 0],
        [["change kicker", "create"], 1],
        [["localize", "create"], 1],
        [[], 0],
      ],
    );
  });

  it("a repeated import repeats records that were overwritten or undone since", async () => {
    const model = openModel();
    const [code, keptCode] = [unique("I"), unique("K")];
    const results = new ResultsInMemory();
    const file = (readingMinutes: number) =>
      fileOf({ content: { code, readingMinutes } }, { content: { code: keptCode } });
    const setup = { model, source: file(10), results, target: targetOf(model, { key: "code" }) };
    const planned = async () => linesOf(await previewOf(setup));
    await importAll({ ...setup, group: "first" });
    await importAll({ ...setup, source: file(12), group: "second" });

    const writtenOver = await planned();
    await importAll({ ...setup, group: "third" });
    const again = await planned();
    await undoNewest(model);
    const changeUndone = await planned();
    const source = fileOf(
      { documentId: await makeArticle(), content: { kicker: "New" } },
      { documentId: "old1", content: { title: unique("New") } },
    );
    const other = { ...setup, source, target: targetOf(model, { key: "documentId" }) };
    await importAll({ ...other, group: "fourth" });
    await undoNewest(model);
    const allUndone = linesOf(await previewOf(other));

    const change = [[1, "change readingMinutes"]];
    const all = [
      [1, "change kicker"],
      [2, "create"],
    ];
    const refused: unknown[] = [];
    assert.deepEqual(
      [writtenOver, again, changeUndone, allUndone],
      [
        { planned: change, refused, unchanged: [], done: [2] },
        { planned: [], refused, unchanged: [1], done: [2] },
        { planned: change, refused, unchanged: [], done: [2] },
        { planned: all, refused, unchanged: [], done: [] },
      ],
    );
  });
});
