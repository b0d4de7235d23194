import type { BulkResult } from "../runs/bulkFailure.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { done, failed } from "../foundation/outcome.ts";
import { RowMaker } from "../compare/comparison.ts";
import type { CandidateDocument, ComparedRow, Comparison, RowKind } from "../compare/comparison.ts";
import { documentOf, verdictOf, type RowVerdict } from "./copySelection.ts";
import type { CopyDocument, CopyPart } from "./copySource.ts";
import type { OpenSides } from "../compare/openSides.ts";
import { readSides } from "../compare/documentPairs.ts";

/** The reasons why a document that differs is not copied unless a person decides so. */
export type UndecidedReason =
  | Exclude<RowVerdict, RowKind | "unpublished" | "same-as-read">
  | "unclear";

/**
 * A document of a plan that is copied only if a person decides so: which document of the target it
 * is, or which fields are copied.
 */
export interface UndecidedDocument extends Omit<CopyDocument, "broughtBy"> {
  readonly why: UndecidedReason;
  /** The documentId in the target, `new` to create it, or empty until a person chooses one. */
  readonly toId: string;
  /** The parts of a match that is certain, without names to copy, or of a new document. */
  readonly parts: readonly CopyPart[];
  /** The documents of the target that may be meant, with what a copy to each would change. */
  readonly candidates?: readonly (CandidateDocument & Pick<CopyDocument, "parts">)[] | undefined;
  readonly hasMoreCandidates?: boolean | undefined;
}

/** The most candidates that a plan compares and names for each document. */
const maxCandidates = 10;

/** Describes rows that are not copied by default. Reads the candidates of those without a match. */
export async function undecidedDocuments(
  rows: readonly ComparedRow[],
  comparison: Comparison,
): BulkResult<readonly UndecidedDocument[]> {
  const all: UndecidedDocument[] = [];
  for (const [uid, some] of groupedBy(rows, ({ type }) => type)) {
    const sides = comparison.sidesOf(uid);
    if (!sides) continue;
    const open = some.filter((row) => candidateIds(row).length > 0);
    const ids = {
      from: open.flatMap(({ fromId }) => fromId ?? []),
      to: open.flatMap((row) => candidateIds(row)),
    };
    const [failure, read] = await readSides((side) => sides.readers[side].byIds(ids[side]));
    if (failure) return failed(failure);
    const [sources, targets] = [read.from, read.to].map(
      (documents) => new Map(documents.map((document) => [document.id, document])),
    );
    const maker = new RowMaker(sides);
    for (const row of some) {
      // Compares it with its first candidates, as if they were its match.
      const from = sources?.get(row.fromId ?? "");
      const compared = candidateIds(row).flatMap((id) => {
        const to = targets?.get(id);
        return from && to ? maker.of(from, { kind: "matched", by: "key", to }) : [];
      });
      const undecided = undecidedOf(row, sides, compared);
      if (undecided) all.push(undecided);
    }
  }
  return done(all);
}

/** Undefined for a document whose match is certain. */
const candidatesOf = ({ kind, unclear, namesakes }: ComparedRow) =>
  unclear?.candidates ?? namesakes ?? (kind === "new" ? [] : undefined);

const candidateIds = (row: ComparedRow): readonly string[] =>
  (candidatesOf(row) ?? []).slice(0, maxCandidates).map(({ id }) => id);

function undecidedOf(
  row: ComparedRow,
  { types }: OpenSides,
  compared: readonly ComparedRow[],
): UndecidedDocument | undefined {
  const why = verdictOf(row);
  if (!isUndecided(why)) return undefined;
  const { type, title, fromId = "", toId = "" } = row;
  const named = { type, fromId, title, why, toId };
  const partsOf = (comparedRow: ComparedRow) =>
    documentOf({ row: comparedRow, names: comparedRow.names }, types)?.parts ?? [];
  const parts = partsOf(row);
  const candidates = candidatesOf(row);
  if (!candidates) {
    const { fromChangedAt: changedAt } = row;
    return parts.length > 0 ? { ...named, changedAt, parts: parts.map(withoutNames) } : undefined;
  }
  const titles = new Map(candidates.map((candidate) => [candidate.id, candidate.title]));
  return {
    ...named,
    changedAt: compared[0]?.fromChangedAt,
    parts,
    candidates: compared.map((comparedRow) => {
      const { toId: id = "" } = comparedRow;
      return { id, title: titles.get(id) ?? "", parts: partsOf(comparedRow) };
    }),
    hasMoreCandidates: candidates.length > maxCandidates ? true : undefined,
  };
}

const isUndecided = (verdict: RowVerdict): verdict is UndecidedReason =>
  !/^(new|different|same|unpublished|same-as-read|only-there)$/.test(verdict);

/** A new localization has no names: it comes with the fields that a person chooses. */
const withoutNames = ({ names, kept: keptNames = [], ...part }: CopyPart): CopyPart =>
  names ? { ...part, names: [], kept: [...names, ...keptNames] } : { ...part, kept: keptNames };

/** The document as a person decided; undefined if it is still undecided. */
export function decidedDocument(document: UndecidedDocument): CopyDocument | undefined {
  const { type, fromId, title, toId, changedAt, parts, candidates } = document;
  const named = { type, fromId, title, changedAt };
  if (!candidates) {
    return parts.some(({ names = [] }) => names.length > 0)
      ? { ...named, toId, parts: parts.filter(({ names }) => names?.length !== 0) }
      : undefined;
  }
  if (toId === "new") return { ...named, parts };
  const chosen = candidates.find(({ id }) => id === toId);
  return chosen && chosen.parts.length > 0 ? { ...named, toId, parts: chosen.parts } : undefined;
}

/** Whether a decision names a document of the target that the plan doesn't offer. */
export const isWrongChoice = ({ toId, candidates, why }: UndecidedDocument): boolean =>
  candidates !== undefined &&
  toId !== "" &&
  !(toId === "new" && why !== "unclear") &&
  !candidates.some(({ id }) => id === toId);

/** The first field of a document that is to be copied, and in which the services did not differ. */
export const wrongFieldIn = ({ parts }: Pick<CopyDocument, "parts">): string | undefined =>
  parts
    .flatMap(({ names = [], seen }) => names.filter((name) => seen && !Object.hasOwn(seen, name)))
    .at(0);
