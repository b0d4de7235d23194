import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { keyTextOf, pick, textIn, valueIn, ownIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { PageReader, searchOf } from "../reading/pageReader.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { titleOf } from "../documents/snapshotReader.ts";
import { shapesFor } from "../content/requestShape.ts";
import { groupedBy, sizedChunks } from "../foundation/chunks.ts";
import { done, failed, mapOutcome, type Outcome } from "../foundation/outcome.ts";
import type { ListQuery } from "../content/listQuery.ts";
import { findByValues } from "../reading/lookup.ts";
import type { LinkedFiles } from "../media/linkedFiles.ts";
import type { Matchable } from "./documentMatching.ts";
import { canRefer, digestOf, PortableForm, portableReferences } from "./portableForm.ts";
import type { PortableContext } from "./portableForm.ts";
import type { LeftOutParts } from "./sharedShape.ts";
import type { SourceRows } from "./sourceRows.ts";
import { eachPathOnce, unreadAttributesOf, unreadPartsOf } from "./unreadParts.ts";
import type { ReadSide, UnreadPart } from "./unreadParts.ts";
import { stateOf, rowTimes } from "../content/publicationStatus.ts";
import { checkRows } from "../reading/documentReader.ts";

/** The number of documents whose rows are in memory at once. */
const pageSize = 100;

export type Version = "draft" | "published";

/** A document as a comparison keeps it: what tells it apart, and digests of its content. */
export interface SideDocument extends Matchable {
  readonly title: string;
  /** The time of the last change in any compared locale, in milliseconds. */
  readonly changedAt: number;
  /** The times of each compared locale; undefined where the document does not exist. */
  readonly times: readonly (ReturnType<typeof rowTimes> | undefined)[];
  /**
   * For each compared locale, a digest of each slot; undefined where the document does not exist.
   * The digest of an attribute that was not read in full is NaN.
   */
  readonly versions: readonly (Float64Array | undefined)[];
  readonly unread: readonly UnreadPart[];
}

export interface PortableVersion {
  readonly locale: string | undefined;
  readonly content: JsonObject;
  /** The attributes that were not read in full. */
  readonly unread: readonly string[];
}

interface SideParts extends PortableContext, ReadSide {
  readonly links: LinkedFiles;
  /** The attribute that identifies the documents of the type on both services. */
  readonly key: string | undefined;
  /** The codes of the compared locales; empty for the service's default locale. */
  readonly locales: readonly string[];
  readonly version: Version;
  readonly options: ReadOptions;
  readonly leftOut: LeftOutParts;
  /** Reads the documents that are chosen by their ids; absent to request them. */
  readonly rows: SourceRows | undefined;
}

type Rows = readonly JsonObject[];
type Localizations = readonly (JsonObject | undefined)[];

/** Reads the documents of one type of a service in all compared locales. */
export class SideReader {
  readonly #parts: SideParts;
  readonly #form: PortableForm;
  readonly #ownForm: PortableForm;
  /** The compared locales; undefined stands for the default one, or for a type without locales. */
  readonly #places: readonly (string | undefined)[];
  /**
   * What each digest is of: an attribute, with its references named by key or by documentId. `own`: by
   * the documentIds of the service where there is no key, so that it stays equal when pairs become known.
   */
  readonly slots: readonly { readonly name: string; readonly naming: "key" | "id" | "own" }[];

  constructor(parts: SideParts) {
    this.#parts = parts;
    this.#form = new PortableForm(parts);
    const neutralId = (_: string, id: string) => id;
    this.#ownForm = new PortableForm({ ...parts, neutralId, uploadAgain: undefined });
    const isLocalized = parts.type.localized && parts.locales.length > 0;
    this.#places = isLocalized ? parts.locales : [undefined];
    const names = [...parts.type.attributes.keys()].sort();
    const related = names.filter((name) => canRefer(parts.type.attributes.get(name)));
    this.slots = [
      ...names.map((name) => ({ name, naming: "key" as const })),
      ...related.map((name) => ({ name, naming: "id" as const })),
      ...related.map((name) => ({ name, naming: "own" as const })),
    ];
  }

  /** All documents, page by page, in the order of their documentIds. Reads one page ahead. */
  async *all(): AsyncGenerator<Outcome<readonly SideDocument[], BulkFailure>, void, void> {
    const { service, rows: source, options, leftOut, side } = this.#parts;
    // The document of a single type has no ids to choose it by.
    if (source && service.type.kind === "single") return yield await this.byIds([""]);
    for await (const [failure, page] of new PageReader(service, this.#query, options).pages()) {
      if (failure) return yield failed(failure);
      const { uid } = service.type;
      leftOut.add(...page.odd.map((row) => ({ code: "row", type: uid, side, row }) as const));
      yield await this.#documents(page.rows);
    }
  }

  /** The documents with these documentIds, 100 in each request. */
  async byIds(ids: readonly string[]): BulkResult<SideDocument[]> {
    const all: SideDocument[] = [];
    for (const chunk of sizedChunks([...new Set(ids)], pageSize)) {
      const [failure, rows] = await this.#rowsByIds(chunk);
      const [error, documents] = failure ? failed(failure) : await this.#documents(rows);
      if (error) return failed(error);
      all.push(...documents);
    }
    return done(all);
  }

  /** The content of a document in each compared locale, in portable form; none without an id. */
  async contentOf(id: string | undefined, signal?: AbortSignal): BulkResult<PortableVersion[]> {
    if (id === undefined) return done([]);
    const { links } = this.#parts;
    const options = { ...this.#parts.options, signal };
    const [failure, rows] = await this.#rowsByIds([id], options);
    if (failure) return failed(failure);
    return mapOutcome(await links.learn(rows, options), () =>
      this.#places.flatMap((locale) => {
        const row = rows.find((candidate) => isIn(candidate, locale));
        if (!row) return [];
        const unread = [...unreadAttributesOf(row, this.#parts).keys()];
        return { locale, content: this.#form.of(row), unread };
      }),
    );
  }

  /** The documents that have one of these keys or documentIds, without their content. */
  async lookUp(by: "key" | "id" | "title", values: readonly string[]): BulkResult<Matchable[]> {
    const { service, type, key, options } = this.#parts;
    const field = { id: "documentId", key, title: type.titleField }[by];
    if (field === undefined) return done([]);
    const fields = key === undefined ? [] : [key];
    const [first = null, ...others] = this.#places;
    const locale = others.length > 0 ? "*" : first;
    const query = { type, path: [field], values, locale, fields } as const;
    return mapOutcome(await findByValues(service, query, options), (rows) =>
      this.#localizationsById(rows).map(([id, known]) => this.#matchable(id, known)),
    );
  }

  /** Whether each compared localization is published as it is, by documentId. */
  async published(
    documents: readonly SideDocument[],
  ): BulkResult<ReadonlyMap<string, readonly boolean[]>> {
    const { service, locales, version, options } = this.#parts;
    if (version === "published")
      return done(new Map(documents.map(({ id, times }) => [id, times.map(Boolean)])));
    const ids = documents.map(({ id }) => id);
    const shapes = shapesFor(service, { names: [] });
    const query = { status: "published", locales, shapes } as const;
    return mapOutcome(await new PageReader(service, query, options).byIds(ids), (rows) => {
      const published = new Map(
        this.#localizationsById(rows).map(([id, known]) => [
          id,
          known.map((row) => row && rowTimes(row).version),
        ]),
      );
      const isPublished = ({ id, times }: SideDocument) =>
        times.map((draft, at) => stateOf(draft?.version, published.get(id)?.[at]) === "published");
      return new Map(documents.map((document) => [document.id, isPublished(document)]));
    });
  }

  async matching(listQuery: ListQuery, locale: string | undefined): BulkResult<string[]> {
    const { service, version, options } = this.#parts;
    const { names } = searchOf({ listQuery }, service);
    const query = {
      status: version,
      listQuery,
      locales: locale === undefined ? [] : [locale],
      shapes: shapesFor(service, { names }),
    };
    const ids: string[] = [];
    for await (const [failure, page] of new PageReader(service, query, options).pages()) {
      if (failure) return failed(failure);
      ids.push(...page.rows.map(idOf));
    }
    return done(ids);
  }

  async #rowsByIds(ids: readonly string[], options = this.#parts.options): BulkResult<Rows> {
    const { service, rows: source } = this.#parts;
    if (!source) return new PageReader(service, this.#query, options).byIds(ids);
    const { uid } = service.type;
    return mapOutcome(await source.read(uid, ids, this.#places, options), (rows) =>
      rows.filter((row) => this.#places.some((locale) => isIn(row, locale))),
    );
  }

  get #query() {
    const { keys, version, locales } = this.#parts;
    const shapes = shapesFor(this.#parts, { references: portableReferences(keys) });
    return { status: version, locales, shapes, probesRoute: true };
  }

  async #documents(rows: Rows): BulkResult<SideDocument[]> {
    const { service, type, links, options } = this.#parts;
    checkRows(service, rows);
    const [failure] = await links.learn(rows, options);
    if (failure) return failed(failure);
    const related = this.slots.flatMap(({ name, naming }) => (naming === "own" ? name : []));
    const documents = this.#localizationsById(rows).flatMap(([id, known, all]) => {
      const first = known.find((row) => row !== undefined);
      if (!first) return [];
      const read = known.map((row) => {
        if (!row) return undefined;
        const unread = unreadAttributesOf(row, this.#parts);
        const values = {
          key: this.#form.of(row),
          id: this.#form.of(row, "id"),
          own: this.#ownForm.of(pick(row, related)),
        };
        const digests = Float64Array.from(this.slots, ({ name, naming }) =>
          unread.has(name) ? NaN : digestOf(valueIn(values[naming], name)),
        );
        return { digests, unread: unreadPartsOf(row, this.#parts, unread) };
      });
      return {
        ...this.#matchable(id, known),
        title: titleOf(first, type),
        changedAt: Math.max(...all.map(changedAtOf)),
        times: known.map((row) => row && rowTimes(row)),
        versions: read.map((version) => version?.digests),
        unread: eachPathOnce(read.flatMap((version) => version?.unread ?? [])),
      };
    });
    return done(documents);
  }

  /** For each documentId the row of each compared locale, if there is one, and all rows. */
  #localizationsById(rows: Rows): (readonly [id: string, known: Localizations, all: Rows])[] {
    return [...groupedBy(rows, idOf)].map(([id, all]) => {
      const known = this.#places.map((locale) => all.find((row) => isIn(row, locale)));
      return [id, known, all] as const;
    });
  }

  #matchable(id: string, known: Localizations): Matchable {
    const { key } = this.#parts;
    const keyOf = (row: JsonObject) => (key === undefined ? undefined : keyTextOf(ownIn(row, key)));
    return { id, keys: known.map((row) => row && keyOf(row)) };
  }

  /** Whether a digest is that of an attribute without a value of its own. */
  isEmpty(name: string, digest: number | undefined): boolean {
    const attribute = this.#parts.type.attributes.get(name);
    const emptyValues: readonly Json[] = [null, [], (attribute?.default ?? null) as Json];
    return emptyValues.some((value) => digestOf(value) === digest);
  }
}

const isIn = (row: JsonObject, locale: string | undefined): boolean =>
  locale === undefined || textIn(row, "locale") === locale;

const idOf = (row: JsonObject): string => textIn(row, "documentId");

/** The time of a row's last change, in milliseconds. */
export const changedAtOf = (row: JsonObject): number => Date.parse(textIn(row, "updatedAt")) || 0;
