import { deepEqual, equal, match, ok } from "node:assert/strict";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, make, total, unique, useFaultyProxy } from "../../model/magazine.ts";
import type { CliOptions } from "../cli.ts";
import { cli, cliProcess, jsonLines, useFolder } from "../cli.ts";

describe("cms-content import", () => {
  const folder = useFolder();
  const proxy = useFaultyProxy();
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(["import", "tags", ...words], { cwd: folder.path, ...options });
  const byName = ["--key", "name", "--yes"];
  const through = () => ({ env: { CMS_URL: proxy.url } });
  const save = (name: string, ...lines: readonly string[]): void => {
    writeFileSync(join(folder.path, name), `${lines.join("\n")}\n`);
  };
  /** Saves a file of new tags, and returns the beginning of their names. */
  const saveTags = (count: number): string => {
    const word = unique("Tag");
    const names = Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
    save("tags.csv", "name", ...names);
    return word;
  };
  const countOf = (word: string): Promise<number> =>
    total("tags", `filters[name][$startsWith]=${encodeURIComponent(word)}`);

  it("cms-content import creates and updates documents by a key, and undoes both", async () => {
    const [known, fresh] = [unique("Known"), unique("Fresh")];
    const id = await make("tags?status=draft", { name: known, color: "#111111" });
    save("tags.csv", "name,Color", `${known},#222222`, `${fresh},#333333`);
    const words = ["import", "tags", "tags.csv", ...byName, "--json"];
    const result = await cliProcess(words, { cwd: folder.path });
    const [updated, created] = jsonLines(result) as Record<string, unknown>[];
    deepEqual(updated, { line: 2, documentId: id, title: known, outcome: "updated" });
    deepEqual([created?.["title"], created?.["outcome"]], [fresh, "created"]);
    equal(result.code, 0);
    match(result.stderr, /1 created, 1 updated\.\n/);
    const color = async () =>
      ((await ask("GET", `tags/${id}?status=draft`)) as { data: { color: string } }).data.color;
    equal(await color(), "#222222");
    const [, undo = ""] = /cms-content undo (\w+)/.exec(result.stderr) ?? [];
    const undone = await cliProcess(["undo", undo, "--yes"], { cwd: folder.path });
    deepEqual([undone.code, await color(), await countOf(fresh)], [0, "#111111", 0]);
  });

  it("cms-content import prints the plan of a dry run, and writes nothing", async () => {
    const word = saveTags(2);
    const result = await run(["tags.csv", "--key", "name", "--dry-run", "--json"], through());
    deepEqual(jsonLines(result), [
      { line: 2, title: `${word} 1`, outcome: "create" },
      { line: 3, title: `${word} 2`, outcome: "create" },
    ]);
    deepEqual([result.code, readdirSync(folder.path)], [0, ["tags.csv"]]);
    deepEqual([...new Set(proxy.passages.map(({ method }) => method))], ["GET"]);
  });

  it("cms-content import lists in a dry run what happens to each record, with its line", async () => {
    const word = unique("Tag");
    await make("tags?status=draft", { name: `${word} 1` });
    const names = [`${word} 1`, `${word} 2`, 5];
    save("tags.ndjson", ...names.map((name) => JSON.stringify({ name })));

    const { code, stdout } = await run(["tags.ndjson", "--key", "name", "--dry-run"]);

    const [created, refused, unchanged, counts] = stdout.split("\n");
    equal(created, `Line 2: '${word} 2': create`);
    match(refused ?? "", /^Line 3: .*name/);
    equal(unchanged, `Line 1: '${word} 1': unchanged`);
    equal(counts, "tags.ndjson: 1 to create, 1 unchanged, 1 with errors");
    equal(code, 1);
  });

  it("cms-content import takes the records of stdin, leaves no file, and finds what it created by the key", async () => {
    const name = unique("Piped");
    const stdin = `${JSON.stringify({ name })}\n`;
    const words = ["-", "--format", "ndjson"];

    const noFormat = await run(["-", ...byName], { stdin });
    const dry = await run([...words, "--key", "name", "--dry-run"], { stdin });
    const unconfirmed = await run([...words, "--key", "name"], { stdin });
    const result = await run([...words, ...byName], { stdin });
    const repeated = await run([...words, ...byName], { stdin });
    const empty = await run([...words, ...byName]);

    const codes = [noFormat, dry, unconfirmed, result, repeated, empty].map(({ code }) => code);
    deepEqual(codes, [2, 0, 2, 0, 0, 2]);
    match(noFormat.stderr, /Pass --format with one of: ndjson, json, csv\./);
    match(dry.stdout, /^stdin: 1 to create$/m);
    match(result.stderr, /^1 created\.$/m);
    ok(!result.stderr.includes("Results:"), result.stderr);
    match(repeated.stderr, /There is nothing to import from stdin: 1 unchanged\./);
    match(empty.stderr, /stdin has no records\./);
    deepEqual(
      readdirSync(folder.path).filter((file) => /stdin|results/.test(file)),
      [],
    );
  });

  it("cms-content import counts the rows without a value in the plan and in the results", async () => {
    const name = unique("Tag");
    save("tags.csv", "sep=;", "name;color", `${name};`, ";", ";;;", '"";');
    const dry = await run(["tags.csv", "--key", "name", "--dry-run"]);
    const dryJson = await run(["tags.csv", "--key", "name", "--dry-run", "--json"]);
    const result = await run(["tags.csv", ...byName]);
    match(dry.stdout, /1 to create, 3 without values/);
    const empty = [4, 5, 6].map((line) => ({ line, outcome: "without values" }));
    deepEqual(jsonLines(dryJson), [{ line: 3, title: name, outcome: "create" }, ...empty]);
    match(result.stderr, /1 created, 3 without values\.\n/);
    equal(result.code, 0);
    save("tags.csv", "name,color", ",", ",");
    const none = await run(["tags.csv", ...byName]);
    match(none.stderr, /tags\.csv has no records/);
  });

  it("cms-content import warns before the import about values that the service stores as other ones", async () => {
    const title = unique("Late");
    save("articles.csv", "title,embargoUntil", `${title},2026-01-31T10:00`);
    const words = ["import", "articles", "articles.csv", "--key", "title", "--dry-run"];
    const text = await cli(words, { cwd: folder.path });
    const [planned] = jsonLines(await cli([...words, "--json"], { cwd: folder.path }));
    const warning =
      "embargoUntil has no time zone, so the service reads it in its own time zone. Add the zone, such as Z or +01:00.";
    ok(text.stderr.includes(`Line 2: '${title}': ${warning}\n`), text.stderr);
    deepEqual(planned, { line: 2, title, locale: "en", outcome: "create", warnings: [warning] });
  });

  it("cms-content import names the documents from which it would take a one-to-one relation", async () => {
    const [owner, taker] = [unique("Owner"), unique("Taker")];
    const sequel = await make("articles?status=draft", { title: unique("Sequel"), kicker: "Made" });
    const id = await make("articles?status=draft", { title: owner, kicker: "Made", sequel });
    await make("articles?status=draft", { title: taker, kicker: "Made" });
    save("articles.ndjson", JSON.stringify({ title: taker, sequel: { documentId: sequel } }));
    const words = ["import", "articles", "articles.ndjson", "--key", "title"];
    const text = await cli([...words, "--dry-run"], { cwd: folder.path });
    const [planned] = jsonLines(await cli([...words, "--dry-run", "--json"], { cwd: folder.path }));
    const [done] = jsonLines(await cli([...words, "--yes", "--json"], { cwd: folder.path }));
    const lost = `Drafts of other documents lose relations: '${owner}' (articles, en) sequel.\n`;
    ok(text.stderr.includes(lost), text.stderr);
    for (const line of [planned, done] as { otherDocuments: Record<string, unknown>[] }[]) {
      deepEqual(
        line.otherDocuments.map(({ type, documentId, path }) => [type, documentId, path]),
        [["articles", id, "sequel"]],
      );
    }
  });

  it("cms-content import names the lines that fail, imports the others, and exits with 1", async () => {
    const word = unique("Tag");
    save("tags.ndjson", JSON.stringify({ name: `${word} 1` }), '{"name":"half', '{"name":5}');
    const { code, stderr } = await run(["tags.ndjson", ...byName]);
    deepEqual([code, await countOf(word)], [1, 1]);
    match(stderr, /^Line 2: .*\nLine 3: .*name/m);
    match(stderr, /1 created, 2 failed\.\n/);
  });

  it("cms-content import asks for a key, because without one each record creates a document", async () => {
    const word = saveTags(1);
    const { code, stderr } = await run(["tags.csv", "--yes"]);
    equal(code, 2);
    match(stderr, /Pass --key .* name\. .* pass --always-create\.\n$/);
    for (const round of [1, 2]) {
      const how = ["--always-create", "--yes", ...(round > 1 ? ["--start-over"] : [])];
      equal((await run(["tags.csv", ...how])).code, 0);
      equal(await countOf(word), round);
    }
  });

  it("cms-content import maps columns by --map, and names those that are not imported", async () => {
    const word = unique("Tag");
    save("tags.csv", "label,weight", `${word},1`);
    const { stderr } = await run(["tags.csv", "--map", "label=name", ...byName]);
    match(stderr, /^weight isn't mapped to a field, so it isn't imported\.$/m);
    equal(await countOf(word), 1);
    const typo = await run(["tags.csv", "--map", "lable=name", ...byName]);
    deepEqual(
      [typo.code, typo.stderr],
      [
        2,
        "Error: --map: The file has no column lable. It has: label, weight. Did you mean label?\n",
      ],
    );
  });

  it("cms-content import suggests a similar key and a similar relation", async () => {
    save("articles.csv", "title,slug,author.name", "Tea,tea,Ada Fenwick");
    const plan = (...words: string[]) =>
      cli(["import", "articles", "articles.csv", "--dry-run", ...words], { cwd: folder.path });

    const wrongKey = await plan("--key", "slgu");
    const wrongRelation = await plan("--key", "slug", "--relation", "auhtor=name");

    match(
      wrongKey.stderr,
      /slgu can't .* The file has these: slug, title\. Did you mean slug\?\n$/,
    );
    match(wrongRelation.stderr, /no relation auhtor\. They have: author\. Did you mean author\?$/m);
  });

  it("cms-content import finds the targets of relations by the attribute of a column", async () => {
    const [name, title] = [unique("Target"), unique("Article")];
    const tag = await make("tags?status=draft", { name });
    const records = [`one,${title},en,"[""${name}""]"`, `one,${title},fr,`];
    save("articles.csv", "documentId,title,locale,tags.name", ...records);
    const words = ["import", "articles", "articles.csv", "--key", "documentId", "--yes", "--json"];
    const result = await cli(words, { cwd: folder.path });
    const [english, french] = jsonLines(result) as Record<string, unknown>[];
    deepEqual(
      [english, french].map((record) => [record?.["locale"], record?.["outcome"]]),
      [
        ["en", "created"],
        ["fr", "localized"],
      ],
    );
    equal(french?.["documentId"], english?.["documentId"]);
    const query = `articles/${String(english?.["documentId"])}?status=draft&populate=tags`;
    const answer = (await ask("GET", query)) as { data: { tags: { documentId: string }[] } };
    deepEqual(
      answer.data.tags.map(({ documentId }) => documentId),
      [tag],
    );
  });

  it("cms-content import stops between two records on Ctrl+C, and resumes without duplicates", async () => {
    const word = saveTags(5);
    const interrupting = new AbortController();
    let sent = 0;
    proxy.meet(({ method }) => {
      if (method !== "POST") return undefined;
      sent += 1;
      if (sent === 3) interrupting.abort();
      return { kind: "answer delayed", milliseconds: 200 };
    });
    const stopped = await run(["tags.csv", ...byName], {
      ...through(),
      signal: interrupting.signal,
    });
    deepEqual([stopped.code, await countOf(word)], [130, 3]);
    match(stopped.stderr, /3 created, 2 not attempted\.\n/);
    proxy.meet(() => undefined);
    const resumed = await run(["tags.csv", ...byName], through());
    deepEqual([resumed.code, await countOf(word)], [0, 5]);
    match(resumed.stderr, /2 created, 3 already imported\.\n/);
  });

  it("cms-content import resumes without duplicates after the service stopped answering in the middle", async () => {
    const word = saveTags(5);
    let sent = 0;
    proxy.meet(({ method }) => {
      if (method === "POST") sent += 1;
      if (sent < 3) return undefined;
      return { kind: method === "POST" ? "answer dropped" : "request dropped" };
    });
    const stopped = await run(["tags.csv", ...byName], through());
    equal(stopped.code, 3);
    match(stopped.stderr, /2 created, .*2 with an unknown outcome/);
    match(stopped.stderr, /run the same command again\.\n$/);
    equal(await countOf(word), 4);
    proxy.meet(() => undefined);
    const resumed = await run(["tags.csv", ...byName], through());
    deepEqual([resumed.code, await countOf(word)], [0, 5]);
  });

  it("cms-content import creates nothing when its results can't be saved", async () => {
    const word = saveTags(3);
    symlinkSync("/dev/full", join(folder.path, "tags.csv.results.ndjson"));
    const { code, stderr } = await run(["tags.csv", ...byName], through());
    deepEqual([code, await countOf(word)], [2, 0]);
    match(stderr, /Error: The results can't be saved: ENOSPC/);
    equal(proxy.passages.filter(({ method }) => method !== "GET").length, 0);
  });

  it("cms-content import sends no write when the journal can't be written, and names --no-journal", async () => {
    const word = saveTags(2);
    writeFileSync(join(folder.path, "state"), "");
    const { code, stderr } = await run(["tags.csv", ...byName]);
    deepEqual([code, await countOf(word)], [2, 0]);
    match(stderr, /The journal can't be written, so nothing was sent: .* pass --no-journal\./);
    const written = await run(["tags.csv", ...byName, "--no-journal"]);
    deepEqual([written.code, await countOf(word)], [0, 2]);
  });

  it("cms-content import sends nothing without a terminal and --yes", async () => {
    saveTags(1);
    const { code, stderr } = await run(["tags.csv", "--key", "name"], through());
    deepEqual([code, proxy.passages.length], [2, 0]);
    match(stderr, /Pass --yes, or --dry-run\.\n$/);
  });
});
