import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ask,
  document,
  draft,
  make,
  makeArticle,
  unique,
  useFaultyProxy,
} from "../../model/magazine.ts";
import type { CliOptions } from "../cli.ts";
import { cli, cliInTerminal, cliProcess, jsonLines, useFolder } from "../cli.ts";

describe("cms-content publish", () => {
  const folder = useFolder();
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(["publish", ...words], { cwd: folder.path, ...options });

  it("cms-content publish publishes the drafts that match a filter, and skips others with the reason", async () => {
    const word = unique("publish");
    const ids = [
      await make("tags?status=draft", { name: `${word} a` }),
      await make("tags", { name: `${word} b` }),
    ];
    const filter = JSON.stringify({ name: { $startsWith: word } });
    const words = ["publish", "tags", "--filter", filter, "--yes", "--json"];
    const result = await cliProcess(words, { cwd: folder.path });
    const lines = jsonLines(result) as Record<string, unknown>[];
    deepEqual(
      lines.map(({ documentId, outcome }) => [documentId, outcome]),
      [
        [ids[1], "skipped"],
        [ids[0], "published"],
      ],
    );
    match(String(lines[0]?.["reason"]), /wouldn't change anything/);
    equal(result.code, 0);
    equal((await document(`tags/${ids[0] ?? ""}`))?.["name"], `${word} a`);
  });

  it("cms-content publish --all-locales publishes a document in each of its locales", async () => {
    const title = unique("Everywhere");
    const id = await make("pages?status=draft", { title });
    await ask("PUT", `pages/${id}?locale=fr&status=draft`, { title });
    const result = await run(["pages", id, "--all-locales", "--yes", "--json"]);
    deepEqual(
      (jsonLines(result) as Record<string, unknown>[]).map((line) => [
        line["documentId"],
        line["locale"],
        line["outcome"],
      ]),
      [
        [id, "en", "published"],
        [id, "fr", "published"],
      ],
    );
    const words = ["pages", "--filter", JSON.stringify({ title }), "--all-locales"];
    const again = await run([...words, "--status", "draft", "--dry-run"]);
    match(again.stderr, /^There is nothing to do\./);
  });

  it("cms-content publish names the relations that the published version omits", async () => {
    const title = unique("Unpublished");
    const target = await make("pages?status=draft", { title });
    const id = await make("pages?status=draft", { title: unique("Child"), parent: target });
    const { code, stderr } = await run(["pages", id, "--dry-run"]);
    equal(code, 0);
    match(stderr, new RegExp(`omits relations to unpublished documents: parent '${title}'`));
    equal(await document(`pages/${id}`), undefined);
    const both = await run(["pages", id, target, "--yes"]);
    deepEqual([both.code, both.stderr], [0, "Published 2 documents.\n"]);
  });

  it("cms-content publish exits with 1 for an id that doesn't exist, and publishes the others", async () => {
    const id = await make("tags?status=draft", { name: unique("Tag") });
    const { code, stderr } = await run(["tags", id, "nonexistent", "--yes"]);
    equal(code, 1);
    match(stderr, /Skipped: 'nonexistent'\. The document no longer exists/);
    equal((await document(`tags/${id}`))?.["documentId"], id);
  });

  it("cms-content publish prints no control characters of a title", async () => {
    const id = await make("tags?status=draft", { name: unique("\u001B[2JCleared") });
    const { stdout } = await run(["tags", id, "--dry-run"]);
    match(stdout, /^'.*Cleared/);
    equal(stdout.includes("\u001B"), false);
  });

  it("cms-content publish needs --all where nothing limits the documents", async () => {
    const { code, stderr } = await run(["articles", "--yes"]);
    equal(code, 2);
    match(stderr, /For every document of articles, pass --all\.\n$/);
  });
});

describe("cms-content delete", () => {
  const folder = useFolder();
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(["delete", ...words], { cwd: folder.path, ...options });

  it("cms-content delete names the relations to a document, deletes it, and undoes the delete", async () => {
    const [title, name] = [unique("Referring"), unique("Tag")];
    const tag = await make("tags?status=draft", { name });
    await makeArticle({ title, tags: [tag] });
    const planned = await run(["tags", tag, "--dry-run"]);
    match(planned.stderr, new RegExp(`other documents that are also removed: Articles '${title}'`));
    equal((await draft(`tags/${tag}`))?.["name"], name);
    const words = ["delete", "tags", tag, "--yes", "--json"];
    const deleted = await cliProcess(words, { cwd: folder.path });
    deepEqual(jsonLines(deleted), [{ documentId: tag, title: name, outcome: "deleted" }]);
    equal(await draft(`tags/${tag}`), undefined);
    const listed = jsonLines(await cli(["undo", "--json"], { cwd: folder.path }));
    const [{ run: id } = { run: "" }] = listed as { run: string }[];
    match(deleted.stderr, new RegExp(`cms-content undo ${id}\\n$`));
    const undone = await cli(["undo", "--last", "--yes"], { cwd: folder.path });
    deepEqual([undone.code, undone.stderr.split("\n").at(-2)], [0, "Undid 1 change."]);
    const answer = await ask("GET", `tags?status=draft&filters[name]=${encodeURIComponent(name)}`);
    equal((answer as { data: unknown[] }).data.length, 1);
  });

  it("cms-content undo undoes a run once, and says which runs were undone", async () => {
    const tag = await make("tags?status=draft", { name: unique("Tag") });
    equal((await run(["tags", tag, "--yes"])).code, 0);
    const [listed] = jsonLines(await cli(["undo", "--json"], { cwd: folder.path }));
    const { run: id } = listed as { run: string };
    const undo = (...words: string[]) => cli(["undo", ...words], { cwd: folder.path });
    equal((await undo(id, "--yes")).code, 0);
    const again = await undo(id, "--yes");
    deepEqual([again.code, again.stderr], [0, `The run ${id} was undone. Nothing was changed.\n`]);
    match((await undo()).stdout, new RegExp(`^${id} .*\\(undone\\)$`, "m"));
    const [state] = jsonLines(await undo("--json"));
    const { canUndo, undone } = state as { canUndo: boolean; undone: string };
    deepEqual([canUndo, undone], [false, "whole"]);
  });

  it("cms-content delete deletes everything if the reader of its output ends, and exits with 0", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => make("tags", { name: unique("Tag") })));
    const { code, stderr } = await run(["tags", ...ids, "--yes", "--json"], {
      onStart: (child) => {
        child.stdout.destroy();
      },
    });
    equal(code, 0);
    match(stderr, /^Deleted 3 /m);
    deepEqual(await Promise.all(ids.map((id) => draft(`tags/${id}`))), [
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("cms-content delete deletes a document that exists only in another locale", async () => {
    const id = await make("pages?locale=fr", { title: unique("Thé") });
    const { code, stderr } = await run(["pages", id, "--yes", "--no-journal"]);
    equal(code, 0);
    match(stderr, /^Deleted '.*'\.$/m);
    equal(await draft(`pages/${id}`, "locale=fr"), undefined);
    const runs = await cli(["undo"], { cwd: folder.path });
    equal(runs.stdout, "");
  });

  it("cms-content delete --all-locales plans a document once that matches in several locales", async () => {
    const title = unique("Twice");
    const ids: string[] = [];
    for (const english of [title, unique("Once")]) {
      const id = await make("pages?status=draft", { title: english });
      await ask("PUT", `pages/${id}?locale=fr&status=draft`, { title });
      ids.push(id);
    }
    const words = ["pages", "--filter", JSON.stringify({ title }), "--all-locales"];
    const { stdout, stderr } = await run([...words, "--dry-run", "--json"]);
    const planned = jsonLines({ code: 0, stdout, stderr }) as { documentId: string }[];
    deepEqual(planned.map(({ documentId }) => documentId).sort(), ids.sort());
  });

  it("cms-content delete rejects a filter that matches everything, and ids beside a filter", async () => {
    const id = await make("tags?status=draft", { name: unique("Tag") });
    for (const words of [
      ["--filter", '{"$and":[]}'],
      [id, "--filter", '{"name":"x"}'],
      [id, "--all"],
    ]) {
      equal((await run(["tags", ...words, "--yes"])).code, 2);
    }
    equal((await draft(`tags/${id}`))?.["documentId"], id);
  });

  it("cms-content delete --search plans only what contains the text", async () => {
    const word = unique("Searched").replaceAll(/[^a-z0-9]/gi, "");
    const tag = await make("tags", { name: `${word} 100_000` });
    await make("tags", { name: `${word} 100x000` });

    const { stdout } = await run(["tags", "--search", `${word} 100_000`, "--dry-run", "--json"]);

    const planned = stdout.trim().split("\n");
    deepEqual(
      planned.map((line) => (JSON.parse(line) as { documentId: string }).documentId),
      [tag],
    );
  });

  it("cms-content delete chooses a user by the numeric id, and rejects other ids", async () => {
    const answer = await ask("GET", "users");
    const before = answer as { id: number; username: string }[];
    const user = before.at(-1);
    const { stdout, code } = await run(["users", String(user?.id), "--dry-run", "--json"]);
    deepEqual(
      [code, JSON.parse(stdout)],
      [0, { id: user?.id, title: user?.username, outcome: "delete", change: "" }],
    );
    const wrong = await run(["users", "1x", "--dry-run"]);
    deepEqual([wrong.code, wrong.stderr], [2, "Error: 1x is not the numeric id of a user.\n"]);
  });
});

describe("Question before a write", () => {
  const folder = useFolder();

  const answer = (words: readonly string[], typed: string) =>
    cliInTerminal(words, { cwd: folder.path, stdin: `${typed}\n` });

  it("the question before a write names document, service and consequence, and defaults to no", async () => {
    const title = unique("Asked");
    const id = await make("pages", { title });
    const words = ["delete", "pages", id, "--environment", "staging"];
    const refused = await answer(words, "");
    equal(refused.code, 130);
    match(refused.text, /This deletes every localization, draft and published version\./);
    match(
      refused.text,
      new RegExp(`Delete '${title}' from 127\\.0\\.0\\.1:\\d+ \\(Staging\\)\\? \\[y/N\\] `),
    );
    match(refused.text, /Cancelled\. Nothing was changed\.\n$/);
    equal((await document(`pages/${id}`))?.["title"], title);
    equal((await answer(words, "y")).code, 0);
    equal(await draft(`pages/${id}`), undefined);
  });
});

describe("Production on the command line", () => {
  const folder = useFolder();
  const proxy = useFaultyProxy();
  const run = (...words: readonly string[]) =>
    cli([...words, "--environment", "production"], {
      cwd: folder.path,
      env: { CMS_URL: proxy.url },
    });

  it("production is locked: writes send nothing and exit with 4, unless --allow-production is set", async () => {
    const id = await make("tags?status=draft", { name: unique("Tag") });
    writeFileSync(join(folder.path, "tags.csv"), `name\n${unique("Tag")}\n`);
    const writes = [
      ["import", "tags", "tags.csv", "--key", "name", "--yes"],
      ["publish", "tags", id, "--yes"],
      ["delete", "tags", id, "--yes"],
    ];
    for (const words of [...writes, ["undo", "--last", "--yes"]]) {
      const { code, stderr } = await run(...words);
      deepEqual([words[0], code, proxy.passages.length], [words[0], 4, 0]);
      match(stderr, /production service\. To write to it, pass --allow-production\.\n$/);
    }
    for (const words of writes) {
      equal((await run(...words.slice(0, -1), "--dry-run")).code, 0);
    }
    equal(proxy.passages.filter(({ method }) => method !== "GET").length, 0);
    for (const words of writes) equal((await run(...words, "--allow-production")).code, 0);
    equal(await draft(`tags/${id}`), undefined);
  });
});
