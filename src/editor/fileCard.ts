import type * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { card } from "../host/surfaces/editorTexts.ts";
import type { CmsFile } from "../model/documents/media/mediaLibrary.ts";
import { fileFacts } from "../texts/fileWords.ts";

/** The width of a picture, in pixels. */
const width = 240;

/** A file of the media library as the user sees it: its picture, name, facts and texts. */
export const fileCard = (
  file: CmsFile,
  picture: string | undefined,
): Plain<vscode.MarkdownString> =>
  card({
    picture: picture === undefined ? undefined : { url: picture, width },
    heading: file.name,
    lines: [fileFacts(file), file.alternativeText ?? "", file.caption ?? ""].filter(Boolean),
  });
