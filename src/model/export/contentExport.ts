import { join } from "node:path";
import type { CmsFile } from "../../client/index.ts";
import type { GroupDependencies } from "../batch/batchTarget.ts";
import { mediaType, type CollectionAddress } from "../foundation/address.ts";
import { asJson, pick } from "../foundation/json.ts";
import { done, failed, isDenied } from "../foundation/outcome.ts";
import { sortTargetsFirst } from "../publish/targetOrder.ts";
import { readAllFiles } from "../reading/fileReader.ts";
import { readFolderPaths } from "../reading/folderReader.ts";
import type { ContentManifest, ExportedType } from "../records/contentManifest.ts";
import { serializerOf, type Format } from "../records/recordFormat.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { componentsUsedBy, type Catalog, type ContentType } from "../schemas/catalog.ts";
import type { Service } from "../schemas/catalogs.ts";
import { exportable, type RecordPages } from "./exportable.ts";
import { ExportFile, exportTo } from "./exportFile.ts";
import { ExportFolder } from "./exportFolder.ts";
import { MediaDownload } from "./mediaDownload.ts";
import { exportRecords, writeRecords, type ExportOptions } from "./recordExport.ts";
import type { ExportResult } from "./recordExport.ts";

export interface ContentExportRequest {
  readonly connection: string;
  /** The URL of the service, without credentials. */
  readonly service: string;
  /** The path of the folder, which is empty or doesn't exist. */
  readonly folder: string;
  readonly format: Format;
  /** Whether the media files are exported, too, and not only their list. */
  readonly hasMedia?: boolean | undefined;
  /** The text of a failure, which the manifest has as the reason why a type is left out. */
  readonly describe: (failure: BulkFailure) => string;
}

/**
 * Exports the drafts of all types in all locales, and the list of the media files, each to a file of
 * its own, and the media files themselves if that is wanted. What the token can't read is left out.
 * Users are never exported. Returns the manifest.
 */
export async function exportContent(
  { connection, service: url, folder: path, format, hasMedia, describe }: ContentExportRequest,
  dependencies: GroupDependencies,
  /** `onType` is called with the name of a type, its index from 0, and the number of types. */
  {
    onType,
    ...options
  }: ExportOptions & { onType?: (name: string, index: number, total: number) => void } = {},
): BulkResult<ContentManifest> {
  const [unknown, service] = await dependencies.catalogs.service(connection);
  if (unknown) return failed(unknown);
  if (service.catalog.source === "inferred") return failed({ code: "no-schema" });
  const [unopened, folder] = await ExportFolder.open(path);
  if (unopened) return failed(unopened);
  const [unopenedMedia, mediaPath] = hasMedia ? await folder.openMedia() : done(undefined);
  if (unopenedMedia) return folder.leave(unopenedMedia);
  const download =
    mediaPath === undefined ? undefined : new MediaDownload(service, url, mediaPath, describe);
  const types: ExportedType[] = [];
  const leftOut: ContentManifest["leftOut"][number][] = [];
  const names = [...orderedTypes(service.catalog).map(({ name }) => name), mediaType];
  for (const [index, type] of names.entries()) {
    onType?.(type, index, names.length);
    const file = `${type}.${format}`;
    const to = { file: new ExportFile(join(folder.part, file)), format, options };
    const result =
      type === mediaType
        ? await exportFiles(service, to, download)
        : await exportType({ connection, type }, to, dependencies);
    const { outcome, failure, count, lacks } = result;
    if (outcome === "whole") types.push({ type, file, count, ...lacks });
    else if (failure && isUnreadable(result)) leftOut.push({ type, reason: describe(failure) });
    // A request that is cancelled fails.
    else return folder.leave(options.signal?.aborted || !failure ? { code: "declined" } : failure);
  }
  const [uncleaned] = (await download?.finish()) ?? done(null);
  if (uncleaned) return folder.leave(uncleaned);
  const about = { service: url, exportedAt: new Date().toISOString(), hasMedia };
  return folder.finish({ format: 1, ...about, types, leftOut });
}

interface TypeResult extends ExportResult {
  readonly lacks?: Pick<ExportedType, "hidden" | "partial" | "leftOut" | "missing">;
}

const isUnreadable = ({ failure, count }: ExportResult): boolean =>
  failure?.code === "service" && isDenied(failure.error) && count === 0;

interface ExportTarget {
  readonly file: ExportFile;
  readonly format: Format;
  readonly options: ExportOptions;
}

/** Exports all documents of a type, whatever filter their list shows. */
async function exportType(
  collection: CollectionAddress,
  { file, format, options }: ExportTarget,
  dependencies: GroupDependencies,
): Promise<TypeResult> {
  const [denied, from] = await exportable(collection, dependencies, options);
  if (denied) return { outcome: "failed", failure: denied, count: 0, leftOut: [] };
  const { type, hidden = [], partial = [] } = from;
  const groups = [{ ...collection, locale: type.localized ? "*" : undefined, listQuery: {} }];
  const result = await exportTo(file, (sink) =>
    exportRecords({ groups, exportable: from, format }, sink, options),
  );
  const ids = result.leftOut.map(({ id }) => id);
  const lists = Object.entries({ hidden, partial, leftOut: ids });
  return { ...result, lacks: Object.fromEntries(lists.filter(([, { length }]) => length > 0)) };
}

const fileKeys = [
  ...["id", "documentId", "name", "alternativeText", "caption", "folder", "url", "hash", "ext"],
  ...["mime", "size", "width", "height", "focalPoint", "provider"],
];

/** Exports the list of the media files, and downloads them if that is wanted. */
async function exportFiles(
  service: Service,
  { file: to, format, options }: ExportTarget,
  download: MediaDownload | undefined,
): Promise<TypeResult> {
  const keys = download ? [...fileKeys, "formats", "file"] : fileKeys;
  const columns = keys.map((name) => ({ name, path: [name], form: "unknown" }) as const);
  let count = 0;
  async function* pages(): RecordPages {
    for await (const [failure, files] of readAllFiles(service, options)) {
      if (failure) return yield failed(failure);
      const onFile = (fetched: number) => options.onCount?.(count + fetched);
      const [stop, paths] = download
        ? await download.fetch(files, { signal: options.signal, onFile })
        : done(new Map<CmsFile, string>());
      if (stop) return yield failed(stop);
      count += files.length;
      const ids = files.map(({ documentId }) => documentId);
      const folders = await readFolderPaths(service, ids);
      const records = files.map((file) => {
        const folder = folders?.get(file.documentId)?.join("/");
        const path = paths.get(file);
        const more = { ...(folder !== undefined && { folder }), ...(path && { file: path }) };
        return pick({ ...asJson(file), ...more }, keys);
      });
      yield done({ records, odd: [] });
    }
  }
  const result = await exportTo(to, (sink) =>
    writeRecords(pages(), serializerOf(format, columns), sink, options),
  );
  const missing = download?.missing ?? [];
  return { ...result, lacks: missing.length > 0 ? { missing } : {} };
}

/** Sorted by name, but types after the targets of their relations, as far as they can be. */
function orderedTypes({ types, components }: Catalog): readonly ContentType[] {
  const byUid = new Map([...types.values()].map((type) => [type.uid, type]));
  const targetsOf = ({ attributes }: ContentType): readonly ContentType[] => {
    const inComponents = [...componentsUsedBy(attributes, { components })].flatMap((uid) => [
      ...(components.get(uid)?.values() ?? []),
    ]);
    return [...attributes.values(), ...inComponents].flatMap(
      ({ target = "" }) => byUid.get(target) ?? [],
    );
  };
  const named = [...byUid.values()].sort((type, other) => (type.name < other.name ? -1 : 1));
  return sortTargetsFirst(named, targetsOf);
}
