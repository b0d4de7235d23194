import type { CmsFile } from "../../client/index.ts";
import type { Connections } from "../connect/connections.ts";
import { revealHidden } from "../documents/hiddenContent.ts";
import type { Address } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, isDenied, isServiceFailure, mapOutcome } from "../foundation/outcome.ts";
import { findFiles, readFileUrls } from "../reading/fileReader.ts";
import { findByValues, type ValueQuery } from "../reading/lookup.ts";
import type { ReadFailure, ReadOptions, ReadResult } from "../reading/readOptions.ts";
import { isListable, type Catalog } from "../schemas/catalog.ts";
import type { Catalogs, Service } from "../schemas/catalogs.ts";
import { hashOf } from "../foundation/hash.ts";
import type { UncheckedParts } from "./uncheckedParts.ts";
import { findExisting, localeOfTarget, readChangeTimes } from "../reading/readRequests.ts";
import type { VersionQuestion } from "../reading/readRequests.ts";

export interface LookedUpDocument {
  /** The uid of its type; empty for a media file, or if the type is unknown. */
  readonly target: string;
  readonly documentId: string;
  /** The locale is ignored if the type is not localized. */
  readonly locale: string | undefined;
}

/** The answers for documents; undefined for those about which it is unknown. */
type DocumentAnswers = Outcome<(document: LookedUpDocument) => boolean | undefined, ReadFailure>;

type Known = Outcome<ReadonlySet<string> | undefined, ReadFailure>;

/** Stands for the media files among the uids of types. */
const mediaFiles = "files";

interface LookupOptions extends ReadOptions {
  readonly service: Service;
  readonly catalogs: Catalogs;
  readonly connections: Pick<Connections, "requestLink">;
  readonly limit: ConcurrencyLimit;
  readonly unchecked: UncheckedParts;
}

type SiteFlaw =
  | { readonly reason: "status"; readonly status: number }
  | { readonly reason: "unknown-host" | "timeout" | "closed" };

export type Lookups = Pick<CheckLookups, keyof CheckLookups>;

/** Looks up facts about other documents. Each fact is requested once in a check. */
export class CheckLookups {
  /** By question, whether it is true of a documentId or path, by the hash of that. */
  readonly #answers = new Map<string, Map<number, boolean>>();
  /** The answers of other sites, by the hash of the URL. */
  readonly #sites = new Map<number, Promise<SiteFlaw | undefined>>();
  /** The uids of types that the service does not list, or `files`. */
  readonly #denied = new Set<string>();
  readonly #options: LookupOptions;

  constructor(options: LookupOptions) {
    this.#options = options;
  }

  /** Looks up which are published or have no drafts. Unknown if the type can't be listed. */
  async published(documents: readonly LookedUpDocument[]): Promise<DocumentAnswers> {
    const { service } = this.#options;
    const { targets } = service.catalog;
    const hasDrafts = ({ target }: LookedUpDocument) => targets.get(target)?.draftAndPublish;
    const drafts = documents.filter((document) => hasDrafts(document) === true);
    const [failure, isPublished] = await this.#answersFor("published", drafts, (versions) =>
      findExisting(service, { ...versions, status: "published" }, this.#options),
    );
    if (failure) return failed(failure);
    return done((document) => hasDrafts(document) === false || isPublished(document));
  }

  /** Looks up which documents exist, as drafts or without. Unknown if the type can't be listed. */
  existing(documents: readonly LookedUpDocument[]): Promise<DocumentAnswers> {
    return this.#answersFor("draft", documents, (versions) =>
      findExisting(this.#options.service, { ...versions, status: "draft" }, this.#options),
    );
  }

  /** Looks up which are published and have a draft that was changed since. */
  modified(documents: readonly LookedUpDocument[]): Promise<DocumentAnswers> {
    const { service } = this.#options;
    return this.#answersFor("modified", documents, async ({ target, ids, locale }) => {
      const type = service.catalog.targets.get(target);
      if (!type?.draftAndPublish || !isListable(type, service.catalog)) return done(undefined);
      const versions = { ids, locale: localeOfTarget(type, locale, service) };
      const read = (status: VersionQuestion["status"]) =>
        readChangeTimes({ ...service, type }, { ...versions, status }, this.#options);
      const [failure, drafts] = await read("draft");
      if (failure) return failed(failure);
      const [error, published] = await read("published");
      if (error) return failed(error);
      const times = new Map(drafts.map((row) => [row["documentId"], row["updatedAt"]]));
      const changed = published.filter((row) => times.get(row["documentId"]) !== row["updatedAt"]);
      return done(new Set(changed.map((row) => textIn(row, "documentId"))));
    });
  }

  /**
   * The catalog with what the schema leaves out and these documents have, each of another type.
   * Undefined if one of them can't be read.
   */
  async catalogBehind(
    connection: string,
    documents: Iterable<Address>,
  ): Promise<Catalog | undefined> {
    const { catalogs } = this.#options;
    for (const address of documents) {
      if (!(await revealHidden(catalogs, address, this.#options))) return undefined;
    }
    const [, service] = await catalogs.service(connection);
    return service?.catalog;
  }

  async #answersFor(
    question: string,
    documents: readonly LookedUpDocument[],
    request: (versions: Omit<VersionQuestion, "status">) => Promise<Known>,
  ): Promise<DocumentAnswers> {
    const { service } = this.#options;
    const keyOf = ({ target, locale = "" }: LookedUpDocument) => `${target} ${locale}`;
    const answers = new Map<string, ReadonlySet<string>>();
    for (const [key, group] of groupedBy(documents, keyOf)) {
      const [{ target, locale }] = group;
      const type = service.catalog.targets.get(target);
      const inLocale = type && localeOfTarget(type, locale, service);
      const questionKey = [question, target, inLocale].join(" ");
      const documentIds = group.map(({ documentId }) => documentId);
      const [failure, matches] = await this.#ask(questionKey, target, documentIds, (ids) =>
        request({ target, locale, ids }),
      );
      if (failure) return failed(failure);
      if (matches) answers.set(key, matches);
    }
    return done((document) => answers.get(keyOf(document))?.has(document.documentId));
  }

  /** The media files with these paths: `/uploads/tea.png`. Undefined if access is denied. */
  files(paths: readonly string[]): Promise<Known> {
    return this.#ask("files", mediaFiles, paths, async (unknownPaths) => {
      const keys = unknownPaths.map((path) => ["url", path] as const);
      const existing = await findFiles(this.#options.service, keys, this.#options);
      return mapOutcome(existing, (files) => new Set(files.map(({ url }) => url)));
    });
  }

  /**
   * The values of which something is true. Asks about each value once. Undefined if it is unknown,
   * or if the service denies access, which is asked about once, too.
   */
  async #ask(
    question: string,
    target: string,
    values: readonly string[],
    request: (unknown: readonly string[]) => Promise<Known>,
  ): Promise<Known> {
    if (this.#denied.has(target)) return done(undefined);
    const answers = this.#answers.get(question) ?? new Map<number, boolean>();
    this.#answers.set(question, answers);
    const unknownValues = [...new Set(values)].filter((value) => !answers.has(hashOf(value)));
    if (unknownValues.length > 0) {
      const [failure, matching] = await request(unknownValues);
      if (failure) return this.#isDenied(failure, target) ? done(undefined) : failed(failure);
      if (!matching) return done(undefined);
      for (const value of unknownValues) answers.set(hashOf(value), matching.has(value));
    }
    return done(new Set(values.filter((value) => answers.get(hashOf(value)) === true)));
  }

  /** Whether the service denies access to a type or to its media files. Notes that as unchecked. */
  #isDenied(failure: ReadFailure, target: string): boolean {
    if (!isServiceFailure(failure) || !isDenied(failure.error)) return false;
    const { service, unchecked } = this.#options;
    const { error: call } = failure;
    const type = service.catalog.targets.get(target)?.name ?? "";
    this.#denied.add(target);
    unchecked.add(
      target === mediaFiles ? { code: "files", call } : { code: "targets", type, call },
    );
    return true;
  }

  /**
   * Why readers can't reach a page of another site. Undefined if they can, or if it is unknown: the
   * site requires a login, or refuses programs.
   */
  site(url: string): Promise<SiteFlaw | undefined> {
    const page = url.replace(/#.*/s, "");
    const key = hashOf(page);
    const flaw = this.#sites.get(key) ?? this.#requestSite(page);
    this.#sites.set(key, flaw);
    return flaw;
  }

  async #requestSite(url: string): Promise<SiteFlaw | undefined> {
    const { connections, limit, signal, unchecked } = this.#options;
    const answer = await limit.run(() => connections.requestLink(url, signal));
    switch (answer.kind) {
      case "status": {
        const { status } = answer;
        // Sites that refuse programs use other statuses, as 503.
        const isMissing = status === 404 || status === 410 || (status >= 500 && status !== 503);
        return isMissing ? { reason: "status", status } : undefined;
      }
      case "no-answer":
        return { reason: answer.why };
      case "offline":
        unchecked.add({ code: "sites" });
        return undefined;
      case "private":
      case "aborted":
        return undefined;
    }
  }

  /** All media files, page by page. Ends early if the service denies access to them. */
  async *allFiles(): AsyncGenerator<
    Outcome<readonly Pick<CmsFile, "documentId" | "name" | "url">[], ReadFailure>,
    void,
    void
  > {
    const pages = readFileUrls(this.#options.service, this.#options);
    for await (const [failure, files] of pages) {
      if (!failure) yield done(files);
      else if (!this.#isDenied(failure, mediaFiles)) yield failed(failure);
    }
  }

  /** Drafts with one of these values: attribute, title and locale. The answers are not kept. */
  withValues(query: ValueQuery): ReadResult<readonly JsonObject[]> {
    const fields = [query.type.titleField ?? "documentId"];
    return findByValues(this.#options.service, { ...query, fields }, this.#options);
  }
}
