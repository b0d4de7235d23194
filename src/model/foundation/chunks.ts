/** Splits values, in order, into as few groups as possible whose sizes add up to the limit at most. */
export function chunksWithin<T>(
  limit: number,
  values: readonly T[],
  sizeOf: (value: T) => number,
  maxCount = Infinity,
): T[][] {
  const chunks: T[][] = [];
  let remainingSize = 0;
  for (const value of values) {
    const size = sizeOf(value);
    const last = chunks.at(-1);
    if (last && size <= remainingSize && last.length < maxCount) {
      last.push(value);
      remainingSize -= size;
    } else {
      chunks.push([value]);
      remainingSize = limit - size;
    }
  }
  return chunks;
}

/** The most characters that a list may take in a URL. Services accept 16,000 in all. */
const maxListLength = 6_000;

/** Splits values into as few groups as URLs can hold. `sizeOf` counts characters. */
export const urlChunks = <T>(
  values: readonly T[],
  sizeOf: (value: T) => number,
  maxCount?: number,
): T[][] => chunksWithin(maxListLength, values, sizeOf, maxCount);

/** The length of a text in a URL, in characters. Each byte of an encoded character takes three. */
export const sizeInUrl = (text: string): number =>
  3 * Buffer.byteLength(text) - 2 * (text.match(/[\w.~-]/g)?.length ?? 0);

export const sizedChunks = <T>(values: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );

/** Groups values by key, in the order in which the keys first appear. */
export function groupedBy<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): ReadonlyMap<string, readonly [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Appends any number of items. A call with them as arguments fails above about 120,000. */
export function pushAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
