import { deepEqual, equal, match, ok } from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ask, magazine, makeArticle, unique, useFaultyProxy } from "../../model/magazine.ts";
import { empty, startLoopback } from "../../support/loopback.ts";
import { plainUploadImage } from "../../support/plainWrites.ts";
import { cli, cliProcess, jsonLines, useFolder } from "../cli.ts";
import type { CliOptions, CliResult } from "../cli.ts";
import { requireValidSarif } from "./sarifSchema.ts";
import type { SarifLog } from "./sarifSchema.ts";

interface PrintedProblem {
  readonly rule: string;
  readonly severity: string;
  readonly type: string;
  readonly documentId?: string;
  readonly locale?: string;
  readonly path: readonly (string | number)[];
  readonly title: string;
  readonly message: string;
  readonly url: string;
}

const publish = (id: string) => ask("PUT", `articles/${id}?status=published`, {});

/** An article that was published before the target of its relation. */
async function makeLoss(data: object = {}): Promise<string> {
  const target = await makeArticle({}, "status=draft");
  const list = { __component: "sections.reading-list", heading: "More", articles: [target] };
  const id = await makeArticle({ ...data, sections: [list] });
  await publish(target);
  return id;
}

const lost = "error lost-relation en sections.0.articles.0";

const foundIn = (result: CliResult): PrintedProblem[] => jsonLines(result) as PrintedProblem[];

const lineOf = ({ severity, rule, locale, path }: PrintedProblem): string =>
  [severity, rule, locale ?? "-", path.join(".")].join(" ");

describe("cms-content check", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const proxy = useFaultyProxy();
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(["check", ...words], { cwd: folder.path, ...options });
  const where = (kicker: string) => ["--type", "articles", "--filter", JSON.stringify({ kicker })];
  const save = (name: string, config: unknown) => {
    writeFileSync(join(folder.path, name), JSON.stringify(config));
  };
  const sarifIn = (text: string): SarifLog => {
    const log = JSON.parse(text) as SarifLog;
    requireValidSarif(log);
    return log;
  };

  it("cms-content check reports a defect until it is fixed, and only reads", async () => {
    const kicker = unique("check");
    const id = await makeArticle({ kicker, title: "    " });
    const words = [...where(kicker), "--json"];
    const env = { CMS_URL: proxy.url };

    const before = await run(words, { env });
    await ask("PUT", `articles/${id}`, { title: "Tea" });
    const after = await run(words, { env });

    const [finding, ...others] = foundIn(before);
    deepEqual(finding && lineOf(finding), "warning empty-text en title");
    deepEqual(
      [finding?.documentId, finding?.url.replace(/.*\/docs/, "/docs")],
      [id, "/docs/checks.md#empty-text"],
    );
    deepEqual([others, foundIn(after)], [[], []]);
    deepEqual(new Set(proxy.passages.map(({ method }) => method)), new Set(["GET"]));
  });

  it("cms-content check prints a line with tabs for each finding, and the numbers on stderr", async () => {
    const kicker = unique("check");
    const title = unique("Lost");
    const id = await makeLoss({ kicker, title });
    const { code, stdout, stderr } = await cliProcess(["check", ...where(kicker)]);
    const [severity, rule, document, field, name, message] = stdout.trimEnd().split("\t");
    deepEqual(
      [severity, rule, document, field, name],
      ["error", "lost-relation", `articles/${id}/en`, "sections[0].articles[0]", title],
    );
    match(message ?? "", /^The published version lacks the relation /);
    deepEqual([code, stderr], [1, "1 error in 1 document.\n"]);
  });

  it("cms-content check --search checks only what contains the text, with `_` as a letter", async () => {
    const kicker = unique("Searched").replaceAll(/[^a-z0-9]/gi, "");
    const id = await makeArticle({ kicker: `${kicker} 100_000`, title: "    " });
    await makeArticle({ kicker: `${kicker} 100x000`, title: "    " });
    const words = ["--type", "articles", "--search", `${kicker} 100_000`, "--json"];
    deepEqual(
      foundIn(await run(words)).map(({ documentId }) => documentId),
      [id],
    );
  });

  it("cms-content check checks the content types in --type only", async () => {
    const documents = async (...words: readonly string[]): Promise<number> =>
      Number(/ in (\d+) documents?\.\n$/.exec((await run(words)).stderr)?.[1]);
    const number = async (type: string) => Number((await cli(["count", type])).stdout);
    const both = (await number("tags")) + (await number("authors"));
    equal(await documents("--type", "tags", "authors"), both);
    equal(await documents("--type", "tags", "--type", "authors", "tags"), both);
    equal(await documents("--type", "homepage", "--locale", "en"), 1);
  });

  it("cms-content check checks every localization of the document in --document, or one", async () => {
    const id = await makeArticle({ title: "    " });
    await ask("PUT", `articles/${id}?locale=fr`, { title: "     " });
    const words = ["--type", "articles", "--document", id, "--json"];
    deepEqual(
      foundIn(await run(words))
        .map(lineOf)
        .sort(),
      ["warning empty-text en title", "warning empty-text fr title"],
    );
    deepEqual(foundIn(await run([...words, "--locale", "fr"])).map(lineOf), [
      "warning empty-text fr title",
    ]);
  });

  it("cms-content check exits with 1 if the document in --document doesn't exist", async () => {
    const { code, stdout, stderr } = await run(["--type", "articles", "--document", "none"]);
    deepEqual(
      { code, stdout, stderr },
      { code: 1, stdout: "", stderr: "Error: The service has no articles none.\n" },
    );
  });

  it("cms-content check --fail-on decides which findings make it exit with 1", async () => {
    const [bad, doubtful] = [unique("check"), unique("check")];
    await makeLoss({ kicker: bad });
    await makeArticle({ kicker: doubtful, title: "      " });
    const code = async (kicker: string, ...words: readonly string[]) =>
      (await run([...where(kicker), ...words])).code;
    equal(await code(bad), 1);
    equal(await code(bad, "--fail-on", "never"), 0);
    equal(await code(doubtful), 0);
    equal(await code(doubtful, "--fail-on", "error"), 0);
    equal(await code(doubtful, "--fail-on", "warning"), 1);
    equal(await code(unique("none"), "--fail-on", "warning"), 0);
  });

  it("cms-content check takes settings of rules from cms.config.json, --config and --rule", async () => {
    const kicker = unique("check");
    await makeArticle({ kicker, title: "       " });
    const severities = async (...words: readonly string[]) =>
      foundIn(await run([...where(kicker), "--json", ...words])).map(lineOf);
    const of = (setting: string) => ({ check: { rules: { "empty-text": setting } } });
    deepEqual(await severities(), ["warning empty-text en title"]);
    deepEqual(await severities("--rule", "empty-text=error"), ["error empty-text en title"]);
    save("cms.config.json", of("error"));
    save("other.json", of("off"));
    deepEqual(await severities(), ["error empty-text en title"]);
    deepEqual(await severities("--config", "other.json"), []);
    deepEqual(await severities("--rule", "empty-text=off", "unused-file=off"), []);
    deepEqual(await severities("--config", "other.json", "--rule", "empty-text=warning"), [
      "warning empty-text en title",
    ]);
  });

  describe("with wrong settings", () => {
    const failing = async (...words: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(words, { env: { CMS_URL: proxy.url } });
      deepEqual([words, code, stdout, proxy.passages.length], [words, 2, "", 0]);
      return stderr;
    };

    it("cms-content check sends no request and exits with 2 for an unknown rule, and names a similar one", async () => {
      const message = /There is no key lost-relations\. Did you mean lost-relation\?/;
      match(await failing("--rule", "lost-relations=off"), message);
      save("cms.config.json", { check: { rules: { "lost-relations": "off" } } });
      match(
        await failing(),
        /^Error: cms\.config\.json: Line 1, column 20: There is no key check\.rules\.lost-relations\./,
      );
    });

    it("cms-content check sends no request and exits with 2 for a setting that doesn't exist", async () => {
      match(await failing("--rule", "lost-relation=info"), /must be one of off, warning, error/);
      match(await failing("--rule", "lost-relation"), /needs a name and a setting/);
      match(await failing("--fail-on", "info"), /Allowed choices are error, warning, never/);
      match(await failing("--format", "xml"), /Allowed choices are text, json, sarif/);
      match(await failing("--json", "--format", "sarif"), /Pass either --json or --format sarif/);
    });

    it("cms-content check sends no request and exits with 2 for a file of settings that can't be read", async () => {
      match(await failing("--config", "none.json"), /none\.json can't be read: ENOENT/);
      writeFileSync(join(folder.path, "cms.config.json"), "{");
      match(await failing(), /^Error: cms\.config\.json: .*not valid JSON/);
    });

    it("cms-content check sends no request and exits with 2 if all rules are off", async () => {
      const { stdout } = await run(["--format", "sarif", "--type", "tags"]);
      const rules = sarifIn(stdout).runs[0].tool.driver.rules.map(({ id }) => `${id}=off`);
      match(await failing("--rule", ...rules), /All rules are off/);
    });

    it("cms-content check sends no request and exits with 2 for an option that needs one content type", async () => {
      for (const option of [
        ["--document", "x"],
        ["--filter", "{}"],
        ["--locale", "fr"],
      ]) {
        match(await failing(...option), /needs one content type: pass --type/);
      }
    });
  });

  it("cms-content check exits with 2 for content types and options that it can't check", async () => {
    for (const [words, message] of [
      [["--type", "artikles"], /no content type named artikles\. It has: articles, /],
      [["--type", "users"], /Users can't be checked/],
      [["--type", "articles", "pages", "--search", "tea"], /--search needs one content type/],
      [["--type", "homepage", "--document", "x"], /homepage is a single type/],
      [["--type", "articles", "--document", "x", "--search", "tea"], /not both/],
      [["--type", "articles", "--filter", '{"titel":"x"}'], /--filter: .*titel/],
      [["--out", "none/findings.txt"], /none\/findings\.txt can't be written: ENOENT/],
    ] as const) {
      const { code, stdout, stderr } = await run(words);
      deepEqual([words, code, stdout], [words, 2, ""]);
      match(stderr, message);
    }
  });

  it("cms-content check finds the same with a token that may only read", async () => {
    const kicker = unique("check");
    await makeLoss({ kicker });
    const words = [...where(kicker), "--json", "--project", resolve("test/cms")];
    const result = await run(words, { env: { CMS_TOKEN: magazine().tokens.readOnly } });
    deepEqual(foundIn(result).map(lineOf), [lost]);
    const note = "Translations were not checked. This requires the permission I18n: listLocales.";
    deepEqual([result.code, result.stderr], [1, `${note}\n1 error in 1 document.\n`]);
  });

  it("cms-content check --foreign-links also requests the pages of other sites, without the token", async () => {
    const sites = await startLoopback();
    sites.answer(empty(404));
    const kicker = unique("check");
    await makeArticle({ kicker, body: "[Tea](http://tea.example/green)" });
    const env = { HTTP_PROXY: sites.url, http_proxy: undefined, NO_PROXY: "", no_proxy: undefined };

    const without = await run([...where(kicker), "--json"], { env });
    const none = sites.requests.length;
    const result = await run([...where(kicker), "--json", "--foreign-links"], { env });
    const { requests } = sites;
    await sites.stop();

    deepEqual([foundIn(without), none], [[], 0]);
    deepEqual(foundIn(result).map(lineOf), ["warning broken-link en body"]);
    deepEqual(
      requests.map(({ method, path, headers }) => [method, path, headers.authorization]),
      [
        ["HEAD", "http://tea.example/green", undefined],
        ["GET", "http://tea.example/green", undefined],
      ],
    );
  });

  it("cms-content check says what the token may not read, with the permission, and doesn't report it", async () => {
    const kicker = unique("check");
    await makeArticle({ kicker });
    const words = [...where(kicker), "--format", "sarif"];
    const { code, stdout, stderr } = await run(words, {
      env: { CMS_TOKEN: magazine().tokens.custom },
    });
    const note = "articles.author was not checked. It requires the permission Author: find.";
    ok(stderr.includes(`${note}\n`));
    match(stderr, /\nNo problems in 1 document\.\n$/);
    equal(code, 0);
    const [{ results, invocations }] = sarifIn(stdout).runs;
    deepEqual(results, []);
    equal(invocations[0].executionSuccessful, true);
    const texts = invocations[0].toolExecutionNotifications.map(({ message }) => message.text);
    deepEqual(`${texts.join("\n")}\nNo problems in 1 document.\n`, stderr);
  });

  it("cms-content check exits with 3 if the token can read no document at all", async () => {
    const words = ["--project", resolve("test/cms"), "--type", "articles"];
    const { code, stdout, stderr } = await run(words, { env: { CMS_TOKEN: undefined } });
    deepEqual([code, stdout], [3, ""]);
    match(stderr, /articles was not checked\. It requires the permission .*find/);
    match(stderr, /Error: The token can't read any of the documents\.\n$/);
  });

  it("cms-content check keeps the findings when the user cancels", async () => {
    const isThird = thirdPage();
    const interrupting = new AbortController();
    proxy.meet((line) => {
      if (!isThird(line)) return undefined;
      interrupting.abort();
      return { kind: "answer delayed", milliseconds: 2_000 };
    });
    const words = ["--type", "articles", "--rule", "missing-translation=warning"];
    const files = ["--format", "sarif", "--out", "content.sarif"];
    const { code, stderr } = await run([...words, ...files], {
      env: { CMS_URL: proxy.url },
      signal: interrupting.signal,
    });
    equal(code, 130);
    match(stderr, /^Cancelled\. .*\d+ warnings in \d+ documents\.\n$/m);
    deepEqual(readdirSync(folder.path), ["content.incomplete.sarif"]);
    const [{ results, invocations }] = sarifIn(textOf("content.incomplete.sarif")).runs;
    ok(results.length > 0);
    equal(invocations[0].executionSuccessful, false);
  });

  it("cms-content check keeps a valid log, and exits with 3, when the service fails in the middle", async () => {
    const isThird = thirdPage();
    proxy.meet((line) => (isThird(line) ? { kind: "answer replaced", status: 500 } : undefined));
    const words = ["--type", "articles", "--rule", "missing-translation=warning"];
    const { code, stdout } = await run([...words, "--format", "sarif"], {
      env: { CMS_URL: proxy.url },
    });
    equal(code, 3);
    const [{ results, invocations }] = sarifIn(stdout).runs;
    ok(results.length > 0);
    equal(invocations[0].executionSuccessful, false);
  });

  describe("--format sarif", () => {
    it("--format sarif writes the findings that --json prints, with what code scanning requires, and the same fingerprints in each run", async () => {
      const kicker = unique("check");
      await makeLoss({ kicker });
      const { id: cover } = await plainUploadImage(magazine(), `${unique("cover")}.svg`);
      await makeArticle({
        kicker,
        title: "         ",
        body: "<http://localhost/[a]{0}~/> [a](/uploads/a.png) [b](/uploads/b.png)",
        cover,
      });
      const findings = foundIn(await run([...where(kicker), "--json"]));
      const { code } = await run([...where(kicker), "--format", "sarif", "--out", "a.sarif"]);
      const log = sarifIn(textOf("a.sarif"));
      const [{ tool, results }] = log.runs;
      equal(code, 1);
      deepEqual(readdirSync(folder.path), ["a.sarif"]);
      deepEqual(
        results.map(({ ruleId, ruleIndex, level, locations }) => [
          ruleId,
          tool.driver.rules[ruleIndex]?.id,
          level,
          locations[0].logicalLocations[0].fullyQualifiedName,
        ]),
        findings.map(({ rule, severity, type, documentId, locale, path }) => [
          rule,
          rule,
          severity,
          `${[type, documentId, locale].filter(Boolean).join("/")}#/${path.join("/")}`,
        ]),
      );
      deepEqual(findings.map(({ type }) => type).sort(), [
        ...["articles", "articles", "articles", "articles", "articles", "upload/files"],
      ]);
      for (const [at, { title, message }] of findings.entries()) {
        equal(results[at]?.message.text, title === "" ? message : `${title}: ${message}`);
      }
      match(log.$schema, /sarif-2\.1\.0\.json$/);
      for (const { shortDescription, fullDescription, help, helpUri, id } of tool.driver.rules) {
        for (const { text } of [shortDescription, fullDescription, help]) ok(text !== "");
        ok(helpUri.endsWith(`/docs/checks.md#${id}`));
      }
      for (const { locations } of results) {
        const { artifactLocation, region } = locations[0].physicalLocation;
        match(artifactLocation.uri, /^(articles\/\w+\/en|upload\/files\/\w+)\.json$/);
        deepEqual(region, { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 });
      }
      const hashesIn = ({ runs }: SarifLog) =>
        runs[0].results.map(
          ({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash,
        );
      equal(new Set(hashesIn(log)).size, results.length);
      const again = await run([...where(kicker), "--format", "sarif"]);
      deepEqual(hashesIn(sarifIn(again.stdout)), hashesIn(log));
    });

    it("--format sarif writes a valid log without findings, with the settings of the rules", async () => {
      const words = [
        ...where(unique("none")),
        "--rule",
        "stale-translation=error",
        "empty-text=off",
      ];
      const { code, stdout } = await run([...words, "--format", "sarif"]);
      const [{ tool, results, invocations }] = sarifIn(stdout).runs;
      const levels = new Map(
        tool.driver.rules.map(({ id, defaultConfiguration }) => [id, defaultConfiguration.level]),
      );
      deepEqual([code, results, invocations[0].executionSuccessful], [0, [], true]);
      equal(levels.get("stale-translation"), "error");
      equal(levels.get("lost-relation"), "error");
      equal(levels.has("empty-text"), false);
      equal(levels.has("exposed-data"), false);
    });
  });

  const textOf = (name: string): string => readFileSync(join(folder.path, name), "utf8");
  /** Returns whether a request is for the third page of drafts. */
  const thirdPage = (): ((line: { readonly target: string }) => boolean) => {
    const starts: string[] = [];
    return ({ target }) => {
      const [, start] = /\[documentId\]\[\$gte\]=(\w+)/.exec(decodeURIComponent(target)) ?? [];
      if (start === undefined || target.includes("status=published")) return false;
      if (!starts.includes(start)) starts.push(start);
      return start === starts[1];
    };
  };
});
