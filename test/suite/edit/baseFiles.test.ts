import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import { baseFiles } from "../../../src/host/edit/editBaseStorage.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("Base of unsaved changes", () => {
  const folder = temporaryFolder();
  const log = vscode.window.createOutputChannel("Bases", { log: true });
  const filesOf = (workspace: string) => {
    const at = (...names: string[]) => vscode.Uri.file(join(folder.path, ...names));
    const context = {
      storageUri: at(workspace, "cms"),
      globalStorageUri: at("global"),
    } as unknown as vscode.ExtensionContext;
    return baseFiles(context, log);
  };

  after(() => {
    log.dispose();
    folder.remove();
  });

  it("the base of unsaved changes is found after a reload when VS Code gives another storage folder", async () => {
    await filesOf("6d0f").save("articles@1", "first");
    await filesOf("6d0f-1").save("articles@2", "second");
    await filesOf("-77aa").save("articles@1", "of another workspace");

    const loadedTexts = await Promise.all(
      ["6d0f-1", "6d0f", "6d0f-2"].map(async (workspace) => {
        const files = filesOf(workspace);
        return [await files.load("articles@1"), await files.load("articles@2")];
      }),
    );

    assert.deepEqual(loadedTexts, [
      ["first", "second"],
      ["first", "second"],
      ["first", "second"],
    ]);
  });
});
