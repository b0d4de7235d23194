import * as vscode from "vscode";
import type { CommandTable } from "../../host/commands.ts";
import { Guidance, must } from "../../host/commandFailure.ts";
import { withBack } from "../../host/multiStep.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { withProgress } from "../../host/progress.ts";
import { choose, askSaveTarget, pickMany } from "../../host/prompts.ts";
import { formatWords } from "../../texts/exportWords.ts";
import { collectionHeading } from "../../texts/headings.ts";
import { listOf } from "../../texts/lists.ts";
import { typeWord } from "../../texts/typeWords.ts";
import { numeral } from "../../texts/words.ts";
import { countTargets } from "../../model/bulk/batch/batchTarget.ts";
import type { BatchTarget } from "../../model/bulk/batch/batchTarget.ts";
import { exportable } from "../../model/bulk/exporting/exportable.ts";
import type { ExportRequest } from "../../model/bulk/exporting/exporting.ts";
import type { Exportable } from "../../model/bulk/exporting/exportable.ts";
import { formats } from "../../model/bulk/formats/format.ts";
import { isSingle } from "../../model/foundation/address.ts";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import { isList } from "../../model/schemas/catalog.ts";
import { allThatMatch, selectedRows, oneType } from "../batch/batchTargets.ts";
import type { BatchSelection } from "../batch/batching.ts";
import type { CommandRow, Targets } from "../targets.ts";
import { runExport } from "./exportRun.ts";
import type { CommandDependencies } from "../dependencies.ts";

/** Commands that write content to files. */
export function exportingCommands(exporting: CommandDependencies, targets: Targets): CommandTable {
  return {
    "cms.collection.export": async (row?: CommandRow) => {
      const place = await targets.place(row, vscode.l10n.t("Export: Choose a Collection"));
      await exportTarget(exporting, await allThatMatch(exporting, place));
    },

    "cms.selection.export": async (row?: CommandRow, rows?: readonly CommandRow[]) => {
      const selection = selectedRows(row, rows, (address) => !isSingle(address));
      const title = vscode.l10n.t("Export: Choose a Collection");
      await exportTarget(exporting, await oneType(exporting, selection, title));
    },
  };
}

/** Asks for the content and the file of an export, and runs it. */
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
  const all = must(
    await withProgress(reading, (signal) => exportable(place, exporting, { signal })),
  );
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
  const total = must(
    await withProgress(counting, (signal) =>
      countTargets({ ...target, locales }, exporting, { signal }),
    ),
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
  { content }: CommandDependencies,
  target: BatchTarget,
  { type, catalog }: Exportable,
  title: string,
): Promise<LocaleChoice> {
  const shown =
    target.kind === "matching"
      ? content.locale(target.place, type, catalog.defaultLocale)
      : target.items[0]?.address.locale;
  const known = type.localized ? catalog.locales : [];
  const others = known.filter(({ code }) => code !== shown);
  if (shown === undefined || others.length === 0) return { locales: undefined, code: shown };
  const all = [shown, ...others.map(({ code }) => code)];
  const one = (code: string) => ({ locales: [code], code });
  return choose<LocaleChoice>(
    [
      { label: shown, description: vscode.l10n.t("currently shown"), value: one(shown) },
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
