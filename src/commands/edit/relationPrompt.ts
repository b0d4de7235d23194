import * as vscode from "vscode";
import { fillingText } from "../../editor/edit/valueCompletionProvider.ts";
import { referenceFieldAt, referenceFieldOf } from "../../editor/edit/relationField.ts";
import type { ReferenceField } from "../../editor/edit/relationField.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { search, type Matches } from "../../host/shared/prompts.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { fileFacts } from "../../texts/shared/mediaFileWords.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
import { toJson, type JsonObject, type Json } from "../../model/foundation/json.ts";
import { toFileReference } from "../../model/media/mediaLibrary.ts";
import type { CmsFile, MediaLibrary } from "../../model/media/mediaLibrary.ts";
import type { Pictures } from "../../model/media/pictures.ts";
import { sizedChunks } from "../../model/foundation/chunks.ts";
import { findCandidates } from "../../model/find/targetSearch.ts";
import { readRolesInUse } from "../../model/reading/userReader.ts";
import { isList } from "../../model/schemas/catalog.ts";
import { editText } from "../../files/shared/openEditors.ts";
import { rangeOf, JsonLocations, type TextSpan } from "../../editor/shared/jsonLocations.ts";
import type { AttributeLocation } from "../../model/content/attributePositions.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";

/** Chooses a document or file. In a list, it replaces the one at the cursor or is added. */
export async function chooseReference(field: DocumentField, media: Media): Promise<void> {
  const kind = field.location.attribute.type === "media" ? "media" : "relation";
  if (!relationAt(field, kind)) throw new Guidance(notAtRelation());
  const isClearable = !isList(field.location.attribute) && currentOf(field) !== null;
  const none = { label: vscode.l10n.t("None"), value: null };
  const options = {
    title: vscode.l10n.t("Choose a Value for {field}", { field: fieldLabel(field) }),
    placeholder: vscode.l10n.t("Type to search the service"),
  };
  const chosenReference = await search<JsonObject | null>(options, (text, { signal, show }) => {
    const withNone = (matches: Matches<JsonObject>): Matches<JsonObject | null> =>
      isClearable && text === "" ? { ...matches, rows: [...matches.rows, none] } : matches;
    const output = { signal, show: (matches: Matches<JsonObject>) => show(withNone(matches)) };
    return findReferences(field, media, text, output).then(withNone);
  });
  if (chosenReference === null) return writeValue(field, null);
  const slot = relationAt(field, kind);
  if (!slot) throw new Guidance(notAtRelation());
  return replaceText(field.editor.document, slot.replaced, fillingText(slot, chosenReference));
}

const notAtRelation = (): string => vscode.l10n.t("Complete the JSON around this field first.");

/** In a text that has changed since, the position is the end of the list or the one value. */
function relationAt(
  { editor: { document }, service, location, offset, version }: DocumentField,
  kind: "relation" | "media",
): ReferenceField | undefined {
  const text = document.getText();
  return document.version === version
    ? referenceFieldAt(text, offset, service, kind)
    : referenceFieldOf(text, location.path, service, kind);
}

type Media = Readonly<{ library: MediaLibrary; pictures: Pictures }>;

type SearchOutput = Readonly<{
  signal: AbortSignal;
  show: (matches: Matches<JsonObject>) => void;
}>;

/** Finds files. Shows them at once, and again with their pictures, as many together as fit in sight. */
async function findFiles(
  { address: { connection }, location }: DocumentField,
  { library, pictures }: Media,
  search: string,
  { signal, show }: SearchOutput,
): Promise<Matches<JsonObject>> {
  const query = { search, allowed: location.attribute.allowedTypes };
  const { rows, isTruncated } = must(await library.search(connection, query, { signal }));
  const icons = new Map<CmsFile, vscode.Uri>();
  const matches = () => ({
    rows: rows.map((file) => ({
      id: file.documentId,
      label: file.name,
      description: file.alternativeText ?? "",
      detail: fileFacts(file),
      iconPath: icons.get(file) ?? new vscode.ThemeIcon("file"),
      value: toFileReference(file),
    })),
    isTruncated,
  });
  for (const files of sizedChunks(rows, picturesPerStep)) {
    if (signal.aborted) break;
    show(matches());
    await Promise.all(
      files.map(async (file) => {
        const picture = await pictures.inlined(connection, file, { signal });
        if (picture !== undefined) icons.set(file, vscode.Uri.parse(picture));
      }),
    );
  }
  return matches();
}

const picturesPerStep = 8;

async function findReferences(
  field: DocumentField,
  media: Media,
  search: string,
  output: SearchOutput,
): Promise<Matches<JsonObject>> {
  const { address, service, location } = field;
  const { type, target = "" } = location.attribute;
  if (type === "media") return findFiles(field, media, search, output);
  if (isUser(address) && location.path.join(".") === "role") {
    const roles = must(await readRolesInUse(service));
    const rows = roles
      .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      .map(({ id, name }) => ({ label: name, description: String(id), value: { id, name } }));
    return { rows, isTruncated: false };
  }
  const { signal } = output;
  const query = { ...address, target, search };
  const { rows, isTruncated } = must(await findCandidates(service, query, { signal }));
  const choices = rows.map(({ title, updatedAt, reference }) => ({
    label: title || untitled(),
    description: ago(updatedAt),
    value: reference,
  }));
  return { rows: choices, isTruncated };
}

export interface DocumentField {
  readonly editor: vscode.TextEditor;
  readonly address: Address;
  readonly service: TypedService;
  readonly location: AttributeLocation;
  readonly offset: number;
  /** The version of the text in which the field was found. */
  readonly version: number;
}

export const fieldLabel = ({ location }: DocumentField): string => String(location.path.at(-1));

export const currentOf = ({ editor, location }: DocumentField): Json =>
  new JsonLocations(editor.document.getText()).value(location.path) ?? null;

/** The value in the text. For a missing one, the parser takes the key of the next line. */
export function parsedContent({ editor: { document }, location }: DocumentField) {
  const locations = new JsonLocations(document.getText());
  const valueSpan = locations.written(location.path);
  const isBehindKey =
    valueSpan &&
    document.positionAt(valueSpan.offset).line ===
      document.positionAt(locations.key(location.path).offset).line;
  if (valueSpan && (locations.isWhole || isBehindKey)) return valueSpan;
  throw new Guidance(vscode.l10n.t("Complete the JSON around this field first."));
}

export const writeValue = (field: DocumentField, value: Json): Promise<void> =>
  replaceText(field.editor.document, parsedContent(field), toJson(value));

/** Makes one edit that a single Undo reverts. */
export async function replaceText(
  document: vscode.TextDocument,
  span: TextSpan,
  text: string,
): Promise<void> {
  if (!(await editText(document, rangeOf(document, span), text))) throw notInserted();
}

export const notInserted = (): Guidance =>
  new Guidance(vscode.l10n.t("The text has changed or is read-only. Nothing was inserted."));
