import * as vscode from "vscode";
import { confirm } from "../../host/prompts.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import type { Address } from "../../model/foundation/address.ts";
import { deleteFailureWords } from "../deleteWords.ts";
import { actWithProgress } from "../previewedDocument.ts";
import { readUses, whereItIsUsed } from "./mediaUses.ts";
import type { CommandDependencies } from "../dependencies.ts";

/**
 * Deletes a file, after a confirmation that says which documents use it and whether it can be
 * restored.
 */
export async function deleteMediaFile(parts: CommandDependencies, address: Address): Promise<void> {
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
    const isDeleted = await actWithProgress(
      (signal) => parts.mediaFiles.delete(address, previewed, inbound.relations, signal),
      {
        doing: vscode.l10n.t("Deleting '{file}'", { file: name }),
        done: vscode.l10n.t("Deleted '{file}' from {connection}", { file: name, connection }),
        failed: (failure) => deleteFailureWords(failure, `'${name}'`),
      },
    );
    if (!isDeleted) continue;
    parts.library.forget(address.connection);
    parts.previews.leave(address);
    return;
  }
}
