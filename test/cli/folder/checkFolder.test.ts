import { deepEqual, equal, match } from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { folderSchemaText } from "../../../src/model/folder/schemas/folderSchema.ts";
import { newSettings, withEnvironment } from "../../../src/model/folder/folderSettings.ts";
import { kitchen, recipes } from "../../model/kitchen.ts";
import { must } from "../../model/outcomes.ts";
import { requireValidSarif, type SarifLog } from "../check/sarifSchema.ts";
import { cli, jsonLines, useFolder, type CliResult } from "../cli.ts";

const env = { CMS_URL: undefined, CMS_TOKEN: undefined, CMS_API_PREFIX: undefined };

describe("cms-content check --folder", () => {
  const folder = useFolder();
  const check = (...words: readonly string[]): Promise<CliResult> =>
    cli(["check", "--folder", ...words], { cwd: folder.path, env });

  beforeEach(async () => {
    const path = join(folder.path, "content");
    const files = must(await ContentFolder.open(path));
    const settings = withEnvironment(newSettings(), { name: "live", url: "https://example.com" });
    await files.prepare(settings, folderSchemaText([recipes], kitchen), []);
    mkdirSync(join(path, "recipes"));
    const text = JSON.stringify({ servings: 2, season: "spring" }, null, 2);
    writeFileSync(join(path, "recipes/tea time.json"), text);
    writeFileSync(join(path, "recipes/tea time.en.json"), '{ "slug": "tea" }');
  });

  it("check --folder prints each finding with the position in its file, in every format, without a service", async () => {
    const file = join("content", "recipes", "tea time.json");
    const text = await check();
    equal(text.code, 1);
    match(text.stdout, /^error\tinvalid-value\t.*tea time\.json:3:3\tseason\t.*\n$/);
    equal(text.stderr, "1 error in 1 document.\n");
    const [json] = jsonLines(await check("--json")) as Record<string, unknown>[];
    deepEqual(
      [json?.["file"], json?.["line"], json?.["column"], json?.["type"], json?.["documentId"]],
      [file, 3, 3, "recipes", undefined],
    );
    const log = JSON.parse((await check("content", "--format", "sarif")).stdout) as SarifLog;
    requireValidSarif(log);
    const [run] = log.runs;
    const [location] = run.results.flatMap(({ locations }) => locations);
    deepEqual(location?.physicalLocation, {
      artifactLocation: { uri: "content/recipes/tea%20time.json" },
      region: { startLine: 3, startColumn: 3, endLine: 3, endColumn: 3 },
    });
    deepEqual(
      run.tool.driver.rules.map(({ id }) => id),
      ["invalid-value", "missing-target", "duplicate-value", "empty-text"],
    );
  });

  it("check --folder refuses what needs a service, a rule of a service, an unknown type, and no folder", async () => {
    const refusals = [
      [["--type", "recipes", "--locale", "en"], /--locale needs a service/],
      [["--foreign-links"], /--foreign-links needs a service/],
      [["--rule", "unused-file=error"], /unused-file needs a service/],
      [["--type", "recipe"], /Did you mean recipes\?/],
      [["../none"], /has no pulled content/],
    ] as const;
    for (const [words, message] of refusals) {
      const { code, stdout, stderr } = await check(...words);
      deepEqual([words, code, stdout], [words, 2, ""]);
      match(stderr, message);
    }
    equal((await check("--rule", "invalid-value=off")).code, 0);
  });
});
