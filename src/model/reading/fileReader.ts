import type { CmsFile, FileContent, FileListParams, Filters } from "../../client/index.ts";
import type { Address } from "../foundation/address.ts";
import { groupedBy, sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import type { CmsError, Outcome, ServiceFailure } from "../foundation/outcome.ts";
import { done, failed, mapOutcome, toOutcome } from "../foundation/outcome.ts";
import type { Service } from "../schemas/catalogs.ts";
import { readById, readOffsetPage, type OffsetPage, type OffsetRange } from "./idPages.ts";
import type { ListQuery } from "../content/listQuery.ts";
import type { ReadFailure, ReadOptions, ReadResult, Truncated } from "./readOptions.ts";
import { firstOf } from "./readOptions.ts";
import { send } from "./readRequests.ts";

type Client = Pick<Service, "cms">;

type FileService = Pick<Service, "cms" | "capabilities">;

const requestFiles = (
  { cms }: Client,
  params: Omit<FileListParams, "fields">,
  options: ReadOptions,
): Promise<Outcome<CmsFile[], ServiceFailure>> =>
  send(options, (call) => cms.upload().findMany({ params, ...call }));

/** The value of a field that identifies a file, alone or together with others. */
export type FileKey =
  | readonly [field: "documentId" | "name" | "url", value: string]
  | readonly [field: "id", value: number];

/** A service ignores a longer list of values and would return every file. */
const maxKeysPerRequest = 100;

/** Finds the files that have one of these values, in as few requests as URLs can hold. */
export async function findFiles(
  service: Client,
  keys: readonly FileKey[],
  options: ReadOptions = {},
): ReadResult<readonly CmsFile[]> {
  const files = new Map<number, CmsFile>();
  const uniqueKeys = new Map(keys.map((key) => [key.join(" "), key]));
  const sizeOf = ([field, value]: FileKey) => sizeInUrl(String(value)) + field.length + 24;
  for (const chunk of urlChunks([...uniqueKeys.values()], sizeOf, maxKeysPerRequest)) {
    const conditions = [...groupedBy(chunk, ([field]) => field)].map(([field, group]) => ({
      [field]: { $in: group.map(([, value]) => value) },
    }));
    const filters = conditions.length === 1 ? { ...conditions[0] } : { $or: conditions };
    const [failure, matches] = await requestFiles(service, { filters }, options);
    if (failure) return failed(failure);
    // A database may compare texts case-insensitively, and a service may ignore the filter.
    const isMatch = (file: CmsFile) => chunk.some(([field, value]) => file[field] === value);
    for (const file of matches.filter(isMatch)) files.set(file.id, file);
  }
  return done([...files.values()]);
}

/** The names and URLs of all files, page by page, in the order of their ids. */
export const readFileUrls = ({ cms }: Client, options: ReadOptions = {}) =>
  readById(({ filter, ...page }) => {
    const params = { fields: ["name", "url"], filters: filter, ...page } as const;
    return send(options, (call) => cms.upload().findMany({ params, ...call }));
  });

/** All files, page by page, in the order of their ids. */
export const readAllFiles = (service: Client, options: ReadOptions = {}) =>
  readById(({ filter, ...page }) => requestFiles(service, { filters: filter, ...page }, options));

/** A page of the files that match a list query, last changed first. */
export const readFilePage = (
  service: Client,
  listQuery: ListQuery,
  range: OffsetRange,
  options: ReadOptions = {},
): ReadResult<OffsetPage<CmsFile>> =>
  readOffsetPage(range, (pagination) => {
    const sort = ["updatedAt:desc", "documentId:asc"] as const;
    return requestFiles(service, { ...matching(listQuery), sort, pagination }, options);
  });

/** The number of files that match a list query. The service has no route that counts them. */
export async function countFiles({ cms }: Client, listQuery: ListQuery): ReadResult<number> {
  // Without pagination, the service returns every file.
  const params = { ...matching(listQuery), fields: ["name"] } as const;
  return mapOutcome(toOutcome(await cms.upload().findMany({ params })), ({ length }) => length);
}

const matching = ({ filter, search }: ListQuery) => ({
  _q: search,
  // The filter was written for the fields of a file.
  filters: filter as Filters<CmsFile> | undefined,
});

const maxFilesPerSearch = 25;

/** Searches names, alternative texts and captions. An empty search finds the last changed files. */
export async function searchFiles(
  service: Client,
  { search, filters }: { readonly search: string; readonly filters?: Filters<CmsFile> },
  options: ReadOptions = {},
): ReadResult<Truncated<CmsFile>> {
  const params = {
    filters,
    _q: search || undefined,
    sort: [search ? "name:asc" : "updatedAt:desc", "documentId:asc"],
    pagination: { start: 0, limit: maxFilesPerSearch + 1 },
  } as const;
  const files = await requestFiles(service, params, options);
  return mapOutcome(files, (matches) => firstOf(matches, maxFilesPerSearch));
}

/** The largest id of a file; 0 if there is none. A file that is uploaded later has a larger one. */
export async function readLargestFileId(
  service: Client,
  options: ReadOptions = {},
): ReadResult<number> {
  const params = { sort: ["id:desc"], pagination: { start: 0, limit: 1 } } as const;
  return mapOutcome(await requestFiles(service, params, options), ([file]) => file?.id ?? 0);
}

/** Finds the files that have one of these URLs. */
export const findFilesByUrl = (
  service: Client,
  urls: readonly string[],
  options: ReadOptions = {},
): ReadResult<readonly CmsFile[]> =>
  findFiles(
    service,
    urls.map((url) => ["url", url] as const),
    options,
  );

export async function readFile(
  { cms, capabilities }: FileService,
  { id: documentId }: Address,
  options: ReadOptions = {},
): ReadResult<CmsFile> {
  const [failure, file] = await send(options, (call) => cms.upload().find({ documentId, ...call }));
  if (failure) return failed(fileFailure(failure.error));
  capabilities.files.learn(file);
  return done(file);
}

/** Downloads a file, or a smaller version of it, from the service's own origin. */
export const readFileContent = (
  { cms }: Client,
  // May be a whole media file, but the client takes no other options.
  { url, maxBytes }: { readonly url: string; readonly maxBytes?: number | undefined },
  options: ReadOptions = {},
): ReadResult<FileContent> =>
  send(options, (call) => cms.upload().content({ url, maxBytes, ...call }));

/** The numeric ids of files, by documentId. Requests the unknown ones. A missing file has no id. */
export async function readFileIds(
  service: FileService,
  documentIds: readonly string[],
): ReadResult<ReadonlyMap<string, number>> {
  const { files } = service.capabilities;
  const unknownIds = documentIds.filter((id) => !files.ids.has(id));
  const keys = unknownIds.map((id) => ["documentId", id] as const);
  const [failure, matches] = await findFiles(service, keys);
  if (failure) return failed(failure);
  for (const file of matches) files.learn(file);
  return done(files.ids);
}

/** The numeric id, which the routes of one file require. */
export async function fileIdOf(service: FileService, { id }: Address): ReadResult<number> {
  const [failure, ids] = await readFileIds(service, [id]);
  if (failure) return failed(failure);
  const numericId = ids.get(id);
  return numericId === undefined ? failed({ code: "gone" }) : done(numericId);
}

export const fileFailure = (error: CmsError): ReadFailure =>
  error.name === "NotFoundError" ? { code: "gone" } : { code: "service", error };
