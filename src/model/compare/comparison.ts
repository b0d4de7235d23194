import type { BulkResult } from "../runs/bulkFailure.ts";
import { toText } from "../content/documentText.ts";
import { ownIn, type JsonObject } from "../foundation/json.ts";
import { isShared } from "../schemas/catalog.ts";
import { hashOf } from "../foundation/hash.ts";
import { failed, mapOutcome } from "../foundation/outcome.ts";
import { firstCandidates, type Match, type UnclearReason } from "./documentMatching.ts";
import type { AttributeSchema } from "../../client/index.ts";
import type { OpenSides } from "./openSides.ts";
import { bothSides, readSides } from "./documentPairs.ts";
import type { BaseDigests, DocumentPair, Side, Sides } from "./documentPairs.ts";
import { canRefer } from "./portableForm.ts";
import type { LeftOutPart } from "./sharedShape.ts";
import type { PortableVersion, SideDocument } from "./sideReader.ts";
import { countUnread, eachPathOnce, lacksContent, type UnreadPart } from "./unreadParts.ts";

/**
 * How a document compares. `new`: only the source has it. `only-there`: only the target has it.
 * `unclear`: it is not certain which document of the target it is.
 */
export type RowKind = "new" | "different" | "same" | "only-there" | "unclear";

/**
 * Which side changed an attribute since the last copy. If it was never copied, it is `unknown`, or
 * `either` if the documents have the same documentId, so that they were one before.
 */
export type ChangedSince = Side | "both" | "either" | "unknown";

/** Whether a copy would overwrite a change of the target, or may do so. */
export const isConflict = (difference: Difference): boolean =>
  difference.kind === "attribute" && (difference.since === "both" || difference.since === "either");

export type Difference =
  | {
      readonly kind: "attribute";
      readonly name: string;
      /** Absent if the type is not localized. */
      readonly locale?: string | undefined;
      readonly since: ChangedSince;
    }
  | {
      readonly kind: "locale";
      readonly locale: string;
      readonly lackedBy: Side;
      /** Whether that side had it after the last copy. */
      readonly isDeleted?: true | undefined;
    };

export type CandidateDocument = Pick<SideDocument, "id" | "title">;

/** A document in a comparison, in all compared locales. */
export interface ComparedRow {
  readonly kind: RowKind;
  readonly type: string;
  /** The title in the source, else in the target; empty if it has none. */
  readonly title: string;
  /** The locales in which either side has the document; empty if the type is not localized. */
  readonly locales: readonly string[];
  readonly fromId?: string;
  /** When the source was changed last, in milliseconds. Only for `different`. */
  readonly fromChangedAt?: number;
  readonly toId?: string;
  /** Only for `different`. */
  readonly differences?: readonly Difference[];
  /** The attributes that differ in at least one locale. Only for `different`. */
  readonly names?: readonly string[];
  /**
   * The localizations that a copy created in the target and was cut before it gave them a value.
   * Undefined stands for the one of a type that is not localized. Only for `different`.
   */
  readonly emptyThere?: readonly (string | undefined)[];
  /** Whether both sides changed the same attribute, or may have done so. */
  readonly conflict?: true | undefined;
  /**
   * Whether the target changed after the source, so that its values may be the newer ones. Only if
   * it is unknown which side changed since the last copy.
   */
  readonly isTargetNewer?: true | undefined;
  /**
   * The first documents of the target with the title, if nothing else matches them and the type has
   * no key, so that a copy may be a duplicate. Only for `new`.
   */
  readonly namesakes?: readonly CandidateDocument[] | undefined;
  /** Whether the side that lacks the document had it after the last copy. */
  readonly isDeleted?: true | undefined;
  /**
   * The localizations that are the same, and that only the source has published as they are. Only if a copy
   * publishes. Undefined stands for the one of a type that is not localized.
   */
  readonly unpublished?: readonly (string | undefined)[];
  /**
   * What was read: a digest of both values for each difference, or of the whole localization of the
   * source if the target lacks it. For a new document, one for each locale. Only for `new` and
   * `different`.
   */
  readonly digests?: Float64Array;
  /** What a side did not return, so that it is neither compared nor copied; absent if nothing. */
  readonly unread?: readonly UnreadPart[];
  /**
   * Whether the target would show a new document or localization at once, without components or
   * required attributes that were not read, because the type has no drafts.
   */
  readonly isIncomplete?: true | undefined;
  /** Why the row is unclear, with the first documents of the target that may be meant. */
  readonly unclear?: {
    readonly why: UnclearReason;
    readonly candidates: readonly CandidateDocument[];
    /** Whether other documents may be meant as well. */
    readonly isTruncated: boolean;
  };
}

/** How the documents of a type are matched, if neither a pair nor the documentId matches them. */
export interface ComparedKey {
  /** Undefined if nothing else matches them. */
  readonly name: string | undefined;
  readonly isChosen: boolean;
}

export interface ComparedType {
  readonly sides?: OpenSides;
  readonly rows: readonly ComparedRow[];
  readonly leftOut: readonly LeftOutPart[];
}

export class Comparison {
  readonly connections: Sides<string>;
  /** The rows in the order of the source, then the documents that only the target has. */
  readonly rows: readonly ComparedRow[];
  readonly leftOut: readonly LeftOutPart[];
  /** The names of the compared types on each side, by uid. */
  readonly typeNames: ReadonlyMap<string, Sides<string>>;
  /** The key of each compared collection type, by uid. */
  readonly keys: ReadonlyMap<string, ComparedKey>;
  readonly #sides: ReadonlyMap<string, OpenSides>;

  constructor(connections: Sides<string>, types: readonly ComparedType[]) {
    const openedSides = types.flatMap(({ sides }) => sides ?? []);
    this.connections = connections;
    this.rows = types.flatMap(({ rows }) => rows);
    this.leftOut = [
      ...types.flatMap(({ leftOut }) => leftOut),
      ...countUnread(this.rows.map((row) => [row, row.unread ?? []])),
    ];
    this.typeNames = new Map(
      openedSides.map(({ type }) => [type.uid, bothSides((side) => type[side].type.name)]),
    );
    const collections = openedSides.filter(({ type }) => !type.isSingle);
    this.keys = new Map(
      collections.map(({ types: { keys, pairs }, type: { uid } }) => {
        const name = keys.get(uid);
        return [uid, { name, isChosen: name !== undefined && pairs.keyOf(uid) === name }];
      }),
    );
    this.#sides = new Map(openedSides.map((sides) => [sides.type.uid, sides]));
  }

  /** How the documents of a type are read on both sides; undefined if it was not compared. */
  sidesOf(type: string): OpenSides | undefined {
    return this.#sides.get(type);
  }

  get counts(): Readonly<Record<RowKind, number>> {
    const counts = { new: 0, different: 0, same: 0, "only-there": 0, unclear: 0 };
    for (const { kind } of this.rows) counts[kind] += 1;
    return counts;
  }

  /**
   * Reads both sides of a row again, as text in portable form for a diff. Null where a side does not
   * have the document.
   */
  async sides(
    { type, fromId, toId }: ComparedRow,
    signal?: AbortSignal,
  ): BulkResult<Sides<string | null>> {
    const readers = this.#sides.get(type)?.readers;
    if (!readers) return failed({ code: "no-type", name: type });
    const ids = { from: fromId, to: toId };
    const contents = await readSides((side) => readers[side].contentOf(ids[side], signal));
    return mapOutcome(contents, ({ from, to }) => {
      // Without attributes that a side does not return in full.
      const unread = new Set([...from, ...to].flatMap((version) => version.unread));
      return { from: portableText(from, unread), to: portableText(to, unread) };
    });
  }
}

/** The attributes that a side changed since the last copy, or may have changed. */
export const namesSince = (
  { differences = [] }: ComparedRow,
  since: ChangedSince,
): readonly string[] => [
  ...new Set(
    differences.flatMap((difference) =>
      difference.kind === "attribute" && difference.since === since ? difference.name : [],
    ),
  ),
];

export class RowMaker {
  readonly #sides: OpenSides;
  readonly #type: string;
  /** Equal differences of many rows are one object. */
  readonly #differences = new Map<string, Difference>();
  /** The slot of each attribute whose digest depends on its side only. */
  readonly #ownSlots: ReadonlyMap<string, number>;

  constructor(sides: OpenSides) {
    this.#sides = sides;
    this.#type = sides.type.uid;
    const sideSlots = sides.readers.from.slots.flatMap(({ name, naming }, at) =>
      naming === "id" ? [] : [[name, at] as const],
    );
    this.#ownSlots = new Map(sideSlots);
  }

  of(
    from: SideDocument,
    match: Match<SideDocument>,
    namesakes?: readonly SideDocument[],
  ): ComparedRow {
    const type = this.#type;
    const { id: fromId, title } = from;
    const locales = this.#localesOf(from);
    switch (match.kind) {
      case "new":
        return {
          ...{ kind: "new", type, fromId, title, locales },
          isDeleted: this.#wasCopied(this.#sides.types.pairs.document(type, fromId)) || undefined,
          namesakes: namesakes && firstCandidates([namesakes]).first.map(named),
          digests: Float64Array.from(
            from.versions.flatMap((version) => version ?? []),
            (version) => this.#digestOf([version]),
          ),
          ...this.#unreadOf(from.unread, true),
        };
      case "unclear": {
        const { first, isTruncated } = firstCandidates(match.candidates);
        const unclear = { why: match.why, candidates: first.map(named), isTruncated };
        const unread = this.#unreadOf(from.unread, false);
        return { kind: "unclear", type, fromId, title, locales, unclear, ...unread };
      }
      case "matched":
        return this.#matched(from, match.to);
    }
  }

  onlyThere(to: SideDocument): ComparedRow {
    const { id: toId, title } = to;
    const pairs = this.#sides.types.pairs.pairsOf(this.#type, toId);
    return {
      ...{ kind: "only-there", type: this.#type, title, locales: this.#localesOf(to), toId },
      isDeleted: pairs.some((pair) => this.#wasCopied(pair)) || undefined,
    };
  }

  /** Whether both sides had a document after the last copy, in one of the compared localizations. */
  #wasCopied(pair: DocumentPair | undefined): boolean {
    const { locales } = this.#sides;
    return (locales.length > 0 ? locales : [""]).some((locale) => ownIn(pair?.base, locale));
  }

  #matched(from: SideDocument, to: SideDocument): ComparedRow {
    const known = this.#sides.types.pairs.document(this.#type, from.id);
    const pair = known?.to === to.id ? known : undefined;
    const base = pair?.base ?? {};
    const differences = this.#differencesOf(from, to, base);
    const attributes = differences.filter((difference) => difference.kind === "attribute");
    const isLocalizationNew = differences.some(
      (difference) => difference.kind === "locale" && difference.lackedBy === "to",
    );
    const row = {
      ...{ type: this.#type, title: from.title || to.title, locales: this.#localesOf(from, to) },
      ...{ fromId: from.id, toId: to.id },
      ...this.#unreadOf([...from.unread, ...to.unread], isLocalizationNew),
    };
    if (differences.length === 0) return { kind: "same", ...row };
    const editedAt = (side: Side, { times }: SideDocument, locale = "") => {
      const changedAt = times[Math.max(this.#sides.locales.indexOf(locale), 0)]?.version ?? 0;
      const { written } = pair ?? {};
      // Writes of a copy don't count.
      const isCopied = written?.side === side && ownIn(written.at, locale) === changedAt;
      return isCopied ? -Infinity : changedAt;
    };
    const isTargetNewer = attributes.some(
      ({ since, locale }) =>
        (since === "either" || since === "unknown") &&
        editedAt("to", to, locale) > editedAt("from", from, locale),
    );
    return {
      ...{ kind: "different", ...row, differences, fromChangedAt: from.changedAt },
      names: [...new Set(attributes.map(({ name }) => name))],
      emptyThere: this.#emptyIn(to, base),
      digests: Float64Array.from(differences, (difference) => {
        const at = Math.max(this.#sides.locales.indexOf(difference.locale ?? ""), 0);
        const versions = [from.versions[at] ?? [], to.versions[at] ?? []].flat();
        const name = difference.kind === "attribute" ? difference.name : undefined;
        return this.#digestOf(versions, name);
      }),
      conflict: differences.some(isConflict) || undefined,
      isTargetNewer: isTargetNewer || undefined,
    };
  }

  #emptyIn({ versions }: SideDocument, base: BaseDigests): (string | undefined)[] {
    const { type, locales, readers } = this.#sides;
    const { attributes } = type.to.type;
    const isEmpty = (version: Float64Array) =>
      readers.to.slots.every(({ name, naming }, at) => {
        const attribute = attributes.get(name);
        // A new localization has the shared values of the others.
        const isOther = naming !== "key" || (attribute && isShared(attribute, type.to.type));
        const isUnread = Number.isNaN(version[at]);
        return isOther === true || isUnread || readers.to.isEmpty(name, version[at]);
      });
    return versions.flatMap((version, at) => {
      const locale = locales[at];
      return version && ownIn(base, locale ?? "") && isEmpty(version) ? [locale] : [];
    });
  }

  /** `isNew`: a copy creates the document, or a localization. */
  #unreadOf(
    parts: readonly UnreadPart[],
    isNew: boolean,
  ): Pick<ComparedRow, "unread" | "isIncomplete"> {
    if (parts.length === 0) return {};
    const { from, to } = this.#sides.type;
    const lacking = parts.filter(({ side }) => side === "from");
    const isIncomplete = isNew && !to.type.draftAndPublish && lacksContent(lacking, from.type);
    return { unread: eachPathOnce(parts), isIncomplete: isIncomplete || undefined };
  }

  #localesOf(...sides: readonly SideDocument[]): string[] {
    return this.#sides.locales.filter((_, at) => sides.some(({ versions }) => versions[at]));
  }

  #differencesOf(from: SideDocument, to: SideDocument, base: BaseDigests): Difference[] {
    const { types, type, readers, locales } = this.#sides;
    const { slots } = readers.from;
    return from.versions.flatMap((fromDigests, at): Difference | Difference[] => {
      const [toDigests, locale] = [to.versions[at], locales[at]];
      if (!fromDigests || !toDigests) {
        if ((!fromDigests && !toDigests) || locale === undefined) return [];
        const isDeleted = locale in base || undefined;
        const lackedBy = fromDigests ? "to" : "from";
        return this.#once({ kind: "locale", locale, lackedBy, isDeleted });
      }
      // Which side changed an attribute without a base.
      const sinceNeverCopied = sinceCloned(from, to, at);
      const localization = locale === undefined ? {} : { locale };
      const sameById = new Set<string>();
      for (const [slot, { name, naming }] of slots.entries()) {
        if (naming === "id" && fromDigests[slot] === toDigests[slot]) sameById.add(name);
      }
      return slots.flatMap(({ name, naming }, slot): Difference | [] => {
        const [mine = NaN, theirs = NaN] = [fromDigests[slot], toDigests[slot]];
        if (naming !== "key" || mine === theirs || sameById.has(name)) return [];
        // NaN: a side was not read in full.
        if (Number.isNaN(mine) || Number.isNaN(theirs)) return [];
        const digest = ownIn(ownIn(base, locale ?? ""), types.baseNameOf(type, name));
        const sinceCopied = digest === theirs ? "from" : digest === mine ? "to" : "both";
        const attribute = type.from.type.attributes.get(name);
        const since = digest === undefined ? sinceNeverCopied(attribute) : sinceCopied;
        return this.#once({ kind: "attribute", name, ...localization, since });
      });
    });
  }

  /** Of all attributes, or of the named one. */
  #digestOf(versions: readonly Float64Array[], name?: string): number {
    const slots = name === undefined ? [...this.#ownSlots.values()] : [this.#ownSlots.get(name)];
    const digests = versions.flatMap((version) => slots.map((slot = -1) => version[slot]));
    return hashOf(digests.join(" "));
  }

  #once(difference: Difference): Difference {
    const key = JSON.stringify(difference);
    const known = this.#differences.get(key) ?? difference;
    this.#differences.set(key, known);
    return known;
  }
}

const named = ({ id, title }: SideDocument): CandidateDocument => ({ id, title });

/**
 * Which side changed an attribute that was never copied. Documents with the same documentId were one
 * before. It is certain only if one side was never edited after the creation that both share.
 */
function sinceCloned(
  from: SideDocument,
  to: SideDocument,
  at: number,
): (attribute: AttributeSchema | undefined) => ChangedSince {
  if (from.id !== to.id) return () => "unknown";
  const [mine, theirs] = [from.times[at], to.times[at]];
  const isOriginal = (times: typeof mine) => times?.created === times?.version;
  const isCertain =
    mine?.created === theirs?.created &&
    mine?.isReadonly === false &&
    theirs?.isReadonly === false &&
    isOriginal(mine) !== isOriginal(theirs);
  // A relation can be changed from its other side, which leaves the time as it is.
  return (attribute) => {
    if (!isCertain || canRefer(attribute)) return "either";
    return isOriginal(theirs) ? "from" : "to";
  };
}

function portableText(
  versions: readonly PortableVersion[],
  unread: ReadonlySet<string>,
): string | null {
  const [first] = versions;
  if (!first) return null;
  const contentOf = ({ content }: PortableVersion): JsonObject =>
    Object.fromEntries(Object.entries(content).filter(([name]) => !unread.has(name)));
  const content =
    first.locale === undefined
      ? contentOf(first)
      : Object.fromEntries(versions.map((version) => [version.locale ?? "", contentOf(version)]));
  return toText(content);
}
