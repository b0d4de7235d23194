/** The names to choose from, and the most similar one: `It has: slug, title. Did you mean title?` */
export function nameHint(name: string, names: readonly string[], lead = "It has"): string {
  const similar = similarName(name, names);
  const choices = `${lead}: ${names.toSorted().join(", ")}.`;
  return similar === undefined ? choices : `${choices} Did you mean ${similar}?`;
}

/** The name with the fewest edits, if they are at most a third of the letters; else undefined. */
function similarName(name: string, names: readonly string[]): string | undefined {
  const maxEdits = Math.max(1, Math.floor(name.length / 3));
  const [best] = names
    .filter((other) => Math.abs(other.length - name.length) <= maxEdits)
    .map((other) => ({ other, edits: editsBetween(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return best?.other;
}

/** The inserted, deleted, replaced and swapped letters between two names. */
function editsBetween(name: string, other: string): number {
  // Each row has the edits from a beginning of `name` to every beginning of `other`.
  let rows = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 0; at < name.length; at += 1) {
    const [earlier = [], last = []] = rows;
    const row = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const isSame = name[at] === other[to];
      const isSwap = at > 0 && to > 0 && name[at] === other[to - 1] && name[at - 1] === other[to];
      row.push(
        Math.min(
          (row[to] ?? 0) + 1,
          (last[to + 1] ?? 0) + 1,
          (last[to] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (earlier[to - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    rows = [last, row];
  }
  return rows[1]?.[other.length] ?? 0;
}
