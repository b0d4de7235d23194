import { createHash } from "node:crypto";
import { isEmptyValue } from "../../changes/writing/wire.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import { isShared } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import type { EarlierRuns, EarlierResult } from "./earlierRuns.ts";
import type { SourceRecord, SourceItem, RecordSource, ImportTarget } from "./sourceRecord.ts";
import { keyTextOf } from "./targetFinder.ts";

/** All records of a file, in the order in which they were read. */
export class RecordIndex {
  readonly target: ImportTarget;
  readonly service: TypedService;
  readonly earlierRuns: EarlierRuns;
  readonly #recordNames: RecordNames;
  readonly #entries = new Map<number, RecordEntry>();
  readonly #groups = new Map<string, RecordGroup>();
  /** The record groups by the names that relations in other records can use for them. */
  readonly #groupsByName = new Map<string, Set<RecordGroup>>();
  /** The attributes by which relations name documents of this type. */
  readonly #nameFields: readonly string[];

  constructor(target: ImportTarget, service: TypedService, earlierRuns: EarlierRuns) {
    this.target = target;
    this.service = service;
    this.earlierRuns = earlierRuns;
    this.#recordNames = new RecordNames(target);
    const { attributes } = service.type;
    this.#nameFields = [...new Set(target.relations.values())].filter((name) =>
      attributes.has(name),
    );
  }

  /** All records in the order of the file. */
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

  /** Adds a record of the file, or the failure at its line. */
  add(item: SourceItem): void {
    const { line } = item;
    if ("failure" in item) {
      const { failure } = item;
      this.#entries.set(line, {
        line,
        name: "",
        title: "",
        group: newRecordGroup(`line ${line}`),
        failure,
      });
      return;
    }
    const { record } = item;
    const { type } = this.service;
    const locale = this.localeOf(record);
    const key = this.#keyOf(record);
    const group = this.#groupOf(record, key);
    const name = this.#recordNames.next(record, locale);
    const title = titleOf(record.content, type);
    const failure = this.#flawOf(locale);
    this.#entries.set(line, {
      line,
      name,
      title,
      group,
      locale,
      key,
      source: this.#recordNames.sourceNameOf(record),
      shared: this.#sharedIn(record),
      ...(failure && { failure }),
      earlier: this.earlierRuns.byRecord.get(name),
    });
    if (!group.lines.has(locale ?? "")) group.lines.set(locale ?? "", line);
    this.#addNames(record, locale, group);
  }

  /** The group of records that a relation names; two groups if the name is ambiguous. */
  groupsNamed(by: string, value: string, locale: string | undefined): readonly RecordGroup[] {
    const nameKey = nameKeyOf(by, value, by === "documentId" ? undefined : locale);
    let first: RecordGroup | undefined;
    for (const group of this.#groupsByName.get(nameKey) ?? []) {
      first ??= group;
      if (documentOf(group) !== documentOf(first)) return [first, group];
    }
    return first ? [first] : [];
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

  /** The locale of a record's document; undefined if the type is not localized. */
  localeOf({ locale }: SourceRecord): string | undefined {
    const { type, catalog } = this.service;
    return type.localized ? (locale ?? this.target.locale ?? catalog.defaultLocale) : undefined;
  }

  #sharedIn({ content }: SourceRecord): string | undefined {
    const { type } = this.service;
    const shared = Object.entries(content).filter(([name, value]) => {
      const attribute = type.attributes.get(name);
      return attribute && isShared(attribute, type) && !isEmptyValue(value);
    });
    return shared.length > 0 ? digestOf(shared) : undefined;
  }

  #keyOf({ documentId, content }: SourceRecord): string | undefined {
    const { key } = this.target;
    if (key === undefined) return undefined;
    return key === "documentId" ? documentId : keyTextOf(content[key]);
  }

  #flawOf(locale: string | undefined): BulkFailure | undefined {
    const { type, catalog } = this.service;
    const isKnown = catalog.locales.some(({ code }) => code === locale);
    return type.localized && !isKnown
      ? { code: "unknown-locale", locale: locale ?? "" }
      : undefined;
  }

  /**
   * Records of one document have the same documentId, or the same key if the locales share the key.
   */
  #groupOf({ line, documentId }: SourceRecord, key: string | undefined): RecordGroup {
    const byKey = key !== undefined && this.isKeyShared ? `key ${key}` : undefined;
    const name = byKey ?? (documentId === undefined ? `line ${line}` : `id ${documentId}`);
    const group = this.#groups.get(name) ?? newRecordGroup(name);
    this.#groups.set(name, group);
    return group;
  }

  /** The number of documents from earlier runs that no record of the file matches. */
  get unclaimed(): number {
    const { documentIds, all } = this;
    if (all.every((entry) => this.isFoundByKey(entry))) return 0;
    const claims = new Set(all.flatMap(({ name, source }) => [name, source]));
    claims.delete("");
    const made = [...this.earlierRuns.createdDocuments].filter(
      ([id, { record, source }]) =>
        !documentIds.has(id) && !claims.has(record) && !claims.has(source),
    );
    return made.length;
  }

  /**
   * Whether a field of the record identifies its document. A documentId doesn't count, because the
   * service assigns it. A record without a key value creates a document.
   */
  isFoundByKey({ key }: Pick<RecordEntry, "key">): boolean {
    return key !== undefined && this.target.key !== "documentId";
  }

  /** Whether all locales of a document have the same key. */
  get isKeyShared(): boolean {
    const { type } = this.service;
    const attribute = type.attributes.get(this.target.key ?? "");
    return !attribute || !type.localized || isShared(attribute, type);
  }

  #addNames(record: SourceRecord, locale: string | undefined, group: RecordGroup): void {
    const { documentId, content } = record;
    if (documentId !== undefined) this.#addName(nameKeyOf("documentId", documentId), group);
    for (const by of this.#nameFields) {
      const value = keyTextOf(content[by]);
      if (value !== undefined) this.#addName(nameKeyOf(by, value, locale), group);
    }
  }

  #addName(nameKey: string, group: RecordGroup): void {
    const groups = this.#groupsByName.get(nameKey) ?? new Set();
    this.#groupsByName.set(nameKey, groups.add(group));
  }
}

const documentOf = (group: RecordGroup): string | RecordGroup => group.documentId ?? group;

const nameKeyOf = (by: string, value: string, locale = ""): string =>
  JSON.stringify([by, locale, value]);

/**
 * Names records by a hash of their content and target. A record keeps its name if lines are added
 * or changed elsewhere in the file. Equal records are numbered in their order.
 */
class RecordNames {
  readonly #target: readonly string[];
  readonly #counts = new Map<string, number>();

  constructor({ connection, type }: ImportTarget) {
    this.#target = [connection, type];
  }

  /** The name of the next record of the file; `locale` is the locale of the target. */
  next({ documentId, content }: SourceRecord, locale: string | undefined): string {
    const name = digestOf([...this.#target, documentId, locale, content]);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }

  /**
   * A name that depends only on the record's documentId in the source; undefined if it has none.
   */
  sourceNameOf({ documentId }: SourceRecord): string | undefined {
    return documentId === undefined ? undefined : digestOf([...this.#target, documentId]);
  }
}

/** A hash that identifies the values. */
const digestOf = (values: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);

/** The state that all records of one document share. */
export interface RecordGroup {
  /** The id of the document, once it exists. */
  documentId?: string | undefined;
  readonly name: string;
  /** The line of the first record in each locale. */
  readonly lines: Map<string, number>;
  /** The locales that this import or an earlier one created and that exist. */
  readonly created: Set<string>;
  /** Whether creating the document failed. */
  hasFailed: boolean;
}

/** The metadata of a record: its position and planned action, without its content. */
export interface RecordEntry {
  readonly line: number;
  readonly name: string;
  readonly title: string;
  /** Absent if the type is not localized. */
  readonly locale?: string | undefined;
  /** The key value that identifies the document. */
  readonly key?: string | undefined;
  readonly group: RecordGroup;
  /** The name of the source document; absent if the record has no documentId. */
  readonly source?: string | undefined;
  readonly earlier?: EarlierResult | undefined;
  /** A hash of the values of shared fields; absent if the record has none. */
  readonly shared?: string | undefined;
  /**
   * The first record of the same document, which sets the shared fields; absent if this is the
   * first.
   */
  first?: RecordEntry;
  failure?: BulkFailure;
  /** Hashes of the values that the import would overwrite, by attribute. */
  overwrites?: ReadonlyMap<string, string>;
}

/** Excludes a record from the import. The first failure is kept. */
export function refuse(entry: RecordEntry, failure: BulkFailure): void {
  entry.failure ??= failure;
  entry.group.lines.delete(entry.locale ?? "");
}

const newRecordGroup = (name: string): RecordGroup => ({
  name,
  lines: new Map(),
  created: new Set(),
  hasFailed: false,
});

/** The keys that no other record of the file may have. */
export const uniqueKeysOf = ({ group, key, locale = "" }: RecordEntry): string[] => [
  JSON.stringify(["group", group.name, locale]),
  ...(key === undefined ? [] : [JSON.stringify(["key", key, locale])]),
];

/** Reads a file again, from one requested record to the next. */
export class RecordCursor {
  readonly #items: AsyncIterator<SourceItem>;
  readonly #names: RecordNames;
  readonly #index: RecordIndex;

  constructor(source: RecordSource, index: RecordIndex, signal?: AbortSignal) {
    this.#items = source.records(signal)[Symbol.asyncIterator]();
    this.#names = new RecordNames(index.target);
    this.#index = index;
  }

  /** The record of an entry; undefined if the file has changed there. Only moves forward. */
  async at({ line, name }: RecordEntry): Promise<SourceRecord | undefined> {
    for (;;) {
      const next = await this.#items.next();
      if (next.done === true || next.value.line > line) return undefined;
      if ("failure" in next.value) continue;
      const { record } = next.value;
      const found = this.#names.next(record, this.#index.localeOf(record));
      if (record.line === line) return found === name ? record : undefined;
    }
  }

  async close(): Promise<void> {
    await this.#items.return?.();
  }
}
