import fc from "fast-check";
import { anyCharacter } from "../support/anyCharacter.ts";
import { fail, throwingGetter, wildValues } from "./wildValues.ts";
import type { WildName } from "./wildValues.ts";

/** Paths at which an input gets a wild value. The empty path stands for the whole input. */
const inputPaths = [
  "",
  "uid",
  "signal",
  "timeoutMs",
  "deadlineMs",
  "documentId",
  "id",
  "path",
  "name",
  "type",
  "caption",
  "onProgress",
  "url",
  "maxBytes",
  "all",
  "params",
  "payload",
  "data",
  "filters",
  "payload.data",
  "payload.data.title",
  "data.username",
  "data.role",
  "filters.title",
  "filters.title.$eq",
  "params.filters",
  "params.filters.title",
  "params.filters.$or",
  "params.filters.title.$in",
  "params.filters.author.name.$eq",
  "params.fields",
  "params.fields.0",
  "params.sort",
  "params.sort.0",
  "params.populate",
  "params.populate.author",
  "params.pagination",
  "params.pagination.page",
  "params.pagination.pageSize",
  "params.pagination.start",
  "params.pagination.withCount",
  "params.locale",
  "params.status",
  "params._q",
  "params.bogus",
] as const;

/** A wild value and its path. */
export interface Wildness {
  readonly inputPath: (typeof inputPaths)[number];
  readonly name: WildName | "anything";
  readonly anything?: unknown;
}

const anything = fc.anything({
  maxDepth: 3,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  stringUnit: anyCharacter,
});
const inputPath = fc.constantFrom(...inputPaths);
/** The names of all wild values. */
export const wildNames = Object.keys(wildValues) as WildName[];

export const wildness: fc.Arbitrary<Wildness> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ inputPath, name: fc.constantFrom(...wildNames) }) },
  {
    weight: 2,
    arbitrary: fc.record({ inputPath, name: fc.constant("anything" as const), anything }),
  },
);

type Input = Readonly<Record<string, unknown>>;

/** A copy of the input with a wild value at a path. */
export function withWild(input: Input, path: string, name: WildName): Input {
  return withPut(input, path.split("."), wildValues[name]());
}

/**
 * The input with the wild value at its place. Has `uid`, which can be undefined, only if the wild value replaces the
 * content type.
 */
export function madeWild(
  input: Input,
  wild: Wildness | undefined,
): { input: unknown; uid?: unknown } {
  if (!wild) return { input };
  const value = wild.name === "anything" ? wild.anything : wildValues[wild.name]();
  const isGetter = value === throwingGetter;
  if (wild.inputPath === "uid") return { input, uid: isGetter ? undefined : value };
  if (wild.inputPath === "") return { input: isGetter ? undefined : value };
  return { input: withPut(input, wild.inputPath.split("."), value) };
}

function withPut(
  object: Input,
  [key = "", ...innerKeys]: readonly string[],
  value: unknown,
): Input {
  const copy: Record<string, unknown> = { ...object };
  if (innerKeys.length > 0) {
    const inner = copy[key];
    copy[key] = withPut(typeof inner === "object" ? { ...inner } : {}, innerKeys, value);
  } else if (value === throwingGetter) {
    Object.defineProperty(copy, key, { get: fail, enumerable: true });
  } else {
    copy[key] = value;
  }
  return copy;
}
