import assert from "node:assert/strict";
import { Imports } from "../../../src/model/bulk/importing/imports.ts";
import { startFaults } from "../../support/faults.ts";
import { startFaultyWay } from "../../support/faultyWay.ts";
import type { FaultyWay } from "../../support/faultyWay.ts";
import { magazine, openDesk, total, unique } from "../magazine.ts";
import { fileOf, importAll, previewOf, ResultsInMemory, targetOf } from "./files.ts";
import { fourTags } from "./fourTags.ts";

const isWrite = ({ method }: { method: string }) => method !== "GET";

describe("An import on a way where things go wrong", () => {
  let way: FaultyWay;

  beforeEach(async () => {
    way = await startFaultyWay(magazine().url);
  });
  afterEach(async () => {
    await way.stop();
  });

  it("ends where the service goes away; what was done and not is in its results, and run again it does the rest, nothing twice", async () => {
    const desk = openDesk({ url: way.url });
    const { source, count } = fourTags();
    const wanted = { desk, source, target: targetOf(desk, { type: "tags" }) };
    const results = new ResultsInMemory();
    let writes = 0;
    way.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "request dropped" } : undefined;
    });

    const first = await importAll({ ...wanted, results });
    const kept = [...results.last];
    way.meet(() => undefined);
    const plan = await previewOf({ ...wanted, results });
    const second = await importAll({ ...wanted, results });
    const third = await previewOf({ ...wanted, results });

    assert.deepEqual(first, [
      [1, "done"],
      [2, "unknown: service"],
      [3, "untried"],
      [4, "untried"],
    ]);
    assert.deepEqual(kept, [
      [1, "created"],
      [2, "unknown"],
      [3, "untried"],
      [4, "untried"],
    ]);
    assert.deepEqual([plan.done, second.map(([line]) => line)], [[1], [2, 3, 4]]);
    assert.deepEqual([third.planned, third.done, await count()], [[], [1, 2, 3, 4], 4]);
  });

  it("looks for what may have been made before it makes it again: nobody heard of it, and it was", async () => {
    const desk = openDesk({ url: way.url });
    const { source, count } = fourTags();
    const wanted = { desk, source, target: targetOf(desk, { type: "tags" }) };
    const results = new ResultsInMemory();
    let writes = 0;
    // The second is made, and the answer is lost with those of all questions after it.
    way.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "answer dropped" } : undefined;
    });

    const first = await importAll({ ...wanted, results });
    way.meet(() => undefined);
    const second = await importAll({ ...wanted, results });

    assert.deepEqual(
      first.map(([, outcome]) => outcome),
      ["done", "unknown: service", "untried", "untried"],
    );
    assert.deepEqual(second, [
      [3, "done"],
      [4, "done"],
    ]);
    assert.equal(await count(), 4);
  });

  it("changes in the end what it may have changed and has not, also where the next run is cancelled before", async () => {
    const desk = openDesk({ url: way.url });
    const name = unique("Tag");
    const results = new ResultsInMemory();
    const fileWith = (color: string) => fileOf({ documentId: "a", content: { name, color } });
    const wanted = { desk, results, target: targetOf(desk, { type: "tags" }) };
    await importAll({ ...wanted, source: fileWith("#aaaaaa") });
    const source = fileWith("#bbbbbb");
    let writes = 0;
    way.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 0 ? { kind: "request dropped" } : undefined;
    });
    const lost = await importAll({ ...wanted, source });
    way.meet(() => undefined);

    const plan = await previewOf({ ...wanted, source });
    const how = { group: "import-2", results, signal: AbortSignal.abort() };
    const cancelled = await new Imports(desk).run(source, plan, how);
    const again = await importAll({ ...wanted, source });

    assert.deepEqual(
      [lost, cancelled.map(({ outcome }) => outcome), again],
      [[[1, "unknown: service"]], ["untried"], [[1, "done"]]],
    );
    const changed = "filters[color][$eq]=%23bbbbbb";
    assert.equal(
      await total("tags", `filters[name][$eq]=${encodeURIComponent(name)}&${changed}`),
      1,
    );
  });

  it("finds what was made where the answer alone was lost, and goes on", async () => {
    const desk = openDesk({ url: way.url });
    const { source, count } = fourTags();
    let writes = 0;
    way.meet((line) => {
      if (!isWrite(line)) return undefined;
      writes += 1;
      return writes === 2 ? { kind: "answer dropped" } : undefined;
    });

    const outcomes = await importAll({
      ...{ desk, source },
      target: targetOf(desk, { type: "tags" }),
    });

    assert.deepEqual(
      outcomes.map(([, outcome]) => outcome),
      ["done", "done", "done", "done"],
    );
    assert.equal(await count(), 4);
  });

  it("ends at a service that has had enough of requests, and does the rest when it is run again", async () => {
    const faults = await startFaults(magazine().url);
    const desk = openDesk({ url: faults.url });
    const { source, count } = fourTags();
    const wanted = { desk, source, target: targetOf(desk, { type: "tags" }) };
    const results = new ResultsInMemory();
    const plan = await previewOf({ ...wanted, results });
    const onItem = (index: number) => {
      if (index === 1) faults.inject(/^POST/, (response) => response.writeHead(429).end());
    };

    const how = { group: "import-1", results, onItem };
    const first = await new Imports(desk).run(source, plan, how);
    faults.heal();
    const second = await importAll({ ...wanted, results });
    await faults.stop();

    assert.deepEqual(
      [first.map(({ outcome }) => outcome), second.map(([, outcome]) => outcome)],
      [
        ["done", "failed", "untried", "untried"],
        ["done", "done", "done"],
      ],
    );
    assert.equal(await count(), 4);
  });
});
