import { referencesIn } from "../content/references.ts";
import type { Reference } from "../content/references.ts";
import { sortTargetsFirst } from "../changes/lifecycle/targetsFirst.ts";
import { singleId } from "../foundation/address.ts";
import { isShared } from "../schemas/catalog.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import { compare } from "./comparing.ts";
import type { CompareDependencies } from "./comparing.ts";
import type { ComparedRow } from "./comparison.ts";
import { CopySource } from "./copySource.ts";
import type { CopyRecord } from "./copySource.ts";
import type { CopyTypes } from "./copyTypes.ts";
import type { EnvironmentFailure } from "./environmentFailure.ts";
import type { SourceRows } from "./sourceRows.ts";

/** A document that a relation names. */
export interface NamedDocument {
  /** The uid of the type. */
  readonly type: string;
  /** The documentId in the source. */
  readonly fromId: string;
  readonly title: string;
}

/** A document to copy, in some of its locales. */
export interface CopyDocument extends NamedDocument {
  /** The documentId in the target; absent if the document is new. */
  readonly toId?: string;
  /** When the source was changed last before it was compared, in milliseconds. */
  readonly changedAt?: number;
  /** The parts to copy, the default locale first. */
  readonly parts: readonly CopyPart[];
  /** The document whose relation needs this one; absent if the user chose it. */
  readonly broughtBy?: NamedDocument;
}

/** A document in one locale. */
export interface CopyPart {
  /** Absent if the type is not localized. */
  readonly locale?: string;
  /** The attributes to copy; absent for all that both services have. */
  readonly names?: readonly string[];
  /** Attributes that differ and are not copied. */
  readonly kept?: readonly string[];
}

/** A row to copy. */
export interface ChosenRow {
  readonly row: ComparedRow;
  /**
   * The attributes to copy to an existing document. By default, those that the target did not change
   * since the last copy.
   */
  readonly names?: readonly string[];
}

/** Whether only the target has other values or localizations since the last copy, so that none are copied. */
export const isChangedOnlyThere = ({ kind, differences = [] }: ComparedRow): boolean =>
  kind === "different" &&
  differences.every((one) =>
    one.kind === "locale" ? one.lackedBy === "from" : one.since === "to",
  );

/** The document that a row stands for; undefined for a row that can't be copied. */
export function documentOf({ row, names }: ChosenRow, types: CopyTypes): CopyDocument | undefined {
  const { kind, type, title, fromId, fromChangedAt: changedAt, toId } = row;
  if (fromId === undefined || (kind !== "new" && kind !== "different")) return undefined;
  const parts = partsOf(row, names, types);
  return {
    ...{ type, title, fromId, parts },
    ...(toId !== undefined && { toId }),
    ...(changedAt !== undefined && { changedAt }),
  };
}

function partsOf(
  row: ComparedRow,
  names: readonly string[] | undefined,
  types: CopyTypes,
): CopyPart[] {
  const places = defaultFirst(row.locales, types);
  if (row.kind === "new") return places.map((locale) => inLocale(locale));
  const type = types.of(row.type)?.to.type;
  const isCommon = (name: string): boolean => {
    const attribute = type?.attributes.get(name);
    return attribute !== undefined && type !== undefined && isShared(attribute, type);
  };
  // A new localization gets the target's values of the fields that all localizations share.
  const common = (row.names ?? []).filter(isCommon);
  return places.flatMap((locale) => partIn(row, locale, { names, common }) ?? []);
}

function partIn(
  { differences = [] }: ComparedRow,
  locale: string | undefined,
  { names, common }: { readonly names: readonly string[] | undefined; readonly common: string[] },
): CopyPart | undefined {
  const here = differences.filter((one) => one.locale === locale);
  const missing = here.find((one) => one.kind === "locale");
  if (missing) {
    const kept = common.length > 0 && { kept: common };
    return missing.lackedBy === "to" ? { ...inLocale(locale), ...kept } : undefined;
  }
  const attributes = here.filter((one) => one.kind === "attribute");
  const isChosen = ({ name, since }: (typeof attributes)[number]) =>
    names?.includes(name) ?? (since === "from" || since === "unknown");
  const nameOf = ({ name }: { readonly name: string }) => name;
  const chosen = attributes.filter(isChosen).map(nameOf);
  const kept = attributes.filter((one) => !isChosen(one)).map(nameOf);
  return chosen.length > 0 ? { ...inLocale(locale), names: chosen, kept } : undefined;
}

const inLocale = (locale: string | undefined): CopyPart => (locale === undefined ? {} : { locale });

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
  readonly matched: readonly (Omit<NamedDocument, "title"> & { readonly toId: string })[];
}

export interface CollectContext {
  readonly rows: SourceRows;
  readonly signal: AbortSignal | undefined;
  readonly dependencies: CompareDependencies;
}

/**
 * Compares documents of the source as they are now. Returns a row for each that still exists, by
 * its key. A document of a single type may also be named by `-`.
 */
export async function compareNow(
  documents: readonly Pick<NamedDocument, "type" | "fromId">[],
  { rows, signal, dependencies }: CollectContext,
): Promise<Outcome<ReadonlyMap<string, ComparedRow>, EnvironmentFailure>> {
  const { types, version } = rows;
  const { connections, pairs } = types;
  const isSingle = (uid: string) => types.of(uid)?.from.type.kind === "single";
  const items = documents.flatMap(({ type: uid, fromId }) => {
    const type = types.of(uid)?.from.type.name;
    if (type === undefined) return [];
    const id = isSingle(uid) ? singleId : fromId;
    return { address: { connection: connections.from, type, id }, title: "" };
  });
  const request = { ...connections, target: { kind: "selected", items } as const, version };
  const [failure, comparison] = await compare(request, { pairs, rows, signal }, dependencies);
  if (failure) return failed(failure);
  return done(
    new Map(
      comparison.rows.flatMap((row) => {
        const { type, fromId = "" } = row;
        const names = isSingle(type) ? [fromId, singleId] : [fromId];
        return names.map((name) => [documentKeyOf({ type, fromId: name }), row] as const);
      }),
    ),
  );
}

/**
 * Finds the targets of the documents' relations in the target, and adds those that it lacks, with
 * the targets of their relations. A target whose match is unclear is not added, so that the
 * documents that need it can't be copied.
 */
export async function collectTargets(
  chosen: readonly CopyDocument[],
  context: CollectContext,
): Promise<Outcome<CollectedDocuments, EnvironmentFailure>> {
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

  constructor(chosen: readonly CopyDocument[], context: CollectContext) {
    this.#context = context;
    for (const one of chosen) this.#documents.set(documentKeyOf(one), one);
  }

  get collected(): CollectedDocuments {
    const targetsOf = (one: CopyDocument): CopyDocument[] =>
      [...(this.#targets.get(documentKeyOf(one)) ?? [])].flatMap(
        (key) => this.#documents.get(key) ?? [],
      );
    const documents = sortTargetsFirst([...this.#documents.values()], targetsOf);
    const matched = [
      ...documents,
      ...[...this.#rows.values()].flatMap((row) => (row && isMatched(row) ? [row] : [])),
    ].flatMap(({ type, fromId, toId }: Pick<ComparedRow, "type" | "fromId" | "toId">) =>
      fromId === undefined || toId === undefined ? [] : [{ type, fromId, toId }],
    );
    return { documents, matched };
  }

  /** Returns the documents that were added. */
  async addTargetsOf(
    documents: readonly CopyDocument[],
  ): Promise<Outcome<readonly CopyDocument[], EnvironmentFailure>> {
    const needed = await this.#needsOf(documents);
    if (this.#context.signal?.aborted) return failed({ code: "declined" });
    const [failure] = await this.#compare(needed.map(({ reference }) => reference));
    return failure ? failed(failure) : done(needed.flatMap((one) => this.#add(one) ?? []));
  }

  /** The relations of documents, as read now. */
  async #needsOf(documents: readonly CopyDocument[]): Promise<readonly Needed[]> {
    const { rows, signal } = this.#context;
    const { types } = rows;
    const records = recordsOf(documents, types);
    const byLine = new Map(records.map(({ line, document }) => [line, document]));
    const needed: Needed[] = [];
    for await (const item of new CopySource(records, rows).records(signal)) {
      const by = byLine.get(item.line);
      const type = by && types.of(by.type);
      if (!type || "failure" in item) continue;
      const { content, locale } = item.record;
      const references = referencesIn(content, type.view.type.attributes, type.view.catalog);
      const relations = references.filter(({ target }) => target !== "");
      needed.push(...relations.map((reference) => ({ reference, by, locale })));
    }
    return needed;
  }

  async #compare(references: readonly Reference[]): Promise<Outcome<null, EnvironmentFailure>> {
    const unknown = references.map(targetOf).filter((target) => {
      const key = documentKeyOf(target);
      return !this.#rows.has(key) && !this.#documents.has(key);
    });
    const [failure, rows] = await compareNow(unknown, this.#context);
    if (failure) return failed(failure);
    for (const key of unknown.map(documentKeyOf)) this.#rows.set(key, rows.get(key));
    return done(null);
  }

  /** Adds the target of a relation, or its locale, if the target service lacks it. */
  #add({ reference, by, locale }: Needed): CopyDocument | undefined {
    const key = documentKeyOf(targetOf(reference));
    const own = documentKeyOf(by);
    this.#targets.set(own, (this.#targets.get(own) ?? new Set()).add(key));
    const row = this.#rows.get(key);
    if (!row || this.#documents.has(key)) return undefined;
    const found = this.#missingPartOf(row, locale);
    if (!found) return undefined;
    const { type, fromId, title } = by;
    const document = { ...found, broughtBy: { type, fromId, title } };
    this.#documents.set(key, document);
    return document;
  }

  #missingPartOf(row: ComparedRow, locale: string | undefined): CopyDocument | undefined {
    const document = documentOf({ row }, this.#context.rows.types);
    if (row.kind === "new" || !document) return document;
    const isMissing = row.differences?.some(
      (one) => one.kind === "locale" && one.lackedBy === "to" && one.locale === locale,
    );
    const parts = document.parts.filter((part) => part.locale === locale);
    return isMissing === true ? { ...document, parts } : undefined;
  }
}

/** A relation of a document that is copied. */
interface Needed {
  readonly reference: Reference;
  readonly by: CopyDocument;
  readonly locale: string | undefined;
}

const isMatched = ({ kind }: ComparedRow): boolean => kind === "same" || kind === "different";

const targetOf = ({ target, documentId }: Reference) => ({ type: target, fromId: documentId });

export const documentKeyOf = ({ type, fromId }: Pick<NamedDocument, "type" | "fromId">): string =>
  `${type} ${fromId}`;

/** The records of documents, each in one locale. */
export function recordsOf(
  documents: readonly CopyDocument[],
  types: CopyTypes,
): (CopyRecord & { readonly document: CopyDocument; readonly part: CopyPart })[] {
  let line = 0;
  return documents.flatMap((document) =>
    document.parts.map((part) => {
      line += 1;
      const { type, fromId } = document;
      const isSingle = types.of(type)?.from.type.kind === "single";
      const { locale, names } = part;
      return {
        line,
        type,
        fromId: isSingle ? singleId : fromId,
        ...(locale !== undefined && { locale }),
        ...(names && { names }),
        document,
        part,
      };
    }),
  );
}
