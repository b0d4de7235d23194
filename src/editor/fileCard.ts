import * as vscode from "vscode";
import type { CmsFile } from "../model/documents/media/mediaLibrary.ts";
import { fileFacts } from "../texts/fileWords.ts";

/** The width of a picture, in pixels. */
const width = 240;

/** A file of the media library as the user sees it: its picture, name, facts and texts. */
export function fileCard(file: CmsFile, picture: string | undefined): vscode.MarkdownString {
  const card = new vscode.MarkdownString();
  if (picture !== undefined) card.appendMarkdown(`![](${quoted(picture)}|width=${width})\n\n`);
  card.appendMarkdown("**").appendText(file.name).appendMarkdown("**\n\n");
  card.appendText(fileFacts(file));
  for (const words of [file.alternativeText, file.caption]) {
    if (words) card.appendMarkdown("\n\n").appendText(words);
  }
  return card;
}

/** Escapes a URL so that none of its characters ends the link. */
const quoted = (url: string): string =>
  url.replace(/[()<>\\|\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
