import * as vscode from "vscode";
import { showInformation } from "../../host/surfaces/messages.ts";
import { contentOf, rangeOf, cursorAt, JsonLocations } from "../../editor/shared/jsonLocations.ts";
import { choosableAt } from "../../editor/edit/fieldActionProvider.ts";
import { slugEdit } from "../../editor/edit/slugCompletionProvider.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { withBack, type Choice } from "../../host/shared/stepInput.ts";
import { choose, ask } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { withLink } from "../../model/check/textLinks.ts";
import { isDate, isMoment, isTime, nowAs } from "../../model/foundation/dates.ts";
import { toJson, textIn, isArray, type Json } from "../../model/foundation/json.ts";
import { isList } from "../../model/schemas/catalog.ts";
import {
  componentSnippet,
  contentSnippet,
  entrySnippet,
  snippetText,
} from "../../model/edit/componentSnippet.ts";
import { isFromTemplate, withAllFields } from "../../model/create/documentTemplate.ts";
import { fromText, toText } from "../../model/content/documentText.ts";
import { freeSlug } from "../../model/create/freeSlugs.ts";
import { slugFieldsOf, slugIn } from "../../model/schemas/slugs.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { editorOf } from "../shared/targets.ts";
import {
  chooseReference,
  writeValue,
  currentOf,
  fieldLabel,
  notInserted,
  parsedContent,
  replaceText,
} from "./relationPrompt.ts";
import type { DocumentField } from "./relationPrompt.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

/** Inserts a component with its most important fields; in a list, after the one at the cursor. */
async function insertComponent(field: DocumentField): Promise<void> {
  const { location, editor } = field;
  const { attribute, path, subpath: innerPath } = location;
  if (!isList(attribute) && currentOf(field) !== null) {
    throw new Guidance(vscode.l10n.t("{field} already has a value.", { field: fieldLabel(field) }));
  }
  const { catalog } = field.service;
  const { component, components = component === undefined ? [] : [component] } = attribute;
  const choices = components.map((value) => ({
    label: catalog.componentNames.get(value) ?? value,
    description: value,
    value,
  }));
  const title = vscode.l10n.t("Choose a Component for {field}", { field: fieldLabel(field) });
  const uid = await choose(choices, { title });
  const isZone = attribute.type === "dynamiczone";
  const skeleton = isZone ? entrySnippet(uid, catalog) : componentSnippet(uid, catalog);
  if (!skeleton)
    throw new Guidance(
      vscode.l10n.t("The component {component} has an unusual name. Enter it in the text.", {
        component: uid,
      }),
    );
  let snippet = snippetText(skeleton);
  const { document } = editor;
  let range = rangeOf(document, parsedContent(field));
  if (isList(attribute)) {
    const current = currentOf(field);
    const last = isArray(current) ? current.length - 1 : -1;
    const item = new JsonLocations(document.getText()).written([...path, innerPath[0] ?? last]);
    if (last >= 0 && item) {
      const { end } = rangeOf(document, item);
      range = new vscode.Range(end, end);
      snippet = `,\n${snippet}`;
    } else {
      snippet = `[\n  ${snippet.replaceAll("\n", "\n  ")}\n]`;
    }
  }
  if (!(await editor.insertSnippet(new vscode.SnippetString(snippet), range))) throw notInserted();
}

type Answer = () => Json | Promise<Json>;

async function chooseValue(field: DocumentField): Promise<Json> {
  const { type, required, enum: enumValues = [] } = field.location.attribute;
  const values = type === "boolean" ? [true, false] : enumValues;
  const current = currentOf(field);
  const none: Choice<Answer> = { label: vscode.l10n.t("None"), value: () => null };
  const choices =
    type === "enumeration" || type === "boolean"
      ? values.map((value) => fixedChoice(value, current))
      : datesFor(field, current);
  const title = vscode.l10n.t("Choose a Value for {field}", { field: fieldLabel(field) });
  const answer = await choose([...choices, ...(required === true ? [] : [none])], { title });
  return answer();
}

const fixedChoice = (value: string | boolean, current: Json): Choice<Answer> => ({
  label: String(value),
  ...(value === current && { description: vscode.l10n.t("Current value") }),
  value: () => value,
});

function datesFor(field: DocumentField, current: Json): Choice<Answer>[] {
  const { type } = field.location.attribute;
  const now = nowAs(type);
  const keepChoice: Choice<Answer> = {
    label: vscode.l10n.t("Keep Current Value"),
    description: typeof current === "string" ? current : JSON.stringify(current),
    value: () => {
      throw new vscode.CancellationError();
    },
  };
  return [
    {
      label: type === "date" ? vscode.l10n.t("Today") : vscode.l10n.t("Now"),
      description: now,
      value: () => now,
    },
    ...(current === null || current === "" ? [] : [keepChoice]),
    { label: vscode.l10n.t("Enter a Value…"), value: () => askValue(field, current ?? now) },
  ];
}

const askValue = (field: DocumentField, value: Json): Promise<string> => {
  const { type } = field.location.attribute;
  const isValid = (text: string) => {
    if (type === "date") return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text);
    return type === "time" ? isTime(text) : isMoment(text);
  };
  return ask({
    title: vscode.l10n.t("Enter a Value for {field}", { field: fieldLabel(field) }),
    value: typeof value === "string" ? value : "",
    placeholder: nowAs(type),
    validateInput: (text) =>
      isValid(text)
        ? undefined
        : vscode.l10n.t("Enter a value such as {example}.", { example: nowAs(type) }),
  });
};

/** Commands that fill the field at the cursor. They send nothing. */
export const choosingCommands = (
  context: ServiceContext,
  media: Parameters<typeof chooseReference>[1],
): CommandTable => ({
  "cms.document.choose": async (on?: vscode.Uri, position?: vscode.Position) => {
    const field = await fieldOf(context, await shownEditor(on), position);
    const { type } = field.location.attribute;
    await withBack(async () => {
      if (type === "relation" || type === "media") await chooseReference(field, media);
      else if (type === "component" || type === "dynamiczone") await insertComponent(field);
      else await writeValue(field, await chooseValue(field));
    });
  },

  "cms.document.enterText": async (on?: vscode.Uri, position?: vscode.Position, link?: string) =>
    enterText(context, await shownEditor(on), position, link),

  /** Adds the fields that a new document lacks. The user goes to the empty ones with Tab. */
  "cms.document.insertAllFields": async (on?: vscode.Uri) => {
    const editor = await shownEditor(on);
    const { document } = editor;
    const { address, service } = await typedDocument(context, document);
    // Another document has fields that can't be read. An empty text would replace their content.
    if (!isFromTemplate(address))
      throw new Guidance(vscode.l10n.t("This works only in a new document."));
    const content = must(fromText(document.getText()));
    const snippet = contentSnippet(toText(withAllFields(content, service)));
    const range = new vscode.Range(0, 0, document.lineCount, 0);
    if (!(await editor.insertSnippet(new vscode.SnippetString(snippet), range)))
      throw notInserted();
  },

  "cms.document.regenerateSlug": async (on?: vscode.Uri) =>
    regenerate(context, (await shownEditor(on)).document),
});

/** Shows the document of a quick fix if the user has gone to another tab. */
async function shownEditor(on: vscode.Uri | undefined): Promise<vscode.TextEditor> {
  const isShown = vscode.window.visibleTextEditors.some(
    ({ document }) => document.uri.toString() === on?.toString(),
  );
  return on && !isShown ? vscode.window.showTextDocument(on) : editorOf(on);
}

async function typedDocument({ catalogs, locks }: ServiceContext, document: vscode.TextDocument) {
  const address = fromUri(document.uri);
  if (!address) throw new Guidance(vscode.l10n.t("Open the document first."));
  const service = must(await serviceFor(address, contentOf(document), catalogs));
  await requireUnlocked(locks, address.connection);
  return { address, service };
}

async function fieldOf(
  context: ServiceContext,
  editor: vscode.TextEditor,
  position: vscode.Position | undefined,
): Promise<DocumentField> {
  const { document } = editor;
  const offset = document.offsetAt(position ?? editor.selection.active);
  const { version } = document;
  const text = document.getText();
  const { address, service } = await typedDocument(context, document);
  const location = choosableAt(text, offset, service);
  if (!location) {
    throw new Guidance(
      vscode.l10n.t(
        "There is no value to choose here. Put the cursor in a relation, a media file, a date or an enumeration.",
      ),
    );
  }
  return { editor, address, service, location, offset, version };
}

/** Asks for the text at the cursor or for the link `link` in it, and writes it as JSON. */
async function enterText(
  { locks }: ServiceContext,
  { document, selection }: vscode.TextEditor,
  position = selection.active,
  link?: string,
): Promise<void> {
  const address = fromUri(document.uri);
  const { path } = cursorAt(document.getText(), document.offsetAt(position));
  const writtenValue = new JsonLocations(document.getText()).value(path);
  if (!address || (typeof writtenValue !== "string" && writtenValue !== null))
    throw new Guidance(vscode.l10n.t("Put the cursor in a text first."));
  const value = writtenValue ?? "";
  // An input box has one line.
  if (link === undefined && value.includes("\n"))
    throw new Guidance(vscode.l10n.t("This text has several lines. Edit it in the document."));
  await requireUnlocked(locks, address.connection);
  const enteredText = await ask({
    title: vscode.l10n.t("Enter a Value for {field}", { field: String(path.at(-1)) }),
    value: link ?? value,
  });
  const text = link === undefined ? enteredText : withLink(value, link, enteredText);
  // The text may have changed while the input box was open.
  const now = new JsonLocations(document.getText());
  const valueSpan = (now.value(path) ?? "") === value ? now.written(path) : undefined;
  if (!valueSpan) throw notInserted();
  await replaceText(document, valueSpan, toJson(text));
}

async function regenerate(context: ServiceContext, document: vscode.TextDocument): Promise<void> {
  const { address, service } = await typedDocument(context, document);
  const fields = slugFieldsOf(service.type).map((value) => ({ label: value.name, value }));
  if (fields.length === 0)
    throw new Guidance(vscode.l10n.t("This document has no slug to regenerate."));
  const field = await choose(fields, { title: vscode.l10n.t("Regenerate Slug") });
  const slug = slugIn(contentOf(document), field);
  if (slug === "") {
    throw new Guidance(vscode.l10n.t("Enter a value for {field} first.", { field: field.target }));
  }
  const free = must(await freeSlug(service, address, { name: field.name, slug }));
  if (textIn(contentOf(document), field.name) === free) {
    void showInformation(vscode.l10n.t("The slug is up to date."));
    return;
  }
  const change = slugEdit(document, field, free);
  const edit = new vscode.WorkspaceEdit();
  if (change) edit.set(document.uri, [change]);
  if (!change || !(await vscode.workspace.applyEdit(edit))) {
    throw new Guidance(
      vscode.l10n.t("The slug can't be inserted into the text. Nothing was changed."),
    );
  }
}
