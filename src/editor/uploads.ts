import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { withProgress } from "../host/progress.ts";
import { textLanguage } from "../texts/textLanguage.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import { toFileReference } from "../model/documents/media/mediaLibrary.ts";
import type { CmsFile, MediaLibrary } from "../model/documents/media/mediaLibrary.ts";
import { rangeOf } from "./jsonLocations.ts";
import { documentWithType, fillingText } from "./typedField.ts";
import { referenceFieldAt, referenceFieldOf } from "./referenceField.ts";
import type { ReferenceField } from "./referenceField.ts";
import type { Failure } from "../model/failure.ts";

export interface MediaField {
  readonly document: vscode.TextDocument;
  readonly connection: string;
  readonly service: TypedService;
  readonly slot: ReferenceField;
  /** The version of the text in which the field was found. */
  readonly version: number;
}

export async function mediaFieldAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  catalogs: Catalogs,
): Promise<MediaField | undefined> {
  // This is the text that the user pointed at, whatever they type from here on.
  const { version } = document;
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const typed = await documentWithType(document, catalogs);
  if (!typed) return undefined;
  const { address, service } = typed;
  const slot = referenceFieldAt(text, offset, service, "media");
  return slot && { document, connection: address.connection, service, slot, version };
}

/**
 * Uploads files one after the other until one fails, with progress and a Cancel button. Returns the
 * uploaded files, and why the next one failed.
 */
export const uploadAll = (
  library: MediaLibrary,
  connection: string,
  paths: readonly string[],
): Promise<{ readonly made: readonly CmsFile[]; readonly failure: Failure | null }> =>
  withProgress(vscode.l10n.t("Uploading"), async (signal, say) => {
    const made: CmsFile[] = [];
    for (const path of paths) {
      const name = basename(path);
      const onProgress = toldOnce((percent) => {
        say(
          paths.length > 1
            ? `${name} (${made.length + 1}/${paths.length}): ${percent}`
            : `${name}: ${percent}`,
        );
      });
      const [failure, file] = await library.upload(connection, { path, signal, onProgress });
      if (failure) return { made, failure };
      made.push(file);
    }
    return { made, failure: null };
  });

/** How many times to try to write into a text while the user types in it. */
const tries = 10;

/** Writes files into a field where it is now; false if it is gone or can't be written. */
export async function write(field: MediaField, files: readonly CmsFile[]): Promise<boolean> {
  if (files.length === 0) return true;
  for (let left = tries; left > 0; left -= 1) {
    const edit = writing(field, files);
    if (!edit) return false;
    if (await vscode.workspace.applyEdit(edit)) return true;
    // VS Code rejects an edit of a text that has changed since, so the current text is read again.
    await pause(100);
  }
  return false;
}

function writing(field: MediaField, files: readonly CmsFile[]): vscode.WorkspaceEdit | undefined {
  const { document, version, service } = field;
  const isAsFound = document.version === version;
  const slot = isAsFound
    ? field.slot
    : referenceFieldOf(document.getText(), field.slot.path, service, "media");
  if (!slot) return undefined;
  const edit = new vscode.WorkspaceEdit();
  const text = fillingText(slot, ...files.map(toFileReference));
  const range = rangeOf(document, slot.replaced);
  edit.replace(document.uri, range, text.replaceAll("\n", `\n${indentation(document, range)}`));
  return edit;
}

const indentation = (document: vscode.TextDocument, { start }: vscode.Range): string =>
  /^\s*/.exec(document.lineAt(start.line).text)?.[0] ?? "";

/** Reports each percentage once, for any number of chunks. */
function toldOnce(tell: (percent: string) => void): (sent: number, total: number) => void {
  let shown = "";
  return (sent, total) => {
    const format = new Intl.NumberFormat(textLanguage(), { style: "percent" });
    const percent = format.format(total === 0 ? 1 : sent / total);
    if (percent !== shown) tell(percent);
    shown = percent;
  };
}
