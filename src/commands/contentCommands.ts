import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import { refreshVisible } from "../files/refreshing.ts";
import type { CommandRow } from "./targets.ts";
import type { CommandDependencies } from "./dependencies.ts";

/** Commands on the whole tree. */
export function contentCommands(tree: CommandDependencies): CommandTable {
  const { connections, content, documents, clickedRow } = tree;
  return {
    "cms.content.act": async () => {
      const row = await clickedRow();
      if (row?.action !== undefined) await vscode.commands.executeCommand(row.action, row);
    },

    "cms.content.refresh": (row?: CommandRow) => {
      const { place, connection } = row ?? {};
      const only = place?.connection ?? connection?.id;
      void refreshVisible(documents, (id) => id === (only ?? id));
      if (place) content.refresh(place);
      else if (connection) content.refresh({ connection: connection.id });
      else for (const { id } of connections.all) content.refresh({ connection: id });
    },

    "cms.content.retry": async (
      row?: CommandRow & { readonly parent?: { readonly id: string } },
    ) => {
      if (row?.place) await content.listing(row.place).more();
      else if (row?.parent) content.refresh({ connection: row.parent.id });
    },

    "cms.content.deleteSelected": () => runOnDocument(tree, deleting, "cms.selection.delete"),

    "cms.content.copySelected": () => runOnDocument(tree, copying, "cms.selection.copyIds"),

    "cms.content.publishSelected": () => runOnDocument(tree, publishing, "cms.selection.publish"),

    "cms.content.renameSelected": () =>
      runOnDocument(tree, { connection: "cms.connection.rename" }),
  };
}

/** The command for each kind of row. */
type Commands = Readonly<Record<string, string>>;

const deleting: Commands = {
  connection: "cms.connection.remove",
  document: "cms.document.delete",
  single: "cms.document.delete",
  user: "cms.user.delete",
  mediaFile: "cms.media.delete",
};

const copying: Commands = {
  document: "cms.document.copyId",
  single: "cms.document.copyId",
  user: "cms.document.copyId",
  mediaFile: "cms.document.copyId",
};

const publishing: Commands = { document: "cms.document.publish", single: "cms.document.publish" };

/**
 * Runs the command for one selected row, or the command for several. A keyboard shortcut passes no
 * row.
 */
async function runOnDocument(
  { selectedRows }: CommandDependencies,
  commands: Commands,
  forMany?: string,
): Promise<void> {
  const rows = selectedRows();
  const [row] = rows;
  const { kind = "" } = (row ?? {}) as { readonly kind?: string };
  const command = rows.length > 1 ? forMany : commands[kind];
  if (row && command) await vscode.commands.executeCommand(command, row, rows);
}
