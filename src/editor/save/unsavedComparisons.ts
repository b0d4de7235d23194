import * as vscode from "vscode";
import { showDiff } from "../../host/surfaces/messages.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { keyOf, type Address } from "../../model/foundation/address.ts";
import { titleIn, versionScheme } from "../../files/shared/documentUri.ts";
import type { EditorContext } from "../editorContext.ts";

type ComparisonContext = Pick<EditorContext, "connections" | "documents" | "versionTexts">;

const serviceKey = (address: Address): string => `theirs ${keyOf(address)}`;
const savedKey = (address: Address): string => `saved ${keyOf(address)}`;

/** Compares unsaved changes with the service in a conflict, and otherwise with their base. */
export async function compareUnsaved(
  { documents, connections, versionTexts }: ComparisonContext,
  address: Address,
  textDocument: vscode.TextDocument,
): Promise<void> {
  const { now } = documents.conflict(address) ?? {};
  if (now) {
    const connection = connections.get(address.connection)?.name ?? "";
    const document = now.title || untitled();
    const name = vscode.l10n.t("{name} on {connection}", { name: document, connection });
    const serviceUri = versionTexts.show(name, now.text, serviceKey(address));
    const sides = vscode.l10n.t("{document}: on {connection} ↔ your unsaved changes", {
      document,
      connection,
    });
    await showDiff(serviceUri, textDocument.uri, sides);
  } else {
    const file = titleIn(textDocument.uri);
    const name = vscode.l10n.t("{file} (saved)", { file });
    const { text = "" } = documents.base(address) ?? {};
    const base = versionTexts.show(name, text, savedKey(address));
    const sides = vscode.l10n.t("{file}: saved ↔ unsaved changes", { file });
    await showDiff(base, textDocument.uri, sides);
  }
}

/** Keeps the other side of open comparisons up to date: a save changes it, and so does a merge. */
export function followUnsavedComparisons({
  documents,
  versionTexts,
}: ComparisonContext): vscode.Disposable {
  const follow = ({ address }: { readonly address: Address }): void => {
    const texts = {
      [serviceKey(address)]: documents.latestSnapshot(address)?.text,
      [savedKey(address)]: documents.base(address)?.text,
    };
    for (const { uri } of vscode.workspace.textDocuments) {
      const text = uri.scheme === versionScheme ? texts[uri.query] : undefined;
      if (text !== undefined) versionTexts.update(uri, text);
    }
  };
  return vscode.Disposable.from(
    documents.onDidReadSnapshot(follow),
    documents.onDidSave(follow),
    documents.onDidChangeEdit((address) => follow({ address })),
  );
}
