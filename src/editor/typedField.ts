import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { fromUri } from "../files/uri.ts";
import type { Address } from "../model/foundation/address.ts";
import type { TypeInCatalog } from "../model/schemas/catalog.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import { untilQuiet } from "./typingPause.ts";
import { referenceFieldAtPath } from "./referenceField.ts";
import type { ReferenceField } from "./referenceField.ts";

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
