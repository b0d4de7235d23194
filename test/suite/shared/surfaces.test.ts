import assert from "node:assert/strict";
import * as vscode from "vscode";
import * as editorTexts from "../../../src/host/surfaces/editorTexts.ts";
import * as inputs from "../../../src/host/surfaces/inputs.ts";
import * as logChannel from "../../../src/host/surfaces/logChannel.ts";
import * as messages from "../../../src/host/surfaces/messages.ts";
import * as plainErrors from "../../../src/host/surfaces/plainErrors.ts";
import * as plainTexts from "../../../src/host/surfaces/plainText.ts";
import * as statusBarItems from "../../../src/host/surfaces/statusBarItem.ts";
import * as treeItems from "../../../src/host/surfaces/treeItem.ts";

/** A title that would run a command, show an icon, open a page, reverse its end and end its line. */
const evil =
  "Tea [x](command:workbench.action.toggleZenMode) $(trash) https://tea.example a@b.example \u001B[31m \u202Ered\nOK";

/** How it is shown. Invisible characters keep VS Code from a link and an icon. */
const plain =
  "Tea [x]\u200B(command:workbench.action.toggleZenMode) $\u200B(trash) https://tea.example a@b.example ␛[31m [U+202E]red⏎OK";

const range = new vscode.Range(0, 0, 0, 1);
const uri = vscode.Uri.parse("untitled:tea");
const red = new vscode.ThemeColor("errorForeground");

/** The texts in a value that VS Code got. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value instanceof vscode.MarkdownString) return [value.value];
  if (value instanceof vscode.Uri) return [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The texts that functions of VS Code's window get while `show` runs. */
async function textsOf(show: () => unknown): Promise<string[]> {
  const calls: unknown[] = [];
  const note = (...args: unknown[]) => Promise.resolve(void calls.push(args));
  const item = {
    show: () => undefined,
    set text(text: string) {
      calls.push(text);
    },
    set tooltip(text: string) {
      calls.push(text);
    },
    set accessibilityInformation(spoken: object) {
      calls.push(spoken);
    },
    set name(text: string) {
      calls.push(text);
    },
    set message(text: string) {
      calls.push(text);
    },
    ...{ error: note, warn: note, debug: note },
  };
  const listening = {
    ...{ showInformationMessage: note, showWarningMessage: note, showErrorMessage: note },
    ...{ showQuickPick: note, showOpenDialog: note, setStatusBarMessage: note },
    ...{ createStatusBarItem: () => item, createTreeView: () => item },
    ...{ createOutputChannel: () => item },
    withProgress: (options: unknown, task: (progress: object) => unknown) => {
      calls.push(options);
      return task({ report: note });
    },
  };
  const { window, commands } = vscode;
  const keptWindow = Object.fromEntries(
    Object.keys(listening).map((name) => [name, window[name as keyof typeof window]]),
  );
  const { executeCommand } = commands;
  Object.assign(window, listening);
  Object.assign(commands, { executeCommand: note });
  try {
    calls.push(await show());
  } finally {
    Object.assign(window, keptWindow);
    Object.assign(commands, { executeCommand });
  }
  return textsIn(calls);
}

/** The error of an operation, as VS Code shows it. */
async function errorOf(operation: () => Thenable<unknown>): Promise<string> {
  try {
    await operation();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

/** A file system of which each operation fails: `stat` later, the others at once. */
function failing(error: Error): vscode.FileSystemProvider {
  const fail = (): never => {
    throw error;
  };
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => Promise.reject(error),
    ...{ readFile: fail, writeFile: fail, readDirectory: fail },
    ...{ createDirectory: fail, delete: fail, rename: fail },
  };
}

let schemes = 0;

async function fileErrors(error: Error): Promise<string[]> {
  const scheme = `cms-failing-${(schemes += 1)}`;
  const file = vscode.Uri.from({ scheme, path: "/tea" });
  const registered = plainErrors.registerFileSystem(scheme, failing(error), {});
  const { fs } = vscode.workspace;
  const errors = [await errorOf(() => fs.readFile(file)), await errorOf(() => fs.stat(file))];
  registered.dispose();
  return errors;
}

/** The texts of an input, as VS Code holds them. */
function inputTexts(): string[] {
  const { createQuickPick, createInputBox } = vscode.window;
  const real: vscode.QuickInput[] = [];
  Object.assign(vscode.window, {
    createQuickPick: () => real[real.push(createQuickPick()) - 1],
    createInputBox: () => real[real.push(createInputBox()) - 1],
  });
  const pick = inputs.createQuickPick<vscode.QuickPickItem>();
  const box = inputs.createInputBox();
  Object.assign(vscode.window, { createQuickPick, createInputBox });
  const item = {
    ...{ label: evil, description: evil, detail: evil },
    buttons: [{ iconPath: new vscode.ThemeIcon("trash"), tooltip: evil }],
  };
  Object.assign(pick, { title: evil, placeholder: evil, items: [item] });
  Object.assign(box, { title: evil, prompt: evil, placeholder: evil, validationMessage: evil });
  pick.activeItems = [item];
  const [realPick, realBox] = real as [vscode.QuickPick<vscode.QuickPickItem>, vscode.InputBox];
  assert.deepEqual([pick.items[0], pick.activeItems[0]], [item, item]);
  const texts = [
    ...[realPick.title, realPick.placeholder, realPick.items, realPick.activeItems],
    ...[realBox.title, realBox.prompt, realBox.placeholder, realBox.validationMessage],
  ];
  for (const input of real) input.dispose();
  return textsIn(texts);
}

const command = { command: "cms.document.open", title: "" };

/** What each function of the surfaces gives to VS Code for a text of content. */
const surfaces: Readonly<Record<string, () => unknown>> = {
  showInformation: () => messages.showInformation(evil, evil),
  showWarning: () => messages.showWarning(evil, evil),
  showError: () => messages.showError(evil, evil),
  showModal: () => messages.showModal(evil, [evil], [evil], evil),
  agrees: () => messages.agrees(evil, [evil], evil),
  tell: () => messages.tell(evil),
  tellDone: () => messages.tellDone(evil),
  tellCopied: () => messages.tellCopied(evil),
  showProgress: () =>
    messages.showProgress({ location: 15, title: evil }, (report) => {
      report(evil);
      return Promise.resolve();
    }),
  showDiff: () => messages.showDiff(uri, uri, evil),
  showDifferences: () => messages.showDifferences(evil, []),
  showOpenDialog: () => messages.showOpenDialog({ title: evil }),
  showQuickPick: () =>
    inputs.showQuickPick([{ label: evil, description: evil, detail: evil }], {
      title: evil,
      placeHolder: evil,
    }),
  createQuickPick: inputTexts,
  createInputBox: inputTexts,
  treeItem: () =>
    treeItems.treeItem({ label: evil, description: evil, tooltip: [evil], spoken: evil }),
  StatusBarItem: () => {
    new statusBarItems.StatusBarItem("cms.test", evil).show({
      ...{ icon: "check", text: evil, tooltip: [evil], spoken: evil },
    });
  },
  createLog: () => {
    const log = logChannel.createLog("CMS");
    log.error(evil, evil);
    log.warn(evil);
    log.debug(evil);
  },
  codeLens: () => editorTexts.codeLens(range, { ...command, title: evil, tooltip: [evil] }),
  hover: () => editorTexts.hover(evil, range).contents,
  card: () => editorTexts.card(undefined, evil, [evil]),
  completionItem: () =>
    editorTexts.completionItem({ label: evil, description: evil, detail: evil }),
  diagnosticOf: () => editorTexts.diagnosticOf(range, evil, 0).message,
  relatedPlace: () => editorTexts.relatedPlace(new vscode.Location(uri, range), evil).message,
  documentLink: () => editorTexts.documentLink(range, evil),
  codeAction: () => editorTexts.codeAction(evil, vscode.CodeActionKind.QuickFix).title,
  dropEdit: () => editorTexts.dropEdit(evil, vscode.DocumentDropOrPasteEditKind.Empty).title,
  fileMark: () => editorTexts.fileMark("!", evil, red),
  registerFileSystem: () => fileErrors(new Error(evil)),
  LinkedError: () => fileErrors(new plainErrors.LinkedError(evil, undefined)),
  withPlainErrors: () => fileErrors(new TypeError(evil)),
  plainText: () => plainTexts.plainText(evil),
  plainLines: () => plainTexts.plainLines([evil]),
  withIcon: () => plainTexts.withIcon("check", evil),
};

/** Functions that take no text, and one whose result is a file name. */
const textless = ["showSaveDialog", "registerTexts", "plainSegment", "openTreeView"];

/** A text of Markdown without escapes, as in a surface of other texts. */
const unescaped = (text: string): string =>
  text
    .replaceAll("\\", "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("[x](", "[x]\u200B(")
    .replaceAll("$(", "$\u200B(");

describe("Surface of VS Code", () => {
  for (const [name, show] of Object.entries(surfaces)) {
    it(`a surface shows a text with links, icons, controls and line breaks as it is: ${name}`, async () => {
      const texts = (await textsOf(show)).filter((text) => text.includes("toggleZenMode"));

      assert.notEqual(texts.length, 0);
      const others = texts.filter((text) => unescaped(text).replaceAll(plain, "").includes("Tea"));
      assert.deepEqual(others, []);
    });
  }

  it("a surface of VS Code is tested for each function", () => {
    const modules = [editorTexts, inputs, logChannel, messages, plainErrors];
    const names = [...modules, plainTexts, statusBarItems, treeItems].flatMap((module) =>
      Object.keys(module),
    );

    assert.deepEqual(names.sort(), [...Object.keys(surfaces), ...textless].sort());
  });

  it("a surface ends an error with a link only if the extension gives one", async () => {
    const link = { title: "Go to Problem", command: "editor.action.marker.next" };

    const errors = await fileErrors(new plainErrors.LinkedError("No.", link));

    assert.deepEqual(
      errors,
      Array(2).fill("No. [Go to Problem](command:editor.action.marker.next)"),
    );
  });

  it("a surface names a file after a text without links, icons, and characters that nobody sees", () => {
    assert.equal(
      plainTexts.plainSegment(`a/b ${evil}\u200B!`),
      "a∕b Tea [x] (command:workbench.action.toggleZenMode) $ (trash) https:∕∕tea.example a@b.example ␛[31m [U+202E]red⏎OK !",
    );
  });
});
