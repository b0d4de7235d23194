import type { BulkResult } from "../runs/bulkFailure.ts";
import { referencesIn } from "../content/references.ts";
import { sortTargetsFirst } from "../publish/targetOrder.ts";
import { singleId } from "../foundation/address.ts";
import { isShared } from "../schemas/catalog.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import { compare, type CompareDependencies } from "../compare/comparisonRun.ts";
import { isConflict } from "../compare/comparison.ts";
import type { ComparedRow, Difference, RowKind } from "../compare/comparison.ts";
import { CopySource, itemsOf } from "./copySource.ts";
import type { CopyDocument, CopyPart, NamedDocument } from "./copySource.ts";
import type { CopyTypes } from "../compare/copyTypes.ts";
import type { SourceRows } from "../compare/sourceRows.ts";

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
  const { kind, isIncomplete, differences = [] } = row;
  if (kind !== "different") {
    if (kind === "new" && row.isDeleted) return "deleted-there";
    if (row.namesakes) return "title-there";
    if (isIncomplete) return "incomplete";
    if (kind === "same" && row.unpublished) return "unpublished";
    return kind === "same" && row.unread ? "same-as-read" : kind;
  }
  if (row.conflict) return "conflict";
  if (row.isTargetNewer) return "newer-there";
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
  const { kind, type, title, fromId, fromChangedAt: changedAt, toId, unpublished = [] } = row;
  const isCopied = kind === "new" || kind === "different" || row.unpublished;
  if (fromId === undefined || !isCopied) return undefined;
  const parts =
    kind === "new"
      ? defaultFirst(row.locales, types).map((locale) => ({ locale, seen: seenIn(row, locale) }))
      : [...changedParts(chosen, types), ...unpublished.map((locale) => ({ locale, names: [] }))];
  return { type, title, fromId, parts, toId, changedAt };
}

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
    const seenDigests = seenIn(row, locale);
    const missing = localeDifferences.find((difference) => difference.kind === "locale");
    if (missing) {
      const keptNames = common.length > 0 ? common : undefined;
      // What the target deleted is created again only if nothing else of the row can be meant.
      const isMeant = sourceWins === true || verdictOf(row) === "deleted-there";
      const isKept = missing.lackedBy === "from" || (isDeletedThere(missing) && !isMeant);
      return isKept ? [] : { locale, kept: keptNames, seen: seenDigests };
    }
    const attributes = localeDifferences.filter((difference) => difference.kind === "attribute");
    const isChosen = (difference: (typeof attributes)[number]) =>
      names?.includes(difference.name) ??
      (isCopiedByDefault(difference) || (sourceWins === true && isConflict(difference)));
    const chosenNames = attributes.filter(isChosen).map(({ name }) => name);
    if (chosenNames.length === 0) return [];
    const others = attributes.map(({ name }) => name).filter((name) => !chosenNames.includes(name));
    return { locale, names: chosenNames, kept: others, seen: seenDigests };
  });
}

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
  /** Those to which the relations of one of them refer. */
  readonly targetsOf: (document: CopyDocument) => readonly CopyDocument[];
  readonly matched: readonly Required<Pick<ComparedRow, "type" | "fromId" | "toId">>[];
  /** The targets that are not added because the target service would show them without parts. */
  readonly incomplete: readonly NamedDocument[];
}

export interface CollectContext {
  readonly rows: SourceRows;
  readonly signal: AbortSignal | undefined;
  /** Whether relations bring documents along that are `incomplete`. */
  readonly incomplete: boolean;
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
  if (items.length === 0) return done(new Map());
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
  const collected = new Map(chosen.map((document) => [documentKeyOf(document), document]));
  const rows = new Map<string, ComparedRow | undefined>();
  const targetKeys = new Map<string, Set<string>>();
  const incomplete = new Map<string, NamedDocument>();
  /** Adds the target of a relation, or its locale, if the target service lacks it. */
  const add = (need: Needed): CopyDocument | undefined => {
    const { target, by } = need;
    const [key, referrerKey] = [documentKeyOf(target), documentKeyOf(by)];
    targetKeys.set(referrerKey, (targetKeys.get(referrerKey) ?? new Set()).add(key));
    const [row, earlier] = [rows.get(key), collected.get(key)];
    if (!row || row.namesakes || (earlier && !earlier.broughtBy)) return undefined;
    if (verdictOf(row) === "deleted-there") return undefined;
    const missingPart = missingPartOf(row, need, context.rows.types);
    const { parts: knownParts = [] } = earlier ?? {};
    const parts = (missingPart?.parts ?? []).filter(({ locale }) =>
      knownParts.every((part) => part.locale !== locale),
    );
    if (!missingPart || parts.length === 0) return undefined;
    if (row.isIncomplete && !context.incomplete) {
      incomplete.set(key, missingPart);
      return undefined;
    }
    const { type, fromId, title } = by;
    const document = { ...missingPart, broughtBy: { type, fromId, title }, ...earlier };
    collected.set(key, { ...document, parts: [...knownParts, ...parts] });
    return { ...document, parts };
  };
  for (let next = chosen; next.length > 0;) {
    const needed = await needsOf(next, context);
    if (context.signal?.aborted) return failed({ code: "declined" });
    const unknown = needed
      .map(({ target }) => target)
      .filter(
        (target) => !rows.has(documentKeyOf(target)) && !collected.has(documentKeyOf(target)),
      );
    const [failure, compared] = await compareNow(unknown, context);
    if (failure) return failed(failure);
    for (const key of unknown.map(documentKeyOf)) rows.set(key, compared.get(key));
    next = needed.flatMap((need) => add(need) ?? []);
  }
  const targetsOf = (document: CopyDocument): CopyDocument[] =>
    [...(targetKeys.get(documentKeyOf(document)) ?? [])].flatMap((key) => collected.get(key) ?? []);
  const documents = sortTargetsFirst([...collected.values()], targetsOf);
  const matchedRows = [...rows.values()].flatMap((row) =>
    row?.kind === "same" || row?.kind === "different" ? row : [],
  );
  const matched = [...documents, ...matchedRows].flatMap(({ type, fromId, toId }) =>
    fromId === undefined || toId === undefined ? [] : { type, fromId, toId },
  );
  return done({ documents, targetsOf, matched, incomplete: [...incomplete.values()] });
}

interface Needed {
  readonly target: Pick<NamedDocument, "type" | "fromId">;
  readonly by: CopyDocument;
  readonly locale: string | undefined;
  /** False if only the published version needs it, because its field is the same in the target. */
  readonly isCopied: boolean;
}

async function needsOf(
  documents: readonly CopyDocument[],
  { rows, signal, publish }: CollectContext,
): Promise<readonly Needed[]> {
  const items = itemsOf(documents);
  // A published version needs the targets of all its relations.
  const wholeItems = publish ? items.map((item) => ({ ...item, names: undefined })) : items;
  const needed: Needed[] = [];
  for await (const source of new CopySource(wholeItems, rows).records(signal)) {
    const { document: by, names } = items[source.line - 1] ?? {};
    const view = rows.types.of(by?.type ?? "")?.views.from;
    if (!by || !view || !("record" in source)) continue;
    const { content, locale } = source.record;
    for (const { target: type, documentId: fromId, location } of referencesIn(content, view)) {
      const isCopied = !names || names.includes(String(location[0]));
      if (type !== "") needed.push({ target: { type, fromId }, by, locale, isCopied });
    }
  }
  return needed;
}

function missingPartOf(
  row: ComparedRow,
  { locale, isCopied }: Needed,
  types: CopyTypes,
): CopyDocument | undefined {
  const document = documentOf({ row }, types);
  if (row.kind === "new" || !document) return isCopied ? document : undefined;
  // A copy that was cut may have left a new document empty.
  const empty = verdictOf(row) === "different" ? row.emptyThere : undefined;
  const parts = document.parts.filter(({ locale: partLocale, names }) => {
    // A missing localization has no names, and one that is only published has none of them.
    if (!names) return isCopied && partLocale === locale;
    const isNeeded = names.length === 0 || empty?.includes(partLocale) === true;
    return isNeeded && (partLocale ?? locale) === (locale ?? partLocale);
  });
  return parts.length > 0 ? { ...document, parts } : undefined;
}

export const documentKeyOf = ({ type, fromId }: Pick<NamedDocument, "type" | "fromId">): string =>
  `${type} ${fromId}`;
