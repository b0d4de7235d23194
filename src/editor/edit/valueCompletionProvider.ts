import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { SuggestionProvider } from "../../host/surfaces/languageFeatures.ts";
import { completionItem, type Plain } from "../../host/surfaces/editorTexts.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
import { isDate, isMoment, isTime, nowAs } from "../../model/foundation/dates.ts";
import { toJson, type Json } from "../../model/foundation/json.ts";
import { readRolesInUse } from "../../model/reading/userReader.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import type { Catalogs, TypedService } from "../../model/schemas/catalogs.ts";
import { referenceFieldAtPath, type ReferenceField } from "./relationField.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { findCandidates } from "../../model/find/targetSearch.ts";
import { whileWanted, untilQuiet } from "../shared/editorTasks.ts";
import type { TypeInCatalog } from "../../model/schemas/catalog.ts";
import { contentOf, rangeOf, endOf } from "../shared/jsonLocations.ts";

export const choiceCompletion = (catalogs: Catalogs): SuggestionProvider => ({
  async provideCompletionItems(document, position, token) {
    const address = fromUri(document.uri);
    if (!address) return undefined;
    const text = document.getText();
    const offset = document.offsetAt(position);
    const [unknown, service] = await serviceFor(address, contentOf(document), catalogs);
    if (unknown || token.isCancellationRequested) return undefined;
    const field = referenceFieldAtPath(text, offset, service, ...choiceTypes);
    if (!field) return undefined;
    const { type } = field.attribute;
    const choices =
      type === "relation"
        ? await rolesFor(field, address, service)
        : type === "boolean" || type === "enumeration"
          ? choicesOf(field)
          : datesFor(field, document);
    if (choices.length === 0) return undefined;
    const word = text.slice(field.word.offset, endOf(field.word));
    // VS Code compares the text before the cursor with each offer. Where that text is a complete
    // value, VS Code would offer only that value, so every offer matches. Where it is an incomplete
    // value, it is the search. The opening quote is part of it only where the user typed it.
    const isWhole = choices.some(({ label }) => label === word);
    const quote = word.startsWith('"') ? '"' : "";
    const items = choices.map(({ value, label, description }, at) =>
      completionItem({
        label,
        description,
        kind: vscode.CompletionItemKind.Value,
        ...filling(document, field, value),
        ...inOrder(at),
        ...(!isWhole && { filterText: quote + label.replaceAll('"', "") }),
        ...(label === word && { preselect: true }),
      }),
    );
    return { items, isIncomplete: true };
  },
});

const choiceTypes = [
  ...(["boolean", "enumeration", "relation"] as const),
  ...(["date", "time", "datetime", "timestamp"] as const),
];

/** The roles that users of the service have; empty unless the field is the role of a user. */
async function rolesFor({ path }: ReferenceField, address: Address, service: TypedService) {
  if (!isUser(address) || path.join(".") !== "role") return [];
  // The user did not start this request: its failure is only logged.
  const [, roles] = await readRolesInUse(service);
  return (roles ?? []).map(({ id, name }) => ({
    value: { id, name },
    label: name,
    description: String(id),
  }));
}

function choicesOf({ attribute }: ReferenceField) {
  const { type, enum: values = [], required, default: usual } = attribute;
  const possibleValues = type === "boolean" ? [true, false] : values;
  const offeredValues: readonly Json[] =
    type === "enumeration" && required !== true ? [...possibleValues, null] : possibleValues;
  return offeredValues.map((value) => ({
    value,
    label: JSON.stringify(value),
    description: value === usual ? vscode.l10n.t("Default value") : "",
  }));
}

/** The current date or time, and the days around the date in the text. */
function datesFor({ attribute: { type }, word }: ReferenceField, document: vscode.TextDocument) {
  const current = document.getText(rangeOf(document, word)).replaceAll('"', "");
  const [, day, rest = ""] = /^(\d{4}-\d{2}-\d{2})(T.*)?$/.exec(current) ?? [];
  const daysLater = (count: number, description: string) => {
    const time = Date.parse(day ?? "") + count * dayMs;
    const text = Number.isNaN(time) ? "" : new Date(time).toISOString();
    // Not in the year 10000, nor before the year 0.
    return isDate(text) ? [[text.slice(0, 10) + rest, description] as const] : [];
  };
  const descriptions = new Map([
    [nowAs(type), type === "date" ? vscode.l10n.t("Today") : vscode.l10n.t("Now")],
    ...(isMoment(current) || isTime(current)
      ? [[current, vscode.l10n.t("Current value")] as const]
      : []),
    ...daysLater(1, vscode.l10n.t("One day later")),
    ...daysLater(-1, vscode.l10n.t("One day earlier")),
    ...daysLater(7, vscode.l10n.t("One week later")),
    ...daysLater(-7, vscode.l10n.t("One week earlier")),
  ]);
  return [...descriptions].map(([value, description]) => ({
    value,
    label: toJson(value),
    description,
  }));
}

const dayMs = 86_400_000;

/** Offers the targets of a relation by title, searched on the service while the user types. */
export const relationCompletion = (catalogs: Catalogs): SuggestionProvider => ({
  async provideCompletionItems(document, position, token) {
    const field = await typedField(catalogs, "relation", document, position, token);
    if (!field) return undefined;
    const { address, service, slot, search } = field;
    const query = { target: slot.attribute.target ?? "", search, ...address };
    const outcome = await whileWanted(token, (signal) =>
      findCandidates(service, query, { signal }),
    );
    // The user did not start this request: its failure is only logged.
    if (!outcome?.[1]) return undefined;
    const typeName = service.catalog.targets.get(query.target)?.displayName ?? "";
    const items = outcome[1].rows.map(({ title, documentId, updatedAt, reference }, at) =>
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

const searchDelayMs = 200;

/** Undefined for other documents, and where the type can't be loaded. */
export async function documentWithType({ uri }: vscode.TextDocument, catalogs: Catalogs) {
  const address = fromUri(uri);
  if (!address) return undefined;
  const [, service] = await catalogs.type(address.connection, address.type);
  return service ? { address, service } : undefined;
}

/** The type of a document as it is cached: an open document was read with it. Sends no request. */
export function rememberedType(
  { uri }: vscode.TextDocument,
  catalogs: Catalogs,
): TypeInCatalog | undefined {
  const address = fromUri(uri);
  const catalog = address && catalogs.remembered(address.connection);
  const type = address && catalog?.types.get(address.type);
  return catalog && type && { type, catalog };
}

/**
 * The position at the cursor once the user pauses, with the search text for the service, which is
 * empty for all values. Undefined if there is no position.
 */
export async function typedField(
  catalogs: Catalogs,
  kind: "relation" | "media",
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
) {
  const typedDocument = await documentWithType(document, catalogs);
  await untilQuiet(document);
  if (!typedDocument || token.isCancellationRequested) return undefined;
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const slot = referenceFieldAtPath(text, offset, typedDocument.service, kind);
  if (!slot) return undefined;
  // At the next keystroke, VS Code cancels this request and sends another.
  await pause(searchDelayMs);
  // Anywhere in a complete documentId, the user wants the other documents.
  const word = text.slice(slot.word.offset, endOf(slot.word));
  const search = /^"?[a-z0-9]{24}"?$/.test(word) ? "" : slot.typedText;
  return { ...typedDocument, slot, search };
}

/** Keeps the order of the service, where VS Code would sort by name. */
export const inOrder = (at: number): Pick<Plain<vscode.CompletionItem>, "sortText"> => ({
  sortText: String(at).padStart(4, "0"),
});

type Filling = Required<
  Pick<Plain<vscode.CompletionItem>, "range" | "insertText" | "filterText" | "additionalTextEdits">
>;

/** The inserted text with its list and commas. Several values fit only into a list. */
export function fillingText(
  { before, after, isWholeList }: ReferenceField,
  ...values: readonly Json[]
): string {
  const texts = isWholeList ? [toJson(values, 2)] : values.map((value) => toJson(value, 2));
  return before + texts.join(", ") + after;
}

/**
 * A completion that inserts a value. VS Code replaces within one line only, so it replaces the word
 * at the cursor. Additional edits change the text around it. Any typed text matches, because the
 * provider has searched already.
 */
export function filling(document: vscode.TextDocument, slot: ReferenceField, value: Json): Filling {
  const { word, replaced } = slot;
  const surroundingSpans = [
    { offset: replaced.offset, length: word.offset - replaced.offset },
    { offset: endOf(word), length: endOf(replaced) - endOf(word) },
  ];
  const range = rangeOf(document, word);
  return {
    range,
    insertText: fillingText(slot, value),
    filterText: document.getText(range),
    additionalTextEdits: surroundingSpans
      .filter(({ length }) => length > 0)
      .map((stretch) => vscode.TextEdit.delete(rangeOf(document, stretch))),
  };
}
