import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import { noSuchFile } from "../host/words/fileWords.ts";
import { describe } from "../host/words/words.ts";
import type { Address } from "../model/foundation/address.ts";
import { attributeAt, documentIdOf } from "../model/documents/content/attributePlaces.ts";
import { isList } from "../model/schemas/catalog.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import type { MediaLibrary } from "../model/documents/media/mediaLibrary.ts";
import type { Pictures } from "../model/documents/media/pictures.ts";
import { whileWanted } from "./cancelling.ts";
import { rangeOf } from "./diagnostics.ts";
import { fileCard } from "./fileCard.ts";
import { cursorAt, JsonLocations } from "./jsonLocations.ts";

interface MediaHoverDependencies {
  readonly catalogs: Catalogs;
  readonly library: MediaLibrary;
  readonly pictures: Pictures;
}

/** Shows the file that a media value names: its picture and its facts. */
export class MediaHover implements vscode.HoverProvider {
  readonly #parts: MediaHoverDependencies;

  constructor(parts: MediaHoverDependencies) {
    this.#parts = parts;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const address = fromUri(document.uri);
    if (!address) return undefined;
    const [unknown, service] = await this.#parts.catalogs.type(address.connection, address.type);
    if (unknown || token.isCancellationRequested) return undefined;
    const named = fileAt(document, position, service);
    if (!named) return undefined;
    const words = await whileWanted(token, (signal) =>
      this.#card(address, named.documentId, { signal }),
    );
    return words === undefined ? undefined : new vscode.Hover(words, named.range);
  }

  async #card(
    { connection }: Address,
    documentId: string,
    options: { readonly signal: AbortSignal },
  ): Promise<vscode.MarkdownString | string> {
    const { library, pictures } = this.#parts;
    const [failure, file] = await library.find(connection, documentId, options);
    if (failure) return describe(failure);
    if (!file) return noSuchFile();
    // The facts are worth showing without the picture; why it could not be had stands in the log.
    const [, picture] = await pictures.of(connection, file, options);
    return fileCard(file, picture ?? undefined);
  }
}

interface NamedFile {
  readonly documentId: string;
  readonly range: vscode.Range;
}

/** The file that is named at a position: on its value, or on the key of a field that holds one file. */
function fileAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  { type, catalog }: TypedService,
): NamedFile | undefined {
  const text = document.getText();
  const places = new JsonLocations(text);
  const { path } = cursorAt(text, document.offsetAt(position));
  const place = attributeAt(catalog, type, path, places.value([]) ?? null);
  if (place?.attribute.type !== "media") return undefined;
  const index = isList(place.attribute) ? place.rest.slice(0, 1) : [];
  const at = [...place.path, ...index];
  const documentId = documentIdOf(places.value(at) ?? null);
  if (documentId === "") return undefined;
  return { documentId, range: rangeOf(document, places.stretch(at)) };
}
