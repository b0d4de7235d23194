import { namesSince } from "../../model/compare/comparison.ts";
import type { ComparedRow, Difference } from "../../model/compare/comparison.ts";
import { verdictOf } from "../../model/copy/copySelection.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import type { Output } from "../shared/output.ts";
import type { PrintedRecord } from "../shared/table.ts";
import type { ChosenType } from "../shared/typeChoice.ts";

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

/** For people. `services` are the names of both. */
export function rowLine(
  row: ComparedRow,
  documents: ChosenType,
  services: Sides<string>,
): JsonObject {
  const { title, locales, differences = [], names = [] } = row;
  const differing = locales.filter((code) => differences.some(({ locale }) => locale === code));
  const oneSided = differences.flatMap((difference) =>
    difference.kind === "locale"
      ? `localization ${difference.locale} (${oneSidedWords(difference, services)})`
      : [],
  );
  const lackedBy = row.kind === "new" ? "to" : "from";
  return {
    difference: printedVerdict(row),
    document: pathOf(row, documents),
    locales: (differing.length > 0 ? differing : locales).join(", "),
    title,
    fields: nonEmpty(
      ...[...names.map((name) => fieldWords(name, row, services)), ...oneSided],
      row.isDeleted && oneSidedWords({ lackedBy, isDeleted: true }, services),
    ).join(", "),
  };
}

const oneSidedWords = (
  { lackedBy, isDeleted }: Pick<OneSided, "lackedBy" | "isDeleted">,
  services: Sides<string>,
): string =>
  isDeleted
    ? `deleted on ${services[lackedBy]}`
    : `only ${services[lackedBy === "to" ? "from" : "to"]}`;

type OneSided = Extract<Difference, { readonly kind: "locale" }>;

/** A field, with the services that changed it since the last copy, if that is known. */
function fieldWords(
  name: string,
  { differences = [] }: ComparedRow,
  services: Sides<string>,
): string {
  const changes = differences.flatMap((difference) =>
    difference.kind === "attribute" && difference.name === name ? difference.since : [],
  );
  const sides = (["from", "to"] as const).filter(
    (side) => changes.includes(side) || changes.includes("both"),
  );
  const serviceNames = sides.map((side) => services[side]).join(", ");
  return serviceNames === "" ? name : `${name} (${serviceNames})`;
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
): Promise<void> {
  for (const row of rows) {
    const { title } = row;
    const reason = uncopiedReason(row);
    output.note(`${titleWords(row)} (${documents.collection.type}) isn't copied: ${reason}`);
    const facts = { ...namesOf(row, documents), title, outcome: "skipped", reason };
    await output.record(facts);
  }
}

function uncopiedReason(row: ComparedRow): string {
  const { unclear, conflict } = row;
  if (unclear) {
    const candidateNames = unclear.candidates
      .map((candidate) => `${titleWords(candidate)} (${candidate.id})`)
      .join(", ");
    const candidates = unclear.isTruncated ? `${candidateNames} and others` : candidateNames;
    const remedy = "To choose one, pass --map, or decide in the file of --plan.";
    return unclear.why === "taken"
      ? `several documents of the source can belong to ${candidates}. ${remedy}`
      : `several documents can belong to it: ${candidates}. ${remedy}`;
  }
  if (verdictOf(row) === "deleted-there") {
    return "the target deleted it after the last copy. To copy it again, pass --overwrite-newer.";
  }
  if (row.namesakes) {
    return "the target has a document with this title, and the type has no key. To match both, pass --key or --map.";
  }
  if (row.isIncomplete) {
    const fields = [...new Set(row.unread?.map(({ path }) => path))].join(", ");
    return `the type has no drafts, so the target would publish it without ${fields}. To copy it anyway, pass --incomplete.`;
  }
  return conflict
    ? conflictReason(row)
    : "it was changed later on the target. To copy it, pass --overwrite-newer.";
}

function conflictReason(row: ComparedRow): string {
  const [both, either] = [namesSince(row, "both"), namesSince(row, "either")];
  const reasons = nonEmpty(
    both.length > 0 && `both services changed ${both.join(", ")} since the last copy.`,
    either.length > 0 &&
      `it was never copied, and the target may have changed ${either.join(", ")}.`,
  );
  return `${reasons.join(" ")} To copy the source's values, pass --source-wins.`;
}
