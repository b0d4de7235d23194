import * as vscode from "vscode";
import type { SuggestionProvider } from "../host/surfaces/languageFeatures.ts";
import { completionItem } from "../host/surfaces/editorTexts.ts";
import { ago } from "../texts/ago.ts";
import { untitled } from "../texts/words.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import { findCandidates } from "../model/documents/targetSearch.ts";
import { whileWanted } from "./editorTasks.ts";
import { filling, inOrder, typedField } from "./typedField.ts";

/** Offers the targets of a relation by title, searched on the service while the user types. */
export const relationCompletion = (catalogs: Catalogs): SuggestionProvider => ({
  async provideCompletionItems(document, position, token) {
    const wanted = await typedField(catalogs, "relation", document, position, token);
    if (!wanted) return undefined;
    const { address, service, slot, search } = wanted;
    const asked = { target: slot.attribute.target ?? "", search, ...address };
    const found = await whileWanted(token, (signal) => findCandidates(service, asked, { signal }));
    // The user did not start this request: its failure is only logged.
    if (!found?.[1]) return undefined;
    const typeName = service.catalog.targets.get(asked.target)?.displayName ?? "";
    const items = found[1].rows.map(({ title, documentId, updatedAt, reference }, at) =>
      completionItem({
        label: title || untitled(),
        description: ago(updatedAt),
        detail: `${typeName} · ${documentId}`,
        kind: vscode.CompletionItemKind.Reference,
        ...filling(document, slot, reference),
        ...inOrder(at),
      }),
    );
    return { items, isIncomplete: true };
  },
});
