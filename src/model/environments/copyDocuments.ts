import type { BulkResult } from "../bulk/bulkFailure.ts";
import { referencesIn } from "../content/references.ts";
import { sortTargetsFirst } from "../changes/lifecycle/targetsFirst.ts";
import { singleId } from "../foundation/address.ts";
import { isShared } from "../schemas/catalog.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import { compare } from "./comparing.ts";
import type { CompareDependencies } from "./comparing.ts";
import { isConflict } from "./comparison.ts";
import type { ComparedRow, Difference, RowKind } from "./comparison.ts";
import { CopySource, itemsOf } from "./copySource.ts";
import type { CopyDocument, CopyPart, NamedDocument } from "./copySource.ts";
import type { CopyTypes } from "./copyTypes.ts";
import type { SourceRows } from "./sourceRows.ts";

export interface ChosenRow {
  readonly row: ComparedRow;
  /** The attributes to copy; by default, those that are not known to be changed in the target. */
  readonly names?: readonly string[] | undefined;
  /** Whether the value of the source is copied where there is a conflict; not by default. */
  readonly sourceWins?: boolean;
}

/**
 * What a row is for a copy. `title-there`: new, but the target may have the document.
 * `incomplete`: the target would show it at once without parts that were not read. `newer-there`:
 * the target changed later. `changed-there`: only the target changed since the last copy, so that
 * nothing is copied. `deleted-there`: the target deleted it since. `unpublished`: the same, but only
 * the source has published it. `same-as-read`: the same, but parts of it were not read.
 */
export type RowVerdict =
  | RowKind
  | ("title-there" | "incomplete" | "conflict" | "newer-there" | "changed-there" | "deleted-there")
  | ("unpublished" | "same-as-read");

export function verdictOf(row: ComparedRow): RowVerdict {
  const { conflict, isIncomplete, isTargetNewer, differences = [] } = row;
  if (row.kind !== "different") return otherVerdictOf(row);
  if (conflict) return "conflict";
  if (isTargetNewer) return "newer-there";
  if (isIncomplete) return "incomplete";
  const isOfTarget = (difference: Difference) =>
    difference.kind === "locale"
      ? difference.lackedBy === "from" || isDeletedThere(difference)
      : difference.since === "to";
  if (!differences.every(isOfTarget)) return "different";
  return differences.some(isDeletedThere) ? "deleted-there" : "changed-there";
}

/** Whether the target has deleted a localization since the last copy. */
const isDeletedThere = (difference: Difference): boolean =>
  difference.kind === "locale" && difference.lackedBy === "to" && difference.isDeleted === true;

/** For rows that are not `different`. */
function otherVerdictOf(row: ComparedRow): RowVerdict {
  const { kind, namesakes, isIncomplete, isDeleted, unpublished, unread } = row;
  if (kind === "new" && isDeleted) return "deleted-there";
  if (namesakes) return "title-there";
  if (isIncomplete) return "incomplete";
  if (kind === "same" && unpublished) return "unpublished";
  return kind === "same" && unread ? "same-as-read" : kind;
}

/** Whether a difference is copied by default: the target did not change it since the last copy. */
const isCopiedByDefault = (difference: Difference): boolean =>
  difference.kind === "attribute" &&
  (difference.since === "from" || difference.since === "unknown");

/** The attributes that are copied by default in a locale, once for each locale. */
export const defaultNamesOf = ({ differences = [] }: ComparedRow): readonly string[] =>
  differences.flatMap((difference) =>
    difference.kind === "attribute" && isCopiedByDefault(difference) ? difference.name : [],
  );

/** The document that a row stands for; undefined for a row that can't be copied. */
export function documentOf(chosen: ChosenRow, types: CopyTypes): CopyDocument | undefined {
  const { row } = chosen;
  const { kind, type, title, fromId, fromChangedAt: changedAt, toId } = row;
  const isCopied = kind === "new" || kind === "different" || row.unpublished;
  if (fromId === undefined || !isCopied) return undefined;
  const parts =
    kind === "new"
      ? defaultFirst(row.locales, types).map((locale) => ({ locale, seen: seenIn(row, locale) }))
      : [...changedParts(chosen, types), ...onlyPublishedParts(row)];
  return { type, title, fromId, parts, toId, changedAt };
}

/** The parts of a document that exists on both services. */
function changedParts({ row, names, sourceWins }: ChosenRow, types: CopyTypes): CopyPart[] {
  const type = types.of(row.type)?.to.type;
  // A new localization gets the target's values of the fields that all localizations share.
  const common = (row.names ?? []).filter((name) => {
    const attribute = type?.attributes.get(name);
    return type && attribute && isShared(attribute, type);
  });
  return defaultFirst(row.locales, types).flatMap((locale) => {
    const localeDifferences = (row.differences ?? []).filter(
      (difference) => difference.locale === locale,
    );
    const seen = seenIn(row, locale);
    const missing = localeDifferences.find((difference) => difference.kind === "locale");
    if (missing) {
      const kept = common.length > 0 ? common : undefined;
      // What the target deleted is created again only if nothing else of the row can be meant.
      const isMeant = sourceWins === true || verdictOf(row) === "deleted-there";
      const isKept = missing.lackedBy === "from" || (isDeletedThere(missing) && !isMeant);
      return isKept ? [] : { locale, kept, seen };
    }
    const attributes = localeDifferences.filter((difference) => difference.kind === "attribute");
    const isChosen = (difference: (typeof attributes)[number]) =>
      names?.includes(difference.name) ??
      (isCopiedByDefault(difference) || (sourceWins === true && isConflict(difference)));
    const chosenNames = attributes.filter(isChosen).map(({ name }) => name);
    const kept = attributes.map(({ name }) => name).filter((name) => !chosenNames.includes(name));
    return chosenNames.length > 0 ? { locale, names: chosenNames, kept, seen } : [];
  });
}

const onlyPublishedParts = ({ unpublished = [] }: ComparedRow): CopyPart[] =>
  unpublished.map((locale) => ({ locale, names: [] }));

/** The keys of what the target lacked in `CopyPart.seen`, and of what it had deleted. */
export const missingKeys = ["", " deleted"] as const;

/** What a comparison has read of a localization, as `CopyPart` keeps it. */
export function seenIn(
  { kind, locales, differences = [], digests, isDeleted }: ComparedRow,
  locale: string | undefined,
): Readonly<Record<string, number>> {
  const entries = [...(digests ?? [])].flatMap((digest, at): (readonly [string, number])[] => {
    if (kind === "new")
      return locales[at] === locale ? [[missingKeys[isDeleted ? 1 : 0], digest]] : [];
    const difference = differences[at];
    if (!difference || difference.locale !== locale) return [];
    if (difference.kind === "attribute") return [[difference.name, digest]];
    return [[missingKeys[isDeletedThere(difference) ? 1 : 0], digest]];
  });
  return Object.fromEntries(entries);
}

/** The locales in which a document is created: in the default one first, as in most documents. */
function defaultFirst(
  locales: readonly string[],
  { services }: CopyTypes,
): readonly (string | undefined)[] {
  const { defaultLocale } = services.to.catalog;
  if (locales.length === 0) return [undefined];
  return [...locales].sort((a, b) => Number(b === defaultLocale) - Number(a === defaultLocale));
}

/** How documents of the source are called in the target, and what they need there. */
export interface CollectedDocuments {
  /** The documents to copy, targets of relations first. */
  readonly documents: readonly CopyDocument[];
  /** All documents that exist on both services. */
  readonly matched: readonly Required<Pick<ComparedRow, "type" | "fromId" | "toId">>[];
  /** The targets that are not added because the target service would show them without parts. */
  readonly incomplete: readonly NamedDocument[];
}

export interface CollectContext {
  readonly rows: SourceRows;
  readonly signal: AbortSignal | undefined;
  /** Whether relations bring documents along that are `incomplete`. */
  readonly incomplete: boolean;
  /** Whether documents get the publication status of the source. By default, they are drafts. */
  readonly publish?: boolean;
  readonly dependencies: CompareDependencies;
}

/**
 * Compares documents of the source as they are now. Returns a row for each that still exists, by
 * its key. A document of a single type may also be named by `-`.
 */
export async function compareNow(
  documents: readonly Pick<NamedDocument, "type" | "fromId">[],
  { rows, signal, publish: publishes, dependencies }: Omit<CollectContext, "incomplete">,
): BulkResult<ReadonlyMap<string, ComparedRow>> {
  const { types, version } = rows;
  const { connections, pairs } = types;
  const items = documents.flatMap(({ type: uid, fromId }) => {
    const type = types.of(uid)?.from.type.name;
    if (type === undefined) return [];
    const id = types.isSingle(uid) ? singleId : fromId;
    return { address: { connection: connections.from, type, id }, title: "" };
  });
  const request = { ...connections, target: { kind: "selected", items } as const, version };
  const comparison = await compare(request, { pairs, rows, signal, publishes }, dependencies);
  return mapOutcome(comparison, ({ rows: all }) => {
    const entries = all.flatMap((row) => {
      const { type, fromId = "" } = row;
      const names = types.isSingle(type) ? [fromId, singleId] : [fromId];
      return names.map((name) => [documentKeyOf({ type, fromId: name }), row] as const);
    });
    return new Map(entries);
  });
}

/**
 * Finds the targets of the documents' relations in the target, and adds those that it lacks, or has
 * not published if the copy publishes, with the targets of their relations. A target that the target
 * service may have already, or would show without parts, is not added, so that the documents that
 * need it can't be copied.
 */
export async function collectTargets(
  chosen: readonly CopyDocument[],
  context: CollectContext,
): BulkResult<CollectedDocuments> {
  const collecting = new Collecting(chosen, context);
  for (let next = chosen; next.length > 0;) {
    const [failure, added] = await collecting.addTargetsOf(next);
    if (failure) return failed(failure);
    next = added;
  }
  return done(collecting.collected);
}

class Collecting {
  readonly #context: CollectContext;
  readonly #documents = new Map<string, CopyDocument>();
  readonly #rows = new Map<string, ComparedRow | undefined>();
  readonly #targets = new Map<string, Set<string>>();
  readonly #incomplete = new Map<string, NamedDocument>();

  constructor(chosen: readonly CopyDocument[], context: CollectContext) {
    this.#context = context;
    for (const document of chosen) this.#documents.set(documentKeyOf(document), document);
  }

  get collected(): CollectedDocuments {
    const targetsOf = (document: CopyDocument): CopyDocument[] =>
      [...(this.#targets.get(documentKeyOf(document)) ?? [])].flatMap(
        (key) => this.#documents.get(key) ?? [],
      );
    const documents = sortTargetsFirst([...this.#documents.values()], targetsOf);
    const matched = [
      ...documents,
      ...[...this.#rows.values()].flatMap((row) => (row && isMatched(row) ? [row] : [])),
    ].flatMap(({ type, fromId, toId }: ComparedRow | CopyDocument) =>
      fromId === undefined || toId === undefined ? [] : [{ type, fromId, toId }],
    );
    return { documents, matched, incomplete: [...this.#incomplete.values()] };
  }

  /** Returns the documents that were added. */
  async addTargetsOf(documents: readonly CopyDocument[]): BulkResult<readonly CopyDocument[]> {
    const needed = await this.#needsOf(documents);
    if (this.#context.signal?.aborted) return failed({ code: "declined" });
    const [failure] = await this.#compare(needed.map(({ target }) => target));
    return failure ? failed(failure) : done(needed.flatMap((need) => this.#add(need) ?? []));
  }

  /** The relations of documents, as read now. */
  async #needsOf(documents: readonly CopyDocument[]): Promise<readonly Needed[]> {
    const { rows, signal } = this.#context;
    const { types } = rows;
    // A document that is only published needs the targets of all its relations.
    const items = itemsOf(documents).map((item) =>
      item.names?.length === 0 ? { ...item, names: undefined } : item,
    );
    const needed: Needed[] = [];
    for await (const source of new CopySource(items, rows).records(signal)) {
      const by = items[source.line - 1]?.document;
      const view = types.of(by?.type ?? "")?.views.from;
      if (!by || !view || "failure" in source) continue;
      const { content, locale } = source.record;
      const targets = referencesIn(content, view)
        .map(({ target, documentId }) => ({ type: target, fromId: documentId }))
        .filter(({ type }) => type !== "");
      needed.push(...targets.map((target) => ({ target, by, locale })));
    }
    return needed;
  }

  async #compare(targets: readonly Needed["target"][]): BulkResult<null> {
    const unknown = targets.filter((target) => {
      const key = documentKeyOf(target);
      return !this.#rows.has(key) && !this.#documents.has(key);
    });
    const [failure, rows] = await compareNow(unknown, this.#context);
    if (failure) return failed(failure);
    for (const key of unknown.map(documentKeyOf)) this.#rows.set(key, rows.get(key));
    return done(null);
  }

  /** Adds the target of a relation, or its locale, if the target service lacks it. */
  #add({ target, by, locale }: Needed): CopyDocument | undefined {
    const key = documentKeyOf(target);
    const referrerKey = documentKeyOf(by);
    this.#targets.set(referrerKey, (this.#targets.get(referrerKey) ?? new Set()).add(key));
    const row = this.#rows.get(key);
    if (!row || row.namesakes || this.#documents.has(key)) return undefined;
    if (verdictOf(row) === "deleted-there") return undefined;
    const missingPart = this.#missingPartOf(row, locale);
    if (!missingPart) return undefined;
    if (row.isIncomplete && !this.#context.incomplete) {
      this.#incomplete.set(key, missingPart);
      return undefined;
    }
    const { type, fromId, title } = by;
    const document = { ...missingPart, broughtBy: { type, fromId, title } };
    this.#documents.set(key, document);
    return document;
  }

  #missingPartOf(row: ComparedRow, locale: string | undefined): CopyDocument | undefined {
    const document = documentOf({ row }, this.#context.rows.types);
    if (row.kind === "new" || !document) return document;
    const parts = document.parts.filter(({ locale: partLocale, names }) =>
      // A missing localization has no names, and one that is only published has none of them.
      names
        ? names.length === 0 && (partLocale ?? locale) === (locale ?? partLocale)
        : partLocale === locale,
    );
    return parts.length > 0 ? { ...document, parts } : undefined;
  }
}

interface Needed {
  readonly target: Pick<NamedDocument, "type" | "fromId">;
  readonly by: CopyDocument;
  readonly locale: string | undefined;
}

const isMatched = ({ kind }: ComparedRow): boolean => kind === "same" || kind === "different";

export const documentKeyOf = ({ type, fromId }: Pick<NamedDocument, "type" | "fromId">): string =>
  `${type} ${fromId}`;
