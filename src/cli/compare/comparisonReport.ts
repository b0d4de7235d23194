import type { ComparedRow, Difference } from "../../model/compare/comparison.ts";
import { verdictOf } from "../../model/copy/copySelection.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import type { Output } from "../shared/output.ts";
import type { PrintedRecord } from "../shared/table.ts";
import type { ChosenType } from "../shared/typeChoice.ts";
import { differenceWords } from "../../texts/copy/copyWords.ts";
import type { RowVerdict } from "../../model/copy/copySelection.ts";

const printedVerdict = (row: ComparedRow): string => verdictOf(row).replaceAll("-", " ");

const pathOf = ({ fromId, toId }: ComparedRow, { collection, type }: ChosenType): string => {
  const id = fromId ?? toId;
  return type?.kind === "single" || id === undefined ? collection.type : `${collection.type}/${id}`;
};

const namesOf = ({ fromId, toId }: ComparedRow, { collection }: ChosenType) => ({
  type: collection.type,
  documentId: fromId,
  otherDocumentId: toId,
});

/** For people. A field is followed by the services that changed it since the last copy, if known. */
export function rowLine(
  row: ComparedRow,
  documents: ChosenType,
  services: Sides<string>,
): JsonObject {
  const { title, locales, differences = [], names = [] } = row;
  const differing = locales.filter((code) => differences.some(({ locale }) => locale === code));
  const fields = names.map((name) => {
    const changes = differences.flatMap((difference) =>
      difference.kind === "attribute" && difference.name === name ? difference.since : [],
    );
    const sides = (["from", "to"] as const).filter(
      (side) => changes.includes(side) || changes.includes("both"),
    );
    return sides.length > 0 ? `${name} (${sides.map((side) => services[side]).join(", ")})` : name;
  });
  const localizations = differences.flatMap(({ locale = "", ...difference }) => {
    if (difference.kind !== "locale") return [];
    const { lackedBy, isDeleted } = difference;
    return isDeleted
      ? `localization ${locale} (deleted on ${services[lackedBy]})`
      : `localization ${locale} (only ${services[lackedBy === "to" ? "from" : "to"]})`;
  });
  const deletedOn = services[row.kind === "new" ? "to" : "from"];
  return {
    difference: printedVerdict(row),
    document: pathOf(row, documents),
    locales: (differing.length > 0 ? differing : locales).join(", "),
    title,
    fields: nonEmpty(
      ...[...fields, ...localizations],
      row.isDeleted && `deleted on ${deletedOn}`,
    ).join(", "),
  };
}

export function rowRecord(row: ComparedRow, documents: ChosenType): PrintedRecord {
  const { title, locales, names: fields, differences, unclear } = row;
  return {
    difference: printedVerdict(row),
    ...namesOf(row, documents),
    ...{ locales, title, fields },
    differences: differences?.map(factsOf),
    why: unclear?.why,
    candidates: unclear?.candidates.map(({ id }) => id),
    hasMoreCandidates: unclear?.isTruncated === true ? true : undefined,
    isDeleted: row.isDeleted,
    unread: row.unread?.map(({ path, side, why, permission }) => ({
      ...{ field: path, side, why },
      ...(permission !== undefined && { permission }),
    })),
  };
}

/** Which side changed a field since the last copy is part of it, if that is known. */
const factsOf = (difference: Difference): JsonObject =>
  difference.kind === "locale"
    ? {
        ...{ locale: difference.locale, lackedBy: difference.lackedBy },
        ...(difference.isDeleted && { isDeleted: true }),
      }
    : {
        field: difference.name,
        ...(difference.locale !== undefined && { locale: difference.locale }),
        ...(!/^(either|unknown)$/.test(difference.since) && { changedBy: difference.since }),
      };

export async function printUncopied(
  output: Output,
  rows: readonly ComparedRow[],
  documents: ChosenType,
  services: Sides<string>,
): Promise<void> {
  for (const row of rows) {
    const { title } = row;
    const remedy = remedies[verdictOf(row)] ?? "";
    const reason = `${differenceWords(row, services)}. ${remedy}`;
    output.note(`${titleWords(row)} (${documents.collection.type}) isn't copied: ${reason}`);
    const facts = { ...namesOf(row, documents), title, outcome: "skipped", reason };
    await output.record(facts);
  }
}

/** What the user can do about a document that isn't copied. */
const remedies: Partial<Record<RowVerdict, string>> = {
  unclear: "To choose one, pass --map, or decide in the file of --plan.",
  "title-there": "The type has no key. To match both, pass --key or --map.",
  incomplete: "To copy it anyway, pass --incomplete.",
  conflict: "To copy the source's values, pass --source-wins.",
  "newer-there": "To copy it, pass --overwrite-newer.",
  "deleted-there": "To copy it again, pass --overwrite-newer.",
};
