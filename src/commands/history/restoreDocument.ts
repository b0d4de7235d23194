import * as vscode from "vscode";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { describeOutcome } from "../../texts/history/historyWords.ts";
import { relationSources } from "../../texts/find/inboundRelationWords.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { notIncludedWords } from "../../texts/shared/unreadWords.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { confirm } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import {
  isMediaFile,
  isSame,
  isSameDocument,
  type Address,
} from "../../model/foundation/address.ts";
import { headingOf, type Catalog } from "../../model/schemas/catalog.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import type { JournalEntry } from "../../model/journal/journal.ts";
import { noLocale, isOmittedField } from "../../model/journal/journalEntry.ts";
import { restoreDeleted, type RestoredDocument } from "../../model/history/restoration.ts";
import { MediaFiles } from "../../model/media/mediaFiles.ts";
import { openDocument } from "../shared/openDocument.ts";
import { reportRemarks } from "../../texts/shared/changeReportWords.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

/**
 * Creates a deleted document again, after a confirmation that names the parts that are not
 * restored. Offers the documents of all types unless `type` is given. `deleted`: restores what
 * was deleted last under this address: a localization if it has a locale, else a document.
 */
export async function restoreDocument(
  context: ChangeContext,
  connection: string,
  type: string | undefined,
  deleted?: Address,
): Promise<void> {
  const { journal, catalogs } = context;
  const entries = (await journal.deleted(connection, type)).filter(
    ({ address }) => !deleted || isSame(address, deleted),
  );
  const [newest] = entries;
  if (!newest) {
    return endWith(
      vscode.l10n.t(
        "There are no deleted documents to restore. Only documents that were deleted from this computer can be restored.",
      ),
    );
  }
  await requireUnlocked(context.locks, connection);
  const { catalog } = must(await catalogs.service(connection));
  const entry = deleted ? newest : await chooseEntry(entries, catalog);
  const service = must(await catalogs.type(connection, entry.address.type));
  const document = titleWords(entry);
  const name = connectionName(context.connections, connection);
  await confirm(
    vscode.l10n.t("Restore {document} on {connection}?", { document, connection: name }),
    [restoredContentWords(entry, service), ...notRestoredWords(entry, service)],
    vscode.l10n.t("Restore"),
  );
  const doing = vscode.l10n.t("Restoring {document}", { document });
  const isFile = isMediaFile(entry.address);
  const restored = await withProgress(
    doing,
    async (): Promise<Pick<RestoredDocument, "address"> & Partial<RestoredDocument>> =>
      isFile
        ? { address: must(await new MediaFiles(context).restore(entry)) }
        : must(await restoreDeleted(entry, context)),
  );
  const { address, omitted = [], unread = [], report } = restored;
  await openDocument(context, address, entry.title);
  let words = vscode.l10n.t("Restored {document} with a new documentId.", { document });
  if (isFile) words = vscode.l10n.t("Restored {document} with a new URL.", { document });
  else if (isSameDocument(address, entry.address))
    words = vscode.l10n.t("Restored {document}.", { document });
  const asides = nonEmpty(
    omitted.length > 0 &&
      vscode.l10n.t(
        "Skipped, because the target no longer exists or belongs to another document: {fields}.",
        { fields: listOf(omitted) },
      ),
    ...notIncludedWords(unread),
    ...reportRemarks(report),
  );
  tell([words, ...asides].join(" "));
}

async function chooseEntry(
  entries: readonly JournalEntry[],
  { types }: Catalog,
): Promise<JournalEntry> {
  const choices = entries.map((entry) => {
    const type = types.get(entry.address.type);
    const heading = type ? headingOf(type) : entry.address.type;
    const locales = localesOf(entry).join(", ");
    return {
      label: entry.title || untitled(),
      description: [heading, locales, ago(entry.at), describeOutcome(entry)]
        .filter(Boolean)
        .join(" · "),
      value: entry,
    };
  });
  const title = vscode.l10n.t("Restore Deleted Document");
  const choice = await showQuickPick(choices, { title, matchOnDescription: true });
  if (!choice) throw new vscode.CancellationError();
  return choice.value;
}

const localesOf = ({ before }: JournalEntry): string[] =>
  Object.keys(before).filter((locale) => locale !== noLocale);

function restoredContentWords(entry: JournalEntry, { type }: TypedService): string {
  const locales = localesOf(entry);
  const { locale } = entry.address;
  if (isMediaFile(entry.address))
    return vscode.l10n.t("Restoring uploads the file again with a new URL.");
  if (locale !== undefined) {
    return type.draftAndPublish
      ? vscode.l10n.t("This adds the localization {locale} to its document again, as a draft.", {
          locale,
        })
      : vscode.l10n.t(
          "This adds the localization {locale} to its document again and publishes it immediately.",
          { locale },
        );
  }
  if (!type.draftAndPublish)
    return vscode.l10n.t(
      "Restoring creates the document with a new documentId and publishes it immediately.",
    );
  const [first, ...others] = locales;
  if (first === undefined) return vscode.l10n.t("Restoring creates a draft with a new documentId.");
  return others.length === 0
    ? vscode.l10n.t("Restoring creates a draft in {locale} with a new documentId.", {
        locale: first,
      })
    : vscode.l10n.t("Restoring creates drafts in {locales} with a new documentId.", {
        locales: locales.join(", "),
      });
}

function notRestoredWords(entry: JournalEntry, { type, catalog }: TypedService): string[] {
  const { live = [], inbound = [], omitted } = entry;
  const secretFields = [...type.attributes.keys()].filter((name) => isOmittedField(type, name, []));
  const unstoredFields = [...new Set([...secretFields, ...omitted])];
  const relationOwners = relationSources(inbound, catalog);
  const published = live.filter((locale) => locale !== noLocale);
  return nonEmpty(
    published.length > 0 &&
      vscode.l10n.t("Locales that were published and become drafts: {locales}.", {
        locales: published.join(", "),
      }),
    relationOwners.length > 0 &&
      vscode.l10n.t("Relations from other documents that are not restored: {documents}.", {
        documents: listOf(relationOwners),
      }),
    unstoredFields.length > 0 &&
      vscode.l10n.t("Not stored in the journal, and empty after the restore: {fields}.", {
        fields: listOf(unstoredFields),
      }),
  );
}
