import * as vscode from "vscode";
import type { SuggestionProvider } from "../../host/surfaces/languageFeatures.ts";
import { completionItem } from "../../host/surfaces/editorTexts.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { isMediaFile, isNew, isUser, type Address } from "../../model/foundation/address.ts";
import { fromText } from "../../model/content/documentText.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { freeSlug } from "../../model/create/freeSlugs.ts";
import { lacksSlug, slugFieldsOf, slugIn, type SlugField } from "../../model/schemas/slugs.ts";
import { whileWanted } from "../shared/editorTasks.ts";
import { contentOf, cursorAt, JsonLocations, rangeOf } from "../shared/jsonLocations.ts";
import { inOrder, documentWithType } from "./valueCompletionProvider.ts";
import { toJson } from "../../model/foundation/json.ts";

/** The edit that writes a slug into a text; undefined where the text has no field for it. */
export function slugEdit(
  document: vscode.TextDocument,
  { name, target }: SlugField,
  slug: string,
): vscode.TextEdit | undefined {
  const locations = new JsonLocations(document.getText());
  const valueSpan = locations.written([name]);
  const source = locations.written([target]);
  if (!locations.isWhole) return undefined;
  if (valueSpan) return vscode.TextEdit.replace(rangeOf(document, valueSpan), toJson(slug));
  if (!source) return undefined;
  const range = rangeOf(document, source);
  const [indentation = ""] = /^\s*/.exec(document.lineAt(range.start.line).text) ?? [];
  const property = `${toJson(name)}: ${toJson(slug)}`;
  return vscode.TextEdit.insert(range.end, `,\n${indentation}${property}`);
}

/**
 * Writes the missing slugs of a new document into its text before its first save. An automatic save
 * after a delay skips them: the title may be incomplete.
 */
export const fillSlugs = (catalogs: Catalogs): vscode.Disposable =>
  vscode.workspace.onWillSaveTextDocument((event) => {
    const { document, reason } = event;
    const address = fromUri(document.uri);
    if (!address || !isNew(address)) return;
    if (reason === vscode.TextDocumentSaveReason.AfterDelay) return;
    event.waitUntil(lackingSlugs(document, address, catalogs));
  });

async function lackingSlugs(document: vscode.TextDocument, address: Address, catalogs: Catalogs) {
  const [invalid, content] = fromText(document.getText());
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (invalid || unknown) return [];
  const fields = slugFieldsOf(service.type).filter((field) => lacksSlug(content, field));
  const edits = await Promise.all(
    fields.map(async (field) => {
      const candidate = { name: field.name, slug: slugIn(content, field) };
      const [, slug] = await freeSlug(service, address, candidate);
      return slug === null ? undefined : slugEdit(document, field, slug);
    }),
  );
  return edits.filter((edit) => edit !== undefined);
}

export const slugCompletion = (catalogs: Catalogs): SuggestionProvider => ({
  async provideCompletionItems(document, position, token) {
    const typedDocument = await documentWithType(document, catalogs);
    if (!typedDocument || isUser(typedDocument.address) || isMediaFile(typedDocument.address))
      return undefined;
    const { address, service } = typedDocument;
    const { path, isInKey } = cursorAt(document.getText(), document.offsetAt(position));
    const field =
      isInKey || path.length !== 1
        ? undefined
        : slugFieldsOf(service.type).find(({ name }) => name === path[0]);
    const slug = field && slugIn(contentOf(document), field);
    if (!slug) return undefined;
    const candidate = { name: field.name, slug };
    const outcome = await whileWanted(token, (signal) =>
      freeSlug(service, address, candidate, { signal }),
    );
    const free = outcome?.[1] ?? slug;
    const valueSpan = new JsonLocations(document.getText()).written([field.name]);
    const value = valueSpan && rangeOf(document, valueSpan);
    // Where the value is missing, the parser takes the key of the next line for it.
    const isThere = value?.contains(position) === true && value.isSingleLine;
    const range = isThere ? value : new vscode.Range(position, position);
    const detail =
      free === slug
        ? vscode.l10n.t("Generated from {field}", { field: field.target })
        : vscode.l10n.t("Generated from {field}. {value} is already in use.", {
            field: field.target,
            value: slug,
          });
    const suggestion = completionItem({
      label: free,
      kind: vscode.CompletionItemKind.Value,
      range,
      insertText: toJson(free),
      filterText: document.getText(range),
      detail,
      ...inOrder(0),
    });
    return { items: [suggestion], isIncomplete: false };
  },
});
