import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import type { HasConnection, HasPlace, Models } from "./targets.ts";

/** Commands on the tree as a whole. */
export function contentCommands({ connections, content, clickedRow }: Tree): CommandTable {
  return {
    "cms.content.act": async () => {
      const row = await clickedRow();
      if (row?.action !== undefined) await vscode.commands.executeCommand(row.action, row);
    },

    "cms.content.refresh": (row?: Partial<HasConnection & HasPlace>) => {
      if (row?.place) content.refresh(row.place);
      else if (row?.connection) content.refresh({ connection: row.connection.id });
      else for (const { id } of connections.all) content.refresh({ connection: id });
    },

    "cms.content.retry": async (row?: Partial<HasPlace> & { readonly parent?: HasId }) => {
      if (row?.place) await content.listing(row.place).more();
      else if (row?.parent) content.refresh({ connection: row.parent.id });
    },
  };
}

interface Tree extends Models {
  readonly clickedRow: () => Promise<{ readonly action?: string } | undefined>;
}

interface HasId {
  readonly id: string;
}
