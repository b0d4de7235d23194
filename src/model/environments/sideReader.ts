import type { CallOptions } from "../../client/index.ts";
import { keyTextOf, textIn } from "../foundation/json.ts";
import { unreadIn } from "../content/unreadAttributes.ts";
import type { MissingPart, UnreadAttributes } from "../content/unreadAttributes.ts";
import { readByIds, readDocumentPages, searchOf } from "../reading/pageReader.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { titleOf } from "../documents/reader.ts";
import { shapesFor } from "../content/requestShape.ts";
import type { Shapes } from "../content/requestShape.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ListQuery } from "../content/listQuery.ts";
import { findByValues } from "../reading/lookup.ts";
import { checkRows } from "../reading/unlistedKeys.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { EnvironmentFailure } from "./environmentFailure.ts";
import type { LinkedFiles } from "./linkedFiles.ts";
import type { Matchable } from "./matching.ts";
import { canRefer, digestOf, PortableForm, portableReferences } from "./portableForm.ts";
import type { PortableContext } from "./portableForm.ts";
import type { SourceRows } from "./sourceRows.ts";

/** The number of documents whose rows are in memory at once. */
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
  /** Called for each document that is passed over. */
  readonly onOddRow: (row: OddRow) => void;
  /** Called for each part of a document that the service does not return. */
  readonly onMissing: (missing: MissingPart, row: JsonObject) => void;
  /** Reads the documents that are chosen by their ids; absent to request them. */
  readonly rows: SourceRows | undefined;
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
    const { type, rows: source } = this.#parts;
    // The document of a single type has no ids to choose it by.
    if (source && type.kind === "single") return yield await this.byIds([""]);
    const query = { ...this.#query, probesRoute: true };
    for await (const [failure, page] of readDocumentPages(
      this.#parts.service,
      query,
      this.#options,
    )) {
      if (failure) return yield failed(failure);
      page.odd.forEach(this.#parts.onOddRow);
      yield await this.#documents(page.rows);
    }
  }

  /** The documents with these documentIds, 100 in each request. */
  async byIds(ids: readonly string[]): Promise<Outcome<SideDocument[], EnvironmentFailure>> {
    const unique = [...new Set(ids)];
    const all: SideDocument[] = [];
    for (let at = 0; at < unique.length; at += pageSize) {
      const [failure, rows] = await this.#rowsByIds(unique.slice(at, at + pageSize));
      const [error, documents] = failure ? failed(failure) : await this.#documents(rows);
      if (error) return failed(error);
      all.push(...documents);
    }
    return done(all);
  }

  /** The content of a document in each compared locale, in portable form. */
  async contentOf(
    id: string,
    signal?: AbortSignal,
  ): Promise<Outcome<PortableVersion[], EnvironmentFailure>> {
    const reader = new SideReader({ ...this.#parts, options: signal ? { signal } : {} });
    const [failure, rows] = await reader.#rowsByIds([id]);
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
    const { service, type, limit, options } = this.#parts;
    const field = by === "id" ? "documentId" : this.#key;
    if (field === undefined) return done([]);
    const fields = this.#key === undefined ? [] : [this.#key];
    const { locale = null } = this.#localeParam;
    const query = { type, path: [field], values, locale, fields } as const;
    const [failure, rows] = await findByValues(service, query, { ...options, limit });
    return failure ? failed(failure) : done(this.#identities(rows));
  }

  /** The documentIds that match a list query in a locale. */
  async matching(
    listQuery: ListQuery,
    locale: string | undefined,
  ): Promise<Outcome<string[], EnvironmentFailure>> {
    const { service, version } = this.#parts;
    const { names } = searchOf({ listQuery }, service);
    const query = {
      status: version,
      listQuery,
      locales: locale === undefined ? [] : [locale],
      shapes: shapesFor(service, { names }),
    };
    const ids: string[] = [];
    for await (const [failure, page] of readDocumentPages(service, query, this.#options)) {
      if (failure) return failed(failure);
      ids.push(...page.rows.map(idOf));
    }
    return done(ids);
  }

  async #rowsByIds(ids: readonly string[]): Promise<Outcome<Rows, EnvironmentFailure>> {
    const { service, rows: source } = this.#parts;
    if (!source) return readByIds(service, { ...this.#query, ids }, this.#options);
    const names = { ids, locales: this.#places };
    const [failure, rows] = await source.read(service.type.uid, names, this.#options);
    return failure ? failed(failure) : done(rows.filter((row) => this.#isCompared(row)));
  }

  get #query() {
    const { version, locales } = this.#parts;
    return { status: version, locales, shapes: this.#shapes };
  }

  get #options(): ReadOptions {
    const { limit, options } = this.#parts;
    return { limit, ...options };
  }

  get #localeParam(): { readonly locale?: string } {
    const [first = "", ...others] = this.#parts.locales;
    return this.#isLocalized ? { locale: others.length > 0 ? "*" : first } : {};
  }

  get #shapes(): Shapes {
    const { type, catalog, keys } = this.#parts;
    return shapesFor({ type, catalog }, { references: portableReferences(keys) });
  }

  #learnLinks(rows: Rows): Promise<Outcome<null, EnvironmentFailure>> {
    const { links, limit, options } = this.#parts;
    return links.learn(rows, { ...options, limit });
  }

  /** One document for the rows of its localizations. */
  async #documents(rows: Rows): Promise<Outcome<SideDocument[], EnvironmentFailure>> {
    checkRows(this.#parts.service, rows);
    const [failure] = await this.#learnLinks(rows);
    if (failure) return failed(failure);
    const groups = groupedBy(rows, idOf);
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
    const groups = groupedBy(rows, idOf);
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

  #isCompared = (row: JsonObject): boolean =>
    this.#places.some((locale) => this.#isIn(row, locale));

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

const idOf = (row: JsonObject): string => textIn(row, "documentId");

/** The time of a row's last change, in milliseconds. */
export const changedAtOf = (row: JsonObject): number => Date.parse(textIn(row, "updatedAt")) || 0;
