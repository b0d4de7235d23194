import type { CallOptions, ListParams, Meta, Result, ShapeParams } from "../../client/index.ts";
import { hashOf } from "../foundation/hash.ts";
import type { JsonObject } from "../foundation/json.ts";
import { textIn } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import { isListable } from "../schemas/catalog.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import type { ReadFailure } from "./readFailure.ts";
import { send } from "./readOptions.ts";
import type { ReadOptions } from "./readOptions.ts";

/** The drafts or the published versions of documents of one type. */
interface Versions {
  readonly ids: readonly string[];
  readonly status: "draft" | "published";
  /** `*` for all locales. If absent, the default locale. */
  readonly locale?: string | undefined;
}

type TypeOfService = Pick<TypedService, "cms" | "type">;

/** Reads the versions that exist, all of them, in the order of their documentIds. */
export async function findVersions(
  { cms, type }: TypeOfService,
  { ids, status, locale, ...shape }: Versions & ShapeParams,
  options: CallOptions = {},
): Promise<Result<readonly JsonObject[], Meta>> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return [null, [], {}];
  const params = {
    ...shape,
    status,
    filters: { documentId: { $in: [...wanted] } },
    ...(type.localized && locale !== undefined && { locale }),
  };
  const [error, rows, meta] = await findAll({ cms, type }, params, options);
  if (error) return [error, null, null];
  // A service ignores filters that it doesn't know, and would then return everything.
  return [null, rows.filter((row) => wanted.has(textIn(row, "documentId"))), meta];
}

/** The document and the locale of a row. The locale is empty if its type isn't localized. */
export const localizationOf = (row: JsonObject): string =>
  `${textIn(row, "documentId")} ${textIn(row, "locale")}`;

/** Reads the documentId, the locale and the last change of each version that exists. */
export async function readChangeTimes(
  service: TypeOfService,
  versions: Versions,
  options: ReadOptions = {},
): Promise<Outcome<readonly JsonObject[], ReadFailure>> {
  const fields = ["updatedAt", ...(service.type.localized ? ["locale"] : [])];
  const [error, rows] = await send(options, (call) =>
    findVersions(service, { ...versions, fields }, call),
  );
  return error ? refused(error) : done(rows);
}

/** Documents of one type, and the version that they may have. */
export interface VersionQuestion extends Omit<Versions, "locale"> {
  /** The uid of the type. */
  readonly target: string;
  /** The locale of the document that refers to them; the default locale if it has none. */
  readonly locale: string | undefined;
}

/** The locale in which the service looks up the target of a relation. */
export const localeOfTarget = (
  { localized }: ContentType,
  locale: string | undefined,
  { catalog }: Pick<Service, "catalog">,
): string | undefined => (localized ? (locale ?? catalog.defaultLocale) : undefined);

type IdsOutcome = Outcome<ReadonlySet<string> | undefined, ReadFailure>;

/**
 * Returns which documents have a version. Undefined if this can't be asked: the service does not
 * list the type, or the type has no published versions.
 */
export async function findExisting(
  service: Service,
  { target, ids, status, locale }: VersionQuestion,
  options: ReadOptions = {},
): Promise<IdsOutcome> {
  const type = service.catalog.targets.get(target);
  if (!type || !isListable(type, service.catalog)) return done(undefined);
  if (status === "published" && !type.draftAndPublish) return done(undefined);
  const versions = { ids, status, locale: localeOfTarget(type, locale, service) };
  const [error, rows] = await send(options, (call) =>
    findVersions({ ...service, type }, { ...versions, fields: ["documentId"] }, call),
  );
  return error ? refused(error) : done(new Set(rows.map((row) => textIn(row, "documentId"))));
}

/** Which documents exist, are published or were changed. Asks about each of them once in an action. */
export class KnownVersions {
  /** By question, the hashes of the documentIds with the answers. */
  readonly #answers = new Map<string, Map<number, boolean>>();
  readonly #service: Service;
  readonly #options: ReadOptions;

  constructor(service: Service, options: ReadOptions) {
    this.#service = service;
    this.#options = options;
  }

  /** The documents that have a version; undefined as for `findExisting`. */
  existing(question: VersionQuestion): Promise<IdsOutcome> {
    return this.#ask(question.status, question, (unknown) =>
      findExisting(this.#service, unknown, this.#options),
    );
  }

  /** The published documents whose draft was changed since; undefined as for `findExisting`. */
  modified(question: Omit<VersionQuestion, "status">): Promise<IdsOutcome> {
    return this.#ask("modified", { ...question, status: "published" }, (unknown) =>
      this.#findModified(unknown),
    );
  }

  async #findModified({ target, locale, ids }: VersionQuestion): Promise<IdsOutcome> {
    const { catalog } = this.#service;
    const type = catalog.targets.get(target);
    if (!type?.draftAndPublish || !isListable(type, catalog)) return done(undefined);
    const typed = { ...this.#service, type };
    const versions = { ids, locale: localeOfTarget(type, locale, typed) };
    const [failure, drafts] = await readChangeTimes(
      typed,
      { ...versions, status: "draft" },
      this.#options,
    );
    if (failure) return failed(failure);
    const [error, published] = await readChangeTimes(
      typed,
      { ...versions, status: "published" },
      this.#options,
    );
    if (error) return failed(error);
    const times = new Map(drafts.map((row) => [row["documentId"], row["updatedAt"]]));
    const changed = published.filter((row) => times.get(row["documentId"]) !== row["updatedAt"]);
    return done(new Set(changed.map((row) => textIn(row, "documentId"))));
  }

  async #ask(
    name: string,
    question: VersionQuestion,
    request: (unknown: VersionQuestion) => Promise<IdsOutcome>,
  ): Promise<IdsOutcome> {
    const { target, locale, ids } = question;
    const type = this.#service.catalog.targets.get(target);
    const key = [name, target, type && localeOfTarget(type, locale, this.#service)].join(" ");
    const answers = this.#answers.get(key) ?? new Map<number, boolean>();
    this.#answers.set(key, answers);
    const unknown = [...new Set(ids)].filter((id) => !answers.has(hashOf(id)));
    if (unknown.length > 0) {
      const [failure, found] = await request({ ...question, ids: unknown });
      if (failure) return failed(failure);
      if (!found) return done(undefined);
      for (const id of unknown) answers.set(hashOf(id), found.has(id));
    }
    return done(new Set(ids.filter((id) => answers.get(hashOf(id)) === true)));
  }
}

/** The number of rows per request. Services grant 100 by default. */
const pageSize = 100;

/**
 * Reads a list that fits into one page as a rule, in the order of the documentIds. A page that has
 * as many rows as the service counts is the whole list.
 */
export async function findAll(
  { cms, type }: TypeOfService,
  params: Pick<ListParams, "status" | "filters" | "locale"> & ShapeParams,
  options: CallOptions,
): Promise<Result<readonly JsonObject[], Meta>> {
  const list = cms.collection<JsonObject>(type.name);
  const sort = ["documentId:asc", "id:asc"];
  const pagination = { pageSize, withCount: true };
  const first = await list.findMany({ params: { ...params, sort, pagination }, ...options });
  const [error, rows, meta] = first;
  if (error || rows.length >= (meta.pagination?.total ?? Infinity)) return first;
  return list.findMany({ all: true, params, ...options });
}
