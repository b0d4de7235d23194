import type { BulkResult } from "../runs/bulkFailure.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { keyTextOf, type JsonObject, ownIn } from "../foundation/json.ts";
import { failed, mapOutcome } from "../foundation/outcome.ts";
import { readFirst } from "../reading/lookup.ts";
import { shapesFor } from "../content/requestShape.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import type { Comparison } from "./comparison.ts";
import { readSides, bothSides } from "./documentPairs.ts";
import { keyNamesOf } from "./sharedShape.ts";

export interface KeyCandidate {
  readonly name: string;
  readonly examples: readonly string[];
  /** The number of values that one document of each service has. */
  readonly matches: number;
  /** The number of documents without a value, on both services. */
  readonly missing: number;
  /** The number of documents that share their value with another one of the same service. */
  readonly duplicates: number;
}

/** The most documents that are read of each service. */
export const maxRead = 500;
const maxExamples = 3;

/**
 * The attributes that may be the key of a compared type: those without empty and duplicate values
 * first, then those with the most matches. Reads up to 500 drafts of each service in its default
 * locale.
 */
export async function keyCandidates(
  { connections, typeNames }: Pick<Comparison, "connections" | "typeNames">,
  uid: string,
  signal: AbortSignal | undefined,
  { catalogs }: { readonly catalogs: Catalogs },
): BulkResult<{ candidates: readonly KeyCandidate[]; isTruncated: boolean }> {
  const names = typeNames.get(uid);
  if (!names) return failed({ code: "no-type", name: uid });
  const [failure, services] = await readSides((side) =>
    catalogs.type(connections[side], names[side]),
  );
  if (failure) return failed(failure);
  const fields = keyNamesOf(bothSides((side) => services[side].type));
  const drafts = await readSides((side) => {
    const params = { status: "draft", sort: ["documentId:asc"] };
    const shapes = shapesFor(services[side], { names: fields });
    return readFirst(services[side], { count: maxRead, params, shapes }, { signal });
  });
  return mapOutcome(drafts, ({ from, to }) => {
    const all = fields.map((name): KeyCandidate => {
      const [fromValues, toValues] = [valuesIn(from.rows, name), valuesIn(to.rows, name)];
      const counts = [...fromValues.values(), ...toValues.values()].map(({ length }) => length);
      const matching = [...fromValues].flatMap(([value, { length }]) =>
        length === 1 && toValues.get(value)?.length === 1 ? value : [],
      );
      const examples = new Set([...matching, ...fromValues.keys(), ...toValues.keys()]);
      return {
        name,
        examples: [...examples].slice(0, maxExamples),
        matches: matching.length,
        missing: from.rows.length + to.rows.length - sumOf(counts),
        duplicates: sumOf(counts.filter((count) => count > 1)),
      };
    });
    return {
      candidates: all
        .filter(({ examples }) => examples.length > 0)
        .sort((first, other) => rankOf(first) - rankOf(other) || other.matches - first.matches),
      isTruncated: from.isTruncated || to.isTruncated,
    };
  });
}

const rankOf = ({ missing, duplicates }: KeyCandidate): number =>
  missing + duplicates === 0 ? 0 : 1;

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, count) => sum + count, 0);

/** The values of an attribute, equal ones together. */
function valuesIn(rows: readonly JsonObject[], name: string) {
  const values = rows.flatMap((row) => keyTextOf(ownIn(row, name)) ?? []);
  return groupedBy(values, (value) => value);
}
