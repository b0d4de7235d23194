import { deepEqual, equal, match } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changeMagazine } from "../../model/check/database.ts";
import { makeArticle, makeTranslated, unique, useFaultyProxy } from "../../model/magazine.ts";
import type { CliOptions, CliResult } from "../cli.ts";
import { cli, cliProcess, jsonLines, useFolder } from "../cli.ts";

describe("cms-content export", () => {
  const folder = useFolder();
  const proxy = useFaultyProxy();
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(["export", ...words], { cwd: folder.path, ...options });
  const textOf = (name: string): string => readFileSync(join(folder.path, name), "utf8");
  /** Returns whether a request is for the third page of documents, which the service sorts by their ids. */
  const thirdPage = (): ((line: { readonly target: string }) => boolean) => {
    const cursors: string[] = [];
    return ({ target }) => {
      const [, cursor] = /\[\$gt\]=(\w+)/.exec(decodeURIComponent(target)) ?? [];
      if (cursor !== undefined && !cursors.includes(cursor)) cursors.push(cursor);
      return cursor !== undefined && cursor === cursors[1];
    };
  };
  /** The number of records in a message such as "Exported 100 of 240 records". */
  const exportedIn = ({ stderr }: CliResult): number =>
    Number(/Exported (\d+) of \d+ records to all\.incomplete\./.exec(stderr)?.[1]);

  it("cms-content export prints one record per line, and their number on stderr", async () => {
    const kicker = unique("export");
    const title = unique("Exported");
    const id = await makeArticle({ kicker, title }, "status=draft");
    const filter = JSON.stringify({ kicker });
    const words = ["export", "articles", "--filter", filter, "--fields", "title,kicker"];
    const result = await cliProcess(words);
    deepEqual(jsonLines(result), [
      { documentId: id, $locale: "en", $status: "draft", title, kicker },
    ]);
    deepEqual([result.code, result.stderr], [0, "Exported 1 record to stdout.\n"]);
  });

  it("cms-content export names a document without a documentId, exports the others and exits with 1", async () => {
    const [kicker, lost] = [unique("odd"), unique("Lost")];
    const id = await makeArticle({ kicker }, "status=draft");
    await makeArticle({ kicker, title: lost }, "status=draft");
    await changeMagazine("UPDATE articles SET document_id = NULL WHERE title = ?", lost);
    const filter = JSON.stringify({ kicker });
    const result = await run(["articles", "--filter", filter, "--fields", "title"]);
    await changeMagazine("DELETE FROM articles WHERE title = ?", lost);
    match(
      result.stdout,
      new RegExp(`^{"documentId":"${id}".*}
$`),
    );
    deepEqual(
      [result.code, result.stderr],
      [
        1,
        `'${lost}' of articles was left out, because it has no documentId.\nExported 1 record to stdout.\n`,
      ],
    );
  });

  it("cms-content export writes every locale to a CSV file, without a partial file beside it", async () => {
    const title = unique("Locales");
    await makeTranslated(title, title);
    const filter = JSON.stringify({ title });
    const words = ["articles", "--filter", filter, "--fields", "title", "--all-locales"];
    const { code, stdout } = await run([...words, "--out", "two.csv", "--json"]);
    deepEqual(
      [code, JSON.parse(stdout)],
      [0, { outcome: "whole", count: 2, total: 2, file: "two.csv" }],
    );
    const rows = textOf("two.csv").trimEnd().split(/\r?\n/);
    deepEqual(
      [rows[0], rows.slice(1).map((row) => row.split(",")[1])],
      ["documentId,$locale,$status,title", ["en", "fr"]],
    );
    deepEqual(readdirSync(folder.path), ["two.csv"]);
  });

  it("cms-content export rejects a field, a filter and a locale that the type doesn't have, and writes no file", async () => {
    for (const words of [
      ["--fields", "titel"],
      ["--filter", '{"titel":"x"}'],
      ["--locale", "xx"],
    ]) {
      const { code, stderr } = await run(["articles", "--out", "x.json", ...words]);
      equal(code, 2);
      match(stderr, /^Error: .*(titel|xx)/);
    }
    deepEqual(readdirSync(folder.path), []);
  });

  it("cms-content export says why a file can't be written", async () => {
    const { code, stderr } = await run(["articles", "--out", "none/articles.csv"]);
    equal(code, 2);
    match(stderr, /^Error: Nothing was exported\. No file was changed\. .*ENOENT.* open /);
  });

  it("cms-content export keeps the complete records in an incomplete file when the user cancels", async () => {
    const isThirdPage = thirdPage();
    const interrupting = new AbortController();
    proxy.meet((line) => {
      if (!isThirdPage(line)) return undefined;
      interrupting.abort();
      return { kind: "answer delayed", milliseconds: 2_000 };
    });
    const result = await run(["articles", "--fields", "title", "--out", "all.ndjson"], {
      env: { CMS_URL: proxy.url },
      signal: interrupting.signal,
    });
    equal(result.code, 130);
    match(result.stderr, /^Export cancelled\. /);
    deepEqual(readdirSync(folder.path), ["all.incomplete.ndjson"]);
    const records = jsonLines({ ...result, stdout: textOf("all.incomplete.ndjson") });
    deepEqual([records.length % 100, records.length], [0, exportedIn(result)]);
  });

  it("cms-content export keeps a valid file, and exits with 3, when the service fails in the middle", async () => {
    const isThirdPage = thirdPage();
    proxy.meet((line) =>
      isThirdPage(line) ? { kind: "answer replaced", status: 500 } : undefined,
    );
    const result = await run(["articles", "--fields", "title", "--out", "all.json"], {
      env: { CMS_URL: proxy.url },
    });
    equal(result.code, 3);
    const records = JSON.parse(textOf("all.incomplete.json")) as unknown[];
    equal(records.length, exportedIn(result));
  });
});
