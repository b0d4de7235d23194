import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import type { ContentManifest } from "../../../src/model/records/contentManifest.ts";
import { refusal } from "../../support/loopback.ts";
import { plainFind, plainList, plainRequest } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { useWarnings } from "../copy/warnings.ts";
import { useMessages } from "../messages.ts";
import { usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { rowsOf } from "../useTwoConnections.ts";
import { unique, useMagazine } from "../useMagazine.ts";

const name = "Hearth & Compass";

describe("Export All Content", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();
  const warnings = useWarnings();
  const { withProgress, showOpenDialog } = vscode.window;
  const folder = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, `${name}.content`);

  afterEach(() => {
    Object.assign(vscode.window, { withProgress, showOpenDialog });
    const isOurs = (entry: string) => entry.startsWith(basename(folder));
    for (const entry of readdirSync(dirname(folder)).filter(isOurs))
      rmSync(join(dirname(folder), entry), { recursive: true });
  });

  const run = (command: string, id: string) =>
    vscode.commands.executeCommand(command, {
      connection: { id, name, url: magazine.service.url },
    });

  /** Exports all content, up to the report, which no button is pressed in unless the test says so. */
  async function exportAll(id: string): Promise<void> {
    const title = `Export All Content of ${name}`;
    const running = run("cms.content.exportAll", id);
    await prompts.accept(title, "NDJSON");
    await prompts.accept(title);
    await running;
  }

  const importFolder = (id: string) => {
    const chosen = [vscode.Uri.file(folder)];
    Object.assign(vscode.window, { showOpenDialog: () => Promise.resolve(chosen) });
    return run("cms.content.importFolder", id);
  };

  const readManifest = () =>
    JSON.parse(readFileSync(join(folder, "_manifest.json"), "utf8")) as ContentManifest;

  /** How many records of documents a folder has, and how many media files its list names. */
  function countsOf({ types }: Pick<ContentManifest, "types">) {
    const countOf = (parts: ContentManifest["types"]) =>
      parts.reduce((sum, { count }) => sum + count, 0);
    const isList = ({ type }: { readonly type: string }) => type === "media_files";
    return {
      records: countOf(types.filter((part) => !isList(part))),
      files: countOf(types.filter(isList)),
    };
  }

  /** The texts of all progress notifications with this title, and of each step in them. */
  function watchProgress(title: string, meanwhile: (cancel: () => void) => void) {
    const steps: string[] = [];
    Object.assign(vscode.window, {
      withProgress: (...[options, task]: Parameters<typeof withProgress>) => {
        if (options.title !== title || options.location !== vscode.ProgressLocation.Notification)
          return withProgress(options, task);
        const source = new vscode.CancellationTokenSource();
        const report = ({ message = "" }) => steps.push(message);
        const running = task({ report }, source.token);
        meanwhile(() => {
          source.cancel();
        });
        return running;
      },
    });
    return steps;
  }

  /**
   * Exports through a connection that denies the articles during the export, and returns the id of the connection.
   * Reading all articles would take long.
   */
  async function exportWithoutArticles(): Promise<string> {
    const detour = await magazine.detour();
    const { connection } = detour.article("");
    detour.inject(/GET \/api\/articles/, refusal(403, "ForbiddenError", "Forbidden"));
    await exportAll(connection);
    detour.heal();
    return connection;
  }

  it("Import Exported Folder restores what was changed and deleted in several types, and Undo takes it back", async () => {
    const { service } = magazine;
    const categoryName = unique("Dunes");
    const category = await magazine.make("categories", { name: categoryName });
    const changed = await magazine.make("pages", { title: unique("Page"), summary: "Before" });
    const [title, parentTitle] = [unique("Deleted"), unique("Parent")];
    const parent = await magazine.make("pages", { title: parentTitle });
    const deleted = await magazine.make("pages", { title, parent });
    const readSetting = async () => {
      const { body } = await plainRequest(service, "GET", "site-setting");
      return (body as { data: PlainDocument }).data["tagline"];
    };
    const tagline = await readSetting();
    const is = (field: string, value: string) =>
      `filters[${field}][$eq]=${encodeURIComponent(value)}`;
    const readState = async () => {
      const path = `pages?status=draft&populate=parent&${is("title", title)}`;
      const restored = (await plainList(service, path)) as { parent?: PlainDocument | null }[];
      const page = await plainFind(service, `pages/${changed}?status=draft`);
      return {
        summary: page?.["summary"],
        tagline: await readSetting(),
        parents: restored.map((child) => child.parent?.["title"]),
        categories: (await plainList(service, `categories?${is("name", categoryName)}`)).length,
      };
    };
    const connection = await exportWithoutArticles();
    await magazine.change(`pages/${changed}?status=draft`, { summary: "After" });
    await magazine.change("site-setting", { tagline: "Changed" });
    for (const path of [`pages/${deleted}`, `pages/${parent}`, `categories/${category}`])
      await magazine.delete(`${path}?locale=*`);
    const states: unknown[] = [];
    questions.meanwhile(async () => {
      states.push(await readState());
    });
    questions.answer("Undo 5 Changes");
    messages.press("Undo");

    const running = importFolder(connection);
    const { records } = countsOf(readManifest());
    const review = `Import ${basename(folder)} into 6 content types on ${name}?`;
    const list = rowsOf(await prompts.waitForPick(review));
    await prompts.accept(review, "Import 5 Records");
    await running;

    const wiped = { summary: "After", tagline: "Changed", parents: [], categories: 0 };
    const before = { summary: "Before", tagline, parents: [parentTitle], categories: 1 };
    assert.deepEqual(states, [before]);
    assert.deepEqual(await readState(), wiped);
    await magazine.change("site-setting", { tagline });
    assert.ok(
      list.some(([label]) => label === `3 to create, 2 to update, ${records - 5} unchanged`),
      JSON.stringify(list),
    );
    assert.ok(
      list.some(([label]) => label === title),
      JSON.stringify(list),
    );
    assert.deepEqual(messages.texts, ["Imported 5 records.", "Undid 5 changes."]);
  });

  it("Export All Content names the types that the token can't read, and Import Exported Folder those that the service lacks", async () => {
    const tagName = unique("Dune");
    const tag = await magazine.make("tags", { name: tagName });
    const connection = await exportWithoutArticles();
    const manifest = readManifest();
    await magazine.delete(`tags/${tag}?locale=*`);
    const foreign = { type: "recipes", file: "recipes.ndjson", count: 1 };
    const types = [foreign, ...manifest.types];
    writeFileSync(join(folder, "_manifest.json"), JSON.stringify({ ...manifest, types }));
    writeFileSync(join(folder, "recipes.ndjson"), '{"documentId":"soup"}\n');

    const first = importFolder(connection);
    const { records, files } = countsOf(manifest);
    const review = `Import ${basename(folder)} into 6 content types on ${name}?`;
    const notes = await prompts.proceed(review, "Import 1 Record");
    await first;
    questions.answer("Resume");
    await importFolder(connection);
    const named = `tags?status=draft&filters[name][$eq]=${encodeURIComponent(tagName)}`;
    const tags = await plainList(magazine.service, named);
    for (const { documentId } of tags) await magazine.delete(`tags/${documentId}?locale=*`);

    const lacks = "Not imported, because the service has no such type: recipes.";
    const [left, ...others] = manifest.leftOut;
    assert.deepEqual([left?.type, others], ["articles", []]);
    assert.match(left?.reason ?? "", /requires the permission Article: find\./);
    assert.deepEqual(warnings.texts, [
      `Exported ${records + files} records in 7 files to ${basename(folder)}. It lacks content of articles. The file _manifest.json says what, and why.`,
    ]);
    assert.ok(notes.includes(lacks), notes);
    assert.deepEqual(messages.texts, [
      `Imported '${tagName}'. ${lacks}`,
      `Nothing to import from ${basename(folder)}: ${records - 1} unchanged, 1 already imported. ${lacks}`,
    ]);
  });

  it("Export All Content shows its progress, and a retry after Cancel replaces the incomplete folder", async () => {
    const detour = await magazine.detour();
    const { connection } = detour.article("");
    const release = detour.hold(/GET \/api\/articles/);
    let isRetry = false;
    const steps = watchProgress(`Exporting all content of ${name}`, (cancel) => {
      if (!isRetry) cancel();
      isRetry = true;
      release();
    });
    warnings.answer("Retry");

    await exportAll(connection);

    const incomplete = `${folder}.incomplete`;
    assert.deepEqual(warnings.texts, [`Export cancelled. What it has so far is in ${incomplete}.`]);
    assert.equal(steps[0], "articles (4 of 8)");
    assert.match(messages.texts.join(), /^Exported [\d,]+ records in 8 files to /);
    assert.deepEqual([existsSync(folder), existsSync(incomplete)], [true, false]);
  });
});
