import type { AttributeSchema, CmsFile, Filters } from "../../client/index.ts";

/** The prefix of the media types of each kind of file. The kind `files` covers all others. */
const mimePrefixes = new Map([
  ["images", "image/"],
  ["videos", "video/"],
  ["audios", "audio/"],
]);

export type AllowedTypes = AttributeSchema["allowedTypes"];

const filterFor = (kind: string): Filters<CmsFile> | undefined => {
  const beginning = mimePrefixes.get(kind);
  if (beginning !== undefined) return { mime: { $startsWith: beginning } };
  if (kind !== "files") return undefined;
  const otherKinds = [...mimePrefixes.values()].map((prefix) => ({
    mime: { $not: { $startsWith: prefix } },
  }));
  return { $and: otherKinds };
};

/** The filter for the kinds of file that a media attribute allows; no filter if it allows any. */
export function filesOf(allowed: AllowedTypes): { readonly filters?: Filters<CmsFile> } {
  const kinds = (allowed ?? []).map(filterFor);
  const isAny = kinds.length === 0 || kinds.includes(undefined) || kinds.length > mimePrefixes.size;
  return isAny ? {} : { filters: { $or: kinds.filter((kind) => kind !== undefined) } };
}

/** Whether a media attribute allows a file of this name. Only the file extension decides. */
export function isAllowed(allowed: AllowedTypes, name: string): boolean {
  const kinds = allowed ?? [];
  const isAny = kinds.length === 0 || kinds.some((kind) => filterFor(kind) === undefined);
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const [kind = "files"] = [...extensions].find(([, all]) => all.includes(ending)) ?? [];
  return isAny || kinds.includes(kind);
}

/** The file extensions that a media attribute allows, for a file picker; empty if it allows any. */
export function extensionsOf(allowed?: AllowedTypes): string[] {
  const kinds = allowed ?? [];
  return kinds.includes("files") ? [] : kinds.flatMap((kind) => extensions.get(kind) ?? []);
}

const extensions = new Map([
  ["images", ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "tif", "tiff", "ico"]],
  ["videos", ["mp4", "webm", "mov", "mpeg", "avi"]],
  ["audios", ["mp3", "m4a", "ogg", "wav", "flac"]],
]);
