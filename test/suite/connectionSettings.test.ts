import assert from "node:assert/strict";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { ConnectionSettings } from "../../src/host/connectionSettings.ts";
import { goodEntries, oddEntries } from "../model/settingEntries.ts";
import { until, untilEqual } from "../window/until.ts";
import { contentOf, open } from "./editors.ts";
import { enterToken, idOf, setInWorkspace } from "./settingConnections.ts";
import { useSettings } from "./settings.ts";
import { unique, useMagazine } from "./useMagazine.ts";

/** What stands from the cursor on, without blanks. */
function textAtCursor(): string {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  const { document, selection } = editor;
  return document.getText().slice(document.offsetAt(selection.active)).replaceAll(/\s/g, "");
}

describe("The setting cms.connections", () => {
  const magazine = useMagazine();
  const set = useSettings();
  afterEach(() => setInWorkspace(undefined));

  for (const [level, write] of [
    ["user", (value: unknown) => set("cms.connections", value)],
    ["workspace", setInWorkspace],
  ] as const) {
    it(`of the ${level} makes connections at once, which ask for a token and then work`, async () => {
      const entry = { id: unique(level), url: magazine.service.url, name: "Team" };
      const connection = idOf(entry);
      const id = await magazine.makeArticle({ kicker: "Shared" });
      const address = { ...magazine.article(id), connection };

      await write([entry]);
      await enterToken(connection, entry.url, magazine.service.tokens.full);
      const document = await open(address);

      assert.equal(contentOf(document)["kicker"], "Shared");
    });
  }

  for (const [level, write] of [
    ["user", (value: unknown) => set("cms.connections", value)],
    ["workspace", setInWorkspace],
  ] as const) {
    it(`of the ${level} is edited where the connection's entry stands`, async () => {
      const entries = ["one", "two", "three"].map((id) => ({ id, url: "https://cms.example.com" }));
      await write(entries);
      const source = level === "user" ? "userSetting" : "workspaceSetting";
      const connection = { ...entries[1], name: "Two", id: idOf(entries[1] ?? {}), source };

      await vscode.commands.executeCommand("cms.connection.edit", { connection });

      const here = textAtCursor();
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      assert.ok(here.startsWith('{"id":"two",'), here.slice(0, 80));
    });
  }

  it("is complained of by VS Code where it makes no connection, and nowhere else", async () => {
    const odd = Object.values(oddEntries).flatMap(([, one]) =>
      // VS Code looks at no file of a megabyte.
      JSON.stringify(one).length < 10_000 ? [one] : [],
    );
    const entries = [...goodEntries, ...odd];
    await setInWorkspace(entries);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, ".vscode/settings.json");
    const document = await vscode.workspace.openTextDocument(file);
    const root = parseTree(document.getText());
    const nodes = (root && findNodeAtLocation(root, ["cms.connections"])?.children) ?? [];

    await vscode.window.showTextDocument(document);

    await untilEqual(
      () => {
        const wrong = new Set<number>();
        for (const { range } of vscode.languages.getDiagnostics(file)) {
          const at = document.offsetAt(range.start);
          wrong.add(nodes.findIndex(({ offset, length }) => at >= offset && at < offset + length));
        }
        return Promise.resolve([...wrong].sort((a, b) => a - b));
      },
      [...entries.keys()].slice(goodEntries.length),
    );
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });

  it("tells who came, went and changed, and what is left out", async () => {
    const log = vscode.window.createOutputChannel("Connections", { log: true });
    const settings = new ConnectionSettings(log);
    const told: (readonly string[])[] = [];
    settings.onDidChange((ids) => told.push(ids));
    const [one, other] = ["one", "other"].map((id) => ({ id, url: "https://cms.example.com" }));
    assert.ok(one && other);

    await set("cms.connections", [one, other]);
    await set("cms.connections", [{ ...one, name: "One" }, other]);
    await set("cms.connections", [other, { url: "https://cms.example.com" }]);

    await until("Nothing was told", () => Promise.resolve(told.length === 3));
    const complaints = settings.complaints;
    settings.dispose();
    log.dispose();
    assert.deepEqual(told, [[idOf(one), idOf(other)], [idOf(one)], [idOf(one)]]);
    assert.deepEqual(complaints, [
      "cms.connections in the user settings: entry 2 is left out, for its id.",
    ]);
  });
});
