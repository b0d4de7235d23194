import { usersType } from "./address.ts";
import type { Address } from "./address.ts";
import type { ContentType } from "./catalog.ts";
import type { Catalogs } from "./catalogs.ts";
import { Emitter } from "./events.ts";
import type { Disposable } from "./events.ts";
import { Listing } from "./listing.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed } from "./outcome.ts";
import type { Snapshot } from "./reader.ts";
import { documentSource, userSource } from "./rows.ts";
import type { Row, RowSource } from "./rows.ts";

/** A collection or the users of a connection. */
export interface Place {
  readonly connection: string;
  /** The name of the type, or `users`. */
  readonly type: string;
}

/** What can be listed: which rows there are, and in which locale they are shown. */
export class Content implements Disposable {
  readonly #changed = new Emitter<Place>();
  /** Rows came, changed or went, or another locale is shown. */
  readonly onDidChange = this.#changed.event;
  readonly #listings = new Map<string, Listing>();
  readonly #locales = new Map<string, string>();
  readonly #catalogs: Catalogs;
  readonly #pageSize: () => number;
  readonly #listening: Disposable;

  constructor(catalogs: Catalogs, pageSize: () => number) {
    this.#catalogs = catalogs;
    this.#pageSize = pageSize;
    this.#listening = catalogs.onDidForget((connection) => {
      for (const [key, listing] of this.#listings) {
        if (key.startsWith(`${connection}/`)) listing.reset();
      }
    });
  }

  listing(place: Place): Listing {
    const key = placeKey(place);
    const known = this.#listings.get(key);
    if (known) return known;
    const listing = new Listing(() => this.#source(place), this.#pageSize);
    listing.onDidChange(() => {
      this.#changed.fire(place);
    });
    this.#listings.set(key, listing);
    return listing;
  }

  /** The locale that a collection is shown in; undefined where the type has none. */
  locale(place: Place, type: ContentType, defaultLocale: string | undefined): string | undefined {
    return type.localized ? (this.#locales.get(placeKey(place)) ?? defaultLocale) : undefined;
  }

  chooseLocale(place: Place, locale: string): void {
    this.#locales.set(placeKey(place), locale);
    this.listing(place).reset();
  }

  /** Forgets the rows of one place, or of a whole connection with its catalog. */
  refresh({ connection, type }: { readonly connection: string; readonly type?: string }): void {
    if (type === undefined) this.#catalogs.forget(connection);
    else this.listing({ connection, type }).reset();
  }

  /** Shows in its row what a save, a publish or an editor has just seen of a document. */
  note(address: Address, { title, state, version }: Snapshot): void {
    const updatedAt = new Date(version).toISOString();
    this.#rowOf(address)?.update(address.id, (row) =>
      row.kind === "document" && row.locale === address.locale
        ? { ...row, title, updatedAt, ...(state && { state }) }
        : row,
    );
  }

  forget(address: Address): void {
    this.#rowOf(address)?.remove(address.id);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const listing of this.#listings.values()) listing.dispose();
    this.#changed.dispose();
  }

  /** The first rows that match a text, searched on the service. */
  async find(place: Place, search: string): Promise<Outcome<readonly Row[]>> {
    const [failure, source] = await this.#source(place, search);
    if (failure) return failed(failure);
    const [error, page] = await source.page({ start: 0, limit: this.#pageSize() });
    return error ? failed(error) : done(page.rows);
  }

  #rowOf(address: Address): Listing | undefined {
    return this.#listings.get(placeKey(address));
  }

  async #source({ connection, type: name }: Place, search?: string): Promise<Outcome<RowSource>> {
    if (name === usersType) {
      const [failure, service] = await this.#catalogs.service(connection);
      return failure ? failed(failure) : done(userSource(service.cms, { search }));
    }
    const [failure, service] = await this.#catalogs.type(connection, name);
    if (failure) return failed(failure);
    const { cms, type, catalog } = service;
    const locale = this.locale({ connection, type: name }, type, catalog.defaultLocale);
    return done(documentSource(cms, type, { locale, search }));
  }
}

const placeKey = ({ connection, type }: Place): string => `${connection}/${type}`;
