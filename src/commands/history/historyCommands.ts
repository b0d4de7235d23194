import * as vscode from "vscode";
import { openDocuments, editWhole } from "../../files/shared/openEditors.ts";
import { failed } from "../../model/foundation/outcome.ts";
import { Guidance, must, endWith } from "../../host/shared/commandFailure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { tellDone, tell, showDiff } from "../../host/surfaces/messages.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { choose, confirm, chooseOrPress, iconButton } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { connectionName, nameWithEnvironment } from "../../texts/connect/environmentWords.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import {
  elsewhereRemarks,
  reportRemarks,
  predictedChangesWords,
} from "../../texts/shared/changeReportWords.ts";
import { lackingWords, titleWords } from "../../texts/batch/batchWords.ts";
import { numeral, untitled } from "../../texts/shared/failureWords.ts";
import {
  lastUnpublishOf,
  readUnpublished,
  undoCreation,
  undoUnpublish,
} from "../../model/history/undoActions.ts";
import type { RecentFilters } from "../../host/browse/collectionState.ts";
import type { SchemaCache } from "../../model/schemas/schemaCache.ts";
import type { JournalEntry } from "../../model/journal/journal.ts";
import { additionEntryOf, undoLastSave } from "../../model/history/saveUndo.ts";
import type { Connection } from "../../model/connect/connection.ts";
import type { Address } from "../../model/foundation/address.ts";
import { restoreDocument } from "./restoreDocument.ts";
import { connectionChoice } from "../shared/targets.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import type { ChangeContext, RunContext } from "../shared/commandContexts.ts";
import { describeEntry, describeOutcome } from "../../texts/history/historyWords.ts";
import { journalSettings } from "../../host/history/journalSettings.ts";
import { fromText, toText } from "../../model/content/documentText.ts";
import { noLocale, type Withdrawal } from "../../model/journal/journalEntry.ts";
import { ownIn, type JsonObject } from "../../model/foundation/json.ts";
import { restoredContent } from "../../model/history/restoration.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { openDocument } from "../shared/openDocument.ts";

/**
 * Undoes the last save on the service; an editor without unsaved changes shows the result. `undoes`:
 * only if the last change is this action, whose message may be open for long.
 */
async function undoDocumentSave(
  context: ChangeContext,
  address: Address,
  undoes: Withdrawal | undefined,
): Promise<void> {
  if (openDocuments(address).some(({ isDirty }) => isDirty)) {
    throw new Guidance(
      vscode.l10n.t(
        "The document has unsaved changes. Save or revert them before you undo the last save.",
      ),
    );
  }
  const [last] = await context.journal.undoable(address);
  if (undoes && last?.action !== undoes) {
    const title = vscode.l10n.t("Undo Last Save");
    const command = "cms.document.undoLastSave";
    throw new Guidance(
      vscode.l10n.t("The document has been changed since, so nothing was undone."),
      { title, command, arguments: [{ address }] },
    );
  }
  await requireUnlocked(context.locks, address.connection);
  const unpublished = await lastUnpublishOf(address, context);
  const progressTitle = vscode.l10n.t("Comparing the draft with the published version");
  const [obstacle] = unpublished
    ? await withProgress(progressTitle, () => readUnpublished(unpublished, context))
    : [];
  if (unpublished && !obstacle) return publishAgain(context, unpublished);
  const title = vscode.l10n.t("Undoing the last save");
  const outcome = await withProgress(title, () => undoLastSave(address, context));
  if (outcome[0]?.code === "nothing-to-undo") {
    const added = await additionEntryOf(address, context.journal);
    if (added) return undoLocalization(context, added);
    // The reason why the Unpublish can't be undone says more.
    if (obstacle) must(failed(obstacle));
  }
  const { entry, report, lacking } = must(outcome);
  const connection = connectionName(context.connections, address.connection);
  const [document, time, fields] = [titleWords(entry), ago(entry.at), listOf(report.sent)];
  const words = fields
    ? vscode.l10n.t("Undid the last save of {document} on {connection} ({time}): {fields}.", {
        time,
        document,
        connection,
        fields,
      })
    : vscode.l10n.t("Undid the last save of {document} on {connection} ({time}).", {
        time,
        document,
        connection,
      });
  const remarks = [...reportRemarks(report), ...elsewhereRemarks(report)];
  tell([words, ...lackingWords(lacking), ...remarks].join(" "));
}

async function publishAgain(context: ChangeContext, entry: JournalEntry): Promise<void> {
  const { address } = entry;
  const document = titleWords(entry);
  const connection = connectionName(context.connections, address.connection);
  const elsewhere = await runTask(
    vscode.l10n.t("Looking up relations of other documents"),
    (signal) => context.publication.otherChanges("publish", address, signal),
  );
  await confirm(
    vscode.l10n.t("Publish {document} on {connection} again?", { document, connection }),
    [
      vscode.l10n.t("Your last change unpublished it ({time}).", { time: ago(entry.at) }),
      ...predictedChangesWords(elsewhere),
    ],
    vscode.l10n.t("Publish Again"),
  );
  const doing = vscode.l10n.t("Publishing {document}", { document });
  const report = await runTask(doing, () => undoUnpublish(entry, context, elsewhere));
  tellDone(vscode.l10n.t("Published {document} on {connection}", { document, connection }), [
    ...reportRemarks(report),
    ...elsewhereRemarks(report),
  ]);
}

/** Deletes the localization that the first save added, if only its document depends on it. */
async function undoLocalization(context: ChangeContext, entry: JournalEntry): Promise<void> {
  const { address } = entry;
  const { locale = "" } = address;
  const document = titleWords(entry);
  const connection = connectionName(context.connections, address.connection);
  await confirm(
    vscode.l10n.t("Delete the localization {locale} of {document} on {connection}?", {
      locale,
      document,
      connection,
    }),
    vscode.l10n.t("Your last save added this localization. The other localizations don't change."),
    vscode.l10n.t("Delete Localization"),
  );
  const doing = vscode.l10n.t("Undoing the last save");
  const failed = vscode.l10n.t("The localization {locale} of {document} was not deleted.", {
    locale,
    document,
  });
  const report = await runTask(doing, () => undoCreation(entry, context), failed);
  context.lists.refresh(address);
  const words = vscode.l10n.t("Deleted the localization {locale} of {document} on {connection}.", {
    locale,
    document,
    connection,
  });
  tell([words, ...reportRemarks(report), ...elsewhereRemarks(report)].join(" "));
}

export const historyCommands = (
  context: RunContext,
  targets: Targets,
  schemaCache: SchemaCache,
  recentFilters: RecentFilters,
): CommandTable => ({
  "cms.document.undoLastSave": async (on?: Argument & { readonly undoes?: Withdrawal }) => {
    const address = await targets.document(on, vscode.l10n.t("Undo the Last Save of a Document"));
    await undoDocumentSave(context, address, on?.undoes);
  },

  "cms.document.showHistory": async (on?: Argument) => {
    const title = vscode.l10n.t("Show the History of a Document");
    await showHistory(context, await targets.document(on, title));
  },

  "cms.document.restoreDeleted": async (row?: CommandRow & { readonly deleted?: Address }) => {
    const { connection, type } = row?.collection ?? row?.address ?? row?.deleted ?? {};
    const connectionId = connection ?? (await targets.connection(row)).id;
    await restoreDocument(context, connectionId, type, row?.deleted);
  },

  "cms.connection.forgetLocalData": (row?: CommandRow) =>
    forgetData(context, schemaCache, recentFilters, row?.connection),
});

async function forgetData(
  { connections, lists, journal, runs }: RunContext,
  schemaCache: SchemaCache,
  recentFilters: RecentFilters,
  givenConnection: Connection | undefined,
): Promise<void> {
  const every = {
    label: vscode.l10n.t("All Connections"),
    description: vscode.l10n.t("including removed connections"),
    value: undefined,
  };
  const choices = [...connections.all.map(connectionChoice), every];
  const title = vscode.l10n.t("Delete Local Data");
  // Undefined for all connections, including removed ones.
  const connection = givenConnection ?? (await choose<Connection | undefined>(choices, { title }));
  await confirm(
    connection
      ? vscode.l10n.t("Delete the local data of {connection}?", {
          connection: nameWithEnvironment(connection),
        })
      : vscode.l10n.t("Delete the local data of all connections?"),
    vscode.l10n.t(
      "This deletes the journal. Past saves, publications and deletions can no longer be undone or restored. This also deletes stored schemas, and the filters, sort orders and locales of collections. Schemas are read again when needed. Unsaved changes, connections and tokens stay. Nothing changes on the service.",
    ),
    vscode.l10n.t("Delete Local Data"),
  );
  await (connection ? schemaCache.drop(connection.id) : schemaCache.dropAll());
  await lists.clearListQueries(connection?.id);
  await recentFilters.drop(connection?.id);
  const count = await journal.forget(connection?.id);
  await runs.forget(connection?.id);
  tellDone(
    count === 1
      ? vscode.l10n.t("Deleted 1 journal entry")
      : vscode.l10n.t("Deleted {count} journal entries", { count: numeral(count) }),
  );
}

async function showHistory(context: ChangeContext, address: Address): Promise<void> {
  const history = await context.journal.history(address);
  const entries = history.filter((entry) => sidesOf(entry, address).some(Boolean));
  const [newest] = entries;
  if (!newest) {
    const { enabled } = journalSettings(context.connections).of(address.connection);
    return endWith(
      enabled
        ? vscode.l10n.t(
            "There is no history of this document. Only changes saved from this computer are recorded.",
          )
        : vscode.l10n.t(
            "The journal is turned off for this connection. Turn it on with the setting cms.journal.connections.",
          ),
    );
  }
  const buttons = [
    iconButton("discard", vscode.l10n.t("Restore Content Before This Change")),
    iconButton("history", vscode.l10n.t("Restore Content After This Change")),
    iconButton("cloud-upload", vscode.l10n.t("Restore Content That Was Not Saved")),
  ];
  const choices = entries.map((entry) => ({
    label: describeEntry(entry),
    description: describeOutcome(entry),
    buttons: buttons.filter((_, side) => sidesOf(entry, address)[side]),
    value: entry,
  }));
  const { value, button } = await chooseOrPress(choices, {
    title: vscode.l10n.t("History of {document}", { document: `'${newest.title || untitled()}'` }),
    placeholder: vscode.l10n.t("Choose a change to compare, or restore a version to the editor"),
  });
  const content = button && sidesOf(value, address)[buttons.indexOf(button)];
  if (content) await restore(context, address, content);
  else await compare(context, value, address);
}

/**
 * The contents of an entry: before, after and expected. The last one is present where the service
 * did not keep all of it. Each is undefined where there was nothing.
 */
const sidesOf = ({ before, after, expected = {} }: JournalEntry, { locale = noLocale }: Address) =>
  [ownIn(before, locale), ownIn(after, locale), ownIn(expected, locale)] as const;

async function compare(
  { versionTexts }: ChangeContext,
  entry: JournalEntry,
  address: Address,
): Promise<void> {
  const [before, after] = sidesOf(entry, address);
  const title = entry.title || untitled();
  const show = (name: string, content: JsonObject | undefined, side: string) =>
    versionTexts.show(`${name}.cms.json`, content ? toText(content) : "", `${entry.id} ${side}`);
  await showDiff(
    show(vscode.l10n.t("{document} (before)", { document: title }), before, "before"),
    show(vscode.l10n.t("{document} (after)", { document: title }), after, "after"),
    `${title}: ${describeEntry(entry)}`,
  );
}

/** Restores as an unsaved edit: nothing is sent before the user saves. */
async function restore(
  context: ChangeContext,
  address: Address,
  content: JsonObject,
): Promise<void> {
  await openDocument(context, address);
  const [document] = openDocuments(address);
  if (!document) throw new Guidance(vscode.l10n.t("The document couldn't be opened."));
  const currentContent =
    fromText(document.getText())[1] ?? context.documents.editorSnapshot(address)?.content ?? {};
  const service = must(await serviceFor(address, currentContent, context.catalogs));
  if (!(await editWhole(document, toText(restoredContent(content, currentContent, service))))) {
    throw new Guidance(
      vscode.l10n.t("The document can't be edited right now. Nothing was restored."),
    );
  }
  tellDone(vscode.l10n.t("Restored to the editor, but not saved yet"));
}
