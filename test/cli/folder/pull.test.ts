import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { omit, textIn, type JsonObject } from "../../../src/model/foundation/json.ts";
import {
  ask,
  changeElsewhere,
  magazine,
  make,
  makeArticle,
  unique,
  useFaultyProxy,
  useSeededService,
} from "../../model/magazine.ts";
import { administer } from "../../support/administer.ts";
import { keepFewDocuments } from "../../support/fewDocuments.ts";
import { isLongRun } from "../../support/longRun.ts";
import { plainUploadImage } from "../../support/plainWrites.ts";
import { cli, jsonLines, useFolder, type CliOptions, type CliResult } from "../cli.ts";

/** The variables without a service. */
const offline = { CMS_URL: undefined, CMS_TOKEN: undefined, CMS_API_PREFIX: undefined };

describe("cms-content pull and status", () => {
  const service = useSeededService();
  before(() => keepFewDocuments(service().database, { articles: 5, tags: 10 }));
  const folder = useFolder();
  const proxy = useFaultyProxy();
  const run = (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    cli(words, { cwd: folder.path, ...options });
  const at = (...path: readonly string[]): string => join(folder.path, "content", ...path);
  const read = (path: string): JsonObject =>
    JSON.parse(readFileSync(at(path), "utf8")) as JsonObject;
  const edit = (path: string, change: JsonObject): void =>
    writeFileSync(at(path), JSON.stringify({ ...read(path), ...change }, null, 2));

  /** The text of each file in the folder. */
  const files = (root = at()): ReadonlyMap<string, string> =>
    new Map(
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((path) => statSync(join(root, path)).isFile())
        .sort()
        .map((path) => [path, readFileSync(join(root, path), "utf8")] as const),
    );
  /** Without the salt and the key of the service, which are new for each folder. */
  const content = (): ReadonlyMap<string, string> =>
    new Map([...files()].filter(([path]) => path !== "cms.json"));

  /** The states of files by their names, as `--json` prints them. */
  const states = (result: CliResult): unknown[] =>
    (jsonLines(result) as { state: string; file: string; fields?: readonly string[] }[])
      .map(({ state, file, fields = [] }) => [state, file.replace(/^content\//, ""), ...fields])
      .sort();

  const must = async (words: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
    const result = await run(words, options);
    equal(result.code, 0, result.stderr);
    return result;
  };

  /** The English file of the document whose name begins like this. */
  const pathBy = (prefix: string): string =>
    [...files().keys()].find((path) => path.startsWith(prefix) && /\.en\.(json|md)$/.test(path)) ??
    `no file of ${prefix}`;

  const makePage = (title: string): Promise<string> =>
    make("pages?status=draft", { title: unique(title) });

  const changePage = async (id: string, data: object, locale = "en"): Promise<void> => {
    await ask("PUT", `pages/${id}?status=draft&locale=${locale}`, data);
  };

  it("a second pull of all content changes no byte, also in a checkout with CRLF, and editors accept each file", async () => {
    const first = await run(["pull"]);
    match(first.stderr, /^Pulled \d+ documents to content\. Files: [\d,]+ created\.$/m);
    const before = files();
    const second = await run(["pull", "--json"]);
    deepEqual([second.stdout, files()], ["", before]);
    match(second.stderr, /Files: none changed\./);
    for (const [path, text] of before) writeFileSync(at(path), text.replaceAll("\n", "\r\n"));
    const crlf = files();
    deepEqual([(await run(["pull", "--json"])).stdout, files()], ["", crlf]);
    equal((await run(["status"], { env: offline })).stdout, "");
    requireEditorSchemas();
  }).timeout(120_000);

  /** Fails if an editor finds no JSON schema for a file, or marks a value in it. */
  function requireEditorSchemas(): void {
    const ajv = new Ajv({ strict: false, allErrors: true });
    const validators = new Map<string, ValidateFunction>();
    for (const path of files().keys()) {
      if (!/^[a-z].*[\\/].*\.json$/.test(path)) continue;
      const content = read(path);
      const schema = join(dirname(path), textIn(content, "$schema"));
      const validate = validators.get(schema) ?? ajv.compile(read(schema));
      validators.set(schema, validate);
      validate(content);
      deepEqual([path, validate.errors ?? []], [path, []]);
    }
  }

  it("a file without its JSON schema, or with another one, is no change", async () => {
    await must(["pull", "tags"]);
    const [first = "", second = ""] = [...files().keys()].filter((path) => path.startsWith("tags"));
    edit(first, { $schema: "./other.json" });
    writeFileSync(at(second), JSON.stringify(omit(read(second), ["$schema"])));
    const before = files();
    equal((await run(["status"], { env: offline })).stdout, "");
    equal((await must(["pull", "--json"])).stdout, "");
    deepEqual(files(), before);
  });

  it("a pull leaves out accounts, private and personal attributes, and says so once", async () => {
    await makeArticle({ contactEmail: "canary@example.com", internalNote: "canary-note" });
    const first = await run(["pull", "articles"]);
    match(
      first.stderr,
      /^api::article\.article: left out as personal data: contactEmail, editor\. .*"include" in content\/cms\.json\.$/m,
    );
    const all = [...files().values()].join("\n");
    for (const secret of ["canary", magazine().url, magazine().tokens.full, "contactEmail"])
      ok(!all.includes(secret), secret);
    equal((await run(["pull", "articles"])).stderr.includes("personal"), false);
    const settings = read("cms.json");
    const include = { "api::article.article": ["contactEmail"] };
    writeFileSync(at("cms.json"), JSON.stringify({ ...settings, include }));
    await must(["pull", "articles"]);
    ok([...files().values()].some((text) => text.includes("canary@example.com")));
  }).timeout(60_000);

  it("a pull keeps the fields that were changed here, takes those that the service changed, and writes no file with a conflict", async () => {
    const id = await makePage("Merged");
    await changePage(id, { title: unique("French") }, "fr");
    await must(["pull", "pages"]);
    const file = pathBy("pages/merged");
    const shared = file.replace(".en.", ".");
    edit(file, { title: "Edited here" });
    await changePage(id, { summary: "Changed there", position: 41 });
    deepEqual(states(await run(["status", "--json"], { env: offline })), [
      ["changed", file, "title"],
    ]);
    const pulled = await must(["pull", "--json"]);
    deepEqual(states(pulled), [
      ["updated", file, "summary"],
      ["updated", shared, "position"],
    ]);
    match(pulled.stdout, /keeps your title/);
    const { title, summary } = read(file);
    deepEqual([title, summary, read(shared)["position"]], ["Edited here", "Changed there", 41]);
    deepEqual(states(await run(["status", "--json"], { env: offline })), [
      ["changed", file, "title"],
    ]);
    await changePage(id, { title: "Changed there", summary: "Again" });
    const before = files();
    const conflict = await run(["pull", "--json"]);
    deepEqual([conflict.code, states(conflict)], [1, [["conflict", file, "title"]]]);
    match(conflict.stderr, /undo your change with Git/);
    deepEqual(files(), before);
    edit(file, { title: "Changed there" });
    await must(["pull"]);
    deepEqual([read(file)["summary"], read(shared)["position"]], ["Again", 41]);
    equal((await run(["status"], { env: offline })).stdout, "");
  }).timeout(60_000);

  it("a pull names relations and media by files and file names, and keeps the name when the title changes", async () => {
    const tag = await make("tags", { name: unique("Tag") });
    const id = await makeArticle({ title: unique("Renamed"), tags: [tag] });
    await must(["pull"]);
    const file = pathBy("articles/renamed");
    const [, target = ""] = /^tags:\n {2}- (tags\/tag-\S+)$/m.exec(files().get(file) ?? "") ?? [];
    ok(files().has(`${target}.json`), target);
    await changeElsewhere(id, { title: unique("Something else"), slug: null });
    deepEqual(
      states(await run(["pull", "--json"])).map((row) => (row as string[])[1]),
      [file],
    );
  }).timeout(120_000);

  it("a Markdown file keeps its comments, and the settings make it JSON with its changes", async () => {
    const id = await makeArticle({ title: unique("Markdown"), body: "# Tea", summary: "Old" });
    await must(["pull", "articles"]);
    const file = pathBy("articles/markdown");
    const text = files().get(file) ?? "";
    match(text, /^---\ntitle: Markdown[^]*\nsummary: Old\n---\n\n# Tea\n$/);
    writeFileSync(at(file), text.replace("---\n", "---\n# Mine\n").replace("# Tea", "# Coffee"));
    const changed = [["changed", file, "body"]];
    deepEqual(states(await run(["status", "--json"], { env: offline })), changed);
    await changeElsewhere(id, { summary: "New" });
    deepEqual(states(await must(["pull", "--json"])), [["updated", file, "summary"]]);
    equal(
      files().get(file),
      text.replace("---\n", "---\n# Mine\n").replace("# Tea", "# Coffee").replace("Old", "New"),
    );
    const body = { "api::article.article": null };
    writeFileSync(at("cms.json"), JSON.stringify({ ...read("cms.json"), body }));
    await must(["pull"]);
    const json = file.replace(/md$/, "json");
    deepEqual(
      [read(json)["body"], read(json)["summary"], files().has(file)],
      ["# Coffee", "New", false],
    );
    deepEqual(states(await run(["status", "--json"], { env: offline })), [
      ["changed", json, "body"],
    ]);
  }).timeout(60_000);

  it("a document that is gone is named, and --delete removes its files unless they were changed", async () => {
    const ids = [await makePage("Gone kept"), await makePage("Gone edited")];
    await must(["pull", "pages"]);
    const edited = pathBy("pages/gone-edited");
    const unchanged = pathBy("pages/gone-kept");
    const before = files();
    edit(edited, { summary: "Mine" });
    for (const id of ids) await ask("DELETE", `pages/${id}`);
    const pulled = await run(["pull"]);
    match(pulled.stderr, /pass --delete/);
    equal(files().size, before.size);
    equal((await run(["pull", "--delete"])).code, 1);
    const removed = [...before.keys()].filter((path) => !files().has(path));
    deepEqual(
      removed.filter((path) => path.startsWith("pages")),
      [edited.replace(".en.", "."), unchanged, unchanged.replace(".en.", ".")].sort(),
    );
    equal(read(edited)["summary"], "Mine");
  }).timeout(60_000);

  it("a pull doesn't restore a file that was deleted here, and says if the service changed it", async () => {
    const id = await makePage("Deleted here");
    await must(["pull", "pages"]);
    const file = pathBy("pages/deleted-here");
    rmSync(at(file));
    deepEqual(states(await must(["pull", "--json"])), [["deleted", file]]);
    await changePage(id, { summary: "Changed" });
    const changed = await run(["pull"]);
    deepEqual([changed.code, files().has(file)], [1, false]);
    match(changed.stdout, /changed on the service/);
  }).timeout(60_000);

  it("a new file is listed as new, a file that isn't JSON as unreadable, and a pull keeps both", async () => {
    await makePage("Marked");
    await must(["pull", "pages"]);
    const file = pathBy("pages/marked");
    writeFileSync(at(file), "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n");
    writeFileSync(at("pages/own.en.json"), "{}");
    const before = files();
    deepEqual(states(await run(["status", "--json"], { env: offline })), [
      ["new", "pages/own.en.json"],
      ["unreadable", file],
    ]);
    equal((await run(["pull"])).code, 1);
    deepEqual(files(), before);
  }).timeout(60_000);

  it("status --remote lists what the service changed and writes nothing, as pull --dry-run", async () => {
    const id = await makePage("Remote");
    await must(["pull", "pages"]);
    const file = pathBy("pages/remote");
    await changePage(id, { summary: "Changed" });
    await makePage("Newer");
    const before = files();
    const remote = states(await must(["status", "--remote", "--json"])) as string[][];
    deepEqual(remote[0], ["changed-on-service", file, "summary"]);
    deepEqual(
      remote.slice(1).map(([state]) => state),
      ["new-on-service", "new-on-service"],
    );
    equal(states(await must(["pull", "--dry-run", "--json"])).length, 3);
    deepEqual(files(), before);
  }).timeout(60_000);

  it("a pull of a new folder with --dry-run writes nothing", async () => {
    await must(["pull", "tags", "--dry-run"]);
    deepEqual(readdirSync(folder.path), []);
  });

  it("commands find the folder from a folder inside it, and from the folder above it", async () => {
    await must(["pull", "tags"]);
    const [first = ""] = [...files().keys()].filter((path) => path.startsWith("tags/"));
    edit(first, { name: "Changed" });
    const inside = await run(["status", "--json"], { cwd: at("tags"), env: offline });
    deepEqual(jsonLines(inside), [
      { state: "changed", file: first.replace("tags/", ""), fields: ["name"] },
    ]);
    mkdirSync(join(folder.path, "web"));
    const beside = await run(["status", "--json"], { cwd: join(folder.path, "web"), env: offline });
    deepEqual(jsonLines(beside), [
      { state: "changed", file: join("..", "content", first), fields: ["name"] },
    ]);
  });

  it("a folder has the content of one service and of the types that were chosen", async () => {
    await must(["pull", "tags"]);
    await must(["pull", "authors"]);
    await must(["pull"]);
    deepEqual(read("cms.json")["types"], ["authors", "tags"]);
    const other = await run(["pull"], { env: { CMS_URL: proxy.url } });
    equal(other.code, 2);
    match(other.stderr, /content has the content of another service/);
    const users = await run(["pull", "users"]);
    deepEqual(
      [users.code, users.stderr],
      [2, "Error: Users are not pulled. Choose content types.\n"],
    );
  });

  it("status without a folder, and with an unknown type, exits with 2", async () => {
    const none = await run(["status"], { env: offline });
    deepEqual([none.code, none.stdout], [2, ""]);
    match(none.stderr, /Run cms-content pull first\./);
    await must(["pull", "tags"]);
    const unknown = await run(["status", "tag"], { env: offline });
    equal(unknown.code, 2);
    match(unknown.stderr, /Did you mean tags\?/);
  });

  it("a pull with a token that can't read a type or a relation names them, and leaves them as they are", async () => {
    await must(["pull"]);
    const before = content();
    const pullWith = (CMS_TOKEN: string): Promise<CliResult> =>
      run(["pull", "--project", join(import.meta.dirname, "../../cms")], { env: { CMS_TOKEN } });
    const limited = await pullWith(magazine().tokens.custom);
    equal(limited.code, 1);
    match(limited.stderr, /^authors was left out: .* Author: find\./m);
    match(limited.stderr, /^articles: not compared, because .* return them: author, sections\.$/m);
    const isSchema = (path: string) => path.startsWith(join(".cms", "schema"));
    deepEqual(
      [...content()].filter(([path, text]) => !isSchema(path) && before.get(path) !== text),
      [],
    );
    equal(content().size, before.size);
    const readOnly = await pullWith(magazine().tokens.readOnly);
    deepEqual([readOnly.code, readOnly.stdout], [0, ""], readOnly.stderr);
    equal((await run(["status"], { env: offline })).stdout, "");
  }).timeout(120_000);

  it("a pull with a token that can't list media files keeps the names of files with the same name", async () => {
    const name = `${unique("same")}.svg`;
    const older = await plainUploadImage(magazine(), name);
    const newer = await plainUploadImage(magazine(), name);
    await makeArticle({ title: "Older cover", cover: older.id });
    await makeArticle({ title: "Newer cover", cover: newer.id });
    await must(["pull", "articles"]);
    deepEqual(
      ["articles/older-cover.json", "articles/newer-cover.json"].map((path) => read(path)["cover"]),
      [name, `${name}#${newer.documentId}`],
    );
    const before = content();
    const permissions = [
      ...["article", "author", "category", "tag"].map((type) => `api::${type}.${type}.find`),
      "plugin::content-type-builder.content-types.getContentTypes",
      ...["components.getComponents"].map((action) => `plugin::content-type-builder.${action}`),
      "plugin::i18n.locales.listLocales",
    ];
    const { data } = (await administer(magazine(), "POST", "admin/api-tokens", {
      ...{ name: unique("Unlisted"), description: "", type: "custom", lifespan: null, permissions },
    })) as { data: { accessKey: string } };
    const pulled = await run(["pull"], { env: { CMS_TOKEN: data.accessKey } });
    match(pulled.stderr, /The token can't list the media files/);
    const isSchema = (path: string) => path.startsWith(join(".cms", "schema"));
    deepEqual(
      [...content()].filter(([path, text]) => !isSchema(path) && before.get(path) !== text),
      [],
    );
  }).timeout(60_000);

  it("a pull that was killed ends as one that was not, when it runs again", async () => {
    await must(["pull", "pages", "tags"]);
    const whole = content();
    for (const after of isLongRun ? [3, 20, 60] : [20]) {
      rmSync(at(), { recursive: true, force: true });
      const killed = await run(["pull", "pages", "tags"], {
        onStart: (child) => {
          const timer = setInterval(() => {
            const count = countFiles();
            if (count < after) return;
            clearInterval(timer);
            child.kill("SIGKILL");
          }, 1);
          child.on("exit", () => clearInterval(timer));
        },
      });
      equal(killed.code, null);
      notEqual(content().size, whole.size);
      await must(["pull", "pages", "tags"]);
      const leftovers = (path: string) => path.endsWith(".new");
      deepEqual(
        [...content()].filter(([path]) => !leftovers(path)),
        [...whole],
      );
    }
  }).timeout(120_000);

  const countFiles = (): number => {
    try {
      return readdirSync(at(), { recursive: true }).length;
    } catch {
      return 0;
    }
  };

  it("two clones that pulled different states merge with Git, and a fresh clone has an empty status", async () => {
    const git = (cwd: string, ...words: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
        cwd,
        encoding: "utf8",
      });
    const [one, two] = [join(folder.path, "one"), join(folder.path, "two")];
    mkdirSync(one);
    git(one, "init", "-q", "-b", "main");
    const id = await makePage("Cloned");
    await must(["pull", "pages"], { cwd: one });
    git(one, "add", "-A");
    git(one, "commit", "-qm", "first");
    git(folder.path, "clone", "-q", one, two);
    equal((await run(["status"], { cwd: two, env: offline })).stdout, "");
    await changePage(id, { title: "One" });
    await must(["pull"], { cwd: one });
    git(one, "commit", "-qam", "one");
    await changePage(id, { summary: "Two" });
    await must(["pull"], { cwd: two });
    git(two, "commit", "-qam", "two");
    git(two, "pull", "-q", "--no-rebase", "--no-edit", "-X", "ours");
    const merged = await must(["pull"], { cwd: two });
    const status = (...words: string[]) =>
      run(["status", "--json", ...words], { cwd: two, env: offline });
    equal((await status()).stdout, "", merged.stderr);
    git(two, "commit", "-qam", "merged");
    await changePage(id, { summary: null });
    const dryRun = await must(["pull", "--dry-run", "--json"], { cwd: two });
    match(dryRun.stdout, /"fields":\["summary"\],"reason":"the service went back to an earlier/);
    git(two, "checkout", "-q", "HEAD~3", "--", "content");
    const [restored] = jsonLines(await status()) as { fields: readonly string[] }[];
    deepEqual(restored?.fields.toSorted(), ["summary", "title"]);
    const [state = ""] = git(two, "ls-files", "content/.cms/state").split("\n");
    const head = readFileSync(join(two, state), "utf8");
    writeFileSync(join(two, state), `<<<<<<< HEAD\n${head}=======\n${head}>>>>>>> two\n`);
    match((await status("--repair")).stderr, /^Repaired 1 state file\.$/m);
    equal(readFileSync(join(two, state), "utf8"), head);
  }).timeout(60_000);
});
