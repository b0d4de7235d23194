import * as vscode from "vscode";
import { rangeOf } from "../../editor/diagnostics.ts";
import { JsonLocations } from "../../editor/jsonLocations.ts";
import type { TextSpan } from "../../editor/jsonLocations.ts";
import { Guidance } from "../../host/commandFailure.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Json } from "../../model/foundation/json.ts";
import type { AttributeLocation } from "../../model/content/attributePlaces.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";

/** A field of an open document whose value the user chooses. */
export interface DocumentField {
  readonly editor: vscode.TextEditor;
  readonly address: Address;
  readonly service: TypedService;
  readonly place: AttributeLocation;
  readonly offset: number;
  /** The version of the text in which the field was found. */
  readonly version: number;
}

export const fieldLabel = ({ place }: DocumentField): string => String(place.path.at(-1));

export const currentOf = ({ editor, place }: DocumentField): Json =>
  new JsonLocations(editor.document.getText()).value(place.path) ?? null;

/**
 * Where the field's value is in the current text. Where the value is missing, the parser takes the
 * key of the next line for it.
 */
export function parsedContent({ editor: { document }, place }: DocumentField) {
  const places = new JsonLocations(document.getText());
  const written = places.written(place.path);
  const isBehindKey =
    written &&
    document.positionAt(written.offset).line ===
      document.positionAt(places.key(place.path).offset).line;
  if (written && (places.isWhole || isBehindKey)) return written;
  throw new Guidance(vscode.l10n.t("Complete the JSON around this field first."));
}

/** Replaces the field's value. */
export const writeValue = (field: DocumentField, value: Json): Promise<void> =>
  replaceRange(field, parsedContent(field), JSON.stringify(value));

/** Makes one edit that a single Undo reverts. */
export async function replaceRange(
  { editor: { document } }: DocumentField,
  stretch: TextSpan,
  text: string,
): Promise<void> {
  const range = rangeOf(document, stretch);
  const [indentation = ""] = /^\s*/.exec(document.lineAt(range.start.line).text) ?? [];
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text.replaceAll("\n", `\n${indentation}`));
  if (await vscode.workspace.applyEdit(edit)) return;
  throw new Guidance(vscode.l10n.t("The text has changed or is read-only. Nothing was inserted."));
}
