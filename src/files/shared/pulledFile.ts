import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { settingsName } from "../../model/folder/settingsName.ts";

/** Whether the workspace has a folder with pulled content at one of the usual paths. */
export const isContentInWorkspace = (): boolean =>
  (vscode.workspace.workspaceFolders ?? []).some(({ uri }) =>
    ["", "content"].some((path) => existsSync(join(uri.fsPath, path, settingsName))),
  );

/** Whether a file is in the folder of a content type, in a folder with pulled content. */
export const isPulledFile = ({ uri: { scheme, fsPath } }: Pick<vscode.TextDocument, "uri">) =>
  scheme === "file" && existsSync(join(fsPath, "../..", settingsName));
