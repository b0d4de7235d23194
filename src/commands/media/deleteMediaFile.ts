import * as vscode from "vscode";
import { must } from "../../host/commandFailure.ts";
import { tellDone } from "../../host/surfaces/messages.ts";
import { withProgress } from "../../host/progress.ts";
import { confirm } from "../../host/prompts.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import type { Address } from "../../model/foundation/address.ts";
import { deleteFailureWords } from "../deleteWords.ts";
import type { MediaLibraryDependencies } from "./mediaUses.ts";
import { readUses, whereItIsUsed } from "./mediaUses.ts";

/**
 * Deletes a file, after a confirmation that says which documents use it and whether it can be
 * restored.
 */
export async function deleteMediaFile(
  parts: MediaLibraryDependencies,
  address: Address,
): Promise<void> {
  await requireUnlocked(parts.locks, address.connection);
  // If anything changes while the question is open, the user is asked again.
  for (;;) {
    const { previewed, inbound, catalog, connection } = await readUses(parts, address);
    const { name } = previewed.file;
    await confirm(
      vscode.l10n.t("Delete '{file}' from the media library of {connection}?", {
        file: name,
        connection,
      }),
      [
        ...whereItIsUsed(inbound, catalog),
        previewed.bytes === undefined
          ? vscode.l10n.t("This can't be undone.")
          : vscode.l10n.t(
              "To upload the file again with a new URL, run Restore Deleted Document. It isn't added back to the documents that used it.",
            ),
      ],
      vscode.l10n.t("Delete File"),
    );
    const doing = vscode.l10n.t("Deleting '{file}'", { file: name });
    const [failure] = await withProgress(doing, (signal) =>
      parts.mediaFiles.delete(address, previewed, inbound.relations, signal),
    );
    if (failure?.code === "changed-meanwhile") continue;
    if (failure) must([failure, null], deleteFailureWords(failure, `'${name}'`));
    parts.library.forget(address.connection);
    parts.previews.leave(address);
    tellDone(vscode.l10n.t("Deleted '{file}' from {connection}", { file: name, connection }));
    return;
  }
}
