import { isIdentical } from "../content/equality.ts";
import { isMediaFile, usersType } from "../foundation/address.ts";
import type { Address, CollectionAddress } from "../foundation/address.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { ContentList } from "./contentList.ts";
import type { DocumentRow, FileRow, Page, RowSource } from "./contentList.ts";
import type { ListQuery } from "../content/listQuery.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import type { Snapshot, Draft } from "../documents/snapshotReader.ts";
import { noteUser } from "../connect/userRow.ts";
import type { ReadResult } from "../reading/readOptions.ts";
import type { CmsFile } from "../../client/index.ts";
import { textIn } from "../foundation/json.ts";

const maxParallelCounts = 4;

// Loaded with the first list.
const loadSources = () => import("./rowSources.ts");

/** Stores the list queries of collections, beyond the lifetime of a window. */
export interface ListQueryStore {
  load(collection: CollectionAddress): ListQuery | undefined;
  save(collection: CollectionAddress, listQuery: ListQuery): Promise<void>;
  drop(connection?: string): Promise<void>;
}

/** The collections that can be listed, with their rows and list queries. */
export class ContentLists extends ResourceOwner {
  readonly #changed = this.own(
    new Emitter<CollectionAddress & { readonly rows?: readonly string[] | undefined }>(),
  );
  /**
   * Fires when rows are added, changed or removed, and when a list query changes. `rows` are the ids
   * of rows that changed in place; undefined if rows were added or removed.
   */
  readonly onDidChange = this.#changed.event;
  readonly #listings = new Map<string, ContentList>();
  readonly #listQueries = new Map<string, ListQuery>();
  readonly #catalogs: Catalogs;
  readonly #pageSize: () => number;
  readonly #store: ListQueryStore;

  constructor(catalogs: Catalogs, pageSize: () => number, store: ListQueryStore) {
    super();
    this.#catalogs = catalogs;
    this.#pageSize = pageSize;
    this.#store = store;
    this.own(
      catalogs.onDidForget((connection) => {
        for (const listing of this.#listingsOf(connection)) listing.reset();
      }),
    );
  }

  #listingsOf(connection: string): readonly ContentList[] {
    const isOwn = ([key]: readonly [string, ContentList]) => key.startsWith(`${connection}/`);
    return [...this.#listings].filter(isOwn).map(([, listing]) => listing);
  }

  listing(collection: CollectionAddress): ContentList {
    const key = collectionKey(collection);
    const existingListing = this.#listings.get(key);
    if (existingListing) return existingListing;
    const listing = this.own(new ContentList(() => this.#source(collection), this.#pageSize));
    listing.onDidChange((rows) => this.#changed.fire({ ...collection, rows }));
    this.#listings.set(key, listing);
    return listing;
  }

  /** The locale in which a collection is listed; undefined if the type isn't localized. */
  locale(
    collection: CollectionAddress,
    type: ContentType,
    defaultLocale: string | undefined,
  ): string | undefined {
    const preferred = this.#catalogs.preferredLocale(collection.connection) ?? defaultLocale;
    return type.localized ? (this.listQuery(collection).locale ?? preferred) : undefined;
  }

  /** The list query that the user chose. Without a locale, the default locale is listed. */
  listQuery(collection: CollectionAddress): ListQuery {
    const key = collectionKey(collection);
    const listQuery = this.#listQueries.get(key) ?? this.#store.load(collection) ?? {};
    // Another window can change the stored list query. This window keeps the one that its rows were
    // read with.
    this.#listQueries.set(key, listQuery);
    return listQuery;
  }

  /** Changes the list query of a collection; an undefined part is cleared. */
  changeListQuery(collection: CollectionAddress, change: ListQuery): void {
    const listQuery = { ...this.listQuery(collection), ...change };
    this.#listQueries.set(collectionKey(collection), listQuery);
    void this.#store.save(collection, listQuery);
    this.listing(collection).clear();
  }

  /** Clears the list queries of one connection, or of all, and deletes them from the store. */
  async clearListQueries(connection?: string): Promise<void> {
    await this.#store.drop(connection);
    for (const key of [...this.#listQueries.keys()]) {
      if (connection !== undefined && !key.startsWith(`${connection}/`)) continue;
      this.#listQueries.delete(key);
      this.#listings.get(key)?.clear();
    }
  }

  /** Counts the rows of collections that are not loaded yet, a few at a time. */
  async count(collections: readonly CollectionAddress[]): Promise<void> {
    const limit = new ConcurrencyLimit(maxParallelCounts);
    await Promise.all(
      collections.map((collection) => limit.run(() => this.listing(collection).count())),
    );
  }

  /** Discards the rows of one collection, or of a whole connection with its catalog. */
  refresh({ connection, type }: { readonly connection: string; readonly type?: string }): void {
    if (type === undefined) this.#catalogs.forget(connection);
    else this.listing({ connection, type }).reset();
  }

  /** Reads failed listings when the service is back, and everything if its types have changed. */
  async resume(connection: string): Promise<void> {
    await this.#catalogs.revalidate(connection, true);
    for (const listing of this.#listingsOf(connection))
      if (listing.view.failure) void listing.more();
  }

  /** Updates the row of a document that a save, a publish or an editor has just read. */
  note(address: Address, snapshot: Snapshot): void {
    this.#rowOf(address)?.update(address.id, (row) => {
      if (row.kind === "document" && row.locale !== address.locale) return row;
      const updatedRow =
        row.kind === "document"
          ? noteDocument(row, snapshot)
          : row.kind === "file"
            ? noteFile(row, snapshot)
            : noteUser(row, snapshot);
      return isIdentical(row, updatedRow) ? row : updatedRow;
    });
  }

  forget(address: Address): void {
    this.#rowOf(address)?.remove(address.id);
  }

  /** Searches the first rows that match a text, regardless of the collection's list query. */
  async find(collection: CollectionAddress, search: string): ReadResult<Page> {
    const [failure, source] = await this.#source(collection, () => ({ search }));
    return failure ? failed(failure) : source.page({ start: 0, limit: this.#pageSize() });
  }

  #rowOf(address: Address): ContentList | undefined {
    return this.#listings.get(collectionKey(address));
  }

  /**
   * The row source for the current catalog. If the response to a page shows that the catalog is
   * outdated, the page is read again with the new catalog.
   */
  async #source(
    collection: CollectionAddress,
    listQuery = () => this.listQuery(collection),
  ): ReadResult<RowSource> {
    const outcome = await this.#createSource(collection, listQuery());
    if (collection.type === usersType || isMediaFile(collection)) return outcome;
    return mapOutcome(outcome, (source) => {
      const page: RowSource["page"] = (request, signal) => {
        const read = () => source.page(request, signal);
        const readAgain = async (): ReadResult<Page> => {
          const [failure, freshSource] = await this.#createSource(collection, listQuery());
          return failure ? failed(failure) : freshSource.page(request, signal);
        };
        return this.#catalogs.readWithFreshCatalog(collection.connection, read, readAgain);
      };
      return { ...source, page };
    });
  }

  async #createSource(collection: CollectionAddress, listQuery: ListQuery): ReadResult<RowSource> {
    const { connection, type: name } = collection;
    const sources = await loadSources();
    if (name === usersType) {
      const users = await this.#catalogs.service(connection);
      return mapOutcome(users, (service) => sources.userSource(service, listQuery));
    }
    const [failure, service] = await this.#catalogs.type(connection, name);
    if (failure) return failed(failure);
    if (isMediaFile(collection)) return done(sources.fileSource(service, listQuery));
    const [tooOld] = await sources.requireStatusFilter(service, listQuery);
    if (tooOld) return failed(tooOld);
    const locale = this.locale(collection, service.type, service.catalog.defaultLocale);
    return done(sources.documentSource(service, { ...listQuery, locale }));
  }
}

const collectionKey = ({ connection, type }: CollectionAddress): string => `${connection}/${type}`;

function noteDocument(
  { state: previousState, ...row }: DocumentRow,
  { title, publication, version }: Snapshot,
): DocumentRow {
  // The earlier state is no longer valid if the document has changed since.
  const isUnmoved = Date.parse(row.updatedAt) === version;
  const state = publication.knownValue?.state ?? (isUnmoved ? previousState : undefined);
  const updatedAt = new Date(version).toISOString();
  return { ...row, title, updatedAt, ...(state && { state }) };
}

function noteFile(
  row: FileRow,
  { title, content, version }: Pick<Draft, "title" | "content" | "version">,
): FileRow {
  const { file } = row;
  const currentFile = (content["$"] ?? null) as Partial<CmsFile> | null;
  // Another file that replaced this one has other facts.
  const newFacts = currentFile?.size === file.size ? {} : { ...currentFile, formats: null };
  const words = (name: string) => textIn(content, name) || null;
  return {
    ...row,
    title,
    file: {
      ...file,
      name: textIn(content, "name"),
      alternativeText: words("alternativeText"),
      caption: words("caption"),
      ...newFacts,
      updatedAt: new Date(version).toISOString(),
    },
  };
}
