import * as vscode from "vscode";
import type { Suggestions } from "../host/surfaces/languageFeatures.ts";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { completionItem, hover } from "../host/surfaces/editorTexts.ts";
import { fromUri } from "../files/uri.ts";
import { noSuchFile } from "../texts/fileWords.ts";
import { describe } from "../texts/words.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import type { Connections } from "../model/connections/connections.ts";
import { attributeAt, documentIdOf } from "../model/content/attributePlaces.ts";
import { MediaLibrary, toFileReference } from "../model/documents/media/mediaLibrary.ts";
import type { CmsFile } from "../model/documents/media/mediaLibrary.ts";
import { Pictures } from "../model/documents/media/pictures.ts";
import type { Address } from "../model/foundation/address.ts";
import { isList } from "../model/schemas/catalog.ts";
import type { Catalogs, TypedService } from "../model/schemas/catalogs.ts";
import { whileWanted } from "./cancelling.ts";
import { rangeOf } from "./diagnostics.ts";
import { fileCard } from "./fileCard.ts";
import { cursorAt, JsonLocations } from "./jsonLocations.ts";
import { MediaDrop } from "./mediaDrop.ts";
import { MissingFiles } from "./missingFiles.ts";
import { inOrder, typedField } from "./typedField.ts";
import { Uploads } from "./uploads.ts";
import { filling } from "./valueCompletion.ts";

interface MediaHoverDependencies {
  readonly catalogs: Catalogs;
  readonly library: MediaLibrary;
  readonly pictures: Pictures;
}

/** Shows the file that a media value names: its picture and its properties. */
class MediaHover implements vscode.HoverProvider {
  readonly #parts: MediaHoverDependencies;

  constructor(parts: MediaHoverDependencies) {
    this.#parts = parts;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<Plain<vscode.Hover> | undefined> {
    const address = fromUri(document.uri);
    if (!address) return undefined;
    const [unknown, service] = await this.#parts.catalogs.type(address.connection, address.type);
    if (unknown || token.isCancellationRequested) return undefined;
    const named = fileAt(document, position, service);
    if (!named) return undefined;
    const words = await whileWanted(token, (signal) =>
      this.#card(address, named.documentId, { signal }),
    );
    return words === undefined ? undefined : hover(words, named.range);
  }

  async #card(
    { connection }: Address,
    documentId: string,
    options: { readonly signal: AbortSignal },
  ): Promise<Plain<vscode.MarkdownString> | string> {
    const { library, pictures } = this.#parts;
    const [failure, file] = await library.find(connection, documentId, options);
    if (failure) return describe(failure);
    if (!file) return noSuchFile();
    // The hover is useful without the picture. The reason why it can't be loaded is in the log.
    const [, picture] = await pictures.of(connection, file, options);
    return fileCard(file, picture ?? undefined);
  }
}

interface NamedFile {
  readonly documentId: string;
  readonly range: vscode.Range;
}

/** The file named at a position: on its value, or on the key of a field that holds one file. */
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

interface MediaCompletionDependencies {
  readonly catalogs: Catalogs;
  readonly library: MediaLibrary;
  readonly pictures: Pictures;
}

interface MediaSuggestion extends Plain<vscode.CompletionItem> {
  readonly connection?: string;
  readonly file?: CmsFile;
}

/** Offers files of the media library, searched on the service while the user types. */
class MediaCompletion {
  readonly #parts: MediaCompletionDependencies;

  constructor(parts: MediaCompletionDependencies) {
    this.#parts = parts;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<Suggestions<MediaSuggestion> | undefined> {
    const { catalogs, library } = this.#parts;
    const wanted = await typedField(catalogs, "media", { document, position, token });
    if (!wanted) return undefined;
    const { address, slot, search } = wanted;
    const { connection } = address;
    const asked = { search, allowed: slot.attribute.allowedTypes };
    const found = await whileWanted(token, (signal) =>
      library.search(connection, asked, { signal }),
    );
    // The user did not start this request: its failure is only logged.
    if (!found?.[1]) return undefined;
    const items = found[1].rows.map((file, at) =>
      Object.assign(offer(file, at), filling(document, slot, toFileReference(file)), {
        connection,
        file,
      }),
    );
    return { items, isIncomplete: true };
  }

  /** Adds the picture to the offer that the user has selected. */
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

function offer(file: CmsFile, at: number): Plain<vscode.CompletionItem> {
  return completionItem({
    label: file.name,
    description: file.alternativeText ?? "",
    kind: vscode.CompletionItemKind.File,
    ...inOrder(at),
  });
}

interface MediaDependencies {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
  readonly documents: Documents;
}

/** The files that documents name: hovers, completion, warnings, and uploads by drag and drop. */
export class Media implements vscode.Disposable {
  readonly hover: MediaHover;
  readonly completion: MediaCompletion;
  readonly drop: MediaDrop;
  /** The command puts files into fields with it. */
  readonly uploads: Uploads;
  /** Warns about files that are not in the media library. */
  readonly watchMissing: () => MissingFiles;
  readonly library: MediaLibrary;

  constructor({ connections, catalogs, documents }: MediaDependencies) {
    const library = new MediaLibrary(catalogs);
    const parts = { documents, catalogs, library, pictures: new Pictures(connections) };
    this.hover = new MediaHover(parts);
    this.completion = new MediaCompletion(parts);
    this.uploads = new Uploads(parts);
    this.drop = new MediaDrop(this.uploads);
    this.library = library;
    this.watchMissing = () => new MissingFiles(parts);
  }

  dispose(): void {
    this.library.dispose();
  }
}
