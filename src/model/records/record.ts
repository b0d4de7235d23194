import type { AttributeSchema } from "../../client/index.ts";
import type { Attributes, ContentType, TypeInCatalog } from "../schemas/catalog.ts";
import { isInverse, isStructured, isUnread, targetKeysOf } from "../schemas/catalog.ts";
import { shapeAttributes, type ContentForm } from "../content/documentText.ts";
import { pick, type JsonObject } from "../foundation/json.ts";
import { withOwnKeys } from "./ownKeys.ts";
import type { ReferenceFields } from "../content/requestShape.ts";
import { userType } from "../schemas/userType.ts";
import type { State } from "../content/publicationStatus.ts";

export type RecordShape = TypeInCatalog & { readonly names: readonly string[] };

/**
 * Converts a draft or user to a record. It has the own keys that are available, and the attributes in
 * schema order. Relations have the fields that identify their targets. Media files have their ids,
 * name and URL. Component ids, inverse sides and private attributes are omitted.
 */
export function recordOf(
  row: JsonObject,
  { type, catalog, names }: RecordShape,
  state?: State,
): JsonObject {
  const attributes = new Map([...type.attributes].filter(([name]) => names.includes(name)));
  const own = { ...pick(row, identityFieldsOf(type)), status: state };
  return withOwnKeys(own, shapeAttributes(row, { type: { attributes }, catalog }, recordForm));
}

export const identityFieldsOf = ({ uid, localized }: ContentType) =>
  [
    ...(uid === userType.uid ? (["id"] as const) : []),
    "documentId",
    ...(localized ? (["locale"] as const) : []),
  ] as const;

/** The attributes that a record can contain. For users, the only relation is the role. */
export const recordedAttributes = ({ uid, attributes }: ContentType): Attributes =>
  new Map(
    [...attributes].filter(
      ([name, attribute]) =>
        isRecorded(attribute) &&
        (uid !== userType.uid || name === "role" || !isStructured(attribute)),
    ),
  );

/** Whether an attribute is readable and stored in the document itself. */
export const isRecorded = (attribute: AttributeSchema): boolean =>
  !isUnread(attribute) && !isInverse(attribute);

/** The fields that identify a document on another service: its title and its unique attributes. */
export function keyFieldsOf(type: Pick<ContentType, "attributes" | "titleField">): string[] {
  const isKey = (attribute: AttributeSchema) =>
    (attribute.unique === true || attribute.type === "uid") &&
    !isUnread(attribute) &&
    !isStructured(attribute);
  const unique = [...type.attributes].flatMap(([name, of]) => (isKey(of) ? [name] : []));
  return [...new Set(type.titleField === undefined ? unique : [type.titleField, ...unique])];
}

export const recordedFields: ReferenceFields = {
  media: ["name", "url"],
  relation: ({ target = "" }, { targets }) => {
    const type = targets.get(target);
    return ["documentId", ...(type ? keyFieldsOf(type) : [])];
  },
};

const recordForm: ContentForm = {
  hasAttribute: isRecorded,
  componentKeys: ["__component"],
  keysOf: (reference, catalog) =>
    reference.type === "media"
      ? ["id", "documentId", "name", "url"]
      : [...targetKeysOf(reference), ...recordedFields.relation(reference, catalog)],
};
