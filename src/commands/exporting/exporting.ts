import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { Guidance } from "../../host/commandFailure.ts";
import { withBack } from "../../host/multiStep.ts";
import { tell, showInformation, showWarning } from "../../host/surfaces/messages.ts";
import { runTask, withProgress } from "../../host/progress.ts";
import { choose, askSaveTarget, pickMany } from "../../host/prompts.ts";
import { formatWords, exportResultWords } from "../../texts/exportWords.ts";
import { collectionHeading } from "../../texts/headings.ts";
import { listOf } from "../../texts/lists.ts";
import { typeWord } from "../../texts/typeWords.ts";
import { countOf } from "../../texts/progressWords.ts";
import { numeral } from "../../texts/words.ts";
import { countTargets } from "../../model/bulk/batch/batchTarget.ts";
import type { BatchTarget } from "../../model/bulk/batch/batchTarget.ts";
import { exportable } from "../../model/bulk/exporting/exportable.ts";
import { exportRecords } from "../../model/bulk/exporting/exporting.ts";
import type { ExportRequest, ExportResult } from "../../model/bulk/exporting/exporting.ts";
import type { Exportable } from "../../model/bulk/exporting/exportable.ts";
import { formats } from "../../model/bulk/formats/format.ts";
import { isSingle } from "../../model/foundation/address.ts";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import { isList } from "../../model/schemas/catalog.ts";
import {
  allThatMatch,
  selectedRows,
  shownLocale,
  oneType,
  connectionOf,
} from "../batch/batchTargets.ts";
import type { BatchSelection } from "../batch/batchTargets.ts";
import type { CommandRow, Targets, ServiceContext } from "../targets.ts";
import { oddRowLines } from "../../texts/oddRowWords.ts";
import { dropFile, ExportFile } from "../../model/bulk/files/exportFile.ts";
import type { Button } from "../../host/failures.ts";
import { retryButtons, isRetry } from "../runs/runReport.ts";
import type { CommandDependencies, RunContext } from "../dependencies.ts";

export const exportingCommands = (
  exporting: CommandDependencies,
  targets: Targets,
): CommandTable => ({
  "cms.collection.export": async (row?: CommandRow) => {
    const title = vscode.l10n.t("Export: Choose a Collection");
    const collection = await targets.collection(row, title);
    await exportTarget(exporting, await allThatMatch(exporting, collection));
  },

  "cms.selection.export": async (row?: CommandRow, rows?: readonly CommandRow[]) => {
    const selection = selectedRows(row, rows, (address) => !isSingle(address));
    const title = vscode.l10n.t("Export: Choose a Collection");
    await exportTarget(exporting, await oneType(exporting, selection, title));
  },
});

async function exportTarget(
  exporting: CommandDependencies,
  selection: BatchSelection,
): Promise<void> {
  const { target, detail } = selection;
  const place =
    target.kind === "matching"
      ? target.place
      : (target.items[0]?.address ?? { connection: "", type: "" });
  const reading = vscode.l10n.t("Reading the content type");
  const all = await runTask(reading, (signal) => exportable(place, exporting, { signal }));
  const heading = collectionHeading(place, all.catalog);
  const title = vscode.l10n.t("Export {collection}", { collection: heading });
  const { format, from, locales, code } = await withBack(async () => {
    const format = await choose(
      formats.map((value) => ({ ...formatWords(value), value })),
      { title, placeholder: detail.join(" ") },
    );
    const from = { ...all, names: await askFields(exporting, place, all, title) };
    return { format, from, ...(await askLocales(exporting, target, from, title)) };
  });
  const wanted = { target, exportable: from, format, locales };
  const counting = vscode.l10n.t("Counting {collection}", { collection: heading });
  const total = await runTask(counting, (signal) =>
    countTargets({ ...target, locales }, exporting, { signal }),
  );
  if (total === 0) {
    tell(vscode.l10n.t("There are no records to export in {collection}.", { collection: heading }));
    return;
  }
  const counted =
    total === 1
      ? vscode.l10n.t("1 record")
      : vscode.l10n.t("{count} records", { count: numeral(total) });
  const file = await askSaveTarget(
    { title: [place.type, code].filter(Boolean).join("."), ending: format },
    {
      title: [title, counted, ...detail].join(" · "),
      saveLabel: vscode.l10n.t("Export"),
      filters: { [formatWords(format).label]: [format] },
    },
  );
  if (!file) return;
  if (file.scheme !== "file") {
    throw new Guidance(
      vscode.l10n.t("An export can be written only to the file system. Choose another location."),
    );
  }
  const exportTitle = vscode.l10n.t("Exporting {collection}", { collection: heading });
  await runExport(exporting, wanted, { file, total, title: exportTitle });
}

/** The fields that the user selects. At first, the list excludes the same fields as last time. */
async function askFields(
  { excludedFields }: CommandDependencies,
  place: CollectionAddress,
  { type, names, hidden = [], partial = [] }: Exportable,
  title: string,
): Promise<readonly string[]> {
  const before = excludedFields.load(place) ?? [];
  const choices = names.map((value) => {
    const attribute = type.attributes.get(value);
    const kind = attribute ? typeWord(attribute.type, isList(attribute)) : "";
    const description = partial.includes(value)
      ? vscode.l10n.t("{type} · may be incomplete", { type: kind })
      : kind;
    return { label: value, description, picked: !before.includes(value), value };
  });
  const placeholder =
    hidden.length > 0
      ? vscode.l10n.t("Select the fields to export (no permission to read: {fields})", {
          fields: listOf(hidden),
        })
      : vscode.l10n.t("Select the fields to export");
  const chosen = await pickMany(choices, { title, placeholder });
  const excluded = names.filter((name) => !chosen.includes(name));
  await excludedFields.save(place, excluded.length > 0 ? excluded : undefined);
  return chosen;
}

interface LocaleChoice {
  /** Undefined to export the locales as the tree shows them. */
  readonly locales: ExportRequest["locales"];
  /** The code of the only locale, for the file name. */
  readonly code: string | undefined;
}

async function askLocales(
  exporting: CommandDependencies,
  target: BatchTarget,
  { type, catalog }: Exportable,
  title: string,
): Promise<LocaleChoice> {
  const currentLocale = shownLocale(exporting, target, { type, catalog });
  const known = type.localized ? catalog.locales : [];
  const others = known.filter(({ code }) => code !== currentLocale);
  if (currentLocale === undefined || others.length === 0)
    return { locales: undefined, code: currentLocale };
  const all = [currentLocale, ...others.map(({ code }) => code)];
  const one = (code: string) => ({ locales: [code], code });
  return choose<LocaleChoice>(
    [
      {
        label: currentLocale,
        description: vscode.l10n.t("currently shown"),
        value: one(currentLocale),
      },
      {
        label: vscode.l10n.t("All Locales"),
        description: all.join(", "),
        value: { locales: all, code: undefined },
      },
      ...others.map(({ code, name }) => ({ label: code, description: name, value: one(code) })),
    ],
    { title, placeholder: vscode.l10n.t("Choose the locales to export") },
  );
}

interface ExportDestination {
  readonly file: vscode.Uri;
  /** The number of records at the time of the count. */
  readonly total: number;
  readonly title: string;
}

/** Exports to a file, and reports the result. A failed export can be retried from the beginning. */
async function runExport(
  exporting: RunContext,
  wanted: ExportRequest,
  destination: ExportDestination,
  earlierParts: readonly string[] = [],
): Promise<void> {
  const { result, part } = await exportWithProgress(exporting, wanted, destination);
  const { outcome, count } = result;
  if (outcome === "cancelled" && count === 0) return;
  const isWhole = outcome === "whole";
  if (isWhole) await Promise.all(earlierParts.map(dropFile));
  const again = isWhole ? [] : retryButtons(exporting, connectionOf(wanted.target), [result]);
  const written = isWhole ? destination.file : vscode.Uri.file(part);
  const { name } = wanted.exportable.type;
  const answer = await report(result, written, destination.total, name, again);
  const parts = count > 0 ? [...earlierParts, part] : earlierParts;
  if (await isRetry(again, answer)) await runExport(exporting, wanted, destination, parts);
}

/** Reports the file that was written, and opens it if the user wants. Returns the pressed button. */
async function report(
  result: ExportResult,
  written: vscode.Uri,
  total: number,
  type: string,
  again: readonly Button[],
): Promise<string | undefined> {
  const isWhole = result.outcome === "whole";
  const words = exportResultWords(result, total, vscode.workspace.asRelativePath(written));
  const lines = isWhole ? oddRowLines(result.leftOut, type) : [];
  const open = vscode.l10n.t("Open File");
  const answers = [
    ...again.map(({ label }) => label),
    ...(isWhole || result.count > 0 ? [open] : []),
  ];
  const show = isWhole && lines.length === 0 ? showInformation : showWarning;
  const answer = await show([words, ...lines].join(" "), ...answers);
  // VS Code has its own prompt for files that are too large for an editor.
  if (answer === open) await vscode.commands.executeCommand("vscode.open", written);
  return answer;
}

async function exportWithProgress(
  models: ServiceContext,
  wanted: ExportRequest,
  { file, total, title }: ExportDestination,
): Promise<{ readonly result: ExportResult; readonly part: string }> {
  const records = new ExportFile(file.fsPath);
  const result = await withProgress(title, async (signal, say) => {
    const onCount = (count: number) => {
      say(countOf(count, total));
    };
    const read = await exportRecords(wanted, records, models, { signal, onCount });
    const why = read.outcome === "whole" ? await records.finish() : await records.leave();
    return why === undefined ? read : unwritten(read, why);
  });
  return { result, part: records.part };
}

const unwritten = ({ count, leftOut }: ExportResult, why: string): ExportResult => ({
  outcome: "failed",
  count,
  leftOut,
  failure: { code: "not-written", why },
});
