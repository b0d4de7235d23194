import assert from "node:assert/strict";
import { Imports } from "../../../src/model/import/imports.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { TestModel } from "../testModel.ts";
import {
  changeElsewhere,
  draft,
  magazine,
  makeArticle,
  openModel,
  total,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { fileOf, importAll, linesOf, previewOf, ResultsInMemory, targetOf } from "./files.ts";
import { idOf, titled } from "./imported.ts";
import { fileOf as bytesOf, mappedSource } from "./mappedFiles.ts";

const written = (model: TestModel): number => model.sent("POST").length + model.sent("PUT").length;

describe("Import", () => {
  it("an import passes over the rows without a value, whichever columns are mapped, and counts them", async () => {
    const model = openModel();
    const title = unique("Tea");
    const service = must(await model.catalogs.type(model.connection.id, "articles"));
    const text = `code,title,note\n,,\nE-1,${title},\n,,\n,,a note\n,,,,\n`;
    const source = await mappedSource(bytesOf(text, "csv"), service);
    const before = await total("articles", "");

    const plan = await previewOf({ model, source, target: targetOf(model, { key: "code" }) });
    const outcomes = await importAll({ model, source, target: targetOf(model, { key: "code" }) });

    assert.deepEqual(linesOf(plan).planned, [[3, "create"]]);
    assert.deepEqual(plan.empty, [2, 4, 5, 6]);
    assert.deepEqual(outcomes, [[3, "done"]]);
    assert.equal(await total("articles", ""), before + 1);
  });

  it("an import names the records without a title by the title of their document, else by their key", async () => {
    const model = openModel();
    const title = unique("Tea");
    await makeArticle({ title, code: "N-1" });
    const source = fileOf(
      { content: { code: "N-1", kicker: "New" } },
      { content: { code: "N-2", kicker: "New" } },
      { content: { code: "N-3", readingMinutes: "many" } },
    );

    const plan = await previewOf({ model, source, target: targetOf(model, { key: "code" }) });

    const titles = [...plan.planned, ...plan.refused].map((record) => record.title);
    assert.deepEqual(titles, [title, "N-2", "N-3"]);
  });

  it("an import previews what it creates, changes and leaves unchanged, and writes nothing before it runs", async () => {
    const model = openModel();
    const same = unique("Tea");
    await makeArticle({ title: same, code: "I-1", kicker: "Made" });
    const id = await makeArticle({ code: "I-2", summary: "Kept" });
    const source = fileOf(
      { content: { code: "I-1", title: same, kicker: "Made" } },
      { content: { code: "I-2", kicker: "New" } },
      { content: { code: "I-3", title: unique("Cup") } },
      "malformed",
      { content: { code: "I-4", title: "Cup", readingMinutes: "many" } },
      { content: { title: unique("No code") } },
    );
    const target = targetOf(model, { key: "code" });

    const plan = await previewOf({ model, source, target });
    const before = written(model);
    const outcomes = await importAll({ model, source, target });
    const again = await previewOf({ model, source, target });

    const refused = [
      [4, "not-a-record"],
      [5, "not-valid"],
    ];
    const planned = [
      [2, "change kicker"],
      [3, "create"],
      [6, "create"],
    ];
    assert.deepEqual(linesOf(plan), { planned, refused, unchanged: [1], done: [] });
    // Line 6 has no code. Only the results log of the first run shows that it was imported.
    const remainingPlan = [[6, "create"]];
    assert.deepEqual(linesOf(again), {
      planned: remainingPlan,
      refused,
      unchanged: [1, 2, 3],
      done: [],
    });
    assert.deepEqual(
      [before, outcomes],
      [
        0,
        [
          [2, "done"],
          [3, "done"],
          [6, "done"],
        ],
      ],
    );
    const { kicker, summary } = (await draft(`articles/${id}`)) ?? {};
    assert.deepEqual([kicker, summary], ["New", "Kept"]);
    assert.equal(await total("articles", "filters[code][$eq]=I-3"), 1);
  });

  it("an import creates one document for each record with an empty or missing documentId", async () => {
    const model = openModel();
    const [known, empty, absent] = [unique("Known"), unique("Empty"), unique("Absent")];
    const id = await makeArticle({ title: unique("Before") });
    const service = must(await model.catalogs.type(model.connection.id, "articles"));
    const csv = bytesOf(`documentId,title\n${id},${known}\n,${empty}\n`, "csv");
    const json = bytesOf(
      `[{"title":"${absent}"},{"documentId":null,"title":"${absent} 2"}]`,
      "json",
    );
    const target = targetOf(model, { key: "documentId" });
    const results = new ResultsInMemory();

    const table = { model, source: await mappedSource(csv, service), target, results };
    const plan = await previewOf(table);
    await importAll(table);
    const again = await previewOf(table);
    const list = await previewOf({ model, source: await mappedSource(json, service), target });

    assert.deepEqual(linesOf(plan).planned, [
      [2, "change title"],
      [3, "create"],
    ]);
    assert.deepEqual(linesOf(again), { planned: [], refused: [], unchanged: [2], done: [3] });
    assert.deepEqual(linesOf(list).planned, [
      [1, "create"],
      [2, "create"],
    ]);
    assert.equal((await draft(`articles/${id}`))?.["title"], known);
    assert.equal(await total("articles", titled(empty)), 1);
  });

  it("an import creates no second document when the answer was lost and the record has no key value", async () => {
    const model = openModel();
    const title = unique("Lost");
    const source = fileOf({ content: { title } });
    const results = new ResultsInMemory();
    const setup = { model, source, results, target: targetOf(model, { key: "code" }) };
    await importAll(setup);
    results.forget("created");

    const plan = await previewOf(setup);

    assert.deepEqual(linesOf(plan), { planned: [], refused: [], unchanged: [], done: [1] });
    assert.equal(await total("articles", titled(title)), 1);
  });

  it("an import creates no second document for a record that the service kept in part, and changes it", async () => {
    const proxy = await startFaults(magazine().url);
    const model = openModel({ url: proxy.url });
    const title = unique("Lossy");
    const source = fileOf({ content: { title, kicker: "Kept" } });
    const results = new ResultsInMemory();
    const setup = { model, source, results, target: targetOf(model) };
    proxy.reshape(/POST \/\w+\/articles/, {
      body: (body) => ({ data: { ...(body as { readonly data: JsonObject }).data, kicker: null } }),
    });
    const first = await importAll(setup);
    proxy.heal();

    const second = await importAll(setup);
    const third = linesOf(await previewOf(setup));
    await proxy.stop();

    const storedArticle = await draft(`articles/${(await idOf(title)) ?? ""}`);
    assert.deepEqual(first, [[1, "failed: not-kept"]]);
    assert.deepEqual(second, [[1, "done"]]);
    assert.deepEqual(
      [storedArticle?.["kicker"], await total("articles", titled(title))],
      ["Kept", 1],
    );
    assert.deepEqual(third.planned, []);
  });

  it("an import verifies new documents together, each against its record", async () => {
    const proxy = await startFaults(magazine().url);
    const model = openModel({ url: proxy.url });
    const titles = Array.from({ length: 12 }, (_, at) => unique(`Together ${at}`));
    const source = fileOf(...titles.map((title) => ({ content: { title, kicker: "Kept" } })));
    const losing = (body: unknown) => {
      const { data } = body as { readonly data: JsonObject };
      return { data: { ...data, ...(data["title"] === titles[7] && { kicker: null }) } };
    };
    await previewOf({ model, source, target: targetOf(model) });
    proxy.reshape(/POST \/\w+\/articles/, { body: losing });
    const before = model.sent("GET").length;

    const outcomes = await importAll({ model, source, target: targetOf(model) });
    await proxy.stop();

    assert.deepEqual(
      outcomes.filter(([, outcome]) => outcome !== "done"),
      [[8, "failed: not-kept"]],
    );
    const reads = model.sent("GET").length - before;
    // A service with small pages needs some for each request.
    assert.ok(reads < titles.length, `${reads} reads`);
  });

  it("an import rejects a key that several records or several documents have", async () => {
    const model = openModel();
    const [title, twice] = [unique("Twin"), unique("Again")];
    await makeArticle({ title });
    await makeArticle({ title });
    const source = fileOf(
      { content: { title, kicker: "New" } },
      { content: { title: twice, kicker: "One" } },
      { content: { title: twice, kicker: "Two" } },
    );

    const plan = await previewOf({ model, source, target: targetOf(model, { key: "title" }) });

    assert.deepEqual(linesOf(plan), {
      planned: [],
      refused: [
        [1, "ambiguous-key"],
        [2, "doubled-record"],
        [3, "doubled-record"],
      ],
      unchanged: [],
      done: [],
    });
  });

  it("an import skips a draft whose field changed after the preview, but not one with other changes", async () => {
    const model = openModel();
    const [moved, other] = [await makeArticle(), await makeArticle()];
    const results = new ResultsInMemory();
    const source = fileOf(
      ...[moved, other].map((documentId) => ({ documentId, content: { kicker: "Mine" } })),
    );
    const plan = await previewOf({ model, source, target: targetOf(model, { key: "documentId" }) });
    await changeElsewhere(moved, { kicker: "Theirs" });
    await changeElsewhere(other, { summary: "Theirs" });

    await new Imports(model).run(source, plan, { group: "import-1", results });

    const [first, second] = [await draft(`articles/${moved}`), await draft(`articles/${other}`)];
    assert.deepEqual(
      [first?.["kicker"], second?.["kicker"], second?.["summary"]],
      ["Theirs", "Mine", "Theirs"],
    );
    assert.deepEqual(
      [...results.last],
      [
        [1, "skipped"],
        [2, "changed"],
      ],
    );
  });

  it("an import skips a changed JSON value that looks like a relation", async () => {
    const model = openModel();
    const labelled = (label: string) => ({ metadata: { documentId: "x", label } });
    const id = await makeArticle(labelled("Old"));
    const source = fileOf({ documentId: id, content: labelled("Mine") });
    const plan = await previewOf({ model, source, target: targetOf(model, { key: "documentId" }) });
    await changeElsewhere(id, labelled("Theirs"));

    await new Imports(model).run(source, plan, {
      group: "import-1",
      results: new ResultsInMemory(),
    });

    assert.deepEqual((await draft(`articles/${id}`))?.["metadata"], labelled("Theirs").metadata);
  });

  it("an import shows a document before and after for a record", async () => {
    const model = openModel();
    const id = await makeArticle({ seo: { metaTitle: "Old", metaDescription: "Kept" } });
    const source = fileOf({ documentId: id, content: { seo: { metaTitle: "New" } } });
    const plan = await previewOf({ model, source, target: targetOf(model, { key: "documentId" }) });

    const { before, after } = must(await new Imports(model).sides(source, plan, 1));

    const seoIn = (text: string) => (JSON.parse(text) as { seo: JsonObject }).seo;
    assert.deepEqual(
      [before, after].map((text) => [seoIn(text)["metaTitle"], seoIn(text)["metaDescription"]]),
      [
        ["Old", "Kept"],
        ["New", "Kept"],
      ],
    );
  });

  it("an import clears empty parts of a component, keeps the others, and creates no empty component", async () => {
    const model = openModel();
    const title = unique("Bare");
    const id = await makeArticle({ seo: { metaTitle: "Old", metaDescription: "Kept" } });
    const without = await makeArticle();
    const content = { seo: { metaDescription: null } };
    const source = fileOf(
      { documentId: id, content },
      { documentId: without, content },
      { documentId: "new", content: { ...content, title } },
    );
    const target = targetOf(model, { key: "documentId" });

    const plan = await previewOf({ model, source, target });
    await importAll({ model, source, target });

    const articleReads = [id, without, (await idOf(title)) ?? ""].map((documentId) =>
      draft(`articles/${documentId}`, "populate[seo]=true"),
    );
    const seos = (await Promise.all(articleReads)).map((row) => row?.["seo"] as JsonObject | null);
    assert.deepEqual(linesOf(plan).planned, [
      [1, "change seo"],
      [3, "create"],
    ]);
    assert.deepEqual(
      seos.map((seo) => seo && [seo["metaTitle"], seo["metaDescription"]]),
      [["Old", null], null, null],
    );
  });
});
