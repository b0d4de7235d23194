import { createHash } from "node:crypto";
import { isEmptyValue } from "../../changes/writing/wire.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import { isShared } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import type { EarlierRuns, EarlierResult } from "./earlierRuns.ts";
import type { SourceRecord, SourceItem, RecordSource, ImportTarget } from "./sourceRecord.ts";
import { keyTextOf } from "./targetFinder.ts";

/** All records of a file, as they were met. */
export class RecordIndex {
  readonly target: ImportTarget;
  readonly service: TypedService;
  readonly earlierRuns: EarlierRuns;
  readonly #recordNames: RecordNames;
  readonly #entries = new Map<number, RecordEntry>();
  readonly #groups = new Map<string, RecordGroup>();
  /** The records that a relation of another may name, by what it would name them by. */
  readonly #groupsByName = new Map<string, Set<RecordGroup>>();
  /** What relations to documents of this type name them by. */
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

  /** In the order of the file. */
  get all(): readonly RecordEntry[] {
    return [...this.#entries.values()];
  }

  /** The documents of the file's records, as far as they are there. */
  get documentIds(): ReadonlySet<string> {
    return new Set([...this.#groups.values()].flatMap(({ documentId }) => documentId ?? []));
  }

  at(line: number): RecordEntry | undefined {
    return this.#entries.get(line);
  }

  /** Takes down what a file has at a line. */
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

  /** The records' document that a relation names: two where it is not told which of several. */
  groupsNamed(by: string, value: string, locale: string | undefined): readonly RecordGroup[] {
    const nameKey = nameKeyOf(by, value, by === "documentId" ? undefined : locale);
    let first: RecordGroup | undefined;
    for (const group of this.#groupsByName.get(nameKey) ?? []) {
      first ??= group;
      if (documentOf(group) !== documentOf(first)) return [first, group];
    }
    return first ? [first] : [];
  }

  /** Finds of the records of each document the first, once it is known which are there. */
  linkFirstRecords(): void {
    const firsts = new Map<string | RecordGroup, RecordEntry>();
    for (const entry of this.all.filter(({ failure }) => !failure)) {
      const document = documentOf(entry.group);
      const first = firsts.get(document);
      if (first) entry.first = first;
      else firsts.set(document, entry);
    }
  }

  /** Where a record goes; undefined where the type is not localized. */
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

  /** Records of one document share its documentId, or the key where that is one for all locales. */
  #groupOf({ line, documentId }: SourceRecord, key: string | undefined): RecordGroup {
    const byKey = key !== undefined && this.isKeyShared ? `key ${key}` : undefined;
    const name = byKey ?? (documentId === undefined ? `line ${line}` : `id ${documentId}`);
    const group = this.#groups.get(name) ?? newRecordGroup(name);
    this.#groups.set(name, group);
    return group;
  }

  /** How many documents of earlier runs no record of the file is found to have made. */
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
   * Whether the document of a record is found by a field that the record fills. A documentId is given by the
   * service, and a record without a value creates a document.
   */
  isFoundByKey({ key }: Pick<RecordEntry, "key">): boolean {
    return key !== undefined && this.target.key !== "documentId";
  }

  /** Whether a document has one key for all its locales. */
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
 * Names records by what they say and where it goes to, so that one is told again in a file in which lines were
 * added or mended since. Equal ones are told apart by their order.
 */
class RecordNames {
  readonly #target: readonly string[];
  readonly #counts = new Map<string, number>();

  constructor({ connection, type }: ImportTarget) {
    this.#target = [connection, type];
  }

  /** The name of the next record of the file; the locale is that which it goes to. */
  next({ documentId, content }: SourceRecord, locale: string | undefined): string {
    const name = digestOf([...this.#target, documentId, locale, content]);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }

  /** The same for all that a source says of one document, whatever that is; undefined where it has no id there. */
  sourceNameOf({ documentId }: SourceRecord): string | undefined {
    return documentId === undefined ? undefined : digestOf([...this.#target, documentId]);
  }
}

/** Tells what is said from what else could be. */
const digestOf = (values: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);

/** What the records of one document have in common. */
export interface RecordGroup {
  /** Its document, once that is there. */
  documentId?: string | undefined;
  readonly name: string;
  /** The first line of its records in each locale. */
  readonly lines: Map<string, number>;
  /** The locales in which this import has made it. */
  readonly created: Set<string>;
  /** Whether it was tried in vain to make it. */
  hasFailed: boolean;
}

/** What is kept of a record: where it stands and what it becomes, never what it says. */
export interface RecordEntry {
  readonly line: number;
  readonly name: string;
  readonly title: string;
  /** Absent where the type is not localized. */
  readonly locale?: string | undefined;
  /** What its document is found by. */
  readonly key?: string | undefined;
  readonly group: RecordGroup;
  /** Tells again which document of its source it is about; absent where it does not say. */
  readonly source?: string | undefined;
  readonly earlier?: EarlierResult | undefined;
  /** What it says of what all locales of a document share, in short; absent where that is nothing. */
  readonly shared?: string | undefined;
  /** The first record of the same document, which says what its locales share; absent where it is the first. */
  first?: RecordEntry;
  failure?: BulkFailure;
  /** What it would overwrite, in short, by attribute. */
  overwrites?: ReadonlyMap<string, string>;
}

/** From now on nothing comes of a record, the first reason stands. */
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

/** What no other record of a file may have in common with one. */
export const uniqueKeysOf = ({ group, key, locale = "" }: RecordEntry): string[] => [
  JSON.stringify(["kin", group.name, locale]),
  ...(key === undefined ? [] : [JSON.stringify(["key", key, locale])]),
];

/** Goes through a file once more, from each record that is asked for to the next. */
export class RecordCursor {
  readonly #items: AsyncIterator<SourceItem>;
  readonly #names: RecordNames;
  readonly #index: RecordIndex;

  constructor(source: RecordSource, index: RecordIndex, signal?: AbortSignal) {
    this.#items = source.records(signal)[Symbol.asyncIterator]();
    this.#names = new RecordNames(index.target);
    this.#index = index;
  }

  /** What the file says there; undefined where it says something else by now. Goes forward alone. */
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
