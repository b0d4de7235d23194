import type { Side } from "./pairs.ts";

/** A document, as far as matching needs it. */
export interface Matchable {
  readonly id: string;
  /** The natural key in each compared locale; undefined where the document has none. */
  readonly keys: readonly (string | undefined)[];
}

/** Why a document has no certain counterpart. */
export type UnclearReason =
  /** Several documents have its key, or its localizations lead to different documents. */
  | "several"
  /** One document has its documentId, and another one has its key. */
  | "contradiction"
  /** Its counterpart is also that of another document. */
  | "taken";

/** The counterpart of a document on the other service. */
export type Match<T extends Matchable> =
  | { readonly kind: "matched"; readonly by: MatchedBy; readonly to: T }
  | { readonly kind: "new" }
  | {
      readonly kind: "unclear";
      readonly why: UnclearReason;
      /** The documents that may be the counterpart. */
      readonly candidates: readonly T[];
    };

/** `single`: the type has only one document. */
export type MatchedBy = "pair" | "id" | "key" | "single";

export interface MatchOptions {
  readonly isSingle: boolean;
  /** Whether all localizations of a document have the same key. */
  readonly isKeyShared: boolean;
  /** The documentId on the other side of a remembered pair. */
  readonly counterpart: (side: Side, id: string) => string | undefined;
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
    return new Map(from.map((one) => [one, match]));
  }
  const targets = new TargetIndex(to, options);
  const found = new Map(from.map((one) => [one, targets.match(one)]));
  refuseTaken(found);
  return found;
}

/** The documents of the target by documentId and key. */
class TargetIndex<T extends Matchable> {
  readonly #byId: ReadonlyMap<string, T>;
  readonly #byKey = new Map<string, readonly T[]>();
  readonly #options: MatchOptions;

  constructor(to: readonly T[], options: MatchOptions) {
    this.#options = options;
    this.#byId = new Map(to.map((one) => [one.id, one]));
    for (const one of to) for (const key of keysOf(one, options)) this.#add(key, one);
  }

  match(one: Matchable): Match<T> {
    const { counterpart } = this.#options;
    const paired = this.#byId.get(counterpart("from", one.id) ?? "");
    if (paired) return { kind: "matched", by: "pair", to: paired };
    const same = this.#byId.get(one.id);
    const alike = this.#withKeyOf(one);
    const others = alike.filter((other) => other !== same);
    if (same && others.length > 0) {
      return { kind: "unclear", why: "contradiction", candidates: [same, ...others] };
    }
    if (same) return { kind: "matched", by: "id", to: same };
    const [only] = others;
    if (!only) return { kind: "new" };
    return others.length === 1
      ? { kind: "matched", by: "key", to: only }
      : { kind: "unclear", why: "several", candidates: others };
  }

  #add(key: string, one: T): void {
    this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), one]);
  }

  #withKeyOf(one: Matchable): T[] {
    const found = keysOf(one, this.#options).flatMap((key) => this.#byKey.get(key) ?? []);
    return [...new Set(found)];
  }
}

/** The keys of a document, each with its locale unless all localizations share it. */
function keysOf({ keys }: Matchable, { isKeyShared }: MatchOptions): string[] {
  const found = keys.flatMap((key, locale) =>
    key === undefined ? [] : [isKeyShared ? key : `${locale} ${key}`],
  );
  return found.length > 1 ? [...new Set(found)] : found;
}

/** A remembered pair keeps its documents. All other matches of the same document are unclear. */
function refuseTaken<F extends Matchable, T extends Matchable>(found: Map<F, Match<T>>): void {
  const isReplaceable = (match: Match<T> | undefined): boolean =>
    match?.kind === "matched" && match.by !== "pair";
  for (const [to, all] of takersOf(found)) {
    if (all.length === 1) continue;
    for (const one of all.filter((taker) => isReplaceable(found.get(taker)))) {
      found.set(one, { kind: "unclear", why: "taken", candidates: [to] });
    }
  }
}

/** The documents of the source that each document of the target may be. */
function takersOf<F extends Matchable, T extends Matchable>(
  found: ReadonlyMap<F, Match<T>>,
): ReadonlyMap<T, readonly F[]> {
  const takers = new Map<T, readonly F[]>();
  for (const [one, match] of found) {
    for (const to of targetsOf(match)) takers.set(to, [...(takers.get(to) ?? []), one]);
  }
  return takers;
}

/** The documents of the target that a match names, certain or not. */
export function targetsOf<T extends Matchable>(match: Match<T>): readonly T[] {
  switch (match.kind) {
    case "new":
      return [];
    case "matched":
      return [match.to];
    case "unclear":
      return match.candidates;
  }
}
