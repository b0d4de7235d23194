import type { Filters } from "./filters.ts";
import type { CallOptions, Pagination } from "./params.ts";
import type { FieldList } from "./populate.ts";
import type { SortKey } from "./sort.ts";

/** A picture in another size, made by the service; the specification does not show it. */
export interface FileFormat {
  readonly name: string;
  /** As of a CmsFile. */
  readonly url: string;
  readonly mime: string;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** In kilobytes of 1,000 bytes. */
  readonly size: number;
}

/**
 * A file of the media library (real service 5.54; the specification does not show it). It has
 * neither drafts nor localizations.
 */
export interface CmsFile {
  /** What the file routes address a file by; content holds its documentId. */
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly alternativeText: string | null;
  readonly caption: string | null;
  /** In pixels; null for what is no picture. */
  readonly width: number | null;
  /** In pixels; null for what is no picture. */
  readonly height: number | null;
  /** By name, such as `thumbnail`; null where the service made none, as of small pictures. */
  readonly formats: Readonly<Record<string, FileFormat>> | null;
  /** With its dot, such as `.png`. */
  readonly ext: string | null;
  /** A media type, such as `image/png`. */
  readonly mime: string;
  /** In kilobytes of 1,000 bytes. */
  readonly size: number;
  /** Below the service, such as `/uploads/tea.png`, or absolute where files lie elsewhere. */
  readonly url: string;
  /** Where the files are kept; `local` means the service's own disk. */
  readonly provider: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a list of files takes; the specification does not show it. */
export interface FileListParams<Fields = FieldList<CmsFile>> {
  /** The fields that come; all of them when absent. `id` and `documentId` always do. */
  readonly fields?: Fields;
  readonly filters?: Filters<CmsFile>;
  /** First key first; the service's order when absent. */
  readonly sort?: readonly SortKey<CmsFile>[];
  /** Every file when absent; 25 where there is a `page` and no `pageSize`. */
  readonly pagination?: Pagination;
  /** A search through name, alternative text and caption, whatever the case of letters. */
  readonly _q?: string;
}

/** What `create` of the media library takes; the specification does not show it. */
export interface NewFile extends CallOptions {
  /** Where the file lies on the disk. It is read while it leaves, and never held as a whole. */
  readonly path: string;
  /** What the service calls it; the file's own name when absent. */
  readonly name?: string;
  /** Its media type; by the name's ending when absent. */
  readonly type?: string;
  readonly alternativeText?: string;
  readonly caption?: string;
  /** Hears how many bytes have left, of how many; what it throws is passed over. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** What a file of the media library is told of itself; what is absent stays as it is. */
export interface FileInfo {
  readonly name?: string;
  /** Null is sent as an empty text: the service ignores null. */
  readonly alternativeText?: string | null;
  /** As of `alternativeText`. */
  readonly caption?: string | null;
}

/** What `update` of the media library takes; the specification does not show it. */
export interface FileUpdate extends CallOptions, FileInfo {
  /** The numeric id: the service finds no file by its documentId here. */
  readonly id: number;
}

/** What `replace` of the media library takes; the specification does not show it. */
export interface FileReplacement extends CallOptions, FileInfo {
  /** As of `update`. */
  readonly id: number;
  /** Where the new file is on the disk. It is read while it leaves, and never held as a whole. */
  readonly path: string;
  /** Its media type; by the ending of the file on the disk when absent. */
  readonly type?: string;
  /** Hears how many bytes have left, of how many; what it throws is passed over. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** What `delete` of the media library takes; the specification does not show it. */
export interface FileInput extends CallOptions {
  /** As of `update`. */
  readonly id: number;
}

/** What `content` takes; the specification does not show it. */
export interface FileContentInput extends CallOptions {
  /** The `url` of a CmsFile or of one of its formats. */
  readonly url: string;
  /** A larger file is a ParseError; the client's own limit when absent. */
  readonly maxBytes?: number;
}

/** A file's own bytes; the specification does not show it. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** The media type that the service gives it; undefined where it does not say. */
  readonly type: string | undefined;
}
