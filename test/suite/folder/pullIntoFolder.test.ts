import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { until } from "../../window/until.ts";
import { useWarnings } from "../copy/warnings.ts";
import { closeEditors } from "../editors.ts";
import { useMessages } from "../messages.ts";
import { hoverOver, offeredAt } from "../offers.ts";
import { focusOn, usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { useShownFailures } from "../shownFailures.ts";
import { headingsOf, rowsOf } from "../useTwoConnections.ts";
import { unique, useMagazine } from "../useMagazine.ts";

const name = "Hearth & Compass";
const choice = `Pull ${name} into Folder`;
const question = `Pull ${name} into content?`;
const status = "Status of content";

describe("Pull into Folder and Show Folder Status", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();
  const warnings = useWarnings();
  const failures = useShownFailures();
  const root = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, "content");
  afterEach(async () => {
    await closeEditors();
    rmSync(root, { recursive: true, force: true });
  });

  const at = (path: string): string => join(root, path);
  const read = (path: string) => JSON.parse(readFileSync(at(path), "utf8")) as object;
  const edit = (path: string, change: object): void =>
    writeFileSync(at(path), JSON.stringify({ ...read(path), ...change }, null, 2));

  /** Pulls the pages. The workspace offers one folder. */
  async function pull(): Promise<{ readonly end: Promise<unknown> }> {
    const row = { collection: { connection: magazine.connection, type: "pages" } };
    const end = Promise.resolve(vscode.commands.executeCommand("cms.folder.pull", row));
    await prompts.accept(choice, "content");
    return { end };
  }

  /** The first pull, with a page in English and one below it. Returns their documentIds and names. */
  async function pullPages() {
    const titles = [unique("Upper"), unique("Lower")] as const;
    const upper = await magazine.make("pages", { title: titles[0] });
    const lower = await magazine.make("pages", { title: titles[1], parent: upper });
    questions.answer("Pull");
    await (
      await pull()
    ).end;
    const nameOf = (title: string) =>
      readdirSync(at("pages"))
        .find((file) => file.startsWith(title.toLowerCase().replaceAll(" ", "-")))!
        .replace(/\..*/, "");
    return { lower, upperPath: `pages/${nameOf(titles[0])}`, path: `pages/${nameOf(titles[1])}` };
  }

  /** The message of the error notification, which it closes. */
  async function refusal(): Promise<string> {
    await until("No error is shown", () => Promise.resolve(failures.length > 0));
    const [failure] = failures;
    failure?.answer();
    return failure?.words ?? "";
  }

  async function close(running: Thenable<unknown> | Promise<unknown>): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await running;
  }

  it("a pull asks with the number of documents at first, later lists what it would change, and keeps changed values", async () => {
    const { lower, path } = await pullPages();
    const files = readdirSync(root, { recursive: true }).length;
    await (
      await pull()
    ).end;

    const [asked, ...others] = questions.history;
    assert.match(asked?.words ?? "", /^Pull [\d,]+ documents of .+ into content\?$/);
    assert.deepEqual(others, []);
    assert.match(messages.texts[0] ?? "", /^Pulled [\d,]+ documents to content\. Files: [\d,]+ /);
    assert.match(messages.texts[1] ?? "", /Files: none changed\.$/);
    assert.equal(readdirSync(root, { recursive: true }).length, files);

    const [english, shared] = [`${path}.en.json`, `${path}.json`];
    edit(english, { title: "Edited here" });
    await magazine.change(`pages/${lower}?status=draft`, { summary: "There", position: 41 });
    const before = readFileSync(at(english), "utf8");
    const cancelled = await pull();
    const pick = await prompts.waitForPick(question);
    const rows = rowsOf(pick).filter(([label = ""]) => label.startsWith("pages/"));
    const headings = headingsOf(pick);
    await close(cancelled.end);
    const afterCancel = readFileSync(at(english), "utf8");
    const { end } = await pull();
    await prompts.accept(question, "Pull");
    await end;

    assert.deepEqual(rows, [
      [shared, "position"],
      [english, "summary · keeps your title"],
    ]);
    assert.deepEqual(headings, ["Updated by the pull"]);
    assert.equal(afterCancel, before);
    const { title, summary } = read(english) as { title?: string; summary?: string };
    assert.deepEqual([title, summary], ["Edited here", "There"]);
    assert.match(messages.texts.at(-1) ?? "", /Files: 2 updated\.$/);
  });

  it("a pull opens a conflict beside the text of the service and leaves its file, and removes files of deleted documents on request", async () => {
    const deletedId = await magazine.make("pages", { title: unique("Gone") });
    const { lower, path } = await pullPages();
    const english = `${path}.en.json`;
    edit(english, { title: "Edited here" });
    await magazine.change(`pages/${lower}?status=draft`, { title: "Changed there" });
    await magazine.delete(`pages/${deletedId}?locale=*`);
    const before = readFileSync(at(english), "utf8");
    const goneFiles = () => readdirSync(at("pages")).filter((file) => file.startsWith("gone-"));
    const pulledFiles = goneFiles();

    const { end } = await pull();
    const pick = await prompts.waitForPick(question);
    await focusOn(pick, english);
    const texts: string[] = [];
    await until("No comparison opens", async () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      if (!(input instanceof vscode.TabInputTextDiff)) {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return false;
      }
      for (const uri of [input.original, input.modified])
        texts.push((await vscode.workspace.openTextDocument(uri)).getText());
      return true;
    });
    await prompts.accept(question, "Delete the Files of Deleted Documents");
    const headings = headingsOf(await prompts.waitForPick(question));
    await prompts.accept(question, "Pull");
    await end;

    assert.deepEqual(headings.toSorted(), ["Conflict", "Deleted by the pull"]);
    assert.match(texts[0] ?? "", /"title": "Changed there"/);
    assert.equal(texts[1], before);
    assert.equal(readFileSync(at(english), "utf8"), before);
    assert.match(warnings.texts.join(), /Files: .*2 removed.* undo your change with Git/);
    assert.deepEqual([pulledFiles.length, goneFiles()], [2, []]);
  });

  it("Show Folder Status lists changed files without a request, and compares with the first service that has a connection on demand", async () => {
    const { lower, path } = await pullPages();
    const [english, shared] = [`${path}.en.json`, `${path}.json`];
    const { environments } = read("cms.json") as { environments: object };
    edit("cms.json", { environments: { other: "a".repeat(64), ...environments } });
    edit(english, { title: "Edited here" });
    writeFileSync(at("pages/added.json"), "{}");
    await magazine.change(`pages/${lower}?status=draft`, { position: 41 });
    const settings = vscode.Uri.file(at("cms.json"));

    const running = vscode.commands.executeCommand("cms.folder.showStatus", settings);
    const pick = await prompts.waitForPick(status);
    const local = rowsOf(pick);
    await prompts.accept(status, `Compare with ${name}`);
    let remote: string[][] = [];
    await until("The service is not compared", async () => {
      if (!prompts.isAnyOpen()) return false;
      remote = rowsOf(await prompts.waitForPick(status));
      return remote.length > local.length - 1;
    });
    await close(running);

    assert.deepEqual(local.slice(1), [
      [english, "title"],
      ["pages/added.json", ""],
    ]);
    const files = remote.filter(([label = ""]) => label.startsWith("pages/"));
    assert.deepEqual(files, [
      [shared, "position"],
      [english, "title"],
      ["pages/added.json", ""],
    ]);
  });

  /** The links in a file: the text, and the path of the target. */
  async function linksIn(document: vscode.TextDocument) {
    let links: vscode.DocumentLink[] = [];
    await until("No relation has a link", async () => {
      links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        "vscode.executeLinkProvider",
        document.uri,
        100,
      );
      return links.some(({ target }) => target?.scheme === "file");
    });
    return links.map(({ range, target }) => [document.getText(range), target?.fsPath]);
  }

  it("a pulled file offers the names of files, links to a relation's target, and shows its title, also in Markdown", async () => {
    const { path, upperPath } = await pullPages();
    const file = [`${path}.json`, `${path}.en.json`].find((each) => "parent" in read(each))!;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(at(file)));
    await vscode.window.showTextDocument(document);

    const links = await linksIn(document);
    const hovers = await hoverOver(document, upperPath);
    const offered = await offeredAt(document, '"parent": "');

    assert.deepEqual(links, [[upperPath, at(`${upperPath}.en.json`)]]);
    assert.match(hovers.join(), /\*\*Upper [^]*Pages · pages\//);
    assert.ok(offered.includes(path) && offered.includes(upperPath), offered.join());

    const markdown = at("pages/steeping.en.md");
    writeFileSync(markdown, `---\ntitle: Steeping\nparent: ${upperPath}\n---\n\nSee pages/none.\n`);
    const prose = await vscode.workspace.openTextDocument(vscode.Uri.file(markdown));
    await vscode.window.showTextDocument(prose);
    assert.deepEqual(await linksIn(prose), links);
    assert.match((await hoverOver(prose, upperPath)).join(), /\*\*Upper [^]*Pages · pages\//);
  });

  it("a pull refuses a folder with the content of another service, and one with an unsaved file", async () => {
    const uri = vscode.Uri.file(at("pages/tea.en.json"));
    const settings = { state: 1, salt: "a", environments: { other: "a".repeat(64) } };
    mkdirSync(at("pages"), { recursive: true });
    writeFileSync(at("cms.json"), JSON.stringify(settings));
    writeFileSync(uri.fsPath, "{}");
    const document = await vscode.workspace.openTextDocument(uri);
    const change = new vscode.WorkspaceEdit();
    change.insert(uri, new vscode.Position(0, 0), " ");
    await vscode.workspace.applyEdit(change);
    await (
      await pull()
    ).end;
    const unsaved = await refusal();
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await (
      await pull()
    ).end;

    assert.match(unsaved, /has unsaved changes/);
    assert.match(await refusal(), /^content has the content of another service, other\./);
  });
});
