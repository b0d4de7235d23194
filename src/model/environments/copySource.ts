import type { SourceItem, SourceRecord, RecordSource } from "../bulk/importing/sourceRecord.ts";
import type { BulkFailure } from "../bulk/bulkFailure.ts";
import { attributesOf } from "../schemas/navigation.ts";
import { unreadIn } from "../content/unreadAttributes.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { stateOf } from "../content/states.ts";
import { readByIds } from "../reading/pageReader.ts";
import { singleId } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, ownIn, pick, textIn } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import { isComponent, isOwnReference, targetKeysOf } from "../schemas/catalog.ts";
import type { CopyType, CopyTypes } from "./copyTypes.ts";
import { withMadeUpValues } from "./madeUpValues.ts";
import { personalFieldsIn } from "./personalData.ts";
import type { FoundField } from "./personalData.ts";
import { digestOf, PortableForm } from "./portableForm.ts";
import { changedAtOf } from "./sideReader.ts";
import type { Version } from "./sideReader.ts";
import type { SourceRows } from "./sourceRows.ts";

/** A document to copy, in one locale. */
export interface CopyRecord {
  /** The number in the plan, from 1. */
  readonly line: number;
  /** The uid of the type. */
  readonly type: string;
  /** Absent if the type is not localized. */
  readonly locale?: string;
  /** The documentId in the source; `-` for a single type. */
  readonly fromId: string;
  /** The attributes to copy; absent for all that both services have. */
  readonly names?: readonly string[];
}

/** The number of documents per request. */
const maxRecordsTogether = 50;

/**
 * The documents to copy, in the order of the plan and as one step reads them. They are never all in
 * memory. Attributes that the source does not return are left out.
 */
export class CopySource implements RecordSource {
  readonly #records: readonly CopyRecord[];
  readonly #types: CopyTypes;
  readonly #version: Version;
  readonly #source: SourceRows;
  /** The rows that were read last, by line. */
  #rows: ReadRows = new Map();

  constructor(records: readonly CopyRecord[], source: SourceRows) {
    this.#records = records;
    this.#types = source.types;
    this.#version = source.version;
    this.#source = source;
  }

  async *records(signal?: AbortSignal): AsyncGenerator<SourceItem, void, void> {
    for (let at = 0; at < this.#records.length; at += maxRecordsTogether) {
      const chunk = this.#records.slice(at, at + maxRecordsTogether);
      const rows = await this.#read(chunk, signal);
      this.#rows = rows;
      for (const record of chunk) yield await this.#itemOf(record, rows.get(record.line));
    }
  }

  /** The state of a document that was read with the last ones. */
  stateOf(line: number): SourceState {
    const row = this.#rows.get(line)?.[1];
    const record = this.#records[line - 1];
    const type = record && this.#types.of(record.type);
    if (!row || !type) return { digests: {}, changedAt: 0 };
    const form = new PortableForm(this.#types.portableContext(type)).of(row);
    const unread = unreadNames(row, type);
    const digests = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) =>
        unread.has(name) ? [] : [[name, digestOf(value)]],
      ),
    );
    return { digests, changedAt: changedAtOf(row) };
  }

  /**
   * The fields of a document with personal data, and those that are left empty. Only for the document
   * that was read last.
   */
  personalFieldsOf(line: number): readonly FoundField[] {
    const row = this.#rows.get(line)?.[1];
    const record = this.#records[line - 1];
    const type = record && this.#types.of(record.type);
    if (!row || !type) return [];
    const { type: whole, catalog } = type.whole;
    const { empty } = this.#types;
    return personalFieldsIn(row, whole.attributes, empty.to, { catalog, owner: whole.uid });
  }

  /**
   * The documents that the source has published, by line: `published` if the version to copy equals
   * the published version, or `modified` if the draft has changed since.
   */
  async publishedLines(signal?: AbortSignal): Promise<Outcome<PublishedLines, BulkFailure>> {
    const published = new Map<number, "published" | "modified">();
    for (let at = 0; at < this.#records.length; at += maxRecordsTogether) {
      for (const group of groupsOf(this.#records.slice(at, at + maxRecordsTogether))) {
        const [failure, lines] = await this.#publishedIn(group, signal);
        if (failure) return failed(failure);
        for (const [line, state] of lines) published.set(line, state);
      }
    }
    return done(published);
  }

  /** The states of documents of one type and locale. */
  async #publishedIn(
    records: readonly CopyRecord[],
    signal: AbortSignal | undefined,
  ): Promise<Outcome<PublishedLines, BulkFailure>> {
    const [first] = records;
    const type = first && this.#types.of(first.type);
    if (!first || !type?.from.type.draftAndPublish) return done(new Map());
    const copied: [number, JsonObject][] = [];
    for (const [line, [failure, row]] of await this.#read(records, signal)) {
      if (failure) return failed(failure);
      copied.push([line, row]);
    }
    if (this.#version === "published") {
      return done(new Map(copied.map(([line]) => [line, "published"])));
    }
    const query = {
      status: "published",
      ids: records.map(({ fromId }) => fromId),
      locales: first.locale === undefined ? [] : [first.locale],
      shapes: [{ fields: ["updatedAt"] }],
    } as const;
    const [failure, published] = await readByIds(type.from, query, { signal });
    if (failure) return failed(failure);
    const times = new Map(published.map((row) => [textIn(row, "documentId"), row["updatedAt"]]));
    const lines = copied.flatMap(([line, row]) => {
      const time = times.get(textIn(row, "documentId"));
      if (time === undefined) return [];
      const isModified = stateOf(row["updatedAt"], time) === "modified";
      return [[line, isModified ? "modified" : "published"] as const];
    });
    return done(new Map(lines));
  }

  async #itemOf(
    record: CopyRecord,
    read: Outcome<JsonObject, BulkFailure> | undefined,
  ): Promise<SourceItem> {
    const { line } = record;
    const type = this.#types.of(record.type);
    const [failure, row] = read ?? failed({ code: "gone" });
    const name = type?.to.type.name ?? record.type;
    return failure
      ? { line, type: name, failure }
      : { line, record: await this.#recordOf(record, row, type) };
  }

  async #recordOf(
    record: CopyRecord,
    row: JsonObject,
    type: CopyType | undefined,
  ): Promise<SourceRecord> {
    const { line, locale, fromId, names } = record;
    if (!type) throw new Error(`The type ${record.type} is unknown.`);
    const { attributes } = type.view.type;
    const unread = unreadNames(row, type);
    const wanted = [...attributes.keys()].filter(
      (name) => (names?.includes(name) ?? true) && !unread.has(name),
    );
    return {
      line,
      type: type.to.type.name,
      documentId: fromId,
      ...(locale !== undefined && { locale }),
      content: await this.#withRequired(
        pick(copiedContent(row, attributes, type.view.catalog), wanted),
        { record, row, type },
      ),
    };
  }

  /** Adds made-up values for required fields that are left empty. */
  #withRequired(
    content: JsonObject,
    { record, row, type }: EmptyPlace,
  ): JsonObject | Promise<JsonObject> {
    const { empty } = this.#types;
    if (empty.to.all.length === 0) return content;
    return withMadeUpValues(content, row, {
      owner: type.whole.type.uid,
      attributes: { from: type.whole.type.attributes, to: type.to.type.attributes },
      components: { from: type.whole.catalog.components, to: type.to.catalog.components },
      empty: empty.to,
      seed: record.fromId,
      // The attributes of an existing document keep their values.
      keeps: record.names !== undefined,
    });
  }

  async #read(records: readonly CopyRecord[], signal: AbortSignal | undefined): Promise<ReadRows> {
    const rowsByLine = new Map<number, Outcome<JsonObject, BulkFailure>>();
    for (const [uid, some] of groupedBy(records, ({ type }) => type)) {
      const ids = some.map(({ fromId }) => fromId);
      const locales = some.map(({ locale }) => locale);
      const [failure, rows] = await this.#source.read(uid, { ids, locales }, { signal });
      const byId = groupedBy(rows ?? [], (row) => textIn(row, "documentId"));
      for (const { line, fromId, locale } of some) {
        const versions = fromId === singleId ? rows : byId.get(fromId);
        const row = versions?.find((one) => locale === undefined || one["locale"] === locale);
        if (failure) rowsByLine.set(line, failed(failure));
        else if (row) rowsByLine.set(line, done(row));
      }
    }
    return rowsByLine;
  }
}

/** The rows of records, by line. */
type ReadRows = ReadonlyMap<number, Outcome<JsonObject, BulkFailure>>;

/** The documents that the source has published, by line. */
export type PublishedLines = ReadonlyMap<number, "published" | "modified">;

/** The content of a document of the source, without the values themselves. */
interface SourceState {
  /** Digests of the attributes in portable form, except of attributes that were not read. */
  readonly digests: Readonly<Record<string, number>>;
  /** The time of the last change, in milliseconds. */
  readonly changedAt: number;
}

/** A record whose required fields may be left empty. */
interface EmptyPlace {
  readonly record: CopyRecord;
  readonly row: JsonObject;
  readonly type: CopyType;
}

/** Records of the same type and locale, which one request reads. */
const groupsOf = (chunk: readonly CopyRecord[]): Iterable<readonly CopyRecord[]> =>
  groupedBy(chunk, ({ type, locale = "" }) => `${type} ${locale}`).values();

function unreadNames(row: JsonObject, { from, view }: CopyType): ReadonlySet<string> {
  const route = from.type.kind === "single" ? "one" : "list";
  const { decided } = withRouteKnowledge(from, route).catalog;
  const catalog = { ...view.catalog, ...(decided && { decided }) };
  return new Set(unreadIn({ ...row, $: {} }, { type: view.type, catalog }).keys());
}

/** The attributes of a content that both services have. References are documentIds only. */
function copiedContent(from: JsonObject, attributes: Attributes, catalog: Catalog): JsonObject {
  const fields = new Map<string, Json>();
  for (const [name, attribute] of attributes) {
    const value = ownIn(from, name);
    if (value === undefined) continue;
    const one = (item: Json): Json => {
      if (!isObject(item)) return item;
      if (isOwnReference(attribute)) return pick(item, targetKeysOf(attribute));
      if (!isComponent(attribute)) return item;
      const inner = attributesOf(attribute, item, catalog) ?? new Map();
      return { ...pick(item, ["__component"]), ...copiedContent(item, inner, catalog) };
    };
    fields.set(name, isArray(value) ? value.map(one) : one(value));
  }
  return Object.fromEntries(fields);
}
