import type { CallOptions, CmsFile } from "../../client/index.ts";
import type { Connections } from "../connections/connections.ts";
import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, isDenied, isServiceFailure } from "../foundation/outcome.ts";
import { findFiles, readAllFiles } from "../reading/fileReader.ts";
import { findByValues } from "../reading/lookup.ts";
import type { ValueQuery } from "../reading/lookup.ts";
import type { ReadFailure } from "../reading/readFailure.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { findExisting, findModified, localeOfTarget } from "../reading/versions.ts";
import type { VersionQuestion } from "../reading/versions.ts";
import type { Service } from "../schemas/catalogs.ts";
import { hashOf } from "../foundation/hash.ts";
import type { UncheckedParts } from "./uncheckedParts.ts";

/**
 * Whether a site has no page, or fails. Sites that refuse programs use other statuses, among them
 * 503.
 */
const isMissing = (status: number): boolean =>
  status === 404 || status === 410 || (status >= 500 && status !== 503);

/** Documents of one type in one locale. The locale is ignored if the type is not localized. */
export type LookedUp = Omit<VersionQuestion, "status">;

type Known = Outcome<ReadonlySet<string> | undefined, ReadFailure>;

interface LookupOptions {
  readonly service: Service;
  /** Sends the requests to other sites. */
  readonly connections: Pick<Connections, "requestLink">;
  readonly limit: ConcurrencyLimit;
  readonly options: CallOptions;
  readonly unchecked: UncheckedParts;
}

/** Whether what was asked is true of a value, by the hash of the value. */
type Answers = Map<number, boolean>;

/** A media file with the fields that a check needs. */
export type FileName = Pick<CmsFile, "documentId" | "name" | "url">;

/** Why readers can't reach a page of another site. */
type SiteFlaw =
  | { readonly reason: "status"; readonly status: number }
  | { readonly reason: "unknown-host" | "timeout" | "closed" };

/** Looks up facts about other documents. Each fact is requested once in a check. */
export class Lookups {
  /** By question, the answers for each documentId or path. */
  readonly #answers = new Map<string, Answers>();
  #areFilesDenied = false;
  /** The answers of other sites, by the hash of the URL. */
  readonly #sites = new Map<number, Promise<SiteFlaw | undefined>>();
  /** The uids of types that the service does not list. */
  readonly #denied = new Set<string>();
  readonly #parts: LookupOptions;

  constructor(parts: LookupOptions) {
    this.#parts = parts;
  }

  get #options(): ReadOptions {
    return { ...this.#parts.options, limit: this.#parts.limit };
  }

  /**
   * The documents that have a published version. Undefined if this is unknown: the type can't be
   * listed, or has no drafts.
   */
  published(asked: LookedUp): Promise<Known> {
    return this.#existing({ ...asked, status: "published" });
  }

  /**
   * The documents that exist, as drafts or without drafts. Undefined if this is unknown: the type
   * can't be listed.
   */
  existing(asked: LookedUp): Promise<Known> {
    return this.#existing({ ...asked, status: "draft" });
  }

  #existing(question: VersionQuestion): Promise<Known> {
    return this.#askVersions(question.status, question, (ids) =>
      findExisting(this.#parts.service, { ...question, ids }, this.#options),
    );
  }

  /**
   * The documents that are published, and whose draft was changed since. Undefined if this is
   * unknown.
   */
  modified(asked: LookedUp): Promise<Known> {
    return this.#askVersions("modified", asked, (ids) =>
      findModified(this.#parts.service, { ...asked, ids }, this.#options),
    );
  }

  /** Undefined if the service denies access to the type, which is asked about once. */
  async #askVersions(
    question: string,
    { target, locale, ids }: LookedUp,
    request: (ids: readonly string[]) => Promise<Known>,
  ): Promise<Known> {
    if (this.#denied.has(target)) return done(undefined);
    const { service, unchecked } = this.#parts;
    const type = service.catalog.targets.get(target);
    const key = [question, target, type && localeOfTarget(type, locale, service)].join(" ");
    const [failure, known] = await this.#ask(key, ids, request);
    if (!failure) return done(known);
    if (!isServiceFailure(failure) || !isDenied(failure.error)) return failed(failure);
    this.#denied.add(target);
    unchecked.add({ code: "targets", type: type?.name ?? "", call: failure.error });
    return done(undefined);
  }

  /** The values of which something is true. Asks about each value once; undefined if it can't. */
  async #ask(
    question: string,
    values: readonly string[],
    request: (unknown: readonly string[]) => Promise<Known>,
  ): Promise<Known> {
    const answers: Answers = this.#answers.get(question) ?? new Map<number, boolean>();
    this.#answers.set(question, answers);
    const unknown = [...new Set(values)].filter((value) => !answers.has(hashOf(value)));
    if (unknown.length > 0) {
      const [failure, matching] = await request(unknown);
      if (failure) return failed(failure);
      if (!matching) return done(undefined);
      for (const value of unknown) answers.set(hashOf(value), matching.has(value));
    }
    return done(new Set(values.filter((value) => answers.get(hashOf(value)) === true)));
  }

  /**
   * The media files with these paths, such as `/uploads/tea.png`. Undefined if the service denies
   * access to its media files.
   */
  async files(paths: readonly string[]): Promise<Known> {
    if (this.#areFilesDenied) return done(undefined);
    const [failure, existing] = await this.#ask("files", paths, async (unknown) => {
      const keys = unknown.map((path) => ["url", path] as const);
      const [failure, files] = await findFiles(this.#parts.service, keys, this.#options);
      return failure ? failed(failure) : done(new Set(files.map(({ url }) => url)));
    });
    if (!failure) return done(existing);
    return this.#denyFiles(failure) ? done(undefined) : failed(failure);
  }

  /** Notes a part that wasn't checked if the service denies access to its media files. */
  #denyFiles(failure: ReadFailure): boolean {
    if (failure.code !== "service" || !isDenied(failure.error)) return false;
    this.#areFilesDenied = true;
    this.#parts.unchecked.add({ code: "files", call: failure.error });
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
    const { connections, limit, options, unchecked } = this.#parts;
    const answer = await limit.run(() => connections.requestLink(url, options.signal));
    switch (answer.kind) {
      case "status":
        return isMissing(answer.status) ? { reason: "status", status: answer.status } : undefined;
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
  async *allFiles(): AsyncGenerator<Outcome<readonly FileName[], ReadFailure>, void, void> {
    const pages = readAllFiles(this.#parts.service, this.#options);
    for await (const [failure, files] of pages) {
      if (!failure) yield done(files);
      else if (!this.#denyFiles(failure)) yield failed(failure);
    }
  }

  /**
   * The drafts that have one of these values, with the attribute, the title, and the locale. The
   * answers are not kept.
   */
  withValues(query: ValueQuery): Promise<Outcome<readonly JsonObject[], ReadFailure>> {
    const fields = [query.type.titleField ?? "documentId"];
    return findByValues(this.#parts.service, { ...query, fields }, this.#options);
  }
}
