import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toUri } from "../../../src/files/shared/documentUri.ts";
import { SaveProgress } from "../../../src/files/save/saveProgress.ts";
import { TabMarks } from "../../../src/editor/edit/tabMarks.ts";
import { UnlockedRows } from "../../../src/tree/unlockedRows.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf } from "../editors.ts";
import { aboveOf } from "../lenses.ts";
import { useQuestions } from "../questions.ts";
import { descriptionOf, iconOf, useTrees } from "../trees.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";

describe("Production connection", () => {
  const magazine = useMagazine();
  const openTree = useTrees();
  const questions = useQuestions();
  let connection: string;

  before(async () => {
    connection = await connect(magazine.service, undefined, "production");
  });

  it("a production connection has read-only documents, and shows why above their text", async () => {
    const address = { ...magazine.article(await magazine.makeArticle()), connection };
    const uri = toUri(address, { connectionName: "Acme", title: "Tea" });

    const { permissions } = await vscode.workspace.fs.stat(uri);
    const document = await open(address);

    assert.equal(permissions, vscode.FilePermission.Readonly);
    const above = ["$(lock) Unlock", "Publish", "More…", "Changed …"];
    const now = async () =>
      (await aboveOf(document)).map((words) => words.replace(/Changed .*/, "Changed …"));
    await untilEqual(now, above);
  });

  it("a production connection shows in its tree item whether it is locked, with a matching menu", async () => {
    const { model, view } = openTree();
    const { host } = new URL(magazine.service.url);
    const row = async () => {
      const [node] = await view.getChildren();
      const item = view.getTreeItem(node!);
      const label = item.accessibilityInformation?.label;
      return [descriptionOf(item), iconOf(item), item.contextValue, label];
    };
    const rows = [await row()];

    await model.connections.change(model.connection, { environment: "staging" });
    rows.push(await row());
    await model.connections.change(model.connection, { environment: "production" });
    rows.push(await row());
    model.locks.unlock(model.connection.id);
    rows.push(await row());

    const open = `unlocked · Production · ${host}`;
    const shut = `locked · Production · ${host}`;
    assert.deepEqual(rows, [
      [host, "server-environment", "connection.local", `Connection Magazine, ${host}`],
      [
        `Staging · ${host}`,
        "server-environment",
        "connection.local",
        `Connection Magazine, Staging, ${host}`,
      ],
      [shut, "lock", "connection.locked.local", `Connection Magazine, locked, Production, ${host}`],
      [
        open,
        "unlock",
        "connection.unlocked.local",
        `Connection Magazine, unlocked, Production, ${host}`,
      ],
    ]);
  });

  it("a production connection marks its tree item and tabs in a theme color while it is unlocked", async () => {
    const { model, view } = openTree();
    await model.connections.change(model.connection, { environment: "production" });
    const [node] = await view.getChildren();
    const { resourceUri } = view.getTreeItem(node!);
    const rows = new UnlockedRows(model.locks);
    const { documents, locks } = model;
    const tabs = new TabMarks({ documents, locks, underWay: new SaveProgress(documents) });
    const id = await magazine.makeArticle();
    const address = { ...magazine.article(id), connection: model.connection.id };
    await model.documents.read(address);
    await until("The state is not known", () =>
      Promise.resolve(
        model.documents.latestSnapshot(address)?.publication.knownValue !== undefined,
      ),
    );
    const marks = () =>
      [
        rows.provideFileDecoration(resourceUri!),
        tabs.provideFileDecoration(toUri(address, { connectionName: "Acme", title: "Tea" })),
      ].map((mark) => [mark?.badge, mark?.tooltip, mark?.color?.id]);
    const shut = marks();
    const events: unknown[] = [];
    tabs.onDidChangeFileDecorations((uris) => events.push(uris));

    model.locks.unlock(model.connection.id);
    const open = marks();
    rows.dispose();
    tabs.dispose();

    // Any number of tabs, of which an event could not name more than 250.
    assert.deepEqual(events, [undefined]);
    const warning = "editorWarning.foreground";
    assert.deepEqual(shut, [
      [undefined, undefined, undefined],
      ["○", "Draft", undefined],
    ]);
    assert.deepEqual(open, [
      ["!", "Production, unlocked", warning],
      ["○!", "Draft · Production, unlocked", warning],
    ]);
  });

  it("a production connection redraws its tree item when it is locked or unlocked", async () => {
    const { model, view, redrawn } = openTree();
    await model.connections.change(model.connection, { environment: "production" });
    await view.getChildren();
    redrawn.length = 0;

    model.locks.unlock(model.connection.id);
    model.locks.lock(model.connection.id);

    assert.deepEqual(redrawn, [model.connection.id, model.connection.id]);
  });

  const unlock = "Unlock the production connection 'Hearth & Compass'?";
  const setLocked = (command: "lock" | "unlock") =>
    vscode.commands.executeCommand(`cms.connection.${command}`, { connection: { id: connection } });

  it("a production connection keeps text typed before it was locked, and asks to unlock before the save", async () => {
    const id = await magazine.makeArticle({ kicker: "Before" });
    questions.answer("Unlock");
    await setLocked("unlock");
    const document = await open({ ...magazine.article(id), connection });
    await edit(document, { kicker: "Typed in time" });
    await setLocked("lock");
    const kicker = async () => (await magazine.draft(id))?.["kicker"];

    await vscode.commands.executeCommand("workbench.action.files.save");
    const cancelled = [contentOf(document)["kicker"], stateOf(document).isDirty, await kicker()];
    questions.answer("Unlock");
    await vscode.commands.executeCommand("workbench.action.files.save");
    const saved = [stateOf(document).isDirty, await kicker()];
    await setLocked("lock");

    assert.deepEqual(cancelled, ["Typed in time", true, "Before"]);
    assert.deepEqual(saved, [false, "Typed in time"]);
    assert.deepEqual(
      questions.history.map(({ words }) => words),
      Array(3).fill(unlock),
    );
  });

  it("a production connection asks to unlock before a command asks anything else, and it goes on", async () => {
    const title = unique("Survey");
    const id = await magazine.makeArticle({ title });
    const address = { ...magazine.article(id), connection };
    questions.answer("Unlock");

    await vscode.commands.executeCommand("cms.document.publish", { address });
    await setLocked("lock");
    const collection = { connection, type: "articles" };
    await vscode.commands.executeCommand("cms.collection.setFieldOfAll", { collection });

    assert.deepEqual(
      questions.history.map(({ words }) => words),
      [unlock, `Publish '${title}' (en) on Hearth & Compass (Production)?`, unlock],
    );
    assert.equal(await magazine.published(id), undefined);
  });
});
