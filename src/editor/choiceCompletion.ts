import * as vscode from "vscode";
import type { SuggestionProvider } from "../host/surfaces/languageFeatures.ts";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { completionItem } from "../host/surfaces/editorTexts.ts";
import { fromUri } from "../files/uri.ts";
import { isUser } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Json } from "../model/foundation/json.ts";
import { readRolesInUse } from "../model/reading/userReader.ts";
import { serviceFor } from "../model/schemas/userType.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import { filling, inOrder } from "./typedField.ts";
import { referenceFieldAtPath } from "./referenceField.ts";
import type { ReferenceField } from "./referenceField.ts";
import { contentOf } from "./slugs.ts";

interface Choice {
  readonly value: Json;
  readonly label: string;
  readonly detail?: string;
}

/** Offers every value of an enumeration or boolean and a user's roles. */
export const choiceCompletion = (catalogs: Catalogs): SuggestionProvider => ({
  async provideCompletionItems(document, position, token) {
    const address = fromUri(document.uri);
    if (!address) return undefined;
    const text = document.getText();
    const offset = document.offsetAt(position);
    const [unknown, shape] = await serviceFor(address, contentOf(document), catalogs);
    if (unknown || token.isCancellationRequested) return undefined;
    const slot = choosable
      .map((kind) => referenceFieldAtPath(text, offset, shape, kind))
      .find(Boolean);
    const place = slot ?? referenceFieldAtPath(text, offset, shape, "relation");
    if (!place) return undefined;
    const choices = slot ? choicesOf(slot) : await rolesFor(place, address, catalogs);
    if (choices.length === 0 || document.getText() !== text) return undefined;
    return { items: itemsFor(document, place, choices), isIncomplete: true };
  },
});

/** The roles that users of the service have; empty unless the field is the role of a user. */
async function rolesFor(
  { path }: ReferenceField,
  address: Address,
  catalogs: Catalogs,
): Promise<readonly Choice[]> {
  if (!isUser(address) || path.join(".") !== "role") return [];
  // The user did not start this request: its failure is only logged.
  const [, service] = await catalogs.service(address.connection);
  const [, roles] = service ? await readRolesInUse(service) : [];
  return (roles ?? []).map(({ id, name }) => ({
    value: { id, name },
    label: name,
    detail: String(id),
  }));
}

const choosable = ["boolean", "enumeration"] as const;

function choicesOf({ attribute }: ReferenceField): readonly Choice[] {
  const { type, enum: values = [], required, default: usual } = attribute;
  const named = type === "boolean" ? [true, false] : values;
  const all: readonly Json[] =
    type === "enumeration" && required !== true ? [...named, null] : named;
  return all.map((value) => ({
    value,
    label: JSON.stringify(value),
    ...(value === usual && { detail: vscode.l10n.t("Default value") }),
  }));
}

/**
 * VS Code compares the text before the cursor with each offer. Where that text is a complete value,
 * VS Code would offer only that value, so every offer matches. Where it is an incomplete value, it
 * is the search.
 */
function itemsFor(
  document: vscode.TextDocument,
  slot: ReferenceField,
  choices: readonly Choice[],
): Plain<vscode.CompletionItem>[] {
  const { offset, length } = slot.word;
  const there = document.getText().slice(offset, offset + length);
  const isWhole = choices.some(({ label }) => label === there);
  return choices.map(({ value, label, detail }, at) =>
    completionItem({
      label,
      kind: vscode.CompletionItemKind.Value,
      ...filling(document, slot, value),
      ...inOrder(at),
      ...(!isWhole && { filterText: filterFor(label, there) }),
      ...(label === there && { preselect: true }),
      ...(detail !== undefined && { detail }),
    }),
  );
}

/** Includes the opening quote only where the user typed it. */
const filterFor = (label: string, there: string): string =>
  (there.startsWith('"') ? '"' : "") + label.replaceAll('"', "");
