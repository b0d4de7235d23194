import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import { isUser } from "../model/foundation/address.ts";
import { allThatMatch, selectedRows } from "./batch/batchTargets.ts";
import type { SelectableNode } from "./batch/batchTargets.ts";
import type { BatchCommands } from "./batch/batching.ts";
import { replace } from "./replacing.ts";
import type { HasPlace, Targets } from "./targets.ts";

type Row = Partial<SelectableNode>;

/** Replacing in many documents: the selected rows, or all that a collection is narrowed to. */
export function replacingCommands(batching: BatchCommands, targets: Targets): CommandTable {
  return {
    "cms.selection.replace": async (row?: Row, rows?: readonly Row[]) => {
      const selection = selectedRows({ row, rows, isMeant: (address) => !isUser(address) });
      await replace(batching, selection);
    },
    "cms.collection.replaceInAll": async (row?: Partial<HasPlace>) => {
      const place = await targets.place(row, vscode.l10n.t("Find and Replace in Content"));
      await replace(batching, await allThatMatch(batching, place));
    },
  };
}
