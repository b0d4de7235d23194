import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ConnectionSetting } from "../../../src/host/connect/connectionSetting.ts";
import { until } from "../../window/until.ts";
import { contentOf, open } from "../editors.ts";
import { enterToken, idOf, useWorkspaceSetting } from "./settingConnections.ts";
import { useTrees } from "../trees.ts";
import { useSettings } from "../settings.ts";
import { unique, useMagazine } from "../useMagazine.ts";

/** The text from the cursor on, without white space. */
function textAtCursor(): string {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  const { document, selection } = editor;
  return document.getText().slice(document.offsetAt(selection.active)).replaceAll(/\s/g, "");
}

describe("Setting cms.connections", () => {
  const magazine = useMagazine();
  const set = useSettings();
  const setInWorkspace = useWorkspaceSetting();
  const openTree = useTrees();

  // test/suite/schemas/maliciousWorkspace.test.ts reads with a connection of the user settings.
  it("cms.connections in the workspace settings creates connections that ask for a token and then work", async () => {
    const entry = { id: unique("workspace"), url: magazine.service.url, name: "Team" };
    const connection = idOf(entry, "workspaceSetting");
    const id = await magazine.makeArticle({ kicker: "Shared" });

    await setInWorkspace([entry]);
    await enterToken(connection, entry.url, magazine.service.tokens.full);
    const document = await open({ ...magazine.article(id), connection });

    assert.equal(contentOf(document)["kicker"], "Shared");
  });

  it("cms.connections reports each change, and which entries are left out", async () => {
    const log = vscode.window.createOutputChannel("Connections", { log: true });
    const settings = new ConnectionSetting(log);
    const reported: (readonly string[])[] = [];
    settings.onDidChange(() => reported.push(settings.all.map(({ id }) => id)));
    const [firstEntry, other] = ["one", "other"].map((id) => ({
      id,
      url: "https://cms.example.com",
    }));
    assert.ok(firstEntry && other);

    await set("cms.connections", [firstEntry, other]);
    await set("cms.connections", [{ ...firstEntry, name: "One" }, other]);
    await set("cms.connections", [other, { url: "https://cms.example.com" }]);

    await until("Nothing was reported", () => Promise.resolve(reported.length === 3));
    const { notices } = settings;
    settings.dispose();
    log.dispose();
    assert.deepEqual(reported, [
      [idOf(firstEntry), idOf(other)],
      [idOf(firstEntry), idOf(other)],
      [idOf(other)],
    ]);
    const entry = { source: "userSetting", entry: 2, key: "id" };
    assert.deepEqual(notices, [{ code: "invalid", entry }]);
  });

  it("cms.connections has a row for each entry that is left out, which opens the entry, as Edit Connection does", async () => {
    const tree = openTree();
    const valid = { id: "valid", url: "https://valid.example.com" };
    await set("cms.connections", [
      { id: "one", url: "https://cms.example.com" },
      { id: "two", url: "no URL" },
      { id: "one", url: "https://cms.example.com" },
      valid,
      { id: "three", url: "https://three.example.com", nmae: "Three" },
    ]);

    const rows = (await tree.rows()).filter(({ id }) => id.startsWith("…"));
    const lines = rows.map((row) => {
      const { label, description, tooltip } = tree.view.getTreeItem(row);
      return [label, description, tooltip];
    });
    await vscode.commands.executeCommand("cms.content.openNotice", rows[0]);
    const noticedText = textAtCursor();
    const id = idOf(valid);
    const connection = { ...valid, name: "Valid", id, source: "userSetting" };
    await vscode.commands.executeCommand("cms.connection.edit", { connection });
    const editedText = textAtCursor();
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");

    const setting = "of cms.connections in the user settings";
    assert.deepEqual(lines, [
      [
        "Entry 2 of cms.connections",
        "url is missing or not valid",
        `Entry 2 ${setting} is skipped because its url is missing or not valid.`,
      ],
      [
        "Entry 3 of cms.connections",
        "duplicate, skipped",
        `Entry 3 ${setting} is a duplicate and is skipped.`,
      ],
      [
        "Entry 5 of cms.connections",
        "unknown key nmae",
        `Entry 5 ${setting} has the unknown key nmae. Did you mean name?`,
      ],
    ]);
    assert.ok(noticedText.startsWith('{"id":"two",'), noticedText.slice(0, 80));
    assert.ok(editedText.startsWith('{"id":"valid",'), editedText.slice(0, 80));
  });
});
