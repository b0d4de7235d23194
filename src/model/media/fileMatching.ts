import type { CmsFile } from "../../client/index.ts";
import { ownIn } from "../foundation/json.ts";

export type FileDifference = "content" | "name" | "alternativeText" | "caption" | "focalPoint";

/** Whether the service encodes a picture again at every upload, so that its bytes and size change. */
export const isEncodedAgain = (ext: string | null): boolean =>
  /^\.?(jpe?g|png|webp)$/i.test(ext ?? "");

/**
 * Whether two files can be the same: by all that two services have in common. Encoding a picture
 * again changes the size of its smaller versions by 5 percent at most. That of a PNG changes by up to
 * 40 percent if only one service reduces the number of colors, which changes the size of the picture
 * itself much more.
 */
export function isAlike(file: CmsFile, other: CmsFile): boolean {
  if (file.name !== other.name || !isSameShape(file, other)) return false;
  if (!isEncodedAgain(file.ext)) return true;
  const isReduced = /png$/i.test(file.ext ?? "") && !isNear(file.size, other.size, 0.1);
  return Object.entries(file.formats ?? {}).every(([name, { width, height, size }]) => {
    const format = ownIn(other.formats, name);
    const isComparable = format?.width === width && format.height === height;
    return !isComparable || isNear(size, format.size, isReduced ? 0.4 : 0.1);
  });
}

/** Whether two files have the same ending and dimensions or, where bytes stay the same, size. */
export const isSameShape = (file: CmsFile, other: CmsFile): boolean =>
  file.ext === other.ext &&
  (isEncodedAgain(file.ext)
    ? file.width === other.width && file.height === other.height
    : file.size === other.size);

/** Whether two sizes in kilobytes, which are rounded to 10 bytes, differ by this share at most. */
const isNear = (size: number, other: number, share: number): boolean =>
  Math.abs(size - other) <= Math.max(size, other) * share + 0.02;

export function differencesOf(file: CmsFile, other: CmsFile): FileDifference[] {
  const texts = ["name", "alternativeText", "caption"] as const;
  const point = ({ focalPoint }: CmsFile): string => `${focalPoint?.x} ${focalPoint?.y}`;
  return [
    ...(isAlike(file, { ...other, name: file.name }) ? [] : ["content" as const]),
    ...texts.filter((name) => (file[name] ?? "") !== (other[name] ?? "")),
    ...(point(file) === point(other) ? [] : ["focalPoint" as const]),
  ];
}

/** Whether a file has this many bytes. The service rounds its size to 10 bytes. */
export const hasSize = ({ size }: Pick<CmsFile, "size">, bytes: number): boolean =>
  Math.abs(bytes / 1_000 - size) < 0.006;

/** Whether a URL leads to another host than that of the service. */
export const isElsewhere = (url: string, service: string): boolean =>
  URL.canParse(url, service) && new URL(url, service).origin !== new URL(service).origin;
