import type { CallOptions, Meta, Result, ShapeParams } from "../../client/index.ts";
import { keyTextOf } from "../bulk/importing/targetFinder.ts";
import { unreadIn } from "../documents/content/unreadAttributes.ts";
import type { MissingPart, UnreadAttributes } from "../documents/content/unreadAttributes.ts";
import { probe, withRouteKnowledge } from "../documents/snapshot/probe.ts";
import { titleOf } from "../documents/snapshot/reader.ts";
import { populateOf, readParts, splitPopulate } from "../documents/snapshot/shape.ts";
import type { Shapes } from "../documents/snapshot/shape.ts";
import { groupedBy, sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import type { JsonObject } from "../foundation/json.ts";
import { textIn } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import { listParams, requireStatusFilter } from "../query/listing/listQuery.ts";
import type { ListQuery } from "../query/listing/listQuery.ts";
import { isUnknownIn } from "../schemas/catalogs.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { EnvironmentFailure } from "./environmentFailure.ts";
import { PageLimit } from "../foundation/pageLimit.ts";
import type { LinkedFiles } from "./linkedFiles.ts";
import type { Matchable } from "./matching.ts";
import { canRefer, digestOf, PortableForm, portableReferences } from "./portableForm.ts";
import type { PortableContext } from "./portableForm.ts";

/** The number of documents per request. Services grant 100 by default. */
const pageSize = 100;

export type Version = "draft" | "published";

/** A document as a comparison keeps it: what tells it apart, and digests of its content. */
export interface SideDocument extends Matchable {
  readonly title: string;
  /** The time of the last change in any compared locale, in milliseconds. */
  readonly changedAt: number;
  /**
   * For each compared locale, a digest of each slot; undefined where the document does not exist.
   * The digest of an attribute that was not read in full is NaN.
   */
  readonly versions: readonly (Float64Array | undefined)[];
}

/** What a digest is of: an attribute, with its references named by key or by documentId. */
export interface DigestSlot {
  readonly name: string;
  readonly naming: "key" | "id";
}

/** A localization in portable form. */
export interface PortableVersion {
  readonly locale: string | undefined;
  readonly content: JsonObject;
  /** The attributes that were not read in full. */
  readonly unread: readonly string[];
}

/** The service whose documents are read, and what is read of them. */
export interface SideParts extends PortableContext {
  readonly service: TypedService;
  readonly links: LinkedFiles;
  /** The attribute that identifies the documents of the type on both services. */
  readonly key: string | undefined;
  /** The codes of the compared locales; empty for the service's default locale. */
  readonly locales: readonly string[];
  readonly version: Version;
  readonly limit: ConcurrencyLimit;
  readonly options: CallOptions;
  /** Called for each part of a document that the service does not return. */
  readonly onMissing: (missing: MissingPart, row: JsonObject) => void;
}

type Rows = readonly JsonObject[];
type Pages<T> = AsyncGenerator<Outcome<readonly T[], EnvironmentFailure>, void, void>;

/** Reads the documents of one type of a service in all compared locales. */
export class SideReader {
  readonly #parts: SideParts;
  readonly #form: PortableForm;
  readonly #key: string | undefined;
  /** Whether rows of several locales are read. */
  readonly #isLocalized: boolean;
  readonly slots: readonly DigestSlot[];

  constructor(parts: SideParts) {
    this.#parts = parts;
    this.#form = new PortableForm(parts);
    this.#key = parts.key;
    this.#isLocalized = parts.type.localized && parts.locales.length > 0;
    const names = [...parts.type.attributes.keys()].sort();
    const related = names.filter((name) => canRefer(parts.type.attributes.get(name)));
    this.slots = [
      ...names.map((name) => ({ name, naming: "key" as const })),
      ...related.map((name) => ({ name, naming: "id" as const })),
    ];
  }

  /** All documents, page by page, in the order of their documentIds. Reads one page ahead. */
  async *all(): Pages<SideDocument> {
    if (this.#parts.type.kind === "single") {
      const [failure, rows] = await this.#readSingle();
      return yield failure ? failed(failure) : await this.#documents(rows);
    }
    const limit = new PageLimit();
    let next: string | undefined;
    let coming = this.#page(undefined);
    do {
      const [failure, page] = await coming;
      if (failure) return yield failed(failure);
      if (limit.isExceededBy(page.rows, page.total)) return yield failed({ code: "endless-pages" });
      ({ next } = page);
      if (next !== undefined) coming = this.#page(next);
      const [unread, documents] = await this.#documents(page.rows);
      if (unread) return yield failed(unread);
      yield done(documents);
    } while (next !== undefined);
  }

  /** The documents with these documentIds, in requests for as many as fit in a URL. */
  async byIds(ids: readonly string[]): Promise<Outcome<SideDocument[], EnvironmentFailure>> {
    const [failure, rows] = await this.#rowsByIds(ids);
    return failure ? failed(failure) : this.#documents(rows);
  }

  /** The content of a document in each compared locale, in portable form. */
  async contentOf(
    id: string,
    signal?: AbortSignal,
  ): Promise<Outcome<PortableVersion[], EnvironmentFailure>> {
    const { type } = this.#parts;
    const reader = new SideReader({ ...this.#parts, options: signal ? { signal } : {} });
    const [failure, rows] =
      type.kind === "single" ? await reader.#readSingle() : await reader.#rowsByIds([id]);
    if (failure) return failed(failure);
    const [unread] = await reader.#learnLinks(rows);
    if (unread) return failed(unread);
    return done(
      this.#places.flatMap((locale) => {
        const row = rows.find((one) => this.#isIn(one, locale));
        if (!row) return [];
        return { locale, content: this.#form.of(row), unread: [...this.#unreadIn(row).keys()] };
      }),
    );
  }

  /** The documents that have one of these keys or documentIds, without their content. */
  async lookUp(
    by: "key" | "id",
    values: readonly string[],
  ): Promise<Outcome<Matchable[], EnvironmentFailure>> {
    const field = by === "id" ? "documentId" : this.#key;
    if (field === undefined) return done([]);
    const sizeOf = (value: string): number => sizeInUrl(value) + field.length + 40;
    const found: JsonObject[] = [];
    for (const some of urlChunks([...new Set(values)], sizeOf, pageSize)) {
      const [failure, rows] = await this.#lookUpSome({ [field]: { $in: some } });
      if (failure) return failed(failure);
      found.push(...rows);
    }
    return done(this.#identities(found));
  }

  /** The documentIds that match a list query in a locale, page by page. */
  async *matching(listQuery: ListQuery, locale: string | undefined): Pages<string> {
    const { service, options } = this.#parts;
    const [tooOld] = await requireStatusFilter(service, listQuery, options.signal);
    if (tooOld) return yield failed(tooOld);
    const limit = new PageLimit();
    for (let from: string | undefined; ;) {
      const [error, rows, meta] = await this.#list(this.#idParams(listQuery, locale, from));
      if (error) return yield refused(error);
      if (limit.isExceededBy(rows, meta.pagination?.total)) {
        return yield failed({ code: "endless-pages" });
      }
      const ids = rows.map((row) => textIn(row, "documentId"));
      yield done(ids);
      const last = ids.at(-1);
      // The same documentId again: the service ignores the filter.
      if (ids.length < pageSize || last === from) return;
      from = last;
    }
  }

  #idParams(listQuery: ListQuery, locale: string | undefined, from: string | undefined): object {
    const { service, version, type } = this.#parts;
    const { filters, ...params } = listParams(listQuery, service.type);
    const after = from === undefined ? [] : [{ documentId: { $gt: from } }];
    const conditions = [...(filters?.$and ?? []), ...after];
    return {
      ...params,
      status: version,
      ...(type.localized && locale !== undefined && { locale }),
      ...(conditions.length > 0 && { filters: { $and: conditions } }),
      fields: ["documentId"],
      sort: ["documentId:asc"],
      pagination: { pageSize, withCount: from === undefined },
    };
  }

  async #lookUpSome(filters: JsonObject): Promise<Outcome<Rows, EnvironmentFailure>> {
    const { type, limit, service, options } = this.#parts;
    const params = {
      status: "draft" as const,
      filters,
      fields: ["documentId", ...(this.#key === undefined ? [] : [this.#key]), ...this.#localeField],
      ...this.#localeParam,
    };
    const [error, rows] = await limit.run(() =>
      service.cms.collection<JsonObject>(type.name).findMany({ all: true, params, ...options }),
    );
    return error ? refused(error) : done(rows);
  }

  async #rowsByIds(ids: readonly string[]): Promise<Outcome<Rows, EnvironmentFailure>> {
    const { limit, service, options, type } = this.#parts;
    const found: JsonObject[] = [];
    const unique = [...new Set(ids)];
    for (let at = 0; at < unique.length; at += pageSize) {
      const some = unique.slice(at, at + pageSize);
      const [error, rows] = await readParts<Rows, unknown>(this.#shapes, (shape) =>
        limit.run(() =>
          service.cms.collection<JsonObject>(type.name).findMany({
            all: true,
            params: { ...shape, ...this.#placeParams, filters: { documentId: { $in: some } } },
            ...options,
          }),
        ),
      );
      if (error) return refused(error);
      // A service ignores filters that it doesn't know, and would then return everything.
      found.push(...rows.filter((row) => some.includes(textIn(row, "documentId"))));
    }
    return done(found);
  }

  get #placeParams() {
    return { status: this.#parts.version, ...this.#localeParam };
  }

  get #localeParam(): { readonly locale?: string } {
    const [first = "", ...others] = this.#parts.locales;
    return this.#isLocalized ? { locale: others.length > 0 ? "*" : first } : {};
  }

  get #localeField(): string[] {
    return this.#parts.type.localized ? ["locale"] : [];
  }

  get #shapes(): Shapes {
    const { type, catalog, keys } = this.#parts;
    const populated = populateOf(type.attributes, catalog, portableReferences(keys));
    const [first, ...more] = splitPopulate(populated);
    const always = ["updatedAt", ...this.#localeField];
    return [
      { populate: first ?? {} },
      ...more.map((populate) => ({ fields: always, populate })),
    ] as Shapes;
  }

  #list(params: object): Promise<Result<JsonObject[], Meta>> {
    const { limit, service, options, type } = this.#parts;
    return limit.run(() =>
      service.cms.collection<JsonObject>(type.name).findMany({ params, ...options }),
    );
  }

  async #page(from: string | undefined): Promise<Outcome<Page, EnvironmentFailure>> {
    const { service } = this.#parts;
    const params = {
      ...this.#placeParams,
      ...(from !== undefined && {
        filters: { documentId: this.#isLocalized ? { $gte: from } : { $gt: from } },
      }),
      sort: ["documentId:asc", "id:asc"],
    };
    const judge =
      from === undefined
        ? probe(service, "list", (shape) =>
            this.#list({ ...shape, ...params, pagination: { pageSize: 1, withCount: false } }),
          )
        : undefined;
    const pagination = { pageSize, withCount: from === undefined };
    const [error, rows, meta] = await readParts<Rows, Meta>(this.#shapes, (shape) =>
      this.#list({ ...shape, ...params, pagination }),
    );
    await judge?.(rows?.[0]);
    if (error) return refused(error);
    if (rows.some((row) => isUnknownIn(row, service.type))) service.doubt();
    return done(withoutCutDocument(rows, { meta, from, isLocalized: this.#isLocalized }));
  }

  /** A single type has no list route, so each locale takes one request. */
  async #readSingle(): Promise<Outcome<Rows, EnvironmentFailure>> {
    const { service, version, limit, options, type } = this.#parts;
    const found: JsonObject[] = [];
    for (const locale of this.#places) {
      const params = { status: version, ...(locale !== undefined && { locale }) };
      const read = (shape: ShapeParams) =>
        limit.run(() =>
          service.cms
            .single<JsonObject>(type.name)
            .find({ params: { ...shape, ...params }, ...options }),
        );
      const judge = probe(service, "one", read);
      const [error, row] = await readParts<JsonObject, unknown>(this.#shapes, read);
      await judge(row ?? undefined);
      if (row) found.push(row);
      else if (error.name !== "NotFoundError") return refused(error);
    }
    return done(found);
  }

  #learnLinks(rows: Rows): Promise<Outcome<null, EnvironmentFailure>> {
    const { links, limit, options } = this.#parts;
    return links.learn(rows, { ...options, run: (request) => limit.run(request) });
  }

  /** One document for the rows of its localizations. */
  async #documents(rows: Rows): Promise<Outcome<SideDocument[], EnvironmentFailure>> {
    const [failure] = await this.#learnLinks(rows);
    if (failure) return failed(failure);
    const groups = groupedBy(rows, (row) => textIn(row, "documentId"));
    const found = [...groups].flatMap(([id, all]) => {
      const known = this.#places.map((locale) => all.find((row) => this.#isIn(row, locale)));
      const first = known.find((row) => row !== undefined);
      if (!first) return [];
      return {
        id,
        title: titleOf(first, this.#parts.type),
        changedAt: Math.max(...all.map(changedAtOf)),
        keys: known.map((row) => row && this.#keyOf(row)),
        versions: known.map((row) => row && this.#digests(row)),
      };
    });
    return done(found);
  }

  #identities(rows: Rows): Matchable[] {
    const groups = groupedBy(rows, (row) => textIn(row, "documentId"));
    return [...groups].map(([id, all]) => ({
      id,
      keys: this.#places.map((locale) => {
        const row = all.find((one) => this.#isIn(one, locale));
        return row && this.#keyOf(row);
      }),
    }));
  }

  get #places(): readonly (string | undefined)[] {
    return this.#isLocalized ? this.#parts.locales : [undefined];
  }

  #isIn = (row: JsonObject, locale: string | undefined): boolean =>
    locale === undefined || textIn(row, "locale") === locale;

  #keyOf(row: JsonObject): string | undefined {
    return this.#key === undefined ? undefined : keyTextOf(row[this.#key]);
  }

  #unreadIn(row: JsonObject): UnreadAttributes {
    const { type, catalog, service } = this.#parts;
    const route = type.kind === "single" ? "one" : "list";
    const { decided } = withRouteKnowledge(service, route).catalog;
    return unreadIn(
      { ...row, $: {} },
      { type, catalog: { ...catalog, ...(decided && { decided }) } },
    );
  }

  #digests(row: JsonObject): Float64Array {
    const unread = this.#unreadIn(row);
    for (const missing of [...unread.values()].flat()) this.#parts.onMissing(missing, row);
    const values = { key: this.#form.of(row), id: this.#form.of(row, "id") };
    return Float64Array.from(this.slots, ({ name, naming }) =>
      unread.has(name) ? NaN : digestOf(values[naming][name] ?? null),
    );
  }
}

/** The time of a row's last change, in milliseconds. */
export const changedAtOf = (row: JsonObject): number => Date.parse(textIn(row, "updatedAt")) || 0;

interface Page {
  readonly rows: Rows;
  /** The number of rows of all pages; undefined if the service didn't count them. */
  readonly total: number | undefined;
  /** The documentId at which the next page starts; undefined for the last page. */
  readonly next: string | undefined;
}

interface PageFacts {
  readonly meta: Meta;
  readonly from: string | undefined;
  readonly isLocalized: boolean;
}

/**
 * A full page may end between the localizations of its last document. The next page starts with
 * that document again.
 */
function withoutCutDocument(rows: Rows, { meta, from, isLocalized }: PageFacts): Page {
  const { pageSize: granted = pageSize, total } = meta.pagination ?? {};
  const last = textIn(rows.at(-1) ?? {}, "documentId");
  const whole = isLocalized ? rows.filter((row) => row["documentId"] !== last) : rows;
  // The same documentId again: the service ignores the filter.
  const isLast = rows.length < granted || whole.length === 0 || last === from;
  return isLast ? { rows, total, next: undefined } : { rows: whole, total, next: last };
}
