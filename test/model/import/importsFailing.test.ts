import assert from "node:assert/strict";
import { Imports } from "../../../src/model/import/imports.ts";
import { startFaults } from "../../support/faults.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import type { FaultyProxy } from "../../support/faultyProxy.ts";
import { magazine, openModel, total, unique } from "../magazine.ts";
import { JournalInMemory } from "../ports.ts";
import { undoNewest } from "../undoNewest.ts";
import { fileOf, importAll, previewOf, ResultsInMemory, targetOf } from "./files.ts";
import { fourTags } from "./fourTags.ts";

const isWrite = ({ method }: { method: string }) => method !== "GET";

describe("Import with a failing service", () => {
  let proxy: FaultyProxy;

  beforeEach(async () => {
    proxy = await startFaultyProxy(magazine().url);
  });
  afterEach(async () => {
    await proxy.stop();
  });

  it("an import stops when the connection breaks, stores the results, and resumes without duplicates", async () => {
    const model = openModel({ url: proxy.url });
    const { source, count } = fourTags();
    const setup = { model, source, target: targetOf(model, { type: "tags" }) };
    const results = new ResultsInMemory();
    let writes = 0;
    proxy.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "request dropped" } : undefined;
    });

    const first = await importAll({ ...setup, results });
    const lastOutcomes = [...results.last];
    proxy.meet(() => undefined);
    const plan = await previewOf({ ...setup, results });
    const second = await importAll({ ...setup, results });
    const third = await previewOf({ ...setup, results });

    assert.deepEqual(first, [
      [1, "done"],
      [2, "unknown: service"],
      [3, "unknown: service"],
      [4, "untried"],
    ]);
    assert.deepEqual(lastOutcomes, [
      [1, "created"],
      [2, "unknown"],
      [3, "unknown"],
      [4, "untried"],
    ]);
    assert.deepEqual([plan.done, second.map(([line]) => line)], [[1], [2, 3, 4]]);
    assert.deepEqual([third.planned, third.done, await count()], [[], [1, 2, 3, 4], 4]);
  });

  it("an import is undone although the process ended before the new documents were verified", async () => {
    const journalStore = new JournalInMemory();
    const model = openModel({ url: proxy.url, journalStore });
    const { source, count } = fourTags();
    const journalCopy = new JournalInMemory();
    let writes = 0;
    proxy.meet((line) => {
      if (isWrite(line)) writes += 1;
      // The last copy is made before the read that verifies all four.
      else if (writes === 4) {
        journalCopy.texts.clear();
        for (const [name, text] of journalStore.texts) journalCopy.texts.set(name, text);
      }
      return undefined;
    });
    await importAll({ model, source, target: targetOf(model, { type: "tags" }) });

    const undone = await undoNewest(openModel({ journalStore: journalCopy }));

    assert.deepEqual([undone, await count()], [["done", "done", "done", "done"], 0]);
  });

  it("an import does not create a document again that the service hid after its create", async () => {
    const faults = await startFaults(magazine().url);
    const model = openModel({ url: faults.url });
    const { source, count } = fourTags();
    const setup = { model, source, target: targetOf(model, { type: "tags" }) };
    const results = new ResultsInMemory();
    faults.reshape(/^POST \/\w+\/tags$/, {
      answer: (body) => {
        faults.reshape(/^GET \/\w+\/tags$/, { answer: () => ({ data: [], meta: {} }) });
        return body;
      },
    });

    const first = await importAll({ ...setup, results });
    faults.heal();
    await importAll({ ...setup, results });
    await faults.stop();

    assert.deepEqual([first[0], await count()], [[1, "unknown: not-created"], 4]);
  });

  it("an import looks for a record whose answer was lost before it creates it again", async () => {
    const model = openModel({ url: proxy.url });
    const { source, count } = fourTags();
    const setup = { model, source, target: targetOf(model, { type: "tags" }) };
    const results = new ResultsInMemory();
    let writes = 0;
    // The service creates two more records. The proxy drops their answers and all later ones.
    proxy.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 1 ? { kind: "answer dropped" } : undefined;
    });

    const first = await importAll({ ...setup, results });
    proxy.meet(() => undefined);
    const second = await importAll({ ...setup, results });

    assert.deepEqual(
      first.map(([, outcome]) => outcome),
      ["done", "unknown: service", "unknown: service", "untried"],
    );
    assert.deepEqual(second, [[4, "done"]]);
    assert.equal(await count(), 4);
  });

  it("an import adds the relations between earlier records although the last one does not arrive", async () => {
    const model = openModel({ url: proxy.url });
    const source = fileOf(
      { documentId: "a", content: { title: unique("First"), related: [{ documentId: "b" }] } },
      { documentId: "b", content: { title: unique("Second"), related: [{ documentId: "a" }] } },
      { documentId: "c", content: { title: unique("Third") } },
    );
    let writes = 0;
    proxy.meet((line) => {
      if (!isWrite(line)) return undefined;
      writes += 1;
      return writes === 3 ? { kind: "request dropped" } : undefined;
    });

    const outcomes = await importAll({ model, source, target: targetOf(model) });

    assert.deepEqual(outcomes, [
      [1, "done"],
      [2, "done"],
      [3, "unknown: service"],
    ]);
  });

  const alikeValues = {
    "a value that one lacks": [{}, { kicker: "More" }],
    "the notation of a value": [
      { embargoUntil: "2026-03-01T12:00:00.000Z" },
      { embargoUntil: "2026-03-01T13:00:00+01:00" },
    ],
  };
  for (const [difference, alike] of Object.entries(alikeValues))
    it(`an import sends records that differ only in ${difference} one after the other`, async () => {
      const model = openModel({ url: proxy.url });
      const title = unique("Alike");
      const source = fileOf(...alike.map((values) => ({ content: { title, ...values } })));
      const setup = { model, source, target: targetOf(model) };
      const results = new ResultsInMemory();
      let isCut = false;
      proxy.meet((line) => {
        isCut ||= isWrite(line);
        return isCut ? { kind: "answer dropped" } : undefined;
      });

      const first = await importAll({ ...setup, results });
      proxy.meet(() => undefined);
      const second = await importAll({ ...setup, results });

      assert.deepEqual(
        [first, second],
        [
          [
            [1, "unknown: service"],
            [2, "untried"],
          ],
          [[2, "done"]],
        ],
      );
      assert.equal(await total("articles", `filters[title]=${encodeURIComponent(title)}`), 2);
    });

  it("an import adds one localization after the other, although an earlier one is verified meanwhile", async () => {
    const model = openModel({ url: proxy.url });
    // The run verifies what it has sent after 25 records: when French is under way.
    const others = Array.from({ length: 23 }, () => ({ content: { title: unique("Other") } }));
    const localizations = ["en", "fr", "de"].map((locale) => ({
      ...{ documentId: "a", locale },
      content: { title: unique("Localized") },
    }));
    const unanswered: number[] = [];
    proxy.meet(({ method }) => {
      if (method !== "PUT") return undefined;
      const puts = proxy.passages.filter((passage) => passage.method === "PUT");
      unanswered.push(puts.filter(({ statuses }) => statuses.length === 0).length);
      return { kind: "request delayed", milliseconds: 500 };
    });

    await importAll({
      model,
      source: fileOf(...others, ...localizations),
      target: targetOf(model),
    });

    assert.deepEqual(new Set(unanswered), new Set([0]));
  });

  it("an import resumes a change that did not arrive, even after a cancelled run", async () => {
    const model = openModel({ url: proxy.url });
    const name = unique("Tag");
    const results = new ResultsInMemory();
    const fileWith = (color: string) => fileOf({ documentId: "a", content: { name, color } });
    const setup = { model, results, target: targetOf(model, { type: "tags" }) };
    await importAll({ ...setup, source: fileWith("#aaaaaa") });
    const source = fileWith("#bbbbbb");
    let writes = 0;
    proxy.meet((line) => {
      if (isWrite(line)) writes += 1;
      return writes > 0 ? { kind: "request dropped" } : undefined;
    });
    const lost = await importAll({ ...setup, source });
    proxy.meet(() => undefined);

    const plan = await previewOf({ ...setup, source });
    const how = { group: "import-2", results, signal: AbortSignal.abort() };
    const cancelled = await new Imports(model).run(source, plan, how);
    const again = await importAll({ ...setup, source });

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

  it("an import finds a created document when only its answer was lost, and continues", async () => {
    const model = openModel({ url: proxy.url });
    const { source, count } = fourTags();
    let writes = 0;
    proxy.meet((line) => {
      if (!isWrite(line)) return undefined;
      writes += 1;
      return writes === 2 ? { kind: "answer dropped" } : undefined;
    });

    const outcomes = await importAll({
      ...{ model, source },
      target: targetOf(model, { type: "tags" }),
    });

    assert.deepEqual(
      outcomes.map(([, outcome]) => outcome),
      ["done", "done", "done", "done"],
    );
    assert.equal(await count(), 4);
  });

  it("an import stops when the service answers 429, and resumes with the remaining records", async () => {
    const faults = await startFaults(magazine().url);
    const model = openModel({ url: faults.url });
    const { source, count } = fourTags();
    const setup = { model, source, target: targetOf(model, { type: "tags" }) };
    const results = new ResultsInMemory();
    const plan = await previewOf({ ...setup, results });
    faults.inject(/^POST/, (response) => response.writeHead(429).end());

    const how = { group: "import-1", results };
    const first = await new Imports(model).run(source, plan, how);
    faults.heal();
    const second = await importAll({ ...setup, results });
    await faults.stop();

    assert.deepEqual(
      [first.map(({ outcome }) => outcome), second.map(([, outcome]) => outcome)],
      [
        ["failed", "failed", "untried", "untried"],
        ["done", "done", "done", "done"],
      ],
    );
    assert.equal(await count(), 4);
  });
});
