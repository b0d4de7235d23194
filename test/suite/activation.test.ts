import assert from "node:assert/strict";
import * as vscode from "vscode";
import { whileOpen } from "../../src/compose/openLifetime.ts";
import { scheme, toUri } from "../../src/files/shared/documentUri.ts";
import { extensionId } from "../support/extensionId.ts";
import { untilEqual } from "../window/until.ts";
import { open } from "./editors.ts";
import { useMagazine } from "./useMagazine.ts";

/** The events of VS Code about texts and editors. VS Code fires them whenever the user types or changes the editor. */
const workspaceEvents = [
  "onDidChangeTextDocument",
  "onDidCloseTextDocument",
  "onDidSaveTextDocument",
  "onWillSaveTextDocument",
] as const;
const windowEvents = ["onDidChangeActiveTextEditor", "onDidChangeVisibleTextEditors"] as const;

describe("The extension", () => {
  it("the extension is found by its id and activates", async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, "VS Code does not know the extension");

    await extension.activate();

    assert.equal(extension.isActive, true);
  });
});

// This file runs first, because VS Code keeps the documents of other tests open for a while.
describe("Text document listeners", () => {
  const magazine = useMagazine();

  it("text document listeners run only while a document of the extension is open", async () => {
    const id = await magazine.makeArticle();
    const uri = toUri(magazine.article(id), { connectionName: "Magazine", title: "Tea" });
    // When the extension first reads the schemas of the workspace, it starts to listen for their saves.
    await vscode.commands.executeCommand("vscode.open", uri);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await untilEqual(() => Promise.resolve(openOnes()), []);
    const listening = countListeners();

    try {
      await vscode.commands.executeCommand("vscode.open", uri);
      const during = listening.counts();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");

      const silent = Object.keys(during).filter((name) => during[name] === 0);
      const nobody = Object.fromEntries(Object.keys(during).map((name) => [name, 0]));
      assert.deepEqual(silent, []);
      await untilEqual(() => Promise.resolve(listening.counts()), nobody);
    } finally {
      listening.end();
    }
  });

  it("text document listeners are removed when one of them fails to start", async () => {
    const id = await magazine.makeArticle();
    await open(magazine.article(id));
    const disposals: string[] = [];
    const opening = () =>
      whileOpen((own) => {
        own({ dispose: () => disposals.push("first") });
        throw new Error("The second can't be made");
      });

    assert.throws(opening, /The second can't be made/);

    assert.deepEqual(disposals, ["first"]);
  });
});

const openOnes = (): string[] =>
  vscode.workspace.textDocuments.map(({ uri }) => uri.scheme).filter((name) => name === scheme);

/** Counts the event listeners that are added from now on. VS Code gives the extension and its tests the same object. */
function countListeners() {
  const ends: (() => void)[] = [];
  const counts = new Map<string, number>();
  const count = <Name extends string>(
    owner: Record<Name, (...words: never[]) => vscode.Disposable>,
    names: readonly Name[],
  ): void => {
    for (const name of names) {
      const listen = owner[name];
      counts.set(name, 0);
      const add = (change: number) => counts.set(name, (counts.get(name) ?? 0) + change);
      owner[name] = (...words) => {
        const listening = listen(...words);
        add(1);
        return new vscode.Disposable(() => {
          add(-1);
          listening.dispose();
        });
      };
      ends.push(() => (owner[name] = listen));
    }
  };
  count(vscode.workspace as never, workspaceEvents);
  count(vscode.window as never, windowEvents);
  return {
    counts: () => Object.fromEntries(counts),
    end: () => {
      for (const end of ends) end();
    },
  };
}
