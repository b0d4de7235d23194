import type { Address } from "./address.ts";
import { isSingle, usersType } from "./address.ts";
import type { Catalogs, TypedService } from "./catalogs.ts";
import type { Content, Place } from "./content.ts";
import type { Documents } from "./documents.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed, refused } from "./outcome.ts";
import { localeOf } from "./reader.ts";
import type { Reader, Snapshot } from "./reader.ts";

/** What a person had before their eyes when they decided: the version, and those of the other locales. */
type Looked = Pick<Snapshot, "version"> & Partial<Pick<Snapshot, "family">>;

/** Publishing, deleting and counting: what is done to documents as a whole. */
export class Lifecycle {
  readonly #catalogs: Catalogs;
  readonly #reader: Reader;
  readonly #documents: Documents;
  readonly #content: Content;

  constructor(parts: {
    readonly catalogs: Catalogs;
    readonly reader: Reader;
    readonly documents: Documents;
    readonly content: Content;
  }) {
    this.#catalogs = parts.catalogs;
    this.#reader = parts.reader;
    this.#documents = parts.documents;
    this.#content = parts.content;
  }

  /** The document as it is on the service now. */
  look(address: Address, signal?: AbortSignal): Promise<Outcome<Snapshot>> {
    return this.#reader.read(address, signal);
  }

  /**
   * Publishes the draft in its locale, if it still is the version that was looked at. A signal
   * stops it before it is sent, not after.
   */
  async publish(address: Address, looked: Looked, signal?: AbortSignal): Promise<Outcome<null>> {
    const [failure, service] = await this.#unchanged(address, looked, signal);
    if (failure) return failed(failure);
    const { cms, type } = service;
    const params = localeOf(address);
    const [error] = isSingle(address)
      ? await cms.single<JsonObject>(type.name).publish({ params })
      : await cms.collection<JsonObject>(type.name).publish({ documentId: address.id, params });
    if (error) return refused(error);
    // Published is published: a row that can't be read anew shows it at the next refresh.
    const [, published] = await this.#reader.read(address);
    if (published) this.#content.note(address, published);
    this.#documents.touch(address, published);
    return done(null);
  }

  /**
   * Deletes the document in every locale, if it still is the version that was looked at. A signal
   * stops it before it is sent, not after.
   */
  async delete(address: Address, looked: Looked, signal?: AbortSignal): Promise<Outcome<null>> {
    const [failure, service] = await this.#unchanged(address, looked, signal);
    if (failure) return failed(failure);
    const { cms, type } = service;
    // Without a locale the service deletes the default one only, and orphans the others.
    const params = type.localized ? { locale: "*" } : {};
    const [error] = isSingle(address)
      ? await cms.single(type.name).delete({ params })
      : await cms.collection<JsonObject>(type.name).delete({ documentId: address.id, params });
    if (error) return refused(error);
    this.#content.forget(address);
    this.#documents.drop(address);
    return done(null);
  }

  /** How many documents, drafts included, or users there are. */
  async count(place: Place, locale?: string, signal?: AbortSignal): Promise<Outcome<number>> {
    const [failure, service] = await this.#catalogs.service(place.connection);
    if (failure) return failed(failure);
    const users = service.cms.users();
    const documents = service.cms.collection<JsonObject>(place.type);
    const options = signal ? { signal } : {};
    const [error, count] =
      place.type === usersType
        ? await users.count(options)
        : await documents.count({
            params: { status: "draft", ...(locale && { locale }) },
            ...options,
          });
    return error ? refused(error) : done(count);
  }

  async #unchanged(
    address: Address,
    looked: Looked,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<TypedService>> {
    const [failure, now] = await this.#reader.read(address, signal);
    if (failure) return failed(failure);
    if (signal?.aborted) return failed({ code: "declined" });
    const { version, family = now.family } = looked;
    if (now.version !== version || now.family !== family) {
      return failed({ code: "changed-meanwhile" });
    }
    return this.#catalogs.type(address.connection, address.type);
  }
}
