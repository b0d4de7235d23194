import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { fromUri } from "../files/uri.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import { untilQuiet } from "./typingPause.ts";
import { referenceFieldAtPath } from "./referenceField.ts";
import type { ReferenceField } from "./referenceField.ts";

/** The pause in typing before the service is searched, in milliseconds. */
const patience = 200;

interface TypedFieldQuery {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly token: vscode.CancellationToken;
}

/** A position where the user types to search for a value. */
interface TypedField {
  readonly address: Address;
  readonly service: TypedService;
  readonly slot: ReferenceField;
  /** The search text for the service; empty for all values. */
  readonly search: string;
}

/** The position at the cursor once the user pauses; undefined where there is none. */
export async function typedField(
  catalogs: Catalogs,
  kind: "relation" | "media",
  { document, position, token }: TypedFieldQuery,
): Promise<TypedField | undefined> {
  const address = fromUri(document.uri);
  if (!address) return undefined;
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  await untilQuiet(document);
  if (unknown || token.isCancellationRequested) return undefined;
  const slot = referenceFieldAtPath(document.getText(), document.offsetAt(position), service, kind);
  if (!slot) return undefined;
  // At the next keystroke, VS Code cancels this request and sends another.
  await pause(patience);
  return { address, service, slot, search: searchIn(slot) };
}

/**
 * The typed text. A complete documentId is not searched for: the user wants the other documents.
 */
const searchIn = ({ typed }: ReferenceField): string => (/^[a-z0-9]{24}$/.test(typed) ? "" : typed);

/** Keeps the order of the service, where VS Code would sort by name. */
export const inOrder = (at: number): Pick<Plain<vscode.CompletionItem>, "sortText"> => ({
  sortText: String(at).padStart(4, "0"),
});
