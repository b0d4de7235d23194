import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import { isMediaFile, isNew, isUser } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import { fromText } from "../model/documents/content/documentText.ts";
import { isObject } from "../model/foundation/json.ts";
import type { JsonObject } from "../model/foundation/json.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import { freeSlug, lacksSlug, slugFieldsOf, slugIn } from "../model/schemas/slugs/slugs.ts";
import type { SlugField } from "../model/schemas/slugs/slugs.ts";
import { whileWanted } from "./cancelling.ts";
import { rangeOf } from "./diagnostics.ts";
import { cursorAt, JsonLocations } from "./jsonLocations.ts";
import { inOrder } from "./typedField.ts";

/** The edit that writes a slug into a text; undefined where the text has no place for it. */
export function slugEdit(
  document: vscode.TextDocument,
  { name, target }: SlugField,
  slug: string,
): vscode.TextEdit | undefined {
  const places = new JsonLocations(document.getText());
  const there = places.written([name]);
  const source = places.written([target]);
  if (!places.isWhole) return undefined;
  if (there) return vscode.TextEdit.replace(rangeOf(document, there), JSON.stringify(slug));
  if (!source) return undefined;
  const range = rangeOf(document, source);
  const [indentation = ""] = /^\s*/.exec(document.lineAt(range.start.line).text) ?? [];
  const property = `${JSON.stringify(name)}: ${JSON.stringify(slug)}`;
  return vscode.TextEdit.insert(range.end, `,\n${indentation}${property}`);
}

/**
 * Writes the slugs that a new document lacks into its text before its first save. A save after a delay leaves
 * them: the title may be half typed.
 */
export const fillSlugs = (catalogs: Catalogs): vscode.Disposable =>
  vscode.workspace.onWillSaveTextDocument((event) => {
    const { document, reason } = event;
    const address = fromUri(document.uri);
    if (!address || !isNew(address)) return;
    if (reason === vscode.TextDocumentSaveReason.AfterDelay) return;
    event.waitUntil(lackingSlugs(document, address, catalogs));
  });

async function lackingSlugs(
  document: vscode.TextDocument,
  address: Address,
  catalogs: Catalogs,
): Promise<vscode.TextEdit[]> {
  const [invalid, content] = fromText(document.getText());
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (invalid || unknown) return [];
  const fields = slugFieldsOf(service.type).filter((field) => lacksSlug(content, field));
  const edits = await Promise.all(
    fields.map(async (field) => {
      const wanted = { name: field.name, slug: slugIn(content, field) };
      const [, slug] = await freeSlug(service, address, wanted);
      return slug === null ? undefined : slugEdit(document, field, slug);
    }),
  );
  return edits.filter((edit) => edit !== undefined);
}

/** Offers the slug that the text of its target field makes. */
export class SlugCompletion implements vscode.CompletionItemProvider {
  readonly #catalogs: Catalogs;

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionItem[]> {
    const address = fromUri(document.uri);
    if (!address || isUser(address) || isMediaFile(address)) return [];
    const [unknown, service] = await this.#catalogs.type(address.connection, address.type);
    if (unknown) return [];
    const field = slugFieldAt(document, position, slugFieldsOf(service.type));
    const slug = field && slugIn(contentOf(document), field);
    if (!slug) return [];
    const wanted = { name: field.name, slug };
    const found = await whileWanted(token, (signal) =>
      freeSlug(service, address, wanted, { signal }),
    );
    return [offer(document, position, { field, slug, free: found?.[1] ?? slug })];
  }
}

/** The slug field in whose value a position is. */
function slugFieldAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  fields: readonly SlugField[],
): SlugField | undefined {
  const { path, isInKey } = cursorAt(document.getText(), document.offsetAt(position));
  return isInKey || path.length !== 1 ? undefined : fields.find(({ name }) => name === path[0]);
}

/** What stands in a text by now, also where it is not whole. */
export function contentOf(document: vscode.TextDocument): JsonObject {
  const value = new JsonLocations(document.getText()).value([]);
  return isObject(value) ? value : {};
}

interface SlugSuggestion {
  readonly field: SlugField;
  readonly slug: string;
  readonly free: string;
}

function offer(
  document: vscode.TextDocument,
  position: vscode.Position,
  { field, slug, free }: SlugSuggestion,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(free, vscode.CompletionItemKind.Value);
  const there = new JsonLocations(document.getText()).written([field.name]);
  const value = there && rangeOf(document, there);
  // Without a value, the key of the next line is taken for one.
  const isThere = value?.contains(position) === true && value.isSingleLine;
  const range = isThere ? value : new vscode.Range(position, position);
  const detail =
    free === slug
      ? vscode.l10n.t("From {0}", field.target)
      : vscode.l10n.t("From {0}. {1} is already in use.", field.target, slug);
  const filterText = document.getText(range);
  const insertText = JSON.stringify(free);
  return Object.assign(item, { range, insertText, filterText, detail, ...inOrder(0) });
}
