import assert from "node:assert/strict";
import { undoBatch } from "../../../src/model/batch/undoing.ts";
import { Imports } from "../../../src/model/importing/imports.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Desk } from "../desk.ts";
import {
  ask,
  changeElsewhere,
  draft,
  make,
  makeArticle,
  makeTranslated,
  openDesk,
  total,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { fileOf, importAll, linesOf, previewOf, ResultsInMemory, targetOf } from "./files.ts";

/** Takes back what was imported last. */
async function undoNewest(desk: Desk): Promise<string[]> {
  const { id: connection } = desk.connection;
  const [newest] = await desk.journal.batches(connection);
  assert.ok(newest);
  const results = await undoBatch(await desk.journal.batch(connection, newest), desk, {});
  return results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));
}

const written = (desk: Desk): number => desk.sent("POST").length + desk.sent("PUT").length;

const titled = (title: string): string => `filters[title]=${encodeURIComponent(title)}`;

const idOf = async (title: string, locale = "en"): Promise<string | undefined> => {
  const found = await draft("articles", `locale=${locale}&${titled(title)}`);
  const [row] = (found as unknown as JsonObject[] | undefined) ?? [];
  return row?.["documentId"] as string | undefined;
};

/** The first article that one points to. */
const relatedTo = async (id: string): Promise<unknown> => {
  const { related } = (await draft(`articles/${id}`, "populate[related]=true")) ?? {};
  return (related as JsonObject[])[0]?.["documentId"];
};

describe("An import", () => {
  it("says what would be made, changed and left as it is, and writes nothing until it runs", async () => {
    const desk = openDesk();
    const same = unique("Tea");
    await makeArticle({ title: same, code: "I-1", kicker: "Made" });
    const id = await makeArticle({ code: "I-2", summary: "Kept" });
    const source = fileOf(
      { content: { code: "I-1", title: same, kicker: "Made" } },
      { content: { code: "I-2", kicker: "New" } },
      { content: { code: "I-3", title: unique("Cup") } },
      "malformed",
      { content: { code: "I-4", title: "Cup", readingMinutes: "many" } },
      { content: { title: "No code" } },
    );
    const target = targetOf(desk, { key: "code" });

    const plan = await previewOf({ desk, source, target });
    const before = written(desk);
    const outcomes = await importAll({ desk, source, target });
    const again = await previewOf({ desk, source, target });

    const refused = [
      [4, "not-a-record"],
      [5, "not-valid"],
      [6, "no-key"],
    ];
    const planned = [
      [2, "change kicker"],
      [3, "create"],
    ];
    assert.deepEqual(linesOf(plan), { planned, refused, unchanged: [1], done: [] });
    assert.deepEqual(linesOf(again), { planned: [], refused, unchanged: [1, 2, 3], done: [] });
    assert.deepEqual(
      [before, outcomes],
      [
        0,
        [
          [2, "done"],
          [3, "done"],
        ],
      ],
    );
    const { kicker, summary } = (await draft(`articles/${id}`)) ?? {};
    assert.deepEqual([kicker, summary], ["New", "Kept"]);
    assert.equal(await total("articles", "filters[code][$eq]=I-3"), 1);
  });

  it("refuses a key that several records or several documents have", async () => {
    const desk = openDesk();
    const [title, twice] = [unique("Twin"), unique("Again")];
    await makeArticle({ title });
    await makeArticle({ title });
    const source = fileOf(
      { content: { title, kicker: "New" } },
      { content: { title: twice, kicker: "One" } },
      { content: { title: twice, kicker: "Two" } },
    );

    const plan = await previewOf({ desk, source, target: targetOf(desk, { key: "title" }) });

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

  it("leaves a draft as it is where what it would overwrite changed meanwhile, and only there", async () => {
    const desk = openDesk();
    const [moved, other] = [await makeArticle(), await makeArticle()];
    const results = new ResultsInMemory();
    const source = fileOf(
      ...[moved, other].map((documentId) => ({ documentId, content: { kicker: "Mine" } })),
    );
    const plan = await previewOf({ desk, source, target: targetOf(desk, { key: "documentId" }) });
    await changeElsewhere(moved, { kicker: "Theirs" });
    await changeElsewhere(other, { summary: "Theirs" });

    await new Imports(desk).run(source, plan, { group: "import-1", results });

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

  it("makes one document of the records of several locales, and adds a locale that one lacks", async () => {
    const desk = openDesk();
    const [english, french] = [unique("Tea"), unique("Thé")];
    const there = await makeArticle({ title: unique("Milk"), readingMinutes: 5 });
    const german = unique("Milch");
    const source = fileOf(
      { documentId: "old1", locale: "fr", content: { title: french, kind: "essay" } },
      { documentId: "old1", locale: "en", content: { title: english, kind: "history" } },
      { documentId: there, locale: "de", content: { title: german, readingMinutes: 7 } },
      { documentId: "old2", locale: "xx", content: { title: french } },
    );

    const plan = await previewOf({ desk, source, target: targetOf(desk, { key: "documentId" }) });
    const outcomes = await importAll({
      ...{ desk, source },
      target: targetOf(desk, { key: "documentId" }),
    });

    assert.deepEqual(linesOf(plan).planned, [
      [1, "create"],
      [2, "localize"],
      [3, "localize"],
    ]);
    assert.deepEqual([linesOf(plan).refused, plan.left], [[[4, "unknown-locale"]], [2, 3]]);
    assert.deepEqual(
      outcomes.map(([, outcome]) => outcome),
      ["done", "done", "done"],
    );
    assert.equal(await idOf(english), await idOf(french, "fr"));
    const { kind } = (await draft(`articles/${(await idOf(english)) ?? ""}`)) ?? {};
    const { title, readingMinutes } = (await draft(`articles/${there}`, "locale=de")) ?? {};
    assert.deepEqual([kind, title, readingMinutes], ["essay", german, 5]);
  });

  it("has what all locales share from the first record of a document, however often it runs", async () => {
    const desk = openDesk();
    const documentId = await makeTranslated(unique("Cup"), unique("Tasse"));
    const source = fileOf(
      { documentId, locale: "en", content: { readingMinutes: 7 } },
      { documentId, locale: "fr", content: { readingMinutes: 8, kicker: "Neuf" } },
    );
    const wanted = { desk, source, target: targetOf(desk, { key: "documentId" }) };

    const plan = await previewOf(wanted);
    await importAll(wanted);
    const again = await previewOf(wanted);

    assert.deepEqual(
      [linesOf(plan).planned, plan.left, linesOf(again).unchanged, again.left],
      [
        [
          [1, "change readingMinutes"],
          [2, "change kicker"],
        ],
        [2],
        [1, 2],
        [2],
      ],
    );
    const rows = ["en", "fr"].map((locale) => draft(`articles/${documentId}`, `locale=${locale}`));
    assert.deepEqual(
      (await Promise.all(rows)).map((row) => row?.["readingMinutes"]),
      [7, 7],
    );
  });

  it("finds relations by a key of the target, says which are not there, and links records among themselves", async () => {
    const desk = openDesk();
    const name = unique("Travel");
    await make("categories", { name, slug: `travel-${process.pid}` });
    const [one, two] = [unique("First"), unique("Second")];
    const source = fileOf(
      {
        documentId: "old1",
        content: {
          title: one,
          category: { slug: `travel-${process.pid}` },
          related: [{ documentId: "old2" }],
        },
      },
      { documentId: "old2", content: { title: two, related: [{ documentId: "old1" }] } },
      { content: { title: unique("Third"), category: { slug: "nowhere" } } },
    );
    const target = targetOf(desk, { relations: new Map([["category", "slug"]]) });
    const results = new ResultsInMemory();

    const seen = must(await new Imports(desk).relations(source, target));
    const outcomes = await importAll({ desk, source, target, results });

    const query = "populate[category]=true&populate[related]=true";
    const first = await draft(`articles/${(await idOf(one)) ?? ""}`, query);
    const [other] = first?.["related"] as JsonObject[];
    assert.deepEqual(
      seen.map(({ path, keys }) => [path, Object.fromEntries(keys)]),
      [
        ["category", { slug: { found: 1, missing: 1 } }],
        ["related", { documentId: { found: 2, missing: 0 } }],
      ],
    );
    assert.deepEqual(outcomes, [
      [1, "done"],
      [2, "done"],
    ]);
    assert.deepEqual([(first?.["category"] as JsonObject)["name"], other?.["title"]], [name, two]);
    assert.deepEqual(
      [...results.last],
      [
        [3, "failed"],
        [1, "linked"],
        [2, "created"],
      ],
    );
  });

  it("leaves the relations of a document as they are until what is in their place is made", async () => {
    const desk = openDesk();
    const title = unique("Newer");
    const old = await makeArticle();
    const id = await makeArticle({ related: [old] });
    const results = new ResultsInMemory();
    const source = fileOf(
      { documentId: id, content: { kicker: "New", related: [{ documentId: "new" }] } },
      { documentId: "new", content: { title } },
    );
    const wanted = { desk, source, results, target: targetOf(desk, { key: "documentId" }) };
    const relatedOf = async () => {
      const { kicker, related } = (await draft(`articles/${id}`, "populate[related]=true")) ?? {};
      return [kicker, ...(related as JsonObject[]).map(({ documentId }) => documentId)];
    };

    const how = { group: "import-1", results, without: new Set([2]) };
    await new Imports(desk).run(source, await previewOf(wanted), how);
    const between = await relatedOf();
    const plan = await previewOf(wanted);
    const outcomes = await importAll(wanted);

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

  it("makes nothing again that may be there: neither a stranger nor one of too many is taken for it", async () => {
    const desk = openDesk();
    const [kicker, rating] = [unique("Many"), 3.7];
    const same = Array.from({ length: 25 }, () => makeArticle({ kicker }, "status=draft"));
    await Promise.all([...same, makeArticle({ rating })]);
    const source = fileOf(
      { content: { readingMinutes: 77 } },
      { content: { rating } },
      { content: { kicker } },
    );
    const results = new ResultsInMemory();
    const wanted = { desk, source, results, target: targetOf(desk) };
    await importAll(wanted);
    // As a window leaves it that was killed before the answers came; two of three were never made.
    const made = results.forget("created");
    const lost = made.filter(({ line }) => line > 1);
    await Promise.all(lost.map(({ documentId }) => ask("DELETE", `articles/${documentId}`)));

    const plan = await previewOf(wanted);
    await new Imports(desk).run(source, plan, { group: "import-2", results });
    await changeElsewhere(made[0]?.documentId ?? "", { readingMinutes: 78 });
    const again = await previewOf(wanted);

    assert.deepEqual(linesOf(again), linesOf(plan));
    assert.deepEqual(linesOf(plan), {
      planned: [],
      refused: [
        [2, "may-be-made"],
        [3, "may-be-made"],
      ],
      unchanged: [],
      done: [1],
    });
    assert.equal(plan.register.at(1)?.kin.documentId, made[0]?.documentId);
  });

  it("makes nothing again that the service writes in a form of its own or never shows, until nothing is there", async () => {
    const desk = openDesk();
    const title = unique("Odd");
    const source = fileOf(
      { content: { title: `${title} 1`, archiveNumber: 12_345 } },
      { content: { title: `${title} 2`, embargoUntil: "2026-02-03T04:05:06Z" } },
      { content: { title: `${title} 3`, internalNote: "Psst" } },
      { content: { internalNote: title, readingMinutes: 3 } },
    );
    const results = new ResultsInMemory();
    const wanted = { desk, source, results, target: targetOf(desk) };
    await importAll(wanted);
    const made = results.forget("created");

    const plan = await previewOf(wanted);
    await Promise.all(made.map(({ documentId }) => ask("DELETE", `articles/${documentId}`)));
    const without = await previewOf(wanted);

    const refused = [1, 2, 3, 4].map((line) => [line, "may-be-made"]);
    assert.deepEqual(linesOf(plan), { planned: [], refused, unchanged: [], done: [] });
    assert.deepEqual(linesOf(without), {
      planned: [1, 2, 3].map((line) => [line, "create"]),
      refused: [[4, "may-be-made"]],
      unchanged: [],
      done: [],
    });
  });

  it("knows what it made of a record that was mended since by its id, and counts what it would make again", async () => {
    const desk = openDesk();
    const [one, two] = [unique("Tea"), unique("Cup")];
    const results = new ResultsInMemory();
    const source = fileOf(
      { documentId: "old1", content: { title: one } },
      { content: { title: two } },
    );
    const mended = fileOf(
      { documentId: "old1", content: { title: one, kicker: "Hot" } },
      { content: { title: two, kicker: "Big" } },
    );
    await importAll({ desk, source, results, target: targetOf(desk) });

    const plans = [
      await previewOf({ desk, source, results, target: targetOf(desk) }),
      await previewOf({ desk, source: mended, results, target: targetOf(desk) }),
      await previewOf({ desk, source, results, target: targetOf(desk, { locale: "fr" }) }),
      await previewOf({ desk, source, results, target: targetOf(desk, { type: "tags" }) }),
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

  it("does again what is no longer so: what was written over since, and what was taken back", async () => {
    const desk = openDesk();
    const [code, kept] = [unique("I"), unique("K")];
    const results = new ResultsInMemory();
    const file = (readingMinutes: number) =>
      fileOf({ content: { code, readingMinutes } }, { content: { code: kept } });
    const wanted = { desk, source: file(10), results, target: targetOf(desk, { key: "code" }) };
    const planned = async () => linesOf(await previewOf(wanted));
    await importAll({ ...wanted, group: "first" });
    await importAll({ ...wanted, source: file(12), group: "second" });

    const writtenOver = await planned();
    await importAll({ ...wanted, group: "third" });
    const again = await planned();
    await undoNewest(desk);
    const changeUndone = await planned();
    const source = fileOf(
      { documentId: await makeArticle(), content: { kicker: "New" } },
      { documentId: "old1", content: { title: unique("New") } },
    );
    const other = { ...wanted, source, target: targetOf(desk, { key: "documentId" }) };
    await importAll({ ...other, group: "fourth" });
    await undoNewest(desk);
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

  it("shows both sides of a record before it runs", async () => {
    const desk = openDesk();
    const id = await makeArticle({ seo: { metaTitle: "Old", metaDescription: "Kept" } });
    const source = fileOf({ documentId: id, content: { seo: { metaTitle: "New" } } });
    const plan = await previewOf({ desk, source, target: targetOf(desk, { key: "documentId" }) });

    const { before, after } = must(await new Imports(desk).sides(source, plan, 1));

    const seoIn = (text: string) => (JSON.parse(text) as { seo: JsonObject }).seo;
    assert.deepEqual(
      [before, after].map((text) => [seoIn(text)["metaTitle"], seoIn(text)["metaDescription"]]),
      [
        ["Old", "Kept"],
        ["New", "Kept"],
      ],
    );
  });

  it("clears the parts of a component that are named and empty, keeps the others, and makes none of nothing", async () => {
    const desk = openDesk();
    const title = unique("Bare");
    const id = await makeArticle({ seo: { metaTitle: "Old", metaDescription: "Kept" } });
    const without = await makeArticle();
    const content = { seo: { metaDescription: null } };
    const source = fileOf(
      { documentId: id, content },
      { documentId: without, content },
      { documentId: "new", content: { ...content, title } },
    );
    const target = targetOf(desk, { key: "documentId" });

    const plan = await previewOf({ desk, source, target });
    await importAll({ desk, source, target });

    const left = [id, without, (await idOf(title)) ?? ""].map((one) =>
      draft(`articles/${one}`, "populate[seo]=true"),
    );
    const seos = (await Promise.all(left)).map((row) => row?.["seo"] as JsonObject | null);
    assert.deepEqual(linesOf(plan).planned, [
      [1, "change seo"],
      [3, "create"],
    ]);
    assert.deepEqual(
      seos.map((seo) => seo && [seo["metaTitle"], seo["metaDescription"]]),
      [["Old", null], null, null],
    );
  });

  it("can be taken back: what it made is deleted, what it changed is as it was, what was touched since stays", async () => {
    const desk = openDesk();
    const [made, touched, wanted] = [unique("Tea"), unique("Milk"), unique("Jug")];
    const [english, french] = [unique("Cup"), unique("Tasse")];
    const id = await makeArticle();
    const whole = await makeTranslated(unique("Pot"), unique("Pot"));
    const source = fileOf(
      { documentId: id, content: { kicker: "New" } },
      { documentId: "a", content: { title: made } },
      { documentId: "b", content: { title: touched } },
      { documentId: "c", locale: "en", content: { title: english } },
      { documentId: "c", locale: "fr", content: { title: french } },
      { documentId: whole, locale: "de", content: { title: unique("Kanne") } },
      { documentId: "d", content: { title: wanted, related: [{ documentId: "a" }] } },
    );
    await importAll({ desk, source, target: targetOf(desk, { key: "documentId" }) });
    await changeElsewhere((await idOf(touched)) ?? "", { kicker: "Theirs" });
    const pointer = await makeArticle({ related: [(await idOf(wanted)) ?? ""] });

    const outcomes = await undoNewest(desk);

    assert.deepEqual(outcomes, [
      ...["skipped: pointed-to", "done", "done", "done"],
      ...["skipped: undo-conflict", "skipped: pointed-to", "done"],
    ]);
    const left = [made, touched, english, wanted].map((title) => total("articles", titled(title)));
    assert.deepEqual(await Promise.all(left), [1, 1, 0, 1]);
    assert.equal(await relatedTo(pointer), await idOf(wanted));
    const locales = ["en", "fr", "de"].map((locale) =>
      draft(`articles/${whole}`, `locale=${locale}`),
    );
    assert.deepEqual(
      (await Promise.all(locales)).map((row) => row !== undefined),
      [true, true, false],
    );
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Made");
  });

  it("leaves a locale that it added where something points to it there, and looks at it last before it goes", async () => {
    const desk = openDesk();
    const [linked, free] = [await makeArticle(), await makeArticle()];
    const source = fileOf(
      { documentId: linked, locale: "fr", content: { title: unique("Thé") } },
      { documentId: free, locale: "fr", content: { title: unique("Lait") } },
    );
    await importAll({ desk, source, target: targetOf(desk, { key: "documentId" }) });
    const pointer = await makeArticle({ related: [linked, free] });
    await ask("PUT", `articles/${pointer}?locale=fr`, { title: "Thé", related: [linked] });

    const outcomes = await undoNewest(desk);

    const sent = desk.log.map(({ method, path }) => `${method} ${path}`);
    const at = sent.findIndex((one) => one.startsWith("DELETE"));
    const rows = [linked, free].map((id) => draft(`articles/${id}`, "locale=fr"));
    assert.deepEqual(outcomes, ["done", "skipped: pointed-to"]);
    assert.deepEqual(
      (await Promise.all(rows)).map((row) => row !== undefined),
      [true, false],
    );
    // A draft is asked for together with what is published of it.
    assert.deepEqual(sent.slice(at - 2, at).sort(), ["GET articles", `GET articles/${free}`]);
  });
});
