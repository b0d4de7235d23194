import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { Guidance, must } from "../host/failed.ts";
import { tell } from "../host/notices.ts";
import { ago } from "../host/words/ago.ts";
import { listed } from "../host/words/lists.ts";
import { withProgress } from "../host/progress.ts";
import { unlocked } from "../host/unlocking.ts";
import { untitled } from "../host/words/words.ts";
import type { Address } from "../model/address.ts";
import type { Reader } from "../model/documents/reader.ts";
import { undoLastSave } from "../model/saving/undo.ts";
import type { Remembering } from "./showHistory.ts";

/** Takes back what was saved last, on the service; an editor without unsaved changes shows it. */
export async function undoSave(
  parts: Remembering & { readonly reader: Reader },
  address: Address,
): Promise<void> {
  if (openDocuments(address).some(({ isDirty }) => isDirty)) {
    throw new Guidance(
      vscode.l10n.t(
        "The document has unsaved changes: save or revert them before you undo a save.",
      ),
    );
  }
  await unlocked(parts.locks, address.connection);
  const title = vscode.l10n.t("Undoing the Last Save");
  const { entry, paths } = must(await withProgress(title, () => undoLastSave(address, parts)));
  const words = vscode.l10n.t(
    "Undid what was saved {0} in {1}: {2}.",
    ago(entry.at),
    `'${entry.title || untitled()}'`,
    listed(paths),
  );
  tell(words);
}
