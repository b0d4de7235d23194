import * as vscode from "vscode";
import { Guidance } from "../host/commandFailure.ts";
import { activeAddress } from "../files/openDocuments.ts";
import type { CommandTable } from "../host/commands.ts";
import { isSame } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import { compareDocuments, compareWithPublished } from "./comparing.ts";
import type { Argument, DocumentViews } from "./previewedDocument.ts";
import type { HasAddress, Targets } from "./targets.ts";

/** Commands that compare two documents, or two versions of one. */
export function comparingCommands(showing: DocumentViews, targets: Targets): CommandTable {
  return {
    "cms.document.compareWithPublished": async (on?: Argument) => {
      const title = vscode.l10n.t("Compare a Document with Its Published Version");
      await compareWithPublished(showing, await targets.document(on, title));
    },

    "cms.document.compareSelected": async (
      _row?: Partial<HasAddress>,
      rows: readonly Partial<HasAddress>[] = [],
    ) => {
      await compareDocuments(showing, await twoOf(rows, targets));
    },
  };
}

/** The two selected rows; without rows, the active document and one that the user searches for. */
async function twoOf(
  rows: readonly Partial<HasAddress>[],
  targets: Targets,
): Promise<readonly [Address, Address]> {
  const selected = rows.flatMap(({ address }) => address ?? []);
  const [one, other] = selected;
  if (one && other && selected.length === 2) return [one, other];
  if (selected.length > 0)
    throw new Guidance(vscode.l10n.t("Select two different documents to compare."));
  const first = activeAddress() ?? (await targets.anyDocument(vscode.l10n.t("Compare a Document")));
  const second = await targets.anyDocument(vscode.l10n.t("Compare with Another Document"));
  if (isSame(first, second))
    throw new Guidance(vscode.l10n.t("Select two different documents to compare."));
  return [first, second];
}
