import type { ComparedRow, Difference } from "../model/environments/comparison.ts";
import type { JsonObject } from "../model/foundation/json.ts";
import { numeral, untitled } from "../texts/words.ts";
import type { ChosenDocuments } from "./betweenServices.ts";

/** How a document compares, as the command prints it. */
type Verdict = "new" | "different" | "newer there" | "conflict" | "only there" | "unclear" | "same";

const verdictOf = ({ kind, conflict, isTargetNewer }: ComparedRow): Verdict => {
  if (kind === "only-there") return "only there";
  if (conflict) return "conflict";
  return isTargetNewer ? "newer there" : kind;
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
    ...(unclear && { why: unclear.why, candidates: unclear.candidates }),
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
export function comparisonSummary(rows: readonly ComparedRow[], to: string): string {
  const words: readonly (readonly [Verdict, string])[] = [
    ["new", "new"],
    ["different", "different"],
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

/** Says why a copy leaves out a document that differs. */
export function uncopiedWords(row: ComparedRow): string {
  const title = row.title || untitled();
  if (row.kind === "unclear") return `'${title}' isn't copied: several documents can belong to it.`;
  return row.conflict
    ? `'${title}' isn't copied: both services changed ${(row.names ?? []).join(", ")} since the last copy.`
    : `'${title}' isn't copied: it was changed later on the target. To copy it, pass --overwrite-newer.`;
}
