import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Imports } from "../../../src/model/import/imports.ts";
import { openModel, total, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { importAll, linesOf, previewOf, ResultsInMemory, targetOf } from "./files.ts";
import { fourTags } from "./fourTags.ts";
import { fileOf as textFile, mappedSource } from "./mappedFiles.ts";

describe("Interrupted import", () => {
  it("an import sends nothing more if it can't store its results, and nothing twice when it is resumed", async () => {
    const model = openModel();
    const { source, count } = fourTags();
    const results = new ResultsInMemory();
    const target = targetOf(model, { type: "tags", key: "documentId" });
    const outcomesOf = async () =>
      (await importAll({ model, source, results, target })).map(([, outcome]) => outcome);

    results.trouble = { after: 0, why: "disk full" };
    const unwritten = [await outcomesOf(), model.sent("POST")];
    results.trouble = { after: 4, why: "disk full" };
    const cutOff = [await outcomesOf(), results.last.get(2), await count()];
    results.trouble = undefined;
    const again = [await outcomesOf(), await count()];

    const untried = "untried";
    assert.deepEqual(unwritten, [["failed: results-not-kept", untried, untried, untried], []]);
    assert.deepEqual(cutOff, [["done", "done", "failed: results-not-kept", untried], "sent", 2]);
    assert.deepEqual(again, [["done", "done"], 4]);
  });

  it("an import does not begin while another run writes to the service", async () => {
    const model = openModel();
    const { source, count } = fourTags();
    const results = new ResultsInMemory();
    const setup = { model, source, results, target: targetOf(model, { type: "tags" }) };
    const [first, second] = [await previewOf(setup), await previewOf(setup)];
    const imports = new Imports(model);
    const how = { group: "import-1", results };

    const outcomes: string[] = [];
    const onItem = async (index: number) => {
      if (index > 0) return;
      const other = await imports.run(source, second, how);
      outcomes.push(...other.map((result) => result.failure?.code ?? result.outcome));
    };
    await imports.run(source, first, { ...how, onItem });

    assert.deepEqual(outcomes, ["another-run", "untried", "untried", "untried"]);
    assert.equal(await count(), 4);
  });

  it("an import stops between two records when the user cancels", async () => {
    const model = openModel();
    const { source, count } = fourTags();
    const results = new ResultsInMemory();
    const plan = await previewOf({ model, source, target: targetOf(model, { type: "tags" }) });
    const stop = new AbortController();
    const onItem = (index: number) => {
      if (index === 2) stop.abort();
    };

    const how = { group: "import-1", results, signal: stop.signal, onItem };
    const run = await new Imports(model).run(source, plan, how);

    assert.deepEqual(
      run.map(({ outcome }) => outcome),
      ["done", "done", "untried", "untried"],
    );
    assert.deepEqual([results.last.get(4), await count()], ["untried", 2]);
  });

  it("an import sends nothing while it waits before a record, and the rest afterwards", async () => {
    const model = openModel();
    const { source, count } = fourTags();
    const plan = await previewOf({ model, source, target: targetOf(model, { type: "tags" }) });
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let tellPaused = (): void => undefined;
    const paused = new Promise<void>((resolve) => {
      tellPaused = resolve;
    });
    const onItem = (index: number) => {
      if (index < 2) return undefined;
      tellPaused();
      return waiting;
    };

    const how = { group: "import-1", results: new ResultsInMemory(), onItem };
    const running = new Imports(model).run(source, plan, how);
    await paused;
    await pause(300);
    const before = await count();
    goOn();
    const outcomes = (await running).map(({ outcome }) => outcome);

    assert.deepEqual([before, outcomes, await count()], [2, ["done", "done", "done", "done"], 4]);
  });

  it("an import reports a malformed line 4,711 of 5,000, and imports the lines around it", async () => {
    const model = openModel();
    const word = unique("Many");
    const lines = Array.from({ length: 5_000 }, (_, at) =>
      at === 4_710 ? '{"name":"half of it' : JSON.stringify({ name: `${word} ${at + 1}` }),
    );
    const tags = must(await model.catalogs.type(model.connection.id, "tags"));
    const source = await mappedSource(textFile(lines.join("\n")), tags);
    const results = new ResultsInMemory();
    const target = targetOf(model, { type: "tags", key: "name" });
    const plan = await previewOf({ model, source, target });
    const included = new Set([1, 4_710, 4_712, 5_000]);
    const without = new Set(
      plan.planned.map(({ line }) => line).filter((line) => !included.has(line)),
    );

    const run = await new Imports(model).run(source, plan, { group: "import-1", results, without });

    assert.deepEqual(linesOf(plan).refused, [[4_711, "invalid-json"]]);
    assert.deepEqual(
      run.map(({ item, outcome }) => [item.line, outcome]),
      [1, 4_710, 4_712, 5_000].map((line) => [line, "done"]),
    );
    const reported = [4_709, 4_710, 4_711, 4_712].map((line) => results.last.get(line));
    assert.deepEqual(
      [reported, results.last.size],
      [["untried", "created", "failed", "created"], 5_000],
    );
    // The import stores the results of skipped records together.
    assert.ok(results.writes < 30, `${results.writes} writes`);
    assert.equal(await total("tags", `filters[name][$startsWith]=${encodeURIComponent(word)}`), 4);
  });
});
