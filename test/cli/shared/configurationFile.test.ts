import { deepEqual, equal, match } from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { magazine, make, unique } from "../../model/magazine.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("Connections in cms.config.json", () => {
  const folder = useFolder();
  const withoutUrl = { CMS_URL: undefined, CMS_API_PREFIX: undefined, CMS_TOKEN: undefined };
  const run = (
    words: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
    cwd = folder.path,
  ) => cli(words, { cwd, env: { ...withoutUrl, ...env } });
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
  const full = () => magazine().tokens.full;
  const writeConfig = (details: object = {}) => {
    const { url, apiPrefix } = magazine();
    const connections = [
      { name: "Live Site", url, apiPrefix, ...details },
      { name: "Nowhere", url: "http://127.0.0.1:9" },
    ];
    write("cms.config.json", JSON.stringify({ $schema: "./schema.json", connections }));
  };
  const count = ["count", "articles", "--connection", "Live Site"];

  it("a connection in cms.config.json needs no id, and its token is in CMS_TOKEN_ and its name", async () => {
    writeConfig();

    const { code, stdout, stderr } = await run(count, { CMS_TOKEN_LIVE_SITE: full() });

    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    match(stdout, /^\d+\n$/);
  });

  it("a connection in cms.config.json is found from a folder below", async () => {
    writeConfig();
    const below = join(folder.path, "site", "content");
    mkdirSync(below, { recursive: true });

    const { code, stderr } = await run(count, { CMS_TOKEN_LIVE_SITE: full() }, below);

    deepEqual({ code, stderr }, { code: 0, stderr: "" });
  });

  it("a connection in cms.config.json takes its token from the variable that it names, also in .env", async () => {
    writeConfig({ tokenVariable: "CMS_MY_TOKEN" });
    equal((await run(count, { CMS_TOKEN_LIVE_SITE: full() })).code, 3);
    equal((await run(count, { CMS_MY_TOKEN: full() })).code, 0);

    write(".env", `# Tokens\nexport CMS_MY_TOKEN="${full()}"\n`);

    deepEqual((await run(count)).stderr, "");
    const { code, stderr } = await run(count, { CMS_MY_TOKEN: "wrong-token" });
    equal(code, 3, "a variable that is set wins");
    match(stderr, /rejected the token/);
  });

  it("a connection in cms.config.json takes its token from the environment if .env is a folder", async () => {
    writeConfig();
    mkdirSync(join(folder.path, ".env"));

    const { code, stderr } = await run(count, { CMS_TOKEN_LIVE_SITE: full() });

    deepEqual({ code, stderr }, { code: 0, stderr: "" });
  });

  it("a connection in cms.config.json has an administrator only by variables of its own name", async () => {
    writeConfig({ tokenVariable: "CMS_MY_SECRET" });
    const id = await make("tags", { name: unique("Live") });
    const words = ["unpublish", "tags", id, "--connection", "Live Site", "--yes"];

    const { code, stderr } = await run(words, { CMS_MY_SECRET: full() });

    equal(code, 2, stderr);
    match(stderr, /Set CMS_ADMIN_TOKEN/);
  });

  it("a connection in cms.config.json never has the administrator of one whose name has the same variables", async () => {
    const url = "http://127.0.0.1:9";
    const connections = [
      { name: "Live Site", url, tokenVariable: "CMS_ONE" },
      { name: "live-site", url, tokenVariable: "CMS_TWO" },
    ];
    write("cms.config.json", JSON.stringify({ connections }));
    const words = ["count", "articles", "--connection", "live-site"];

    equal((await run(words)).code, 3);
    const { code, stderr } = await run(words, { CMS_ADMIN_TOKEN_LIVE_SITE: "secret" });

    equal(code, 2);
    equal(
      stderr,
      "Error: Live Site and live-site would have the same administrator, because their variables have the same name. Rename one of them.\n",
    );
  });

  it("a connection in cms.config.json is used instead of CMS_URL only if it is chosen", async () => {
    writeConfig();
    const env = { CMS_URL: "http://127.0.0.1:9", CMS_TOKEN_LIVE_SITE: full() };

    equal((await run(["count", "articles"], env)).code, 3);
    equal((await run(count, env)).code, 0);
  });

  it("a connection in cms.config.json has no variable that another connection names", async () => {
    writeConfig();
    const { url } = magazine();
    const connections = [
      { name: "One", url, tokenVariable: "CMS_TOKEN_TWO" },
      { name: "Two", url: "http://127.0.0.1:9" },
    ];
    write("cms.config.json", JSON.stringify({ connections }));

    const { code, stderr } = await run(["count", "articles", "--connection", "One"]);

    equal(code, 2);
    equal(
      stderr,
      "Error: Two and One would both use CMS_TOKEN_TWO. Set tokenVariable of one of them.\n",
    );
  });

  it("the connections in cms.config.json are those of diff and copy", async () => {
    const { url, apiPrefix } = magazine();
    const connections = [
      { name: "Here", url, apiPrefix, tokenVariable: "CMS_MY_TOKEN" },
      { name: "There", url: url.replace("127.0.0.1", "localhost"), apiPrefix },
    ];
    write("cms.config.json", JSON.stringify({ connections }));
    write(".env", `CMS_MY_TOKEN=${full()}\nCMS_TOKEN_THERE=${full()}\n`);
    const types = ["--from", "Here", "--to", "There", "--type", "homepage", "--json"];

    const diff = await run(["diff", ...types]);
    const copy = await run(["copy", ...types, "--dry-run"]);

    deepEqual([diff.code, copy.code], [0, 0], diff.stderr + copy.stderr);
    deepEqual(jsonLines(copy), []);
  });

  it("a command without a service names cms.config.json", async () => {
    write("cms.config.json", '{"check":{}}');

    const { code, stderr } = await run(["count", "articles"]);

    deepEqual(
      { code, stderr },
      {
        code: 2,
        stderr:
          "Error: No service is chosen. Set CMS_URL to its URL, create cms.config.json, or pass --connections.\n",
      },
    );
    match((await run(count)).stderr, /--connection needs a file\. Create cms\.config\.json/);
  });

  it("a mistake in the connections of cms.config.json is named with its line", async () => {
    write("cms.config.json", '{"connections":[\n{"url":"a.example","tokenVar":"X"}]}');

    const { code, stderr } = await run(["count", "articles"]);

    equal(code, 2);
    match(stderr, /Line 2, column 20: There is no key connections\.0\.tokenVar\./);
  });
});
