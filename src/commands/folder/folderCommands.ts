import type * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import { pullIntoFolder } from "./pullIntoFolder.ts";
import { showFolderStatus } from "./showFolderStatus.ts";

/** The code of folders loads with the first of these commands. */
export const folderCommands = (context: RunContext, targets: Targets): CommandTable => ({
  "cms.folder.pull": async (row?: CommandRow) => {
    const { collection } = row ?? {};
    const connection =
      context.connections.get(collection?.connection ?? "") ?? (await targets.connection(row));
    await pullIntoFolder(context, connection, collection?.type);
  },

  "cms.folder.showStatus": async (settings?: vscode.Uri) => {
    await showFolderStatus(context, settings);
  },
});
