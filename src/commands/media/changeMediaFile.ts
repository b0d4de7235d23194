import * as vscode from "vscode";
import { extname } from "node:path";
import { showInformation, tellDone } from "../../host/surfaces/messages.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { askFile, confirm } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { reportRemarks } from "../../texts/shared/changeReportWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { CmsFile, MediaLibrary } from "../../model/media/mediaLibrary.ts";
import type { FilePreview, MediaFiles } from "../../model/media/mediaFiles.ts";
import type { MediaPreviews } from "../../files/media/mediaPreviews.ts";
import { listRelationSources } from "../../texts/find/inboundRelationWords.ts";
import { unsearchableWords } from "../../texts/shared/otherChangeWords.ts";
import { nonEmpty, withRemarks } from "../../texts/shared/nameList.ts";
import type { InboundRelations } from "../../model/find/inboundRelations.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import { whyNotDeleted } from "../publish/publishNotices.ts";
import { actWithProgress } from "../shared/previewedDocument.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

export interface MediaContext extends ChangeContext {
  readonly library: MediaLibrary;
  readonly mediaFiles: MediaFiles;
  readonly previews: MediaPreviews;
}

export async function replaceMediaFile(context: MediaContext, address: Address): Promise<void> {
  await requireUnlocked(context.locks, address.connection);
  const { previewed, inbound, catalog, connection } = await readUses(context, address);
  const { file } = previewed;
  const { fsPath: path } = await chooseFile(file);
  await confirm(
    vscode.l10n.t("Replace '{file}' on {connection}?", { file: file.name, connection }),
    [
      vscode.l10n.t(
        "The name, alternative text, caption and URL don't change. The new file takes effect immediately.",
      ),
      ...whereItIsUsed(inbound, catalog),
      previewed.bytes === undefined
        ? vscode.l10n.t("This can't be undone.")
        : vscode.l10n.t("Undo Replace File can restore the previous file."),
    ],
    vscode.l10n.t("Replace File"),
  );
  const doing = vscode.l10n.t("Replacing '{file}'", { file: file.name });
  const report = await runTask(
    doing,
    (signal) => context.mediaFiles.replace(address, previewed, { path, type: file.mime, signal }),
    vscode.l10n.t("'{file}' was not replaced.", { file: file.name }),
  );
  settle(context, address);
  await offerUndo(context, address, previewed, reportRemarks(report));
}

export async function undoReplacement(context: MediaContext, address: Address): Promise<void> {
  const entry = await context.mediaFiles.replacement(address);
  if (!entry) throw new Guidance(vscode.l10n.t("There is no replacement of this file to undo."));
  await requireUnlocked(context.locks, address.connection);
  const doing = vscode.l10n.t("Restoring the previous file");
  const report = await runTask(doing, () => context.mediaFiles.undoReplacement(entry));
  settle(context, address);
  const name = connectionName(context.connections, address.connection);
  tellDone(
    vscode.l10n.t("Restored the previous file on {connection}", { connection: name }),
    reportRemarks(report),
  );
}

function settle({ library, previews }: MediaContext, address: Address): void {
  library.forget(address.connection);
  previews.follow(address);
}

async function offerUndo(
  context: MediaContext,
  address: Address,
  { file, bytes }: FilePreview,
  remarks: readonly string[],
): Promise<void> {
  const connection = connectionName(context.connections, address.connection);
  const done = vscode.l10n.t("Replaced '{file}' on {connection}", { file: file.name, connection });
  if (bytes === undefined) {
    tellDone(done, remarks);
    return;
  }
  const undo = vscode.l10n.t("Undo");
  const answer = await showInformation(withRemarks(done, remarks), undo);
  if (answer === undo) await undoReplacement(context, address);
}

/** The URL keeps its file extension, so the type stays the same. */
async function chooseFile({ ext, mime }: CmsFile): Promise<vscode.Uri> {
  const endings = endingsLike((ext ?? "").replace(/^\./, "").toLowerCase());
  const chosen = await askFile({
    title: vscode.l10n.t("Replace File"),
    openLabel: vscode.l10n.t("Replace"),
    filters: endings.length > 0 ? { [mime]: endings } : {},
  });
  const ending = extname(chosen.fsPath).slice(1).toLowerCase();
  if (endings.length > 0 && !endings.includes(ending)) {
    const words = vscode.l10n.t("Choose a file of the same type: {extensions}.", {
      extensions: endings.join(", "),
    });
    throw new Guidance(words);
  }
  return chosen;
}

const endingsLike = (ending: string): string[] => {
  if (ending === "") return [];
  return /^jpe?g$/.test(ending) ? ["jpg", "jpeg"] : [ending];
};

async function readUses(context: MediaContext, address: Address) {
  const progressTitle = vscode.l10n.t("Looking up where the file is used");
  const { catalog } = must(await context.catalogs.service(address.connection));
  const [previewed, inbound] = await withProgress(progressTitle, (signal) =>
    Promise.all([
      context.mediaFiles.preview(address, signal),
      context.publication.inbound(address, { signal }),
    ]),
  );
  const connection = connectionName(context.connections, address.connection);
  return { previewed: must(previewed), inbound: must(inbound), catalog, connection };
}

const whereItIsUsed = (inbound: InboundRelations, catalog: Catalog): string[] =>
  nonEmpty(
    inbound.total > 0
      ? vscode.l10n.t("Used in: {documents}.", { documents: listRelationSources(inbound, catalog) })
      : vscode.l10n.t("No documents are known to use the file."),
    unsearchableWords(inbound),
    vscode.l10n.t("Links to the file in text are not looked up."),
  );

export async function deleteMediaFile(context: MediaContext, address: Address): Promise<void> {
  await requireUnlocked(context.locks, address.connection);
  // If anything changes while the question is open, the user is asked again.
  for (;;) {
    const { previewed, inbound, catalog, connection } = await readUses(context, address);
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
      (signal) => context.mediaFiles.delete(address, previewed, inbound.relations, signal),
      vscode.l10n.t("Deleting '{file}'", { file: name }),
      vscode.l10n.t("Deleted '{file}' from {connection}", { file: name, connection }),
      (failure) => whyNotDeleted(failure, `'${name}'`),
    );
    if (!isDeleted) continue;
    context.library.forget(address.connection);
    context.previews.leave(address);
    return;
  }
}
