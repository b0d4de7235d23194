import * as vscode from "vscode";
import type { SuggestionProvider } from "../../host/surfaces/languageFeatures.ts";
import { completionItem, hover, type Plain } from "../../host/surfaces/editorTexts.ts";
import { noSuchFile } from "../../texts/shared/mediaFileWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { documentIdOf } from "../../model/content/attributePositions.ts";
import { toFileReference } from "../../model/media/mediaLibrary.ts";
import type { CmsFile, MediaLibrary } from "../../model/media/mediaLibrary.ts";
import type { Pictures } from "../../model/media/pictures.ts";
import { isList } from "../../model/schemas/catalog.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { whileWanted } from "../shared/editorTasks.ts";
import { rangeOf, JsonLocations } from "../shared/jsonLocations.ts";
import { cardWithPicture, fileCard } from "./mediaFileCard.ts";
import { attributeAtOffset } from "../edit/relationField.ts";
import { documentWithType, inOrder, typedField, filling } from "../edit/valueCompletionProvider.ts";

export const mediaHover = (catalogs: Catalogs, library: MediaLibrary, pictures: Pictures) =>
  ({
    async provideHover(document, position, token) {
      const typedDocument = await documentWithType(document, catalogs);
      if (!typedDocument || token.isCancellationRequested) return undefined;
      const { address, service } = typedDocument;
      const text = document.getText();
      const locations = new JsonLocations(text);
      const location = attributeAtOffset(text, document.offsetAt(position), service, locations);
      if (location?.attribute.type !== "media") return undefined;
      // On the key of a field that holds one file, it is that file.
      const index = isList(location.attribute) ? location.subpath.slice(0, 1) : [];
      const path = [...location.path, ...index];
      const documentId = documentIdOf(locations.value(path) ?? null);
      if (documentId === "") return undefined;
      const range = rangeOf(document, locations.stretch(path));
      const card = await whileWanted(token, async (signal) => {
        const { connection } = address;
        const [failure, file] = await library.find(connection, documentId, { signal });
        if (failure) return describe(failure);
        if (!file) return noSuchFile();
        // The hover is useful without the picture. The reason why it can't be loaded is in the log.
        const [, picture] = await pictures.of(connection, file, { signal });
        return fileCard(file, picture ?? undefined);
      });
      return card === undefined ? undefined : hover(card, range);
    },
  }) satisfies vscode.HoverProvider;

type MediaSuggestion = Plain<vscode.CompletionItem> &
  Readonly<{ connection?: string; file?: CmsFile }>;

/** Offers files of the media library, searched on the service while the user types. */
export const mediaCompletion = (
  catalogs: Catalogs,
  library: MediaLibrary,
  pictures: Pictures,
): SuggestionProvider => ({
  async provideCompletionItems(document, position, token) {
    const field = await typedField(catalogs, "media", document, position, token);
    if (!field) return undefined;
    const { connection } = field.address;
    const query = { search: field.search, allowed: field.slot.attribute.allowedTypes };
    const outcome = await whileWanted(token, (signal) =>
      library.search(connection, query, { signal }),
    );
    // The user did not start this request: its failure is only logged.
    if (!outcome?.[1]) return undefined;
    const items = outcome[1].rows.map((file, at): MediaSuggestion => {
      const item = completionItem({
        label: file.name,
        description: file.alternativeText ?? "",
        kind: vscode.CompletionItemKind.File,
        ...filling(document, field.slot, toFileReference(file)),
        ...inOrder(at),
      });
      return Object.assign(item, { connection, file });
    });
    return { items, isIncomplete: true };
  },

  async resolveCompletionItem(item: MediaSuggestion, token) {
    const { connection, file } = item;
    if (connection === undefined || !file) return item;
    item.documentation = await cardWithPicture(pictures, connection, file, token);
    return item;
  },
});
