import * as vscode from "vscode";
import { fillingText } from "../../editor/valueCompletion.ts";
import { referenceFieldAt, referenceFieldOf } from "../../editor/referenceField.ts";
import type { ReferenceField } from "../../editor/referenceField.ts";
import { Guidance, must } from "../../host/commandFailure.ts";
import { search } from "../../host/prompts.ts";
import type { Matches } from "../../host/prompts.ts";
import { ago } from "../../texts/ago.ts";
import { fileFacts } from "../../texts/fileWords.ts";
import { untitled } from "../../texts/words.ts";
import { isUser } from "../../model/foundation/address.ts";
import type { JsonObject, Json } from "../../model/foundation/json.ts";
import { toFileReference } from "../../model/documents/media/mediaLibrary.ts";
import type { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import { findCandidates } from "../../model/documents/targetSearch.ts";
import { readRolesInUse } from "../../model/reading/userReader.ts";
import { isList } from "../../model/schemas/catalog.ts";
import { editText } from "../../files/openDocuments.ts";
import { rangeOf, JsonLocations } from "../../editor/jsonLocations.ts";
import type { TextSpan } from "../../editor/jsonLocations.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { AttributeLocation } from "../../model/content/attributePlaces.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";

/** Chooses a document or file. In a list, it replaces the one at the cursor or is added. */
export async function chooseReference(field: DocumentField, library: MediaLibrary): Promise<void> {
  const kind = field.place.attribute.type === "media" ? "media" : "relation";
  if (!relationAt(field, kind)) throw new Guidance(notAtRelation());
  const find = finderFor(field, library);
  const isClearable = !isList(field.place.attribute) && currentOf(field) !== null;
  const none = { label: vscode.l10n.t("None"), value: null };
  const options = {
    title: vscode.l10n.t("Choose a Value for {field}", { field: fieldLabel(field) }),
    placeholder: vscode.l10n.t("Type to search the service"),
  };
  const chosen = await search<JsonObject | null>(options, async (text) => {
    const matches = await find(text);
    return isClearable && text === "" ? { ...matches, rows: [...matches.rows, none] } : matches;
  });
  if (chosen === null) return writeValue(field, null);
  const slot = relationAt(field, kind);
  if (!slot) throw new Guidance(notAtRelation());
  return replaceText(field.editor.document, slot.replaced, fillingText(slot, chosen));
}

const notAtRelation = (): string => vscode.l10n.t("Complete the JSON around this field first.");

/** In a text that has changed since, the position is the end of the list or the one value. */
function relationAt(
  { editor: { document }, service, place, offset, version }: DocumentField,
  kind: "relation" | "media",
): ReferenceField | undefined {
  const text = document.getText();
  return document.version === version
    ? referenceFieldAt(text, offset, service, kind)
    : referenceFieldOf(text, place.path, service, kind);
}

type ReferenceSearch = (text: string) => Promise<Matches<JsonObject>>;

function finderFor(field: DocumentField, library: MediaLibrary): ReferenceSearch {
  const { address, place } = field;
  if (place.attribute.type === "media") return filesFor(field, library);
  return isUser(address) && place.path.join(".") === "role" ? rolesFor(field) : documentsFor(field);
}

const rolesFor =
  ({ service }: DocumentField): ReferenceSearch =>
  async (text) => {
    const roles = must(await readRolesInUse(service));
    const rows = roles
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, name }) => ({ label: name, description: String(id), value: { id, name } }));
    return { rows, isTruncated: false };
  };

const documentsFor =
  ({ address, service, place }: DocumentField): ReferenceSearch =>
  async (text) => {
    const asked = { ...address, target: place.attribute.target ?? "", search: text };
    const { rows, isTruncated } = must(await findCandidates(service, asked));
    const choices = rows.map(({ title, updatedAt, reference }) => ({
      label: title || untitled(),
      description: ago(updatedAt),
      value: reference,
    }));
    return { rows: choices, isTruncated };
  };

const filesFor =
  ({ address, place }: DocumentField, library: MediaLibrary): ReferenceSearch =>
  async (text) => {
    const asked = { search: text, allowed: place.attribute.allowedTypes };
    const { rows, isTruncated } = must(await library.search(address.connection, asked));
    const choices = rows.map((file) => ({
      label: file.name,
      description: file.alternativeText ?? "",
      detail: fileFacts(file),
      value: toFileReference(file),
    }));
    return { rows: choices, isTruncated };
  };

export interface DocumentField {
  readonly editor: vscode.TextEditor;
  readonly address: Address;
  readonly service: TypedService;
  readonly place: AttributeLocation;
  readonly offset: number;
  /** The version of the text in which the field was found. */
  readonly version: number;
}

export const fieldLabel = ({ place }: DocumentField): string => String(place.path.at(-1));

export const currentOf = ({ editor, place }: DocumentField): Json =>
  new JsonLocations(editor.document.getText()).value(place.path) ?? null;

/** The value in the text. For a missing one, the parser takes the key of the next line. */
export function parsedContent({ editor: { document }, place }: DocumentField) {
  const places = new JsonLocations(document.getText());
  const written = places.written(place.path);
  const isBehindKey =
    written &&
    document.positionAt(written.offset).line ===
      document.positionAt(places.key(place.path).offset).line;
  if (written && (places.isWhole || isBehindKey)) return written;
  throw new Guidance(vscode.l10n.t("Complete the JSON around this field first."));
}

export const writeValue = (field: DocumentField, value: Json): Promise<void> =>
  replaceText(field.editor.document, parsedContent(field), JSON.stringify(value));

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
