import * as vscode from "vscode";
import type { SuggestionProvider } from "../../host/surfaces/languageFeatures.ts";
import { completionItem } from "../../host/surfaces/editorTexts.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { attributeWords } from "../../texts/schemas/attributeWords.ts";
import { isUser } from "../../model/foundation/address.ts";
import { isObject, toJson, type JsonPath } from "../../model/foundation/json.ts";
import { isFromTemplate, withAllFields } from "../../model/create/documentTemplate.ts";
import { escapeSnippet, propertySnippet } from "../../model/edit/componentSnippet.ts";
import { spreadOf } from "../../model/edit/jsonSchema.ts";
import { ownerOf } from "../../model/schemas/attributeOwner.ts";
import { isInverse, isList, isReadOnly, isUnread } from "../../model/schemas/catalog.ts";
import type { Attributes, TypeInCatalog } from "../../model/schemas/catalog.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { contentOf, cursorAt, endOf, JsonLocations, rangeOf } from "../shared/jsonLocations.ts";
import { bareWord } from "./relationField.ts";
import { inOrder } from "./valueCompletionProvider.ts";

/** Offers the keys that an object lacks. Each brings its colon, a fitting value and the commas. */
export const keyCompletion = (catalogs: Catalogs): SuggestionProvider => ({
  async provideCompletionItems(document, position, token) {
    const address = fromUri(document.uri);
    // VS Code narrows the keys by what the user types meanwhile, behind the position.
    const text = document.getText();
    const key = address && keyPositionAt(text, document.offsetAt(position));
    if (!key) return undefined;
    const [unknown, service] = await serviceFor(address, contentOf(document), catalogs);
    if (unknown || token.isCancellationRequested) return undefined;
    const { type, catalog } = service;
    const locations = new JsonLocations(key.wholeText);
    const attributes = attributesAt(key.objectPath, service, locations);
    const object = locations.value(key.objectPath);
    const words = attributeWords(!type.draftAndPublish);
    const isQuoted = text.startsWith('"', key.word.offset);
    const replacement = (name: string) => ({
      range: rangeOf(document, key.word),
      filterText: isQuoted ? toJson(name) : name,
    });
    const isRoot = key.objectPath.length === 0;
    const missing = [...attributes].filter(
      ([name, attribute]) =>
        !(isObject(object) && Object.hasOwn(object, name)) &&
        !isInverse(attribute) &&
        !isReadOnly(attribute) &&
        !(isUser(address) && isUnread(attribute)),
    );
    const commas = key.commaOffsets.map((offset) =>
      vscode.TextEdit.insert(document.positionAt(offset), ","),
    );
    const items = missing.map(([name, attribute], at) => {
      const property = propertySnippet(name, attribute, catalog) + key.separator;
      const snippet = key.hasValue ? escapeSnippet(toJson(name)) : property;
      const isSuggesting = !key.hasValue && (isList(attribute) || suggesting.test(attribute.type));
      return completionItem({
        label: name,
        kind: vscode.CompletionItemKind.Property,
        ...replacement(name),
        ...inOrder(at + 1),
        insertText: new vscode.SnippetString(snippet),
        additionalTextEdits: commas,
        markdown: words.describe(attribute, isRoot ? spreadOf(attribute, type) : undefined),
        ...(isSuggesting && { command: { command: "editor.action.triggerSuggest", title: "" } }),
      });
    });
    const title = vscode.l10n.t("Insert All Fields");
    const command = { command: "cms.document.insertAllFields", title, arguments: [document.uri] };
    const allFields = completionItem({
      label: title,
      kind: vscode.CompletionItemKind.Snippet,
      ...replacement(title),
      // Behind a quote, the user writes one key.
      ...inOrder(isQuoted ? items.length + 1 : 0),
      insertText: "",
      // Without the word, the text must be valid.
      additionalTextEdits: key.isLast
        ? key.looseCommas.map((comma) => vscode.TextEdit.delete(rangeOf(document, comma)))
        : commas,
      command,
    });
    const isOffered = isRoot && isFromTemplate(address) && !key.hasValue && items.length > 1;
    return { items: isOffered ? [allFields, ...items] : items, isIncomplete: false };
  },
});

/** Attributes whose values our completion suggests. */
const suggesting = /^(?:relation|media|uid|blocks|date|time|datetime|timestamp)$/;

/** Whether a new document lacks attributes that could be sent. */
export const lacksFields = (document: vscode.TextDocument, shape: TypeInCatalog): boolean => {
  const content = contentOf(document);
  return Object.keys(withAllFields(content, shape)).length > Object.keys(content).length;
};

/** The attributes of the object at a path: the document or a component in it. */
function attributesAt(path: JsonPath, shape: TypeInCatalog, locations: JsonLocations): Attributes {
  if (path.length === 0) return shape.type.attributes;
  const owner = ownerOf([...path, "__component"], shape, (at) => locations.value(at));
  return shape.catalog.components.get(owner?.uid ?? "") ?? new Map();
}

/** A position where a key can be written, in JSON that may be incomplete; undefined elsewhere. */
function keyPositionAt(text: string, offset: number) {
  const { token } = cursorAt(text, offset);
  const isInToken = token && token.offset <= offset && offset <= endOf(token);
  if (isInToken && token.type !== "property") return undefined;
  const word = isInToken ? token : bareWord(text, offset);
  const head = text.slice(0, word.offset).trimEnd();
  const isAfterComma = /[{,]$/.test(head);
  // On a line of its own, a key may follow a value that lacks its comma.
  const isOnOwnLine = text.slice(head.length, word.offset).includes("\n");
  if (!isAfterComma && (!isOnOwnLine || /[:[]$/.test(head))) return undefined;
  const tail = text.slice(endOf(word));
  const hasValue = /^\s*:/.test(tail);
  const separator = !hasValue && /^\s*["\w-]/.test(tail) ? "," : "";
  const before = isAfterComma ? head : `${head},`;
  // Only with a whole property at the cursor does the parser find the ones after it.
  const wholeText = `${before}""${hasValue ? "" : ":null"}${separator}${tail}`;
  const { path, isInKey } = cursorAt(wholeText, before.length + 1);
  if (!isInKey) return undefined;
  return {
    ...{ word, wholeText, hasValue, separator },
    objectPath: path.slice(0, -1),
    /** Where the key needs a comma before it. */
    commaOffsets: isAfterComma ? [] : [head.length],
    isLast: /^\s*\}/.test(tail),
    /** The comma before the key, which the last key of an object must not leave behind. */
    looseCommas: head.endsWith(",") ? [{ offset: head.length - 1, length: 1 }] : [],
  };
}
