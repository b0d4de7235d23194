import { basename, join } from "node:path";
import {
  boolean,
  choice,
  list,
  number,
  object,
  optional,
  readShape,
  text,
} from "../foundation/jsonShape.ts";
import type { ShapeFailure } from "../foundation/jsonShape.ts";
import { failed, whyOf, type Outcome } from "../foundation/outcome.ts";
import { isNotFound, readTextFile } from "../foundation/textFiles.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";

/**
 * The file that makes a folder an export of all content. It is written last, so a folder without it
 * is not whole. No type has a name with an underscore.
 */
export const manifestName = "_manifest.json";

/** What an export of all content has, and what it lacks. */
export interface ContentManifest {
  readonly format: 1;
  /** The URL of the service, which has no credentials. */
  readonly service: string;
  /** In ISO 8601. */
  readonly exportedAt: string;
  /** Whether the folder has the media files, not only their list. */
  readonly hasMedia?: boolean | undefined;
  /** Most relations lead to earlier types. The last one is the list of the media files. */
  readonly types: readonly ExportedType[];
  /** What the service does not return, and why. */
  readonly leftOut: readonly { readonly type: string; readonly reason: string }[];
}

/** A media file that could not be downloaded. */
export interface MissingFile {
  readonly documentId: string;
  readonly name: string;
  readonly reason: string;
}

export interface ExportedType {
  /** The name in the type's URL. */
  readonly type: string;
  /** The name of the file in the folder. */
  readonly file: string;
  /** The number of its records. */
  readonly count: number;
  /** The fields that the token can't read. */
  readonly hidden?: readonly string[] | undefined;
  /** The fields whose values may be incomplete. */
  readonly partial?: readonly string[] | undefined;
  /** The ids of documents without a documentId, a locale or a draft in the database. */
  readonly leftOut?: readonly string[] | undefined;
  /** For the media files: those that the folder lacks. */
  readonly missing?: readonly MissingFile[] | undefined;
}

/** The folder of the media files in an export. */
export const mediaFolder = "media";

/** The path of a media file in an export, with slashes on every system. */
export const mediaPathOf = (name: string): string => `${mediaFolder}/${name}`;

/** Whether a path leads to a file in the folder of the media files, and nowhere else. */
export const isMediaPath = (path: string): boolean => /^media\/[\w-][\w.-]*$/.test(path);

const texts = optional(list(text));

const manifest = object<ContentManifest>({
  ...{ format: choice(1), service: text, exportedAt: text, hasMedia: optional(boolean) },
  types: list(
    object<ExportedType>({
      ...{ type: text, file: text, count: number, hidden: texts, partial: texts, leftOut: texts },
      missing: optional(list(object<MissingFile>({ documentId: text, name: text, reason: text }))),
    }),
  ),
  leftOut: list(object({ type: text, reason: text })),
});

/** A manifest may list many documents that are left out. */
const maxManifestBytes = 16_000_000;

/** Fails with `no-manifest` for a folder that isn't an export of all content, or not a whole one. */
export async function readManifest(
  folder: string,
): Promise<Outcome<ContentManifest, ShapeFailure | BulkFailure>> {
  const none = failed({ code: "no-manifest", file: manifestName });
  try {
    const content = await readTextFile(join(folder, manifestName), maxManifestBytes);
    const outcome = readShape(content, manifest);
    // A manifest must not lead to files elsewhere.
    const isInside = outcome[1]?.types.every(({ file }) => basename(file) === file) ?? true;
    return isInside ? outcome : none;
  } catch (error) {
    return isNotFound(error) ? none : failed({ code: "unreadable-file", why: whyOf(error) });
  }
}
