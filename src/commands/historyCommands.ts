import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import type { Reader } from "../model/documents/snapshot/reader.ts";
import { forgetData } from "./connections/forgetData.ts";
import type { LocalData } from "./connections/forgetData.ts";
import type { Argument } from "./looked.ts";
import { restoreDocument } from "./restoreDocument.ts";
import { showHistory } from "./showHistory.ts";
import type { HistoryDependencies } from "./showHistory.ts";
import type { HasAddress, HasConnection, HasPlace, Targets } from "./targets.ts";
import { undoSave } from "./undoSave.ts";

/** Commands on what was done before. */
export function historyCommands(
  remembering: HistoryDependencies & LocalData & { readonly reader: Reader },
  targets: Targets,
): CommandTable {
  return {
    "cms.document.undoLastSave": async (on?: Argument) => {
      const title = vscode.l10n.t("Undo the Last Save of a Document");
      await undoSave(remembering, await targets.document(on, title));
    },

    "cms.document.showHistory": async (on?: Argument) => {
      const title = vscode.l10n.t("Show the History of a Document");
      await showHistory(remembering, await targets.document(on, title));
    },

    "cms.document.restoreDeleted": async (row?: Partial<HasConnection & HasPlace & HasAddress>) => {
      const { connection, type } = row?.place ?? row?.address ?? {};
      const where = connection ?? (await targets.connection(row)).id;
      await restoreDocument(remembering, { connection: where, ...(type && { type }) });
    },

    "cms.connection.forgetLocalData": async (row?: HasConnection) => {
      await forgetData(remembering, row?.connection);
    },
  };
}
