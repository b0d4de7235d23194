export interface Matchable {
  readonly id: string;
  /** The natural key in each compared locale; undefined where the document has none. */
  readonly keys: readonly (string | undefined)[];
}

export type UnclearReason =
  /** Several documents have its key, or its localizations lead to different documents. */
  | "several"
  /** One document has its documentId, and another one has its key. */
  | "contradiction"
  /** Its counterpart is also that of another document. */
  | "taken";

type Lists<T> = readonly (readonly T[])[];

export type Match<T extends Matchable> =
  | { readonly kind: "matched"; readonly by: MatchedBy; readonly to: T }
  | { readonly kind: "new" }
  | {
      readonly kind: "unclear";
      readonly why: UnclearReason;
      /** The documents that may be the counterpart, in lists that several documents share. */
      readonly candidates: Lists<T>;
    };

/** `single`: the type has only one document. */
type MatchedBy = "pair" | "id" | "key" | "single";

export interface MatchOptions {
  readonly isSingle: boolean;
  /** Whether all localizations of a document have the same key. */
  readonly isKeyShared: boolean;
  /** The documentId in the target of the remembered pair of a source document. */
  readonly counterpart: (id: string) => string | undefined;
}

/**
 * Matches the documents of one type: by a remembered pair, by the documentId, then by the natural
 * key. Never guesses: where two of them disagree, or two documents have the same counterpart, the
 * match is unclear.
 */
export function matchDocuments<F extends Matchable, T extends Matchable>(
  from: readonly F[],
  to: readonly T[],
  options: MatchOptions,
): ReadonlyMap<F, Match<T>> {
  if (options.isSingle) {
    const [only] = to;
    const match: Match<T> = only ? { kind: "matched", by: "single", to: only } : { kind: "new" };
    return new Map(from.map((document) => [document, match]));
  }
  const matchOf = matcherFor(to, options);
  const matches = new Map(from.map((document) => [document, matchOf(document)]));
  const takers = takersOf(matches.values());
  for (const [document, match] of matches) {
    // A remembered pair keeps its documents. All other matches of the same document are unclear.
    if (match.kind !== "matched" || match.by === "pair" || takers.get(match.to) === 1) continue;
    matches.set(document, { kind: "unclear", why: "taken", candidates: [[match.to]] });
  }
  return matches;
}

function matcherFor<T extends Matchable>(
  to: readonly T[],
  options: MatchOptions,
): (document: Matchable) => Match<T> {
  const byId = new Map(to.map((document) => [document.id, document]));
  const byKey = new Map<string, T[]>();
  for (const document of to) {
    for (const key of keysOf(document, options)) {
      const alike = byKey.get(key);
      if (alike) alike.push(document);
      else byKey.set(key, [document]);
    }
  }
  return (document) => {
    const paired = byId.get(options.counterpart(document.id) ?? "");
    if (paired) return { kind: "matched", by: "pair", to: paired };
    const same = byId.get(document.id);
    const alike = keysOf(document, options).flatMap((key) => {
      const documents = byKey.get(key);
      return documents ? [documents] : [];
    });
    const [only, ...others] = firstEntries(alike, 2, same);
    if (same && only) {
      return { kind: "unclear", why: "contradiction", candidates: [[same], ...alike] };
    }
    if (same) return { kind: "matched", by: "id", to: same };
    if (!only) return { kind: "new" };
    return others.length === 0
      ? { kind: "matched", by: "key", to: only }
      : { kind: "unclear", why: "several", candidates: alike };
  };
}

const maxCandidates = 100;

/** The first candidates of an unclear match, and whether there are others. */
export function firstCandidates<T>(lists: Lists<T>) {
  const first = firstEntries(lists, maxCandidates + 1);
  return { first: first.slice(0, maxCandidates), isTruncated: first.length > maxCandidates };
}

/** The first documents of some lists, each of them once. */
export function firstEntries<T>(lists: Lists<T>, count: number, except?: T): readonly T[] {
  const first = new Set<T>();
  for (const list of lists) {
    for (const candidate of list) {
      if (candidate !== except) first.add(candidate);
      if (first.size === count) return [...first];
    }
  }
  return [...first];
}

/** The keys of a document, each with its locale unless all localizations share it. */
function keysOf({ keys }: Matchable, { isKeyShared }: MatchOptions): string[] {
  const localizedKeys = keys.flatMap((key, locale) =>
    key === undefined ? [] : [isKeyShared ? key : `${locale} ${key}`],
  );
  return localizedKeys.length > 1 ? [...new Set(localizedKeys)] : localizedKeys;
}

/** The documents of the target that matches name, certain or not, and how often they do. */
export function takersOf<T extends Matchable>(matches: Iterable<Match<T>>): ReadonlyMap<T, number> {
  const uses = new Map<readonly T[], number>();
  for (const match of matches) {
    if (match.kind === "new") continue;
    const lists = match.kind === "matched" ? [[match.to]] : match.candidates;
    for (const list of lists) uses.set(list, (uses.get(list) ?? 0) + 1);
  }
  const takers = new Map<T, number>();
  for (const [list, count] of uses) {
    for (const to of list) takers.set(to, (takers.get(to) ?? 0) + count);
  }
  return takers;
}
