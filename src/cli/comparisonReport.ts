import type { ComparedRow, Difference } from "../model/environments/comparison.ts";
import { isChangedOnlyThere } from "../model/environments/copyDocuments.ts";
import type { JsonObject } from "../model/foundation/json.ts";
import { numeral, untitled } from "../texts/words.ts";
import type { ChosenDocuments } from "./betweenServices.ts";
import type { Output } from "./output.ts";

/** How a document compares, as the command prints it. */
type Verdict =
  | Exclude<ComparedRow["kind"], "only-there">
  | "changed there"
  | "newer there"
  | "conflict"
  | "only there";

const verdictOf = (row: ComparedRow): Verdict => {
  if (row.kind === "only-there") return "only there";
  if (row.conflict) return "conflict";
  if (row.isTargetNewer) return "newer there";
  return isChangedOnlyThere(row) ? "changed there" : row.kind;
};

const pathOf = ({ fromId, toId }: ComparedRow, { place, type }: ChosenDocuments): string => {
  const id = fromId ?? toId;
  return type?.kind === "single" || id === undefined ? place.type : `${place.type}/${id}`;
};

/** A row of the table for people. */
export function rowLine(row: ComparedRow, documents: ChosenDocuments): JsonObject {
  const { title, locales, differences = [], names = [] } = row;
  const differing = locales.filter((code) => differences.some(({ locale }) => locale === code));
  const oneSided = differences.flatMap((one) =>
    one.kind === "locale" ? `localization ${one.locale}` : [],
  );
  return {
    difference: verdictOf(row),
    document: pathOf(row, documents),
    locales: (differing.length > 0 ? differing : locales).join(", "),
    title,
    fields: [...names, ...oneSided].join(", "),
  };
}

/** A row for a program. */
export function rowRecord(row: ComparedRow, { place }: ChosenDocuments): JsonObject {
  const { fromId, toId, title, locales, names, differences, unclear } = row;
  return {
    difference: verdictOf(row),
    type: place.type,
    ...(fromId !== undefined && { documentId: fromId }),
    ...(toId !== undefined && { otherDocumentId: toId }),
    locales,
    title,
    ...(names && { fields: names }),
    ...(differences && { differences: differences.map(factsOf) }),
    ...(unclear && { why: unclear.why, candidates: unclear.candidates.map(({ id }) => id) }),
    ...(unclear?.isTruncated === true && { hasMoreCandidates: true }),
  };
}

/** Which side changed a field since the last copy is part of it, if that is known. */
const factsOf = (difference: Difference): JsonObject =>
  difference.kind === "locale"
    ? { locale: difference.locale, lackedBy: difference.lackedBy }
    : {
        field: difference.name,
        ...(difference.locale !== undefined && { locale: difference.locale }),
        ...(difference.since !== "unknown" && { changedBy: difference.since }),
      };

/** A summary such as `3 new, 2 different, 1 only on Production, 120 the same`. */
export function comparisonCounts(rows: readonly ComparedRow[], to: string): string {
  const words: readonly (readonly [Verdict, string])[] = [
    ["new", "new"],
    ["different", "different"],
    ["changed there", `changed on ${to}`],
    ["newer there", `newer on ${to}`],
    ["conflict", "with a conflict"],
    ["only there", `only on ${to}`],
    ["unclear", "unclear"],
    ["same", "the same"],
  ];
  const parts = words.flatMap(([verdict, word]) => {
    const count = rows.filter((row) => verdictOf(row) === verdict).length;
    return count === 0 ? [] : [`${numeral(count)} ${word}`];
  });
  return parts.length > 0 ? parts.join(", ") : "There are no documents to compare.";
}

/** Prints the documents that differ and that a copy leaves out, with the reason. */
export async function printUncopied(
  output: Output,
  rows: readonly ComparedRow[],
  { place }: ChosenDocuments,
): Promise<void> {
  for (const row of rows) {
    const { fromId, toId, title } = row;
    const reason = uncopiedReason(row);
    output.note(`'${title || untitled()}' isn't copied: ${reason}`);
    if (!output.isJson) continue;
    await output.json({
      type: place.type,
      ...(fromId !== undefined && { documentId: fromId }),
      ...(toId !== undefined && { otherDocumentId: toId }),
      ...{ title, outcome: "skipped", reason },
    });
  }
}

function uncopiedReason({ unclear, conflict, names = [] }: ComparedRow): string {
  if (unclear) {
    const ids = unclear.candidates.map(({ id }) => id).join(", ");
    const candidates = unclear.isTruncated ? `${ids} and others` : ids;
    return unclear.why === "taken"
      ? `several documents of the source can belong to ${candidates}.`
      : `several documents can belong to it: ${candidates}.`;
  }
  return conflict
    ? `both services changed ${names.join(", ")} since the last copy.`
    : "it was changed later on the target. To copy it, pass --overwrite-newer.";
}
