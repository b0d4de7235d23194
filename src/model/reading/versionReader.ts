import type { ShapeParams } from "../../client/index.ts";
import type { VersionName } from "../content/states.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { done, mapOutcome, type Outcome, type ServiceFailure } from "../foundation/outcome.ts";
import { isListable, localeFieldOf, type ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import type { ReadOptions, ReadResult } from "./readOptions.ts";
import { readList } from "./readRequests.ts";

interface Versions {
  readonly ids: readonly string[];
  readonly status: VersionName;
  /** `*` for all locales. If absent, the default locale. */
  readonly locale?: string | undefined;
}

type TypeOfService = Pick<TypedService, "cms" | "type">;

/** Reads the versions that exist, all of them, in the order of their documentIds. */
export async function findVersions(
  service: TypeOfService,
  { ids, status, locale, ...shape }: Versions & ShapeParams,
  options: ReadOptions = {},
): Promise<Outcome<readonly JsonObject[], ServiceFailure>> {
  const uniqueIds = new Set(ids);
  if (uniqueIds.size === 0) return done([]);
  const params = {
    ...shape,
    status,
    filters: { documentId: { $in: [...uniqueIds] } },
    locale: service.type.localized ? locale : undefined,
  };
  // A service ignores filters that it doesn't know, and would then return everything.
  return mapOutcome(await readList(service, params, options), (rows) =>
    rows.filter((row) => uniqueIds.has(textIn(row, "documentId"))),
  );
}

/** The document and the locale of a row. The locale is empty if its type isn't localized. */
export const localizationOf = (row: JsonObject): string =>
  `${textIn(row, "documentId")} ${textIn(row, "locale")}`;

/** Reads the documentId, the locale and the last change of each version that exists. */
export const readChangeTimes = (
  service: TypeOfService,
  versions: Versions,
  options: ReadOptions = {},
): ReadResult<readonly JsonObject[]> =>
  findVersions(
    service,
    { ...versions, fields: ["updatedAt", ...localeFieldOf(service.type)] },
    options,
  );

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

/** Undefined if the service doesn't list the type, or the type has no published versions. */
export async function findExisting(
  service: Service,
  { target, ids, status, locale }: VersionQuestion,
  options: ReadOptions = {},
): ReadResult<ReadonlySet<string> | undefined> {
  const type = service.catalog.targets.get(target);
  if (!type || !isListable(type, service.catalog)) return done(undefined);
  if (status === "published" && !type.draftAndPublish) return done(undefined);
  const versions = { ids, status, locale: localeOfTarget(type, locale, service) };
  const query = { ...versions, fields: ["documentId"] };
  const outcome = await findVersions({ ...service, type }, query, options);
  return mapOutcome(outcome, (rows) => new Set(rows.map((row) => textIn(row, "documentId"))));
}
