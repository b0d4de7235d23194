import * as vscode from "vscode";
import { inboundRelationsWords } from "../../texts/find/inboundRelationWords.ts";
import { FailureError, Guidance, must } from "../../host/shared/commandFailure.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { confirm } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { Failure } from "../../model/failure.ts";
import { isMediaFile, isSingle, isUser, type Address } from "../../model/foundation/address.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import type { SnapshotWithStatus } from "../../model/documents/snapshotReader.ts";
import type { ChangeReport } from "../../model/writing/changeReport.ts";
import type { InboundRelations } from "../../model/find/inboundRelations.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import {
  actWithProgress,
  readForPreview,
  restoreCommand,
  versionSeenBy,
} from "../shared/previewedDocument.ts";
import type { PreviewedDocument, SeenVersion } from "../shared/previewedDocument.ts";
import { askAboutChange, changeNoticesOf } from "../shared/changeNotices.ts";
import { nonEmpty, type NameList } from "../../texts/shared/nameList.ts";
import { localesChangedSince } from "../../model/publish/publishPreview.ts";
import { missingPaths } from "../../model/content/unreadAttributes.ts";
import { whyNotDeleted } from "../publish/publishNotices.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import type { Argument, Targets } from "../shared/targets.ts";
import type { ViewContext } from "../shared/commandContexts.ts";

/** Deletes a document in every locale, or one of its localizations. */
async function confirmAndDelete(
  context: ViewContext,
  address: Address,
  on: Argument | undefined,
  deletion: {
    readonly read: () => Promise<PreviewedDocument>;
    /** The only locale in which relations to the document are removed; undefined for every locale. */
    readonly only?: string;
    readonly textsOf: typeof documentTexts;
    readonly send: (
      previewed: PreviewedDocument,
      inbound: InboundRelations,
      signal: AbortSignal,
    ) => Promise<Outcome<ChangeReport, Failure>>;
  },
): Promise<void> {
  const { read, only, textsOf, send } = deletion;
  await requireUnlocked(context.locks, address.connection);
  const service = must(await context.catalogs.type(address.connection, address.type));
  let seenVersion = versionSeenBy(context, address, on);
  // If anything changes while the question is open, the user is asked again.
  for (;;) {
    const previewed = await read();
    const progressTitle = vscode.l10n.t("Looking up documents that reference this document");
    const inbound = await runTask(progressTitle, (signal) =>
      context.publication.inbound(address, { signal, only }),
    );
    const { name, question, versions, restore, action } = textsOf(previewed, service, seenVersion);
    const { snapshot, connection } = previewed;
    const changes = changeNoticesOf(previewed, seenVersion, service);
    const isRecorded = context.journal.isEnabled(address);
    const detailOf = (list: NameList) => [
      ...changes.map(({ words }) => words),
      ...versions,
      ...notRestorableWords(snapshot, list),
      ...inboundRelationsWords(inbound, service, list),
      isRecorded ? restore : vscode.l10n.t("This can't be undone."),
    ];
    await askAboutChange(context, { question, detailOf, answers: [action], changes });
    const isDeleted = await actWithProgress(
      (signal) => send(previewed, inbound, signal),
      vscode.l10n.t("Deleting {document}", { document: name }),
      vscode.l10n.t("Deleted {document} from {connection}", { document: name, connection }),
      (failure) => whyNotDeleted(failure, name),
      isRecorded && restoreCommand(address, only),
    );
    if (isDeleted) return;
    seenVersion = snapshot;
  }
}

/** `name` is the name of the document in sentences. */
const documentTexts = (
  { address, snapshot, title, connection }: PreviewedDocument,
  { type }: TypedService,
  seenVersion: SeenVersion | undefined,
) => ({
  name: title,
  question: isSingle(address)
    ? vscode.l10n.t("Delete {document} on {connection}?", { document: title, connection })
    : vscode.l10n.t("Delete {document} from {collection} on {connection}?", {
        document: title,
        collection: headingOf(type),
        connection,
      }),
  versions: deletedVersionsWords(snapshot, seenVersion),
  restore: vscode.l10n.t(
    "To restore the content with a new documentId, run Restore Deleted Document.",
  ),
  action: vscode.l10n.t("Delete"),
});

function localizationTexts(
  { snapshot, name, connection }: PreviewedDocument,
  { type }: TypedService,
  locale: string,
): ReturnType<typeof documentTexts> {
  const { state, publishedAt, facts } = snapshot;
  const others = (facts.locales ?? []).filter((code) => code !== locale).join(", ");
  let deleted = vscode.l10n.t("This deletes the content in {locale}.", { locale });
  if (state !== undefined) {
    deleted =
      publishedAt === null
        ? vscode.l10n.t("This deletes the draft in {locale}.", { locale })
        : vscode.l10n.t("This deletes the draft and the published version in {locale}.", {
            locale,
          });
  }
  return {
    name,
    question: vscode.l10n.t("Delete the localization {document} on {connection}?", {
      document: name,
      connection,
    }),
    versions: [
      deleted,
      vscode.l10n.t("Other localizations don't change: {locales}.", { locales: others }),
    ],
    restore: type.draftAndPublish
      ? vscode.l10n.t("To restore it as a draft, run Restore Deleted Document.")
      : vscode.l10n.t("To restore it, run Restore Deleted Document."),
    action: vscode.l10n.t("Delete Localization"),
  };
}

function deletedVersionsWords(
  now: SnapshotWithStatus,
  seenVersion: SeenVersion | undefined,
): string[] {
  const { state, states } = now;
  const { locales: codes = [] } = now.facts;
  const locales = codes.join(", ");
  if (codes.length === 0) {
    if (state === undefined) return [vscode.l10n.t("This deletes the document.")];
    return state === "draft"
      ? [vscode.l10n.t("This deletes the draft. The document isn't published.")]
      : [vscode.l10n.t("This deletes the draft and the published version.")];
  }
  const { localeVersions } = seenVersion ?? {};
  const changedLocales = localeVersions ? localesChangedSince(localeVersions, now) : [];
  const hasVersions = states && Object.values(states).some((status) => status !== "draft");
  return nonEmpty(
    !states && vscode.l10n.t("This deletes all localizations: {locales}.", { locales }),
    states &&
      !hasVersions &&
      vscode.l10n.t("This deletes the drafts of all localizations: {locales}.", { locales }),
    hasVersions &&
      vscode.l10n.t(
        "This deletes all localizations, including drafts and published versions: {locales}.",
        { locales },
      ),
    changedLocales.length > 0 &&
      vscode.l10n.t("Other locales that changed after you opened the document: {locales}.", {
        locales: changedLocales.join(", "),
      }),
  );
}

/** The attributes that a restore could not bring back, because the service does not return them. */
const notRestorableWords = (
  { unread }: Pick<SnapshotWithStatus, "unread">,
  list: NameList,
): string[] =>
  unread.size > 0
    ? [
        vscode.l10n.t(
          "The service doesn't return these fields, so they can't be restored: {fields}.",
          { fields: list(missingPaths(unread)) },
        ),
      ]
    : [];

export const deleteCommands = (context: ViewContext, targets: Targets): CommandTable => ({
  /** Deletes a document in every locale, after a confirmation that names everything it deletes. */
  "cms.document.delete": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Delete a Document"));
    if (isUser(address)) throw new FailureError({ code: "read-only" });
    if (isMediaFile(address)) {
      await vscode.commands.executeCommand("cms.media.delete", { address });
      return;
    }
    await confirmAndDelete(context, address, on, {
      read: () => readForPreview(context, address, "delete"),
      textsOf: documentTexts,
      send: ({ snapshot }, inbound, signal) =>
        context.publication.delete(address, { ...snapshot, inbound }, signal),
    });
  },

  "cms.document.deleteLocalization": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Delete Localization"));
    const { locale } = address;
    if (locale === undefined) {
      throw new Guidance(vscode.l10n.t("This content type isn't localized."));
    }
    const localized = { ...address, locale };
    await confirmAndDelete(context, address, on, {
      read: async () => {
        const previewed = await readForPreview(context, address);
        const { snapshot, title: document, connection } = previewed;
        const { locales = [] } = snapshot.facts;
        if (locales.some((code) => code !== locale)) return previewed;
        // Deleting the last localization deletes the document.
        await confirm(
          vscode.l10n.t("Delete the document {document} on {connection}?", {
            document,
            connection,
          }),
          vscode.l10n.t(
            "The localization {locale} is its only one. Deleting it deletes the whole document.",
            { locale },
          ),
          vscode.l10n.t("Delete Document"),
        );
        await vscode.commands.executeCommand("cms.document.delete", on ?? { address });
        throw new vscode.CancellationError();
      },
      only: locale,
      textsOf: (previewed, service) => localizationTexts(previewed, service, locale),
      send: ({ snapshot }, inbound, signal) =>
        context.publication.deleteLocalization(localized, { ...snapshot, inbound }, signal),
    });
  },
});
