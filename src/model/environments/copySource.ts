import type { Result } from "../../client/index.ts";
import type { SourceItem, SourceRecord, RecordSource } from "../bulk/importing/sourceRecord.ts";
import type { BulkFailure } from "../bulk/bulkFailure.ts";
import { attributesOf } from "../schemas/navigation.ts";
import { unreadIn } from "../content/unreadAttributes.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { publicationStatusOf } from "../content/publicationStatus.ts";
import { readByIds } from "../reading/pageReader.ts";
import { populateOf, readParts, splitPopulate } from "../reading/requestShape.ts";
import type { Shapes } from "../reading/requestShape.ts";
import { singleId } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, ownIn, pick, textIn } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import { isComponent, isOwnReference, targetKeysOf } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { CopyType, CopyTypes } from "./copyTypes.ts";
import { withMadeUpValues } from "./madeUpValues.ts";
import { personalFieldsIn } from "./personalData.ts";
import type { FoundField } from "./personalData.ts";
import { digestOf, PortableForm, portableReferences } from "./portableForm.ts";
import { changedAtOf } from "./sideReader.ts";
import type { Version } from "./sideReader.ts";

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
 * Reads the documents to copy from the source, in the order of the plan. Each call reads them again,
 * so that they are never all in memory. Attributes that the source does not return are left out.
 */
export class CopySource implements RecordSource {
  readonly #records: readonly CopyRecord[];
  readonly #types: CopyTypes;
  readonly #version: Version;
  /** The rows that were read last, by line. */
  #rows: ReadonlyMap<number, Outcome<ReadRow, BulkFailure>> = new Map();

  constructor(records: readonly CopyRecord[], types: CopyTypes, version: Version) {
    this.#records = records;
    this.#types = types;
    this.#version = version;
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
    const form = new PortableForm(this.#types.portableContext(type)).of(row.row);
    const digests = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) =>
        row.unread.has(name) ? [] : [[name, digestOf(value)]],
      ),
    );
    return { digests, changedAt: changedAtOf(row.row) };
  }

  /**
   * The fields of a document with personal data, and those that are left empty. Only for the document
   * that was read last.
   */
  personalFieldsOf(line: number): readonly FoundField[] {
    const row = this.#rows.get(line)?.[1]?.row;
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

  async #publishedIn(
    records: readonly CopyRecord[],
    signal: AbortSignal | undefined,
  ): Promise<Outcome<PublishedLines, BulkFailure>> {
    const [first] = records;
    const type = first && this.#types.of(first.type);
    if (!first || !type?.from.type.draftAndPublish) return done(new Map());
    const [error, drafts] = await this.#request(records, type, { fieldsOnly: true, signal });
    if (error) return refused(error);
    const [failure, live] =
      type.from.type.kind === "single"
        ? await this.#publishedSingle(records, type, signal)
        : await readPublishedVersions(first, drafts, type.from, signal);
    if (failure) return failed(failure);
    const lines = records.flatMap((record) => {
      const draft = rowOf(record, drafts);
      const version = rowOf(record, live);
      if (!draft || !version) return [];
      const { state } = publicationStatusOf(draft, [version], type.from.type);
      const isPublished = this.#version === "published" || state === "published";
      return [[record.line, isPublished ? "published" : "modified"] as const];
    });
    return done(new Map(lines));
  }

  async #publishedSingle(
    records: readonly CopyRecord[],
    type: CopyType,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<readonly JsonObject[], BulkFailure>> {
    const options = { fieldsOnly: true, version: "published", signal } as const;
    const [error, rows] = await this.#request(records, type, options);
    return error ? refused(error) : done(rows);
  }

  async #itemOf(
    record: CopyRecord,
    read: Outcome<ReadRow, BulkFailure> | undefined,
  ): Promise<SourceItem> {
    const { line } = record;
    const type = this.#types.of(record.type);
    const [failure, found] = read ?? failed({ code: "gone" });
    const name = type?.to.type.name ?? record.type;
    return failure
      ? { line, type: name, failure }
      : { line, record: await this.#recordOf(record, found, type) };
  }

  async #recordOf(
    record: CopyRecord,
    found: ReadRow,
    type: CopyType | undefined,
  ): Promise<SourceRecord> {
    const { line, locale, fromId, names } = record;
    if (!type) throw new Error(`The type ${record.type} is unknown.`);
    const { attributes } = type.view.type;
    const wanted = [...attributes.keys()].filter(
      (name) => (names?.includes(name) ?? true) && !found.unread.has(name),
    );
    return {
      line,
      type: type.to.type.name,
      documentId: fromId,
      ...(locale !== undefined && { locale }),
      content: await this.#withRequired(
        pick(copiedContent(found.row, attributes, type.view.catalog), wanted),
        { record, row: found.row, type },
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

  async #read(
    chunk: readonly CopyRecord[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, Outcome<ReadRow, BulkFailure>>> {
    const found = new Map<number, Outcome<ReadRow, BulkFailure>>();
    for (const group of groupsOf(chunk)) {
      const [first] = group;
      const type = first && this.#types.of(first.type);
      if (!type) continue;
      const [error, rows] = await this.#request(group, type, { signal });
      for (const record of group) {
        const row = rows && rowOf(record, rows);
        if (error) found.set(record.line, refused(error));
        else if (row) found.set(record.line, done({ row, unread: unreadNames(row, type) }));
      }
    }
    return found;
  }

  async #request(
    records: readonly CopyRecord[],
    type: CopyType,
    { fieldsOnly = false, version = this.#version, signal }: RequestOptions,
  ): Promise<Result<readonly JsonObject[], unknown>> {
    const { cms, type: own } = type.from;
    const options = signal ? { signal } : {};
    const params = { ...inLocale(records[0]), status: version };
    const fields = ["updatedAt", ...(own.localized ? ["locale"] : [])];
    const shapes: Shapes = fieldsOnly
      ? [{ fields: [...fields, "publishedAt"] }]
      : shapesOf(type, this.#types.relationKeys, fields);
    if (own.kind !== "single") {
      const filters = { documentId: { $in: records.map(({ fromId }) => fromId) } };
      return readParts<readonly JsonObject[], unknown>(shapes, (shape) =>
        cms
          .collection<JsonObject>(own.name)
          .findMany({ all: true, params: { ...shape, ...params, filters }, ...options }),
      );
    }
    const [error, row] = await readParts<JsonObject, unknown>(shapes, (shape) =>
      cms.single<JsonObject>(own.name).find({ params: { ...shape, ...params }, ...options }),
    );
    if (error) return error.name === "NotFoundError" ? [null, [], null] : [error, null, null];
    return [null, [{ ...row, documentId: singleId }], null];
  }
}

/** When the published versions of documents of one locale were last changed. */
function readPublishedVersions(
  { locale }: Pick<CopyRecord, "locale">,
  drafts: readonly JsonObject[],
  service: TypedService,
  signal: AbortSignal | undefined,
): Promise<Outcome<readonly JsonObject[], BulkFailure>> {
  const fields = ["updatedAt", "publishedAt", ...(service.type.localized ? ["locale"] : [])];
  const query = {
    status: "published",
    ids: drafts.map((row) => textIn(row, "documentId")),
    locales: locale === undefined ? [] : [locale],
    shapes: [{ fields }],
  } as const;
  return readByIds(service, query, { signal });
}

/** The documents that the source has published, by line. */
export type PublishedLines = ReadonlyMap<number, "published" | "modified">;

/** The content of a document of the source, without the values themselves. */
interface SourceState {
  /** Digests of the attributes in portable form, except of attributes that were not read. */
  readonly digests: Readonly<Record<string, number>>;
  /** The time of the last change, in milliseconds. */
  readonly changedAt: number;
}

interface RequestOptions {
  /** Whether only the time of the last change is needed. */
  readonly fieldsOnly?: boolean;
  readonly version?: Version;
  readonly signal: AbortSignal | undefined;
}

/** A record whose required fields may be left empty. */
interface EmptyPlace {
  readonly record: CopyRecord;
  readonly row: JsonObject;
  readonly type: CopyType;
}

/** A row of the source, and the attributes that it does not have in full. */
interface ReadRow {
  readonly row: JsonObject;
  readonly unread: ReadonlySet<string>;
}

/** Records of the same type and locale, which one request reads. */
const groupsOf = (chunk: readonly CopyRecord[]): Iterable<readonly CopyRecord[]> =>
  groupedBy(chunk, ({ type, locale = "" }) => `${type} ${locale}`).values();

const inLocale = (record: Pick<CopyRecord, "locale"> | undefined): { locale?: string } =>
  record?.locale === undefined ? {} : { locale: record.locale };

const rowOf = ({ fromId }: CopyRecord, rows: readonly JsonObject[]): JsonObject | undefined =>
  rows.find((row) => textIn(row, "documentId") === fromId);

function unreadNames(row: JsonObject, { from, view }: CopyType): ReadonlySet<string> {
  const route = from.type.kind === "single" ? "one" : "list";
  const { decided } = withRouteKnowledge(from, route).catalog;
  const catalog = { ...view.catalog, ...(decided && { decided }) };
  return new Set(unreadIn({ ...row, $: {} }, { type: view.type, catalog }).keys());
}

function shapesOf(
  { whole: view }: CopyType,
  keys: ReadonlyMap<string, string>,
  always: readonly string[],
): Shapes {
  const populated = populateOf(view.type.attributes, view.catalog, portableReferences(keys));
  const [first = {}, ...more] = splitPopulate(populated);
  return [{ populate: first }, ...more.map((populate) => ({ fields: always, populate }))] as Shapes;
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
