import * as vscode from "vscode";
import type { SuggestionProvider } from "../../host/surfaces/languageFeatures.ts";
import { completionItem, type Plain } from "../../host/surfaces/editorTexts.ts";
import { toFileReference } from "../../model/media/mediaLibrary.ts";
import type { CmsFile, MediaLibrary } from "../../model/media/mediaLibrary.ts";
import type { Pictures } from "../../model/media/pictures.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { whileWanted } from "../shared/editorTasks.ts";
import { cardWithPicture } from "./mediaFileCard.ts";
import { inOrder, typedField, filling } from "../edit/valueCompletionProvider.ts";

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
