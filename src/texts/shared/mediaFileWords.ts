import * as l10n from "@vscode/l10n";
import type { CmsFile } from "../../model/media/mediaLibrary.ts";
import { nonEmpty } from "./nameList.ts";
import { textLanguage } from "./textLanguage.ts";
import type { Failure } from "../../model/failure.ts";

/** The properties of a file in one line: `720 × 480 · 12.9 kB · image/png`. */
export function fileFacts({ width, height, size, mime }: CmsFile): string {
  const dimensions = width !== null && height !== null ? `${width} × ${height}` : "";
  return nonEmpty(dimensions, sizeOf(size), mime).join(" · ");
}

/** Formats a size, given in kilobytes of 1,000 bytes, for the user. */
export function sizeOf(kilobytes: number): string {
  const isLarge = kilobytes >= 1_000;
  const unit = isLarge ? "megabyte" : "kilobyte";
  const format = new Intl.NumberFormat(textLanguage(), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 1,
  });
  return format.format(isLarge ? kilobytes / 1_000 : kilobytes);
}

export const noSuchFile = (): string =>
  l10n.t("This file doesn't exist in the media library. Remove or replace it before you save.");

export function notOfKind(field: string, allowed: readonly string[], file: string): string {
  const words = new Map([
    [
      "images",
      l10n.t({ message: "images", comment: ["In the list of files that a field accepts"] }),
    ],
    [
      "videos",
      l10n.t({ message: "videos", comment: ["In the list of files that a field accepts"] }),
    ],
    [
      "audios",
      l10n.t({ message: "audio files", comment: ["In the list of files that a field accepts"] }),
    ],
    [
      "files",
      l10n.t({ message: "other files", comment: ["In the list of files that a field accepts"] }),
    ],
  ]);
  const types = allowed.map((kind) => words.get(kind) ?? kind).join(", ");
  return l10n.t("{file} was not uploaded. {field} accepts only {types}.", { field, types, file });
}

/** What to do before an upload is retried; undefined if no data can have arrived. */
export function uploadWarning(failure: Failure): string | undefined {
  if (failure.code !== "service") return undefined;
  const { name, status, attempts, retryable } = failure.error;
  const isUnknown = status === undefined && attempts > 0 && !retryable && name !== "CmsAbortError";
  return isUnknown
    ? l10n.t(
        "It's not known whether the file was uploaded. Check the media library before you retry.",
      )
    : undefined;
}
