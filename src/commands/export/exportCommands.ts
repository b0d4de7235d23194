import { join } from "node:path";
import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { tell, showInformation, showWarning } from "../../host/surfaces/messages.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { choose, askSaveTarget, pickMany } from "../../host/shared/prompts.ts";
import {
  contentExportSteps,
  contentExportWords,
  formatWords,
  exportResultWords,
  incompleteTypes,
} from "../../texts/export/exportWords.ts";
import { collectionHeading } from "../../texts/shared/headings.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { typeWord } from "../../texts/schemas/attributeTypeWords.ts";
import { countOf } from "../../texts/shared/progressWords.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { manifestName } from "../../model/records/contentManifest.ts";
import { exportContent } from "../../model/export/contentExport.ts";
import type { ContentExportRequest } from "../../model/export/contentExport.ts";
import { countTargets, documentGroupsOf, type BatchTarget } from "../../model/batch/batchTarget.ts";
import { exportable, type Exportable } from "../../model/export/exportable.ts";
import { exportRecords, type ExportRequest } from "../../model/export/recordExport.ts";
import { formats } from "../../model/records/recordFormat.ts";
import { isSingle, type CollectionAddress } from "../../model/foundation/address.ts";
import { isList } from "../../model/schemas/catalog.ts";
import { allThatMatch, selectedRows, shownLocale, oneType } from "../runs/batchSelection.ts";
import type { BatchSelection } from "../runs/batchSelection.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import { oddRowLines } from "../../texts/shared/oddRowWords.ts";
import { dropPart, ExportFile, exportTo } from "../../model/export/exportFile.ts";
import type { CollectionState } from "../../host/browse/collectionState.ts";
import { retryButtons, isRetry } from "../runs/runReport.ts";
import type { RunContext } from "../shared/commandContexts.ts";

interface ExportContext extends RunContext {
  /** The fields that the user left out of the last export of a collection. */
  readonly excludedFields: CollectionState<readonly string[]>;
}

export const exportingCommands = (dependencies: ExportContext, targets: Targets): CommandTable => ({
  "cms.collection.export": async (row?: CommandRow) => {
    const title = vscode.l10n.t("Export: Choose a Collection");
    const collection = await targets.collection(row, title);
    await exportTarget(dependencies, await allThatMatch(dependencies, collection));
  },

  "cms.selection.export": async (row?: CommandRow, rows?: readonly CommandRow[]) => {
    const selection = selectedRows(row, rows, (address) => !isSingle(address));
    const title = vscode.l10n.t("Export: Choose a Collection");
    await exportTarget(dependencies, await oneType(dependencies, selection, title));
  },

  "cms.content.exportAll": async (row?: CommandRow) => {
    await exportAll(dependencies, await targets.connection(row));
  },
});

/** Exports all content of a connection to a folder. */
async function exportAll(
  dependencies: ExportContext,
  { id: connection, name, url: service }: Connection,
): Promise<void> {
  const title = vscode.l10n.t("Export All Content of {connection}", { connection: name });
  const format = await choose(formatChoices(), { title });
  const saveLabel = vscode.l10n.t("Export");
  const uri = await askSaveTarget({ title: name, ending: "content" }, { title, saveLabel });
  if (!uri) return;
  requireFileSystem(uri);
  const request = { connection, service, folder: uri.fsPath, format, describe };
  await runContentExport(dependencies, request, name);
}

/** A failed export can be retried from the beginning. */
async function runContentExport(
  context: RunContext,
  request: ContentExportRequest,
  connectionName: string,
  earlierParts: readonly string[] = [],
): Promise<void> {
  const title = vscode.l10n.t("Exporting all content of {connection}", {
    connection: connectionName,
  });
  const outcome = await withProgress(title, (signal, say) =>
    exportContent(request, context, { signal, ...contentExportSteps(say) }),
  );
  const [failure] = outcome;
  if (failure?.code === "not-whole") {
    const { connection } = request;
    const retryOptions = retryButtons(context, connection, [{ outcome: "failed", failure }]);
    const answers = retryOptions.map(({ label }) => label);
    const isRetried = await isRetry(retryOptions, await showWarning(describe(failure), ...answers));
    const parts = [...earlierParts, failure.part];
    return isRetried ? runContentExport(context, request, connectionName, parts) : undefined;
  }
  const manifest = must(outcome);
  await Promise.all(earlierParts.map(dropPart));
  const incomplete = incompleteTypes(manifest);
  const words = nonEmpty(
    contentExportWords(manifest, vscode.workspace.asRelativePath(request.folder)),
    incomplete.length > 0 &&
      vscode.l10n.t("It lacks content of {types}. The file {file} says what, and why.", {
        types: listOf(incomplete),
        file: manifestName,
      }),
  );
  const open = vscode.l10n.t("Open File");
  const show = incomplete.length === 0 ? showInformation : showWarning;
  const file = vscode.Uri.file(join(request.folder, manifestName));
  if ((await show(words.join(" "), open)) === open)
    await vscode.commands.executeCommand("vscode.open", file);
}

function requireFileSystem({ scheme }: vscode.Uri): void {
  if (scheme !== "file")
    throw new Guidance(
      vscode.l10n.t("An export can be written only to the file system. Choose another location."),
    );
}

const formatChoices = () => formats.map((value) => ({ ...formatWords(value), value }));

async function exportTarget(dependencies: ExportContext, selection: BatchSelection): Promise<void> {
  const { target, detail } = selection;
  const collection =
    target.kind === "matching"
      ? target.collection
      : (target.items[0]?.address ?? { connection: "", type: "" });
  const progressTitle = vscode.l10n.t("Reading the content type");
  const all = await runTask(progressTitle, (signal) =>
    exportable(collection, dependencies, { signal }),
  );
  const heading = collectionHeading(collection, all.catalog);
  const title = vscode.l10n.t("Export {collection}", { collection: heading });
  const { format, from, locales, code } = await withBack(async () => {
    const format = await choose(formatChoices(), { title, placeholder: detail.join(" ") });
    const from = { ...all, names: await askFields(dependencies, collection, all, title) };
    return { format, from, ...(await askLocales(dependencies, target, from, title)) };
  });
  const groups = must(await documentGroupsOf({ ...target, locales }, dependencies));
  const request = { groups, exportable: from, format };
  const counting = vscode.l10n.t("Counting {collection}", { collection: heading });
  const total = await runTask(counting, (signal) =>
    countTargets({ ...target, locales }, dependencies, { signal }),
  );
  if (total === 0) {
    tell(vscode.l10n.t("There are no records to export in {collection}.", { collection: heading }));
    return;
  }
  const countLabel =
    total === 1
      ? vscode.l10n.t("1 record")
      : vscode.l10n.t("{count} records", { count: numeral(total) });
  const file = await askSaveTarget(
    { title: [collection.type, code].filter(Boolean).join("."), ending: format },
    {
      title: [title, countLabel, ...detail].join(" · "),
      saveLabel: vscode.l10n.t("Export"),
      filters: { [formatWords(format).label]: [format] },
    },
  );
  if (!file) return;
  requireFileSystem(file);
  const exportTitle = vscode.l10n.t("Exporting {collection}", { collection: heading });
  await runExport(dependencies, request, { file, total, title: exportTitle });
}

/** At first, the list excludes the same fields as last time. */
async function askFields(
  { excludedFields }: ExportContext,
  collection: CollectionAddress,
  { type, names, hidden = [], partial = [] }: Exportable,
  title: string,
): Promise<readonly string[]> {
  const previousExclusions = excludedFields.load(collection) ?? [];
  const choices = names.map((value) => {
    const attribute = type.attributes.get(value);
    const kind = attribute ? typeWord(attribute.type, isList(attribute)) : "";
    const description = partial.includes(value)
      ? vscode.l10n.t("{type} · may be incomplete", { type: kind })
      : kind;
    return { label: value, description, picked: !previousExclusions.includes(value), value };
  });
  const fields = listOf(hidden);
  const placeholder = fields
    ? vscode.l10n.t("Select the fields to export (no permission to read: {fields})", { fields })
    : vscode.l10n.t("Select the fields to export");
  const chosenFields = await pickMany(choices, { title, placeholder });
  const excluded = names.filter((name) => !chosenFields.includes(name));
  await excludedFields.save(collection, excluded.length > 0 ? excluded : undefined);
  return chosenFields;
}

interface LocaleChoice {
  /** Undefined to export the locales as the tree shows them. */
  readonly locales: readonly string[] | undefined;
  /** The code of the only locale, for the file name. */
  readonly code: string | undefined;
}

async function askLocales(
  dependencies: ExportContext,
  target: BatchTarget,
  { type, catalog }: Exportable,
  title: string,
): Promise<LocaleChoice> {
  const currentLocale = shownLocale(dependencies, target, { type, catalog });
  const typeLocales = type.localized ? catalog.locales : [];
  const others = typeLocales.filter(({ code }) => code !== currentLocale);
  if (currentLocale === undefined || others.length === 0)
    return { locales: undefined, code: currentLocale };
  const all = [currentLocale, ...others.map(({ code }) => code)];
  const singleLocale = (code: string) => ({ locales: [code], code });
  return choose<LocaleChoice>(
    [
      {
        label: currentLocale,
        description: vscode.l10n.t("currently shown"),
        value: singleLocale(currentLocale),
      },
      {
        label: vscode.l10n.t("All Locales"),
        description: all.join(", "),
        value: { locales: all, code: undefined },
      },
      ...others.map(({ code: label, name: description }) => ({
        label,
        description,
        value: singleLocale(label),
      })),
    ],
    { title, placeholder: vscode.l10n.t("Choose the locales to export") },
  );
}

/** A failed export can be retried from the beginning. */
async function runExport(
  context: RunContext,
  request: ExportRequest,
  destination: { readonly file: vscode.Uri; readonly total: number; readonly title: string },
  earlierParts: readonly string[] = [],
): Promise<void> {
  const { file, total, title } = destination;
  const records = new ExportFile(file.fsPath);
  const result = await withProgress(title, (signal, say) => {
    const onCount = (count: number) => say(countOf(count, total));
    return exportTo(records, (sink) => exportRecords(request, sink, { signal, onCount }));
  });
  const { outcome, count, leftOut } = result;
  if (outcome === "cancelled" && count === 0) return;
  const isWhole = outcome === "whole";
  if (isWhole) await Promise.all(earlierParts.map(dropPart));
  const writtenUri = isWhole ? file : vscode.Uri.file(records.part);
  const words = exportResultWords(result, total, vscode.workspace.asRelativePath(writtenUri));
  const lines = isWhole ? oddRowLines(leftOut, request.exportable.type.name) : [];
  const retryOptions = isWhole
    ? []
    : retryButtons(context, request.exportable.connection, [result]);
  const open = vscode.l10n.t("Open File");
  const answers = retryOptions.map(({ label }) => label);
  if (isWhole || count > 0) answers.push(open);
  const show = isWhole && lines.length === 0 ? showInformation : showWarning;
  const answer = await show([words, ...lines].join(" "), ...answers);
  // VS Code has its own prompt for files that are too large for an editor.
  if (answer === open) await vscode.commands.executeCommand("vscode.open", writtenUri);
  if (!(await isRetry(retryOptions, answer))) return;
  const parts = count > 0 ? [...earlierParts, records.part] : earlierParts;
  await runExport(context, request, destination, parts);
}
