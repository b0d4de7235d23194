import * as vscode from "vscode";
import { rangeOf } from "../../editor/diagnostics.ts";
import { JsonLocations } from "../../editor/jsonLocations.ts";
import { Guidance } from "../../host/commandFailure.ts";
import { choose } from "../../host/prompts.ts";
import { escapeIcons } from "../../host/words/words.ts";
import { componentSnippet } from "../../model/schemas/skeleton.ts";
import { isArray } from "../../model/foundation/json.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { isList } from "../../model/schemas/catalog.ts";
import { currentOf, fieldLabel, parsedContent } from "./writing.ts";
import type { DocumentField } from "./writing.ts";

/** Inserts a component with its most important fields: in a list, after the one at the cursor or at the end. */
export async function insertComponent(field: DocumentField): Promise<void> {
  const { attribute } = field.place;
  if (!isList(attribute) && currentOf(field) !== null) {
    throw new Guidance(vscode.l10n.t("{0} already has a value.", fieldLabel(field)));
  }
  const { catalog } = field.service;
  const { component, components = component === undefined ? [] : [component] } = attribute;
  const choices = components.map((value) => ({
    label: escapeIcons(catalog.componentNames.get(value) ?? value),
    description: value,
    value,
  }));
  const title = vscode.l10n.t("Choose a Component for {0}", fieldLabel(field));
  const uid = await choose(choices, { title });
  const skeleton = componentSnippet(uid, catalog);
  const isZone = attribute.type === "dynamiczone";
  await insert(field, snippetOf(isZone ? { __component: uid, ...skeleton } : skeleton));
}

/** A text that begins with `^` is written without its quotes. */
const snippetOf = (skeleton: JsonObject): string =>
  JSON.stringify(skeleton, null, 2).replace(/"\^((?:[^"\\]|\\.)*)"/g, (_, escaped: string) =>
    String(JSON.parse(`"${escaped}"`)),
  );

async function insert(field: DocumentField, snippet: string): Promise<void> {
  const { editor } = field;
  const { range, text } = placed(field, snippet);
  if (await editor.insertSnippet(new vscode.SnippetString(text), range)) return;
  throw new Guidance(vscode.l10n.t("The text has changed or is read-only. Nothing was inserted."));
}

function placed(field: DocumentField, snippet: string): { range: vscode.Range; text: string } {
  const { document } = field.editor;
  const { path, attribute, rest } = field.place;
  const written = rangeOf(document, parsedContent(field));
  const current = currentOf(field);
  if (!isList(attribute)) return { range: written, text: snippet };
  const last = isArray(current) ? current.length - 1 : -1;
  const item = new JsonLocations(document.getText()).written([...path, rest[0] ?? last]);
  if (last < 0 || !item) {
    return { range: written, text: `[\n  ${snippet.replaceAll("\n", "\n  ")}\n]` };
  }
  const { end } = rangeOf(document, item);
  return { range: new vscode.Range(end, end), text: `,\n${snippet}` };
}
