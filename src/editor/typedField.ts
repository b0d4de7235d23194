import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import { untilQuiet } from "./typingPause.ts";
import { referenceFieldAtPath } from "./referenceField.ts";
import type { ReferenceField } from "./referenceField.ts";

/** How long a person pauses before the service is asked, in milliseconds. */
const patience = 200;

interface TypedFieldQuery {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly token: vscode.CancellationToken;
}

/** A place in which somebody types to find what to put there. */
interface TypedField {
  readonly address: Address;
  readonly service: TypedService;
  readonly slot: ReferenceField;
  /** What the service is to be asked for; empty for whatever it has. */
  readonly search: string;
}

/** The place at the cursor, when the person has paused there; undefined where there is none. */
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
  // With the next key VS Code takes this question back, and asks another.
  await pause(patience);
  return { address, service, slot, search: searchIn(slot) };
}

/** What was typed, unless it is a whole documentId: then the others are wanted. */
const searchIn = ({ typed }: ReferenceField): string => (/^[a-z0-9]{24}$/.test(typed) ? "" : typed);

/** Keeps what is offered in the order of the service, where VS Code would sort by name. */
export const inOrder = (at: number): Pick<vscode.CompletionItem, "sortText"> => ({
  sortText: String(at).padStart(4, "0"),
});
