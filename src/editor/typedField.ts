import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { fromUri } from "../files/uri.ts";
import type { Address } from "../model/foundation/address.ts";
import type { TypeInCatalog } from "../model/schemas/catalog.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import { untilQuiet } from "./editorTasks.ts";
import { referenceFieldAtPath } from "./referenceField.ts";
import type { ReferenceField } from "./referenceField.ts";
import type { Json } from "../model/foundation/json.ts";
import { rangeOf, endOf } from "./jsonLocations.ts";

/** The pause in typing before the service is searched, in milliseconds. */
const patience = 200;

interface DocumentWithType {
  readonly address: Address;
  readonly service: TypedService;
}

/** Undefined for other documents, and where the type can't be loaded. */
export async function documentWithType(
  { uri }: vscode.TextDocument,
  catalogs: Catalogs,
): Promise<DocumentWithType | undefined> {
  const address = fromUri(uri);
  if (!address) return undefined;
  const [, service] = await catalogs.type(address.connection, address.type);
  return service ? { address, service } : undefined;
}

/** The type of a document as it is cached: an open document was read with it. Sends no request. */
export function rememberedType(
  { uri }: vscode.TextDocument,
  catalogs: Catalogs,
): TypeInCatalog | undefined {
  const address = fromUri(uri);
  const catalog = address && catalogs.remembered(address.connection);
  const type = address && catalog?.types.get(address.type);
  return catalog && type && { type, catalog };
}

/** A position where the user types to search for a value. */
interface TypedField extends DocumentWithType {
  readonly slot: ReferenceField;
  /** The search text for the service; empty for all values. */
  readonly search: string;
}

/** The position at the cursor once the user pauses; undefined if there is none. */
export async function typedField(
  catalogs: Catalogs,
  kind: "relation" | "media",
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<TypedField | undefined> {
  const typed = await documentWithType(document, catalogs);
  await untilQuiet(document);
  if (!typed || token.isCancellationRequested) return undefined;
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const slot = referenceFieldAtPath(text, offset, typed.service, kind);
  if (!slot) return undefined;
  // At the next keystroke, VS Code cancels this request and sends another.
  await pause(patience);
  return { ...typed, slot, search: searchIn(slot) };
}

/** The typed text. For a complete documentId, the user wants the other documents. */
const searchIn = ({ typed }: ReferenceField): string => (/^[a-z0-9]{24}$/.test(typed) ? "" : typed);

/** Keeps the order of the service, where VS Code would sort by name. */
export const inOrder = (at: number): Pick<Plain<vscode.CompletionItem>, "sortText"> => ({
  sortText: String(at).padStart(4, "0"),
});

type Filling = Required<
  Pick<Plain<vscode.CompletionItem>, "range" | "insertText" | "filterText" | "additionalTextEdits">
>;

/** The inserted text with its list and commas. Several values fit only into a list. */
export function fillingText(
  { before, after, isWholeList }: ReferenceField,
  ...values: readonly Json[]
): string {
  const written = (value: Json): string => JSON.stringify(value, null, 2);
  return before + (isWholeList ? written(values) : values.map(written).join(", ")) + after;
}

/**
 * A completion that inserts a value. VS Code replaces within one line only, so it replaces the word
 * at the cursor. Additional edits change the text around it. Any typed text matches, because the
 * provider has searched already.
 */
export function filling(document: vscode.TextDocument, slot: ReferenceField, value: Json): Filling {
  const { word, replaced } = slot;
  const rest = [
    { offset: replaced.offset, length: word.offset - replaced.offset },
    { offset: endOf(word), length: endOf(replaced) - endOf(word) },
  ];
  const range = rangeOf(document, word);
  return {
    range,
    insertText: fillingText(slot, value),
    filterText: document.getText(range),
    additionalTextEdits: rest
      .filter(({ length }) => length > 0)
      .map((stretch) => vscode.TextEdit.delete(rangeOf(document, stretch))),
  };
}
