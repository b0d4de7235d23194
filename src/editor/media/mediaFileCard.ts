import type * as vscode from "vscode";
import { card, type Plain } from "../../host/surfaces/editorTexts.ts";
import type { CmsFile } from "../../model/media/mediaLibrary.ts";
import type { Pictures } from "../../model/media/pictures.ts";
import { fileFacts } from "../../texts/shared/mediaFileWords.ts";
import { whileWanted } from "../shared/editorTasks.ts";

/** In pixels. */
const width = 240;

export const fileCard = (
  file: CmsFile,
  picture: string | undefined,
): Plain<vscode.MarkdownString> =>
  card(
    picture === undefined ? undefined : { url: picture, width },
    file.name,
    [fileFacts(file), file.alternativeText ?? "", file.caption ?? ""].filter(Boolean),
  );

export async function cardWithPicture(
  pictures: Pictures,
  connection: string,
  file: CmsFile,
  token: vscode.CancellationToken,
): Promise<Plain<vscode.MarkdownString>> {
  const outcome = await whileWanted(token, (signal) => pictures.of(connection, file, { signal }));
  return fileCard(file, outcome?.[1] ?? undefined);
}
