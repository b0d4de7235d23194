import * as vscode from "vscode";
import type { Suggestions } from "../host/surfaces/languageFeatures.ts";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { completionItem } from "../host/surfaces/editorTexts.ts";
import { ago } from "../texts/ago.ts";
import { untitled } from "../texts/words.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import { findCandidates } from "../model/documents/targetSearch.ts";
import type { Candidate } from "../model/documents/targetSearch.ts";
import { whileWanted } from "./cancelling.ts";
import { filling } from "./valueCompletion.ts";
import type { ReferenceField } from "./referenceField.ts";
import { inOrder, typedField } from "./typedField.ts";

/** Offers the targets of a relation by title, searched on the service while the user types. */
export class RelationCompletion {
  readonly #catalogs: Catalogs;

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<Suggestions | undefined> {
    const wanted = await typedField(this.#catalogs, "relation", { document, position, token });
    if (!wanted) return undefined;
    const { address, service, slot, search } = wanted;
    const asked = { target: slot.attribute.target ?? "", search, ...address };
    const found = await whileWanted(token, (signal) => findCandidates(service, asked, { signal }));
    // The user did not start this request: its failure is only logged.
    if (!found?.[1]) return undefined;
    const items = found[1].rows.map((candidate, at) =>
      offer(candidate, at, { document, slot, service }),
    );
    return { items, isIncomplete: true };
  }
}

interface RelationSearch {
  readonly document: vscode.TextDocument;
  readonly slot: ReferenceField;
  readonly service: TypedService;
}

function offer(
  { title, documentId, updatedAt, reference }: Candidate,
  at: number,
  { document, slot, service }: RelationSearch,
): Plain<vscode.CompletionItem> {
  const type = service.catalog.targets.get(slot.attribute.target ?? "");
  return completionItem({
    label: title || untitled(),
    description: ago(updatedAt),
    detail: `${type?.displayName ?? ""} · ${documentId}`,
    kind: vscode.CompletionItemKind.Reference,
    ...filling(document, slot, reference),
    ...inOrder(at),
  });
}
