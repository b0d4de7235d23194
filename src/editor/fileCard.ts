import * as vscode from "vscode";
import type { CmsFile } from "../model/documents/media/mediaLibrary.ts";
import { fileFacts } from "../host/words/fileWords.ts";

/** As wide as a picture is shown, in pixels. */
const width = 240;

/** A file of the media library as a person sees it: its picture, its name, its facts and its words. */
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

/** A URL that nothing in it can end. */
const quoted = (url: string): string =>
  url.replace(/[()<>\\|\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
