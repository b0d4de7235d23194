import { createHash } from "node:crypto";
import { valueKey } from "../content/equality.ts";
import { unlistedLocaleFailure } from "../create/newDocument.ts";
import { titleOf } from "../documents/snapshotReader.ts";
import type { Finding } from "../foundation/valueProblem.ts";
import { done, failed } from "../foundation/outcome.ts";
import { isShared } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import type { EarlierRuns, EarlierResult } from "./earlierRuns.ts";
import type { SourceRecord, SourceItem, RecordSource, ImportTarget } from "./sourceRecord.ts";
import { keyTextOf, ownIn, isEmptyValue } from "../foundation/json.ts";
import type { TargetLookup } from "./targetFinder.ts";
import type { OtherChange } from "../journal/journalEntry.ts";

export interface RecordType {
  readonly target: ImportTarget;
  readonly service: TypedService;
}

/** All records of a source, in the order in which they were read. */
export class RecordIndex {
  /** The types that receive records. Records that name no type belong to the first. */
  readonly types: readonly [RecordType, ...RecordType[]];
  readonly earlierRuns: EarlierRuns;
  /** A time of `performance.now()`. */
  readonly openedAt = performance.now();
  readonly #recordNames = new RecordNames();
  /** The lines of empty records. */
  readonly emptyLines: number[] = [];
  readonly #entries = new Map<number, RecordEntry>();
  readonly #groups = new Map<string, RecordGroup>();
  /** The record groups by the names that relations in other records can use for them. */
  readonly #groupsByName = new Map<string, Set<RecordGroup>>();
  /** The attributes by which relations name their targets. */
  readonly #nameFields: ReadonlySet<string>;

  constructor(types: readonly [RecordType, ...RecordType[]], earlierRuns: EarlierRuns) {
    this.types = types;
    this.earlierRuns = earlierRuns;
    this.#nameFields = new Set(types.flatMap(({ target }) => [...target.relations.values()]));
  }

  get all(): readonly RecordEntry[] {
    return [...this.#entries.values()];
  }

  /** The ids of the records' documents that exist. */
  get documentIds(): ReadonlySet<string> {
    return new Set([...this.#groups.values()].flatMap(({ documentId }) => documentId ?? []));
  }

  at(line: number): RecordEntry | undefined {
    return this.#entries.get(line);
  }

  typeOf({ type }: Pick<SourceRecord, "type">): RecordType {
    const named =
      type === undefined ? this.types[0] : this.types.find(({ target }) => target.type === type);
    if (!named) throw new Error(`No records of ${String(type)} are expected.`);
    return named;
  }

  /**
   * Adds a document that exists on the target. Records and relations name it by `sourceId`. Call it
   * before the records are added.
   */
  addMatched(type: RecordType, sourceId: string, documentId: string): void {
    const group = this.#groupOf({ line: 0, documentId: sourceId }, type, undefined);
    group.documentId = documentId;
    this.#addName(nameKeyOf(type.service.type.uid, "documentId", sourceId), group);
  }

  add(item: SourceItem): void {
    const { line } = item;
    if ("isEmpty" in item) {
      this.emptyLines.push(line);
      return;
    }
    if ("failure" in item) {
      const { failure } = item;
      const type = this.typeOf(item);
      const group = newRecordGroup(`line ${line}`);
      this.#entries.set(line, { line, type, name: "", title: "", group, failure });
      return;
    }
    const { record } = item;
    const { documentId, content } = record;
    const type = this.typeOf(record);
    const { service, target } = type;
    const { uid, attributes, localized } = service.type;
    const locale = localeOf(record, type);
    const key = keyIn(record, target);
    const group = this.#groupOf(record, type, key);
    const name = this.#recordNames.next(record, type);
    const source =
      documentId === undefined ? undefined : digestOf([...namesOf(target), documentId]);
    this.#entries.set(line, {
      line,
      type,
      name,
      title: titleOf(content, service.type) || (key ?? ""),
      group,
      locale,
      key,
      source,
      shared: sharedIn(record, service),
      failure: localized ? unlistedLocaleFailure(service, locale ?? "") : undefined,
      earlier: this.earlierRuns.resultOf({ name, source, locale }, record, service),
    });
    if (!group.lines.has(locale ?? "")) group.lines.set(locale ?? "", line);
    if (documentId !== undefined) this.#addName(nameKeyOf(uid, "documentId", documentId), group);
    for (const by of this.#nameFields) {
      const value = attributes.has(by) ? keyTextOf(ownIn(content, by)) : undefined;
      if (value !== undefined) this.#addName(nameKeyOf(uid, by, value, locale), group);
    }
  }

  /** The group of records that a relation names; two groups if the name is ambiguous. */
  groupsNamed(lookup: TargetLookup): readonly RecordGroup[] {
    const { target, by, value } = lookup;
    const locale = by === "documentId" ? undefined : this.localeOfTarget(lookup);
    const nameKey = nameKeyOf(target, by, value, locale);
    let first: RecordGroup | undefined;
    for (const group of this.#groupsByName.get(nameKey) ?? []) {
      first ??= group;
      if (documentOf(group) !== documentOf(first)) return [first, group];
    }
    return first ? [first] : [];
  }

  /** Empty if the target is not localized, undefined if any locale will do. */
  localeOfTarget({ target, locale }: TargetLookup): string | undefined {
    const type = this.types.find(({ service }) => service.type.uid === target);
    return type?.service.type.localized === false ? "" : locale;
  }

  /** Finds the first record of each document. Call it after the records are matched. */
  linkFirstRecords(): void {
    const firsts = new Map<string | RecordGroup, RecordEntry>();
    for (const entry of this.all.filter(({ failure }) => !failure)) {
      const document = documentOf(entry.group);
      const first = firsts.get(document);
      if (first) entry.first = first;
      else firsts.set(document, entry);
    }
  }

  /** Records of one document share the documentId, or the key if its locales share the key. */
  #groupOf(
    { line, documentId }: Pick<SourceRecord, "line" | "documentId">,
    type: RecordType,
    key: string | undefined,
  ): RecordGroup {
    const byKey = key !== undefined && isKeyShared(type) ? `key ${key}` : undefined;
    const groupKey = byKey ?? (documentId === undefined ? `line ${line}` : `id ${documentId}`);
    const name = `${type.target.type} ${groupKey}`;
    const group = this.#groups.get(name) ?? newRecordGroup(name);
    this.#groups.set(name, group);
    return group;
  }

  /** The number of documents from earlier runs that no record of the file matches. */
  get unclaimed(): number {
    const { documentIds, all } = this;
    if (all.every(isFoundByKey)) return 0;
    const claims = new Set(all.flatMap(({ name, source }) => [name, source]));
    claims.delete("");
    return [...this.earlierRuns.createdDocuments].filter(
      ([id, { record, source }]) =>
        !documentIds.has(id) && !claims.has(record) && !claims.has(source),
    ).length;
  }

  #addName(nameKey: string, group: RecordGroup): void {
    const groups = this.#groupsByName.get(nameKey) ?? new Set();
    this.#groupsByName.set(nameKey, groups.add(group));
  }
}

const documentOf = (group: RecordGroup): string | RecordGroup => group.documentId ?? group;

const nameKeyOf = (uid: string, by: string, value: string, locale = ""): string =>
  JSON.stringify([uid, by, locale, value]);

/** Undefined if the type is not localized. */
const localeOf = (
  { locale }: SourceRecord,
  { target, service: { type, catalog } }: RecordType,
): string | undefined =>
  type.localized ? (locale ?? target.locale ?? catalog.defaultLocale) : undefined;

function sharedIn({ content }: SourceRecord, { type, catalog }: TypedService): string | undefined {
  const shared = [...type.attributes].flatMap(([name, attribute]) => {
    const value = ownIn(content, name);
    const isGiven = isShared(attribute, type) && !isEmptyValue(value);
    return isGiven ? [[name, valueKey(attribute, value, catalog)]] : [];
  });
  return shared.length > 0 ? digestOf(shared) : undefined;
}

function keyIn({ documentId, content }: SourceRecord, { key }: ImportTarget): string | undefined {
  if (key === undefined) return undefined;
  return key === "documentId" ? documentId : keyTextOf(ownIn(content, key));
}

/**
 * Whether a field of the record identifies its document. A documentId doesn't count, because the
 * service assigns it. A record without a key value creates a document.
 */
export const isFoundByKey = ({ key, type }: Pick<RecordEntry, "key" | "type">): boolean =>
  key !== undefined && type.target.key !== "documentId";

export function isKeyShared({ target, service: { type } }: RecordType): boolean {
  const attribute = type.attributes.get(target.key ?? "");
  return !attribute || !type.localized || isShared(attribute, type);
}

/**
 * Names records by a hash of their content and target. A record keeps its name if lines are added
 * or changed elsewhere in the file. Equal records are numbered in their order.
 */
class RecordNames {
  readonly #counts = new Map<string, number>();

  next(record: SourceRecord, type: RecordType): string {
    const { documentId, content } = record;
    const locale = localeOf(record, type);
    const name = digestOf([...namesOf(type.target), documentId, locale, content]);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }
}

const namesOf = ({ connection, type }: ImportTarget): readonly string[] => [connection, type];

const digestOf = (values: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);

export interface RecordGroup {
  /** Undefined until the document exists. */
  documentId?: string | undefined;
  readonly name: string;
  /** The line of the first record in each locale. */
  readonly lines: Map<string, number>;
  /** The locales that this import or an earlier one created and that exist. */
  readonly created: Set<string>;
  /** By locale. */
  readonly refused: Map<string, RecordEntry>;
  hasFailed: boolean;
}

/** The metadata of a record: its position and planned action, without its content. */
export interface RecordEntry {
  readonly line: number;
  readonly type: RecordType;
  readonly name: string;
  /** That of the record, else of its document, else its key. */
  title: string;
  /** Absent if the type is not localized. */
  readonly locale?: string | undefined;
  readonly key?: string | undefined;
  readonly group: RecordGroup;
  /** The name of the source document; absent if the record has no documentId. */
  readonly source?: string | undefined;
  readonly earlier?: EarlierResult | undefined;
  /** A hash of the values of shared fields; absent if the record has none. */
  readonly shared?: string | undefined;
  /** The first record of the same document, which sets the shared fields; absent in itself. */
  first?: RecordEntry;
  failure?: BulkFailure | undefined;
  /** Hashes of the values that the import would overwrite, by attribute. */
  overwrites?: ReadonlyMap<string, string>;
  /** The relations that other documents lose by the write, to which the user agrees. */
  elsewhere?: readonly OtherChange[];
  /** The values that the service stores as other ones. Absent until the record is planned. */
  conversions?: readonly Finding[];
}

/** The first failure is kept. */
export function refuse(entry: RecordEntry, failure: BulkFailure): void {
  const { group, locale = "" } = entry;
  entry.failure ??= failure;
  group.refused.set(locale, entry);
  group.lines.delete(locale);
}

const newRecordGroup = (name: string): RecordGroup => ({
  name,
  lines: new Map(),
  created: new Set(),
  refused: new Map(),
  hasFailed: false,
});

const changed = { code: "changed-meanwhile" } as const;

/** Reads a file again, from one requested record to the next. */
export class RecordCursor {
  readonly #items: AsyncIterator<SourceItem>;
  readonly #names = new RecordNames();
  readonly #index: RecordIndex;

  constructor(source: RecordSource, index: RecordIndex) {
    this.#items = source.records()[Symbol.asyncIterator]();
    this.#index = index;
  }

  /** The record of an entry. Fails if the source has changed there. Only moves forward. */
  async at({ line, name }: RecordEntry): BulkResult<SourceRecord> {
    for (;;) {
      const next = await this.#items.next();
      if (next.done === true || next.value.line > line) return failed(changed);
      if (!("record" in next.value)) {
        if (next.value.line < line) continue;
        const failure = "failure" in next.value ? next.value.failure : changed;
        return failed(failure.code === "service" ? failure : changed);
      }
      const { record } = next.value;
      const recordName = this.#names.next(record, this.#index.typeOf(record));
      if (record.line === line) return recordName === name ? done(record) : failed(changed);
    }
  }

  async close(): Promise<void> {
    await this.#items.return?.();
  }
}
