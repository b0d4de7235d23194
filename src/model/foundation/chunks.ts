/** How much of a URL a list in it may take, in characters; services take 16,000 in all. */
const room = 6_000;

/** Values in as few groups as URLs have room for; `sizeOf` is what one takes of it, in characters. */
export function urlChunks<T>(
  values: readonly T[],
  sizeOf: (value: T) => number,
  most = Infinity,
): T[][] {
  const chunks: T[][] = [];
  let left = 0;
  for (const value of values) {
    const size = sizeOf(value);
    const last = chunks.at(-1);
    if (last && size <= left && last.length < most) {
      last.push(value);
      left -= size;
    } else {
      chunks.push([value]);
      left = room - size;
    }
  }
  return chunks;
}

/** How long a text is in a URL, in characters: what is not plain takes three for each byte. */
export const sizeInUrl = (text: string): number =>
  3 * Buffer.byteLength(text) - 2 * (text.match(/[\w.~-]/g)?.length ?? 0);

/** Values of one key together, in the order in which the keys come. */
export function groupedBy<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
