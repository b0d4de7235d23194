import * as vscode from "vscode";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import type { CmsFile, MediaLibrary } from "../model/documents/media/mediaLibrary.ts";
import { toFileReference } from "../model/documents/media/mediaLibrary.ts";
import type { Pictures } from "../model/documents/media/pictures.ts";
import { whileWanted } from "./cancelling.ts";
import { fileCard } from "./fileCard.ts";
import { filling } from "./valueCompletion.ts";
import { inOrder, typedField } from "./typedField.ts";

interface MediaCompletionDependencies {
  readonly catalogs: Catalogs;
  readonly library: MediaLibrary;
  readonly pictures: Pictures;
}

interface MediaSuggestion extends vscode.CompletionItem {
  readonly connection?: string;
  readonly file?: CmsFile;
}

/** Offers files of the media library, searched on the service while somebody types. */
export class MediaCompletion implements vscode.CompletionItemProvider<MediaSuggestion> {
  readonly #parts: MediaCompletionDependencies;

  constructor(parts: MediaCompletionDependencies) {
    this.#parts = parts;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionList<MediaSuggestion> | undefined> {
    const { catalogs, library } = this.#parts;
    const wanted = await typedField(catalogs, "media", { document, position, token });
    if (!wanted) return undefined;
    const { address, slot, search } = wanted;
    const { connection } = address;
    const asked = { search, allowed: slot.attribute.allowedTypes };
    const found = await whileWanted(token, (signal) =>
      library.search(connection, asked, { signal }),
    );
    // Nobody asked for a request: what it fails with stands in the log.
    if (!found?.[1]) return undefined;
    const items = found[1].map((file, at) =>
      Object.assign(offer(file, at), filling(document, slot, toFileReference(file)), {
        connection,
        file,
      }),
    );
    return new vscode.CompletionList(items, true);
  }

  /** The picture of the offer that a person looks at. */
  async resolveCompletionItem(
    item: MediaSuggestion,
    token: vscode.CancellationToken,
  ): Promise<MediaSuggestion> {
    const { connection, file } = item;
    if (connection === undefined || !file) return item;
    const { pictures } = this.#parts;
    const found = await whileWanted(token, (signal) => pictures.of(connection, file, { signal }));
    item.documentation = fileCard(file, found?.[1] ?? undefined);
    return item;
  }
}

function offer(file: CmsFile, at: number): vscode.CompletionItem {
  const label = { label: file.name, description: file.alternativeText ?? "" };
  const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.File);
  return Object.assign(item, inOrder(at));
}
