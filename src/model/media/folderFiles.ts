import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CmsFile } from "../../client/index.ts";
import { mediaType } from "../foundation/address.ts";
import {
  isObject,
  ownIn,
  textIn,
  valueIn,
  type Json,
  type JsonObject,
} from "../foundation/json.ts";
import { done, failed, whyOf, type Outcome } from "../foundation/outcome.ts";
import { hasSize } from "./fileMatching.ts";
import type { FileSource } from "./fileSource.ts";
import { LinkedFiles } from "./linkedFiles.ts";
import type { FolderPath } from "../reading/folderReader.ts";
import { isMediaPath, manifestName, type ContentManifest } from "../records/contentManifest.ts";
import { fromCell } from "../records/csvColumns.ts";
import { bytesOf, readRawRecords } from "../records/recordFile.ts";
import { formatOfFile } from "../records/recordFormat.ts";
import type { BulkFailure, BulkResult, PlanFailure } from "../runs/bulkFailure.ts";

interface FolderFile {
  readonly file: CmsFile;
  /** On the disk; empty if the folder doesn't have it. */
  readonly path: string;
  readonly folder: FolderPath | undefined;
  /** Why it can't be uploaded. */
  readonly failure: PlanFailure | undefined;
}

/** The media files of an export of all content. */
export class FolderFiles implements FileSource {
  readonly #files: ReadonlyMap<string, FolderFile>;
  readonly links: LinkedFiles;

  private constructor(files: readonly FolderFile[], service: string) {
    this.#files = new Map(files.map((entry) => [entry.file.documentId, entry]));
    const byUrl = new Map(
      files.flatMap(({ file }) => {
        const formats = Object.values(file.formats ?? {});
        return [file, ...formats].map(({ url }) => [url, file] as const);
      }),
    );
    const filesAt = (urls: readonly string[]) =>
      Promise.resolve(done([...new Set(urls.flatMap((url) => byUrl.get(url) ?? []))]));
    this.links = new LinkedFiles(filesAt, { url: service });
  }

  /**
   * Reads the list of the files, and looks for each of them in the folder. Fails with `no-files` if
   * the export has only the list.
   */
  static async open(
    folder: string,
    { service, types, hasMedia }: ContentManifest,
    signal?: AbortSignal,
  ): BulkResult<FolderFiles> {
    const exported = types.find(({ type }) => type === mediaType);
    if (!exported || hasMedia !== true) return failed({ code: "no-files" });
    if (!URL.canParse(service)) return failed({ code: "no-manifest", file: manifestName });
    const list = join(folder, exported.file);
    const format = formatOfFile(list) ?? "ndjson";
    const files: FolderFile[] = [];
    for await (const raw of readRawRecords({ bytes: bytesOf(list), format }, signal)) {
      if ("failure" in raw) return failed(raw.failure);
      const [failure, row] = format === "csv" ? rowOfCells(raw.value) : done(raw.value);
      if (failure) return failed(failure);
      files.push(await folderFile(row, folder));
    }
    return signal?.aborted ? failed({ code: "declined" }) : done(new FolderFiles(files, service));
  }

  get ids(): readonly string[] {
    return [...this.#files.keys()];
  }

  find(ids: readonly string[]): BulkResult<readonly CmsFile[]> {
    return Promise.resolve(done(ids.flatMap((id) => this.#files.get(id)?.file ?? [])));
  }

  blockOf({ documentId }: CmsFile): PlanFailure | undefined {
    return this.#files.get(documentId)?.failure;
  }

  bytes(file: CmsFile): BulkResult<Uint8Array> {
    return this.use(file, {}, async (path): BulkResult<Uint8Array> => {
      try {
        return done(await readFile(path));
      } catch (error) {
        return failed({ code: "unreadable-file", why: whyOf(error) });
      }
    });
  }

  /** The file may have changed since the folder was opened. */
  async use<T>(file: CmsFile, _: unknown, work: (path: string) => BulkResult<T>): BulkResult<T> {
    const { path = "" } = this.#files.get(file.documentId) ?? {};
    const failure = await flawOf(file, path);
    return failure ? failed(failure) : work(path);
  }

  folders(ids: readonly string[]): Promise<ReadonlyMap<string, FolderPath> | undefined> {
    const known = ids.flatMap((id) => {
      const folder = this.#files.get(id)?.folder;
      return folder ? [[id, folder] as const] : [];
    });
    return Promise.resolve(known.length > 0 ? new Map(known) : undefined);
  }
}

/** A row of a CSV list. The columns have no schema. */
function rowOfCells(cells: JsonObject): Outcome<JsonObject, BulkFailure> {
  const values: [string, Json][] = [];
  for (const [name, cell] of Object.entries(cells)) {
    const text = typeof cell === "string" ? cell : null;
    const [failure, value] = fromCell(text, { type: "unknown" });
    if (failure) return failed(failure);
    values.push([name, value]);
  }
  return done(Object.fromEntries(values));
}

async function folderFile(row: JsonObject, folder: string): Promise<FolderFile> {
  const file = fileOf(row);
  const at = textIn(row, "file");
  const path = isMediaPath(at) ? join(folder, at) : "";
  const inLibrary = ownIn(row, "folder");
  return {
    ...{ file, path, failure: await flawOf(file, path) },
    folder: typeof inLibrary === "string" ? inLibrary.split("/").filter(Boolean) : undefined,
  };
}

async function flawOf(file: CmsFile, path: string): Promise<PlanFailure | undefined> {
  const { documentId: id, name } = file;
  if (id === "" || name === "") return { code: "file-unreadable", id };
  const stats = path === "" ? undefined : await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return { code: "file-missing", name };
  return hasSize(file, stats.size)
    ? undefined
    : { code: "file-size", name, actual: stats.size, expected: Math.round(file.size * 1_000) };
}

/** Users may edit the list, so that any value can be missing. */
function fileOf(row: JsonObject): CmsFile {
  const textOrNull = (name: string) => textIn(row, name) || null;
  const numberOrNull = (name: string) => {
    const value = valueIn(row, name);
    return typeof value === "number" ? value : null;
  };
  const point = valueIn(row, "focalPoint");
  const { x = null, y = null } = isObject(point) ? point : {};
  return {
    ...{ id: numberOrNull("id") ?? 0, documentId: textIn(row, "documentId") },
    ...{ name: textIn(row, "name"), url: textIn(row, "url"), ext: textOrNull("ext") },
    ...{ alternativeText: textOrNull("alternativeText"), caption: textOrNull("caption") },
    focalPoint: typeof x === "number" && typeof y === "number" ? { x, y } : null,
    ...{ width: numberOrNull("width"), height: numberOrNull("height") },
    formats: formatsIn(valueIn(row, "formats")),
    ...{ mime: textIn(row, "mime") || "application/octet-stream", size: numberOrNull("size") ?? 0 },
    ...{ provider: textIn(row, "provider"), createdAt: "", updatedAt: "" },
  };
}

function formatsIn(value: Json): CmsFile["formats"] {
  if (!isObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, format]) => {
      if (!isObject(format) || textIn(format, "url") === "") return [];
      const [nameText, url, mime] = [
        textIn(format, "name"),
        textIn(format, "url"),
        textIn(format, "mime"),
      ];
      const numberIn = (key: string) => Number(valueIn(format, key)) || 0;
      const sizes = {
        width: numberIn("width"),
        height: numberIn("height"),
        size: numberIn("size"),
      };
      return [[name, { name: nameText, url, mime, ...sizes }]];
    }),
  );
}
