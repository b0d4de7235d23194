import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { until } from "../../window/until.ts";
import { edit, open, stateOf } from "../editors.ts";
import { useSettings } from "../settings.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Auto-save", () => {
  const magazine = useMagazine();
  const set = useSettings();
  const notes: vscode.Uri[] = [];
  const questions: string[] = [];
  const { showWarningMessage } = vscode.window;

  before("record the questions", () => {
    const note = (words: string) => {
      questions.push(words);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showWarningMessage: note });
  });
  beforeEach(() => {
    questions.length = 0;
  });
  after(() => {
    Object.assign(vscode.window, { showWarningMessage });
  });
  afterEach("delete the ordinary files", async () => {
    for (const uri of notes.splice(0)) await vscode.workspace.fs.delete(uri);
  });

  /** An ordinary file next to the documents. Once VS Code has saved it, auto save has run. */
  const note = async (): Promise<vscode.TextDocument> => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "The suite runs in a folder");
    const uri = vscode.Uri.joinPath(folder.uri, `${unique("Note")}.txt`);
    notes.push(uri);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("A note\n"));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  };
  const write = async (document: vscode.TextDocument): Promise<void> => {
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, new vscode.Position(0, 0), "Changed: ");
    await vscode.workspace.applyEdit(change);
  };

  it("auto-save sends nothing after a delay that is set for all files", async () => {
    await set("files.autoSave", "afterDelay");
    await set("files.autoSaveDelay", 50);
    const detour = await magazine.detour();
    const document = await open(detour.article(await magazine.makeArticle()));

    await edit(document, { kicker: "Not yet" });
    const { text } = stateOf(document);
    const file = await note();
    await write(file);
    await until("The file was not saved", () => Promise.resolve(!file.isDirty));

    assert.deepEqual([stateOf(document), detour.writes], [{ text, isDirty: true }, []]);
  });

  itLong(
    "auto-save sends nothing on focus change when files.autoSave is onFocusChange",
    async () => {
      await set("files.autoSave", "onFocusChange");
      const detour = await magazine.detour();
      const document = await open(detour.article(await magazine.makeArticle()));
      const file = await note();
      await write(file);

      await vscode.window.showTextDocument(document);
      await edit(document, { kicker: "Not yet" });
      const { text } = stateOf(document);
      await vscode.window.showTextDocument(file);
      await until("The file was not saved", () => Promise.resolve(!file.isDirty));

      assert.deepEqual([stateOf(document), detour.writes], [{ text, isDirty: true }, []]);
    },
  );

  itLong("auto-save leaves saving by hand possible", async () => {
    await set("files.autoSave", "afterDelay");
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));

    await edit(document, { kicker: "By hand" });
    const saved = await document.save();

    const draft = await magazine.draft(id);
    assert.deepEqual([saved, draft?.["kicker"]], [true, "By hand"]);
  });

  describe("with a setting for cms-json", () => {
    const saveByThemselves = async () => {
      await set("[cms-json]", { "files.autoSave": "afterDelay" });
      await set("files.autoSaveDelay", 50);
    };

    it("auto-save with a setting for cms-json writes the draft, publishes nothing, clears no field and asks nothing", async () => {
      await saveByThemselves();
      const id = await magazine.makeArticle();
      const detour = await magazine.detour();
      const document = await open(detour.article(id));

      await edit(document, { kicker: "By itself" });
      await until("The draft was not saved", async () => {
        const draft = await magazine.draft(id);
        return draft?.["kicker"] === "By itself" && stateOf(document).isDirty === false;
      });
      const published = await magazine.published(id);
      const writes = detour.writes.length;
      await edit(document, { kicker: undefined });
      const file = await note();
      await write(file);
      await vscode.workspace.save(file.uri);
      await new Promise((resolve) => setTimeout(resolve, 500));

      assert.deepEqual([published, writes], [undefined, 1]);
      assert.deepEqual([stateOf(document).isDirty, detour.writes.length, questions], [true, 1, []]);
    });

    itLong(
      "auto-save with a setting for cms-json stops at a conflict, and keeps both versions",
      async () => {
        await saveByThemselves();
        const id = await magazine.makeArticle();
        const detour = await magazine.detour();
        const document = await open(detour.article(id));
        await magazine.change(`articles/${id}?status=draft`, { kicker: "By somebody else" });

        await edit(document, { kicker: "By itself" });
        await new Promise((resolve) => setTimeout(resolve, 1_000));

        const draft = await magazine.draft(id);
        assert.deepEqual(
          [stateOf(document).isDirty, detour.writes, draft?.["kicker"]],
          [true, [], "By somebody else"],
        );
      },
    );
  });
});
