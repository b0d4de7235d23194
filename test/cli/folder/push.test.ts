import { deepEqual, equal, match } from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import {
  ask,
  draft,
  make,
  unique,
  useFaultyProxy,
  useSeededService,
} from "../../model/magazine.ts";
import { git } from "../../model/folder/contentClone.ts";
import { keepFewDocuments } from "../../support/fewDocuments.ts";
import {
  cli,
  cliInTerminal,
  jsonLines,
  useFolder,
  type CliOptions,
  type CliResult,
} from "../cli.ts";

describe("cms-content push", function () {
  this.timeout(60_000);
  const service = useSeededService();
  before(() => keepFewDocuments(service().database, { articles: 5, tags: 5 }));
  const folder = useFolder();
  const proxy = useFaultyProxy();
  const run = (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    cli(words, { cwd: folder.path, ...options });
  const at = (path: string): string => join(folder.path, "content", path);
  const edit = (path: string, change: JsonObject): void => {
    const before = existsSync(at(path))
      ? (JSON.parse(readFileSync(at(path), "utf8")) as JsonObject)
      : {};
    writeFileSync(at(path), JSON.stringify({ ...before, ...change }, null, 2));
  };
  const must = async (words: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
    const result = await run(words, options);
    equal(result.code, 0, result.stderr);
    return result;
  };

  /** A page that was pulled, and the name of its files without their endings. */
  const pulledPage = async (word: string): Promise<{ id: string; title: string; name: string }> => {
    const title = unique(word);
    const id = await make("pages?status=draft", { title });
    await must(["pull", "pages"]);
    return { id, title, name: `pages/${title.toLowerCase().replaceAll(/[^a-z\d]+/g, "-")}` };
  };

  it("a push of all content after a pull sends no write, and one to a copy of the service adopts all files", async () => {
    await must(["pull"]);
    const env = { CMS_URL: proxy.url };
    const refused = await run(["push", "--yes"], { env });
    equal(refused.code, 2);
    match(refused.stderr, /was never pulled into content\. To push there, pass --first\./);
    const first = await must(["push", "--first", "--yes"], { env });
    equal(first.stdout, "");
    match(first.stderr, /^There is nothing to send\.$/m);
    const own = await must(["push", "--yes"]);
    deepEqual([own.stdout, own.stderr], ["", first.stderr]);
    deepEqual(
      proxy.passages.filter(({ method }) => method !== "GET"),
      [],
    );
    equal((await must(["pull", "--json"], { env })).stdout, "");
  }).timeout(120_000);

  it("a dry run prints the values before and after, a push sends them, and undo takes them back", async () => {
    const { id, title, name } = await pulledPage("Printed");
    edit(`${name}.en.json`, { title: "After", summary: "New" });
    const dry = await must(["push", "--dry-run"]);
    deepEqual(dry.stdout.split("\n").filter(Boolean), [
      `update\tcontent/${name}.en.json\ttitle\t"${title}"\t"After"`,
      `update\tcontent/${name}.en.json\tsummary\tnull\t"New"`,
    ]);
    deepEqual(jsonLines(await must(["push", "--dry-run", "--json"])), [
      {
        ...{ action: "update", file: `content/${name}.en.json` },
        fields: [
          { field: "title", before: title, after: "After" },
          { field: "summary", before: null, after: "New" },
        ],
      },
    ]);
    const pushed = await must(["push", "--yes", "--json"]);
    const [result] = jsonLines(pushed) as JsonObject[];
    deepEqual([result?.["outcome"], result?.["documentId"]], ["updated", id]);
    equal((await draft(`pages/${id}`))?.["title"], "After");
    equal((await must(["push", "--yes"])).stdout, "");
    await must(["undo", "--last", "--yes"]);
    equal((await draft(`pages/${id}`))?.["title"], title);
    match((await must(["status", "--remote"])).stdout, /changed-on-service.*title, summary/);
  });

  it("a push with a conflict sends the other documents and exits with 1", async () => {
    const conflict = await pulledPage("Conflict");
    const other = await pulledPage("Other");
    edit(`${conflict.name}.en.json`, { title: "Mine" });
    edit(`${other.name}.en.json`, { title: "Sent" });
    await ask("PUT", `pages/${conflict.id}?status=draft`, { title: "Theirs" });
    const { code, stdout, stderr } = await run(["push", "--yes"]);
    deepEqual([code, stdout], [1, `conflict\tcontent/${conflict.name}.en.json\ttitle\t\n`]);
    match(stderr, /^1 updated\.$/m);
    equal((await draft(`pages/${conflict.id}`))?.["title"], "Theirs");
    equal((await draft(`pages/${other.id}`))?.["title"], "Sent");
  });

  it("a plan that is applied sends what it has, and names what changed since", async () => {
    const [one, two, three] = [
      await pulledPage("One"),
      await pulledPage("Two"),
      await pulledPage("Three"),
    ];
    for (const { name } of [one, two]) edit(`${name}.en.json`, { title: "Planned" });
    const planned = await must(["push", "--plan", "plan.json"]);
    match(planned.stderr, /use: cms-content push --apply plan\.json/);
    equal(readFileSync(join(folder.path, "plan.json"), "utf8").includes("Planned"), false);
    edit(`${two.name}.en.json`, { title: "Edited since" });
    edit(`${three.name}.en.json`, { title: "Not in the plan" });
    const applied = await run(["push", "--apply", "plan.json", "--yes"]);
    equal(applied.code, 1);
    match(applied.stderr, new RegExp(`${two.name}\\.en\\.json: not sent, because`));
    match(applied.stderr, /^1 updated\.$/m);
    const titles = [one, two, three].map(async ({ id }) => (await draft(`pages/${id}`))?.["title"]);
    deepEqual(await Promise.all(titles), ["Planned", two.title, three.title]);
    const other = await run(["push", "--apply", "plan.json", "--first", "--yes"], {
      env: { CMS_URL: proxy.url },
    });
    equal(other.code, 2);
    match(other.stderr, /plan\.json is the plan of a push to another service/);
  });

  it("a push asks before it sends files of which the service has an earlier content, and --yes doesn't answer", async () => {
    const { id, title, name } = await pulledPage("Earlier");
    const commit = (): void => {
      git(folder.path, "add", "-A");
      git(folder.path, "commit", "-qm", "change");
    };
    const rename = (to: string) => ask("PUT", `pages/${id}?status=draft`, { title: to });
    git(folder.path, "init", "-q");
    commit();
    await rename("Later");
    await must(["pull", "pages"]);
    commit();
    await rename(title);
    const silent = await run(["push", "--yes"]);
    equal(silent.code, 1);
    match(silent.stdout, /title\tthe service went back to an earlier content/);
    const words = ["push", "--yes"];
    const interrupting = new AbortController();
    const interrupted = await cliInTerminal(words, {
      ...{ cwd: folder.path, signal: interrupting.signal },
      onQuestion: () => interrupting.abort(),
    });
    equal(interrupted.code, 130);
    match(interrupted.text, /\[y\/N\] \nCancelled\.\n$/);
    const yes = await cliInTerminal(words, { cwd: folder.path, stdin: "y\n" });
    const question = `went back to an earlier content of 1 file \\(content/${name}\\.en\\.json\\)\\. Replace it with the values of the file\\? \\[y/N\\]`;
    match(yes.text, new RegExp(question));
    equal((await draft(`pages/${id}`))?.["title"], "Later");
    await must(["push", "--yes"]);
  });

  it("--delete asks for each type, and --yes doesn't answer", async () => {
    const { id, name } = await pulledPage("Deleted");
    for (const end of [".json", ".en.json"]) rmSync(at(`${name}${end}`));
    match((await must(["push", "--yes"])).stderr, /pass --delete/);
    match(
      (await must(["push", "--yes", "--delete"])).stderr,
      /no terminal to confirm the deletions\. Nothing is deleted\./,
    );
    const words = ["push", "--yes", "--delete"];
    const no = await cliInTerminal(words, { cwd: folder.path, stdin: "n\n" });
    match(no.text, /Delete 1 document of pages on .*\? \[y\/N\]/);
    equal((await draft(`pages/${id}`))?.["documentId"], id);
    const yes = await cliInTerminal(words, { cwd: folder.path, stdin: "y\n" });
    match(yes.text, /1 document deleted\./);
    equal(await draft(`pages/${id}`), undefined);
    equal((await must(["status"], { env: { CMS_URL: undefined } })).stdout, "");
  });

  it("diff --folder prints what the folder and the service have of each field, and exits with 1", async () => {
    const [here, there, both] = [
      await pulledPage("Here"),
      await pulledPage("There"),
      await pulledPage("Both"),
    ];
    equal((await must(["diff", "--folder"])).stdout, "");
    edit(`${here.name}.en.json`, { title: "Mine" });
    await ask("PUT", `pages/${there.id}?status=draft`, { title: "Theirs" });
    edit(`${both.name}.en.json`, { title: "Mine", summary: "Only mine" });
    await ask("PUT", `pages/${both.id}?status=draft`, { title: "Theirs" });
    const title = unique("remote");
    await make("pages?status=draft", { title });
    edit("pages/new.en.json", { title: "New" });
    rmSync(at(`${there.name}.json`));
    const difference = await run(["diff", "--folder", "content", "--type", "pages"]);
    equal(difference.code, 1);
    const rows = difference.stdout.split("\n").filter((row) => !/remote|showInFooter/.test(row));
    deepEqual(rows.filter(Boolean).sort(), [
      `changed\tcontent/${both.name}.en.json\tsummary\t"Only mine"\tnull\t`,
      `changed\tcontent/${here.name}.en.json\ttitle\t"Mine"\t"${here.title}"\t`,
      `changed-on-service\tcontent/${there.name}.en.json\ttitle\t"${there.title}"\t"Theirs"\t`,
      `conflict\tcontent/${both.name}.en.json\ttitle\t"Mine"\t"Theirs"\t`,
      `new\tcontent/pages/new.en.json\ttitle\t"New"\tnull\t`,
    ]);
    match(difference.stdout, new RegExp(`^new-on-service\t.*\ttitle\tnull\t"${title}"\t$`, "m"));
    match(difference.stdout, new RegExp(`^deleted\tcontent/${there.name}\\.json\t`, "m"));
    match(difference.stderr, /^\d files differ from .*\.$/m);
    const files = jsonLines(await run(["diff", "--folder", "--json"])) as JsonObject[];
    deepEqual(
      files.find(({ file }) => file === `content/${both.name}.en.json`),
      {
        ...{ state: "conflict", file: `content/${both.name}.en.json` },
        fields: [
          { field: "summary", state: "changed", folder: "Only mine", service: null },
          { field: "title", state: "conflict", folder: "Mine", service: "Theirs" },
        ],
      },
    );
  });

  it("diff --folder and status --remote compare with the second service of a folder", async () => {
    await pulledPage("Second");
    const env = { CMS_URL: proxy.url };
    await must(["push", "--first", "--yes"], { env });
    edit("pages/second.en.json", { title: "Only in the second", slug: "second" });
    edit("pages/second.json", { showInFooter: false });
    await must(["push", "--yes"], { env });
    equal((await must(["diff", "--folder"], { env })).stdout, "");
    equal((await must(["status", "--remote"], { env })).stdout, "");
    const unknown = await run(["diff", "--folder", "--type", "tags"], { env });
    deepEqual([unknown.code, unknown.stdout], [2, ""]);
    match(unknown.stderr, /The folder has no content type named tags\./);
  });

  it("diff needs two services or a folder, and not both", async () => {
    for (const words of [
      ["diff"],
      ["diff", "--from", "Live"],
      ["diff", "--folder", "--from", "Live"],
      ["diff", "--folder", "--locale", "fr"],
      ["diff", "--from", "A", "--to", "B", "--connection", "B"],
    ]) {
      const { code, stderr } = await run(words);
      deepEqual([words, code], [words, 2]);
      match(stderr, /^error: .*--(?:from|folder|connection)/);
    }
  });

  it("a push to production is refused, and so is one without a folder", async () => {
    const locked = await run(["push", "--yes", "--environment", "production"]);
    equal(locked.code, 4);
    const none = await run(["push", "--yes"]);
    deepEqual([none.code, none.stdout], [2, ""]);
    match(none.stderr, /Run cms-content pull first\./);
  });
});
