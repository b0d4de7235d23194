import assert from "node:assert/strict";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { ExportFile } from "../../../src/model/export/exportFile.ts";
import { itLong } from "../../support/longRun.ts";
import { plainList } from "../../support/plainHttp.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../../support/temporaryFolder.ts";
import { ending } from "../accepting.ts";
import { usePrompts } from "../prompts.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Export", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const files: string[] = [];

  afterEach(async () => {
    for (const file of files.splice(0)) rmSync(file, { force: true });
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  interface Exporting {
    /** The name of the file that VS Code suggests, in the workspace folder. */
    readonly name: string;
    /** The titles of the quick picks and dialogs in their order, some with the label of the item to pick. */
    readonly titles: readonly (string | readonly [title: string, label: string])[];
  }

  /** Runs a command, accepts every quick pick and dialog, and returns the records of the file. */
  async function exported(
    { name, titles }: Exporting,
    command: string,
    ...given: unknown[]
  ): Promise<unknown[]> {
    const file = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, name);
    files.push(file);
    const running = vscode.commands.executeCommand(command, ...given);
    for (const title of titles) {
      await (typeof title === "string" ? prompts.accept(title) : prompts.accept(...title));
    }
    // The command ends when its notification is closed.
    await ending(running, "notifications.clearAll");
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as unknown);
  }

  it("Export writes a collection with all fields in the shown locale to a workspace file", async () => {
    const { connection } = magazine;
    const id = await magazine.make("categories", { name: unique("Dunes"), position: 9 });

    const collection = { connection, type: "categories" };
    const count = (await plainList(magazine.service, "categories?pagination[pageSize]=100")).length;
    const title = "Export Categories";
    const all = `${title} · ${count} records · Categories: no filter is set, so everything is included.`;

    const expectedExport = { name: "categories.ndjson", titles: [title, title, all] };
    const records = await exported(expectedExport, "cms.collection.export", { collection });

    const categoryRecord = records.find(
      (record) => (record as { documentId: string }).documentId === id,
    );
    assert.equal((categoryRecord as { position: number }).position, 9);
  });

  itLong("Export writes a collection in all locales", async () => {
    const { connection, service } = magazine;
    const query = "status=draft&locale=*&pagination[pageSize]=100";
    const { length } = await plainList(service, `pages?${query}`);
    const title = "Export Pages";
    const all = `${title} · ${length} records · Pages · en: no filter is set, so everything is included.`;

    const expectedExport = {
      name: "pages.ndjson",
      titles: [title, title, [title, "All Locales"], all],
    } as const;
    const collection = { connection, type: "pages" };
    const records = await exported(expectedExport, "cms.collection.export", { collection });

    const locales = new Set(records.map((record) => (record as { $locale: string }).$locale));
    assert.equal(records.length, length);
    assert.deepEqual([...locales].sort(), ["de", "en", "fr"]);
  });

  it("Export writes only the selected documents of one type", async () => {
    const ids = [await magazine.makeArticle(), await magazine.makeArticle()].sort();
    const rows = ids.map((id) => ({
      address: magazine.article(id),
      row: { kind: "document", id, title: "" },
    }));

    const title = "Export Articles";
    const expectedExport = {
      name: "articles.en.ndjson",
      titles: [title, title, title, `${title} · 2 records`],
    };

    const records = await exported(expectedExport, "cms.selection.export", rows[0], rows);

    const states = records.map((record) => {
      const { documentId, $status, $locale } = record as Record<string, unknown>;
      return [documentId, $status, $locale];
    });
    assert.deepEqual(
      states,
      ids.map((id) => [id, "draft", "en"]),
    );
  });
});

describe("Export file", () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const textOf = (name: string) => readFileSync(join(folder.path, name), "utf8");
  const names = () => readdirSync(folder.path).sort();

  it("an export file replaces an existing file only once it is complete", async () => {
    writeFileSync(join(folder.path, "tea.csv"), "before");
    const file = new ExportFile(join(folder.path, "tea.csv"));

    const why = [await file.write("one\n"), await file.write("two\n")];
    const meanwhile = [textOf("tea.csv"), textOf("tea.incomplete.csv")];
    why.push(await file.finish());

    assert.deepEqual(why, [undefined, undefined, undefined]);
    assert.deepEqual(meanwhile, ["before", "one\ntwo\n"]);
    assert.deepEqual([names(), textOf("tea.csv")], [["tea.csv"], "one\ntwo\n"]);
  });

  it("an export file stays under a name of its own when it is incomplete", async () => {
    writeFileSync(join(folder.path, "tea.csv"), "before");
    writeFileSync(join(folder.path, "tea.incomplete.csv"), "earlier");
    const file = new ExportFile(join(folder.path, "tea.csv"));

    await file.write("one\n");
    await file.leave();

    assert.deepEqual(names(), ["tea.csv", "tea.incomplete-2.csv", "tea.incomplete.csv"]);
    assert.deepEqual(["tea.csv", "tea.incomplete-2.csv", "tea.incomplete.csv"].map(textOf), [
      "before",
      "one\n",
      "earlier",
    ]);
    assert.equal(file.part, join(folder.path, "tea.incomplete-2.csv"));
  });

  it("an export file is not created when nothing was written", async () => {
    const file = new ExportFile(join(folder.path, "tea.csv"));

    const why = await file.leave();

    assert.deepEqual([why, names()], [undefined, []]);
  });

  it("an export file reports why it can't be written, and leaves nothing behind", async () => {
    const file = new ExportFile(join(folder.path, "nowhere", "tea.csv"));

    const why = [await file.write("one\n"), await file.leave()];

    assert.match(why[0] ?? "", /ENOENT/);
    assert.deepEqual(names(), []);
  });
});
