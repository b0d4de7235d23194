import * as vscode from "vscode";
import { fillingText } from "../../editor/filling.ts";
import { referenceSlotAt, referenceSlotOf } from "../../editor/mediaSlots.ts";
import type { Slot } from "../../editor/slots.ts";
import { Guidance, must } from "../../host/failed.ts";
import { search } from "../../host/prompts.ts";
import type { Choice } from "../../host/multiStep.ts";
import { ago } from "../../host/words/ago.ts";
import { fileFacts } from "../../host/words/fileWords.ts";
import { inert, untitled } from "../../host/words/words.ts";
import { isUser } from "../../model/foundation/address.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { toFileReference } from "../../model/documents/media/mediaLibrary.ts";
import type { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import { findCandidates } from "../../model/documents/references/targetSearch.ts";
import { rolesInUse } from "../../model/schemas/access/roles.ts";
import { isList } from "../../model/schemas/catalog.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { currentOf, nameOf, putValue, replace } from "./writing.ts";
import type { Field } from "./writing.ts";

/** Chooses a document or file. In a list it takes the place of the one at the cursor, else it is added. */
export async function chooseReference(field: Field, offered: Offered): Promise<void> {
  const kind = field.place.attribute.type === "media" ? "media" : "relation";
  if (!slotIn(field, kind)) throw new Guidance(noPlace());
  const find = finderFor(field, offered);
  const isClearable = !isList(field.place.attribute) && currentOf(field) !== null;
  const none = { label: vscode.l10n.t("None"), value: null };
  const options = {
    title: vscode.l10n.t("Choose a Value for {0}", nameOf(field)),
    placeholder: vscode.l10n.t("Type to search on the service"),
  };
  const chosen = await search<JsonObject | null>(options, async (text) => {
    const found = await find(text);
    return isClearable && text === "" ? [...found, none] : found;
  });
  if (chosen === null) return putValue(field, null);
  const slot = slotIn(field, kind);
  if (!slot) throw new Guidance(noPlace());
  return replace(field, slot.replaced, fillingText(slot, chosen));
}

const noPlace = (): string => vscode.l10n.t("Complete the JSON around this field first.");

/** In a text that has changed since, the end of the list or the one value. */
function slotIn(
  { editor: { document }, service, place, offset, version }: Field,
  kind: "relation" | "media",
): Slot | undefined {
  const text = document.getText();
  return document.version === version
    ? referenceSlotAt(text, offset, service, kind)
    : referenceSlotOf(text, place.path, service, kind);
}

/** Where the values come from. */
interface Offered {
  readonly catalogs: Catalogs;
  readonly library: MediaLibrary;
}

type Find = (text: string) => Promise<readonly Choice<JsonObject>[]>;

function finderFor(field: Field, { catalogs, library }: Offered): Find {
  const { address, place } = field;
  if (place.attribute.type === "media") return filesFor(field, library);
  return isUser(address) && place.path.join(".") === "role"
    ? rolesFor(address, catalogs)
    : documentsFor(field);
}

const rolesFor =
  ({ connection }: Address, catalogs: Catalogs): Find =>
  async (text) =>
    must(await rolesInUse(catalogs, connection))
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, name }) => ({
        label: inert(name),
        description: String(id),
        value: { id, name },
      }));

const documentsFor =
  ({ address, service, place }: Field): Find =>
  async (text) => {
    const asked = { ...address, target: place.attribute.target ?? "", search: text };
    return must(await findCandidates(service, asked)).map(({ title, updatedAt, reference }) => ({
      label: inert(title || untitled()),
      description: ago(updatedAt),
      value: reference,
    }));
  };

const filesFor =
  ({ address, place }: Field, library: MediaLibrary): Find =>
  async (text) => {
    const asked = { search: text, allowed: place.attribute.allowedTypes };
    return must(await library.search(address.connection, asked)).map((file) => ({
      label: inert(file.name),
      description: file.alternativeText ?? "",
      detail: fileFacts(file),
      value: toFileReference(file),
    }));
  };
