import * as vscode from "vscode";
import { extname } from "node:path";
import { showInformation, tellDone } from "../../host/surfaces/messages.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { askFile, confirm } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { reportRemarks, unsearchableWords } from "../../texts/shared/changeReportWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { CmsFile, MediaLibrary } from "../../model/media/mediaLibrary.ts";
import { replacementEndings, type MediaFiles } from "../../model/media/mediaFiles.ts";
import type { MediaPreviews } from "../../files/media/mediaPreviews.ts";
import { listRelationSources } from "../../texts/find/inboundRelationWords.ts";
import { nonEmpty, withRemarks } from "../../texts/shared/nameList.ts";
import type { InboundRelations } from "../../model/find/inboundRelations.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import { whyNotDeleted } from "../publish/publishNotices.ts";
import { actWithProgress, restoreCommand } from "../shared/previewedDocument.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

export interface MediaContext extends ChangeContext {
  readonly library: MediaLibrary;
  readonly mediaFiles: MediaFiles;
  readonly previews: MediaPreviews;
}

export async function replaceMediaFile(context: MediaContext, address: Address): Promise<void> {
  await requireUnlocked(context.locks, address.connection);
  const { previewed, inbound, catalog, connection } = await readUses(context, address);
  const { bytes, file: mediaFile } = previewed;
  const { name: file, mime: type } = mediaFile;
  const { fsPath: path } = await chooseFile(mediaFile);
  await confirm(
    vscode.l10n.t("Replace '{file}' on {connection}?", { file, connection }),
    [
      vscode.l10n.t(
        "The name, alternative text, caption and URL don't change. The new file takes effect immediately.",
      ),
      ...whereItIsUsed(inbound, catalog),
      bytes === undefined
        ? vscode.l10n.t("This can't be undone.")
        : vscode.l10n.t(
            "Undo Replace File uploads the previous file again. The service may compress it again.",
          ),
    ],
    vscode.l10n.t("Replace File"),
  );
  const report = await runTask(
    vscode.l10n.t("Replacing '{file}'", { file }),
    (signal) => context.mediaFiles.replace(address, previewed, { path, type, signal }),
    vscode.l10n.t("'{file}' was not replaced.", { file }),
  );
  showChange(context, address);
  const done = vscode.l10n.t("Replaced '{file}' on {connection}", { file, connection });
  const remarks = reportRemarks(report);
  if (bytes === undefined) {
    tellDone(done, remarks);
    return;
  }
  const undo = vscode.l10n.t("Undo");
  const answer = await showInformation(withRemarks(done, remarks), undo);
  if (answer === undo) await undoReplacement(context, address);
}

function showChange({ library, previews }: MediaContext, address: Address): void {
  library.forget(address.connection);
  previews.follow(address);
}

export async function undoReplacement(context: MediaContext, address: Address): Promise<void> {
  const entry = await context.mediaFiles.replacement(address);
  if (!entry) throw new Guidance(vscode.l10n.t("There is no replacement of this file to undo."));
  await requireUnlocked(context.locks, address.connection);
  const doing = vscode.l10n.t("Uploading the previous file");
  const report = await runTask(doing, () => context.mediaFiles.undoReplacement(entry));
  showChange(context, address);
  const name = connectionName(context.connections, address.connection);
  tellDone(
    vscode.l10n.t("Uploaded the previous file to {connection} again", { connection: name }),
    reportRemarks(report),
  );
}

/** The URL keeps its file extension, so the type stays the same. */
async function chooseFile(file: CmsFile): Promise<vscode.Uri> {
  const { mime } = file;
  const endings = replacementEndings(file);
  const chosen = await askFile({
    title: vscode.l10n.t("Replace File"),
    openLabel: vscode.l10n.t("Replace"),
    filters: endings.length > 0 ? { [mime]: endings } : {},
  });
  const chosenEnding = extname(chosen.fsPath).slice(1).toLowerCase();
  if (endings.length === 0 || endings.includes(chosenEnding)) return chosen;
  const extensions = endings.join(", ");
  throw new Guidance(
    vscode.l10n.t("Choose a file of the same type: {extensions}.", { extensions }),
  );
}

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
      previewed.bytes !== undefined && restoreCommand(address),
    );
    if (!isDeleted) continue;
    context.library.forget(address.connection);
    context.previews.leave(address);
    return;
  }
}
