import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toUri } from "../../src/files/uri.ts";
import { untilEqual } from "../window/until.ts";
import { open } from "./editors.ts";
import { aboveOf } from "./lenses.ts";
import { descriptionOf, iconOf, useTrees } from "./trees.ts";
import { connect, useMagazine } from "./useMagazine.ts";

describe("A production connection", () => {
  const magazine = useMagazine();
  const openTree = useTrees();
  let connection: string;

  before(async () => {
    connection = await connect(magazine.service, undefined, "production");
  });

  it("has documents that are to be read alone, and says above their text why, and nothing that waits for unlocking", async () => {
    const address = { ...magazine.article(await magazine.makeArticle()), connection };
    const uri = toUri(address, { connectionName: "Acme", title: "Tea" });

    const { permissions } = await vscode.workspace.fs.stat(uri);
    const document = await open(address);

    assert.equal(permissions, vscode.FilePermission.Readonly);
    const locked = ["$(lock) locked · production", "Unlock", "Draft · en · changed …"];
    const above = [...locked, "Publish", "Other Locales", "Open in Admin"];
    const now = async () =>
      (await aboveOf(document)).map((words) => words.replace(/changed .*/, "changed …"));
    await untilEqual(now, above);
  });

  it("says in its row whether it is locked, and has a menu that fits", async () => {
    const { desk, view } = openTree();
    const { host } = new URL(magazine.service.url);
    const row = async () => {
      const [node] = await view.getChildren();
      const item = view.getTreeItem(node!);
      const label = item.accessibilityInformation?.label;
      return [descriptionOf(item), iconOf(item), item.contextValue, label];
    };
    const rows = [await row()];

    await desk.connections.change(desk.connection, { role: "staging" });
    rows.push(await row());
    await desk.connections.change(desk.connection, { role: "production" });
    rows.push(await row());
    desk.locks.unlock(desk.connection.id);
    rows.push(await row());

    const open = `unlocked · production · ${host}`;
    const shut = `locked · production · ${host}`;
    assert.deepEqual(rows, [
      [host, "server-environment", "connection.local", `Connection Magazine, ${host}`],
      [
        `staging · ${host}`,
        "server-environment",
        "connection.local",
        `Connection Magazine, staging, ${host}`,
      ],
      [shut, "lock", "connection.locked.local", `Connection Magazine, locked, production, ${host}`],
      [
        open,
        "unlock",
        "connection.unlocked.local",
        `Connection Magazine, unlocked, production, ${host}`,
      ],
    ]);
  });

  it("has its row drawn again when it is locked or unlocked", async () => {
    const { desk, view, redrawn } = openTree();
    await desk.connections.change(desk.connection, { role: "production" });
    await view.getChildren();
    redrawn.length = 0;

    desk.locks.unlock(desk.connection.id);
    desk.locks.lock(desk.connection.id);

    assert.deepEqual(redrawn, [desk.connection.id, desk.connection.id]);
  });
});
