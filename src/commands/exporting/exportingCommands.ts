import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { isSingle } from "../../model/foundation/address.ts";
import { allThatMatch, selectedRows } from "../batch/batchTargets.ts";
import type { SelectableNode } from "../batch/batchTargets.ts";
import { exportTarget } from "./exporting.ts";
import type { ExportCommands } from "./exporting.ts";
import { oneType } from "../oneType.ts";
import type { HasPlace, Targets } from "../targets.ts";

type Row = Partial<SelectableNode>;

/** Commands that write content to files. */
export function exportingCommands(exporting: ExportCommands, targets: Targets): CommandTable {
  return {
    "cms.collection.export": async (row?: Partial<HasPlace>) => {
      const place = await targets.place(row, vscode.l10n.t("Export"));
      await exportTarget(exporting, await allThatMatch(exporting, place));
    },

    "cms.selection.export": async (row?: Row, rows?: readonly Row[]) => {
      const selection = selectedRows({ row, rows, isMeant: (address) => !isSingle(address) });
      const title = vscode.l10n.t("Export: Choose a Collection");
      await exportTarget(exporting, await oneType(exporting, selection, title));
    },
  };
}
