import type { AttributeSchema } from "../../client/index.ts";
import {
  isComponent,
  isInverse,
  isOwnReference,
  titleOfTarget,
  withTargetType,
  componentSchema,
} from "../schemas/catalog.ts";
import type { ContentSchema } from "../schemas/catalog.ts";
import { documentIdOf, valuesIn } from "./attributePositions.ts";
import type { Json, JsonObject, JsonPath } from "../foundation/json.ts";
import { isArray, isObject, textIn, pathBelow, pathText } from "../foundation/json.ts";

export interface Reference {
  /** The attribute of a relation has the type of that target. */
  readonly attribute: AttributeSchema;
  readonly location: JsonPath;
  /** The path without indexes, such as `sections.author`. */
  readonly path: string;
  /** The uid of the target type; empty for a file. */
  readonly target: string;
  readonly documentId: string;
  /** The documentId if the documents of the type have no titles; empty if it has no title. */
  readonly title: string;
}

export const isFile = ({ attribute }: Pick<Reference, "attribute">): boolean =>
  attribute.type === "media";

/** Every file in a document and every relation whose owning side is there, including components. */
export const referencesIn = (content: JsonObject, schema: ContentSchema): Reference[] =>
  valuesIn(content, isOwnReference, schema).flatMap(({ attribute, path, value }) => {
    const documentId = isObject(value) ? textIn(value, "documentId") : "";
    if (!isObject(value) || documentId === "") return [];
    const titleField = isFile({ attribute })
      ? "name"
      : (titleOfTarget(attribute, schema.catalog) ?? "documentId");
    return {
      attribute,
      location: path,
      path: pathText(path.filter((segment) => typeof segment === "string")),
      target: attribute.target ?? "",
      documentId,
      title: textIn(value, titleField),
    };
  });

/** The key of a reference that has the same path and target in another version. */
export const referenceKey = ({ path, documentId }: Pick<Reference, "path" | "documentId">) =>
  `${path} ${documentId}`;

/** The references that a content has more often at a path than another version of it. */
export function lackingReferences(
  content: JsonObject,
  other: JsonObject,
  schema: ContentSchema,
): Reference[] {
  const remainingCounts = new Map<string, number>();
  for (const key of referencesIn(other, schema).map(referenceKey)) {
    remainingCounts.set(key, (remainingCounts.get(key) ?? 0) + 1);
  }
  return referencesIn(content, schema).filter((reference) => {
    const key = referenceKey(reference);
    const count = remainingCounts.get(key) ?? 0;
    remainingCounts.set(key, count - 1);
    return count <= 0;
  });
}

/** The value of a relation or media attribute, or one entry of its list. */
export type ReferenceValue = Pick<Reference, "attribute" | "path"> & { readonly value: Json };

/**
 * Replaces each media file and each relation whose owning side is there, including components. What
 * has no replacement is removed, and so is null in a list.
 */
export function withReferences(
  content: JsonObject,
  schema: ContentSchema,
  replace: (reference: ReferenceValue) => Json | undefined,
  above = "",
): JsonObject {
  const fields = Object.entries(content).map(([name, value]): [string, Json] => {
    const attribute = schema.type.attributes.get(name);
    if (!attribute || (!isOwnReference(attribute) && !isComponent(attribute))) return [name, value];
    const path = pathBelow(above, name);
    const replaceItem = (item: Json): Json | undefined => {
      if (item === null) return null;
      if (isOwnReference(attribute))
        return replace({ value: item, attribute: withTargetType(attribute, item), path });
      if (!isObject(item)) return item;
      return withReferences(item, componentSchema(attribute, item, schema), replace, path);
    };
    if (isArray(value)) return [name, value.flatMap((item) => replaceItem(item) ?? [])];
    return [name, replaceItem(value) ?? null];
  });
  return Object.fromEntries(fields);
}

/** Removes the relations to some documents or files. Paths have no indexes: `sections.author`. */
export const withoutReferences = (
  content: JsonObject,
  schema: ContentSchema,
  isGone: (documentId: string, path: string, attribute: AttributeSchema) => boolean,
): JsonObject =>
  withReferences(content, schema, ({ value, path, attribute }) =>
    isObject(value) && isGone(textIn(value, "documentId"), path, attribute) ? undefined : value,
  );

/** A relation to one document, with its path in a text. */
export interface LocatedRelation {
  /** The path of the value that names the document: its documentId, or an object that has it. */
  readonly path: JsonPath;
  /** The uid of the target type. */
  readonly target: string;
  readonly documentId: string;
  /** The title in the text; empty if the text has none. */
  readonly title: string;
}

/** Every relation whose owning side is in a content, including components and dynamic zones. */
export function relationsIn(content: JsonObject, schema: ContentSchema): LocatedRelation[] {
  const isOwnRelation = (attribute: AttributeSchema) =>
    attribute.type === "relation" && !isInverse(attribute);
  return valuesIn(content, isOwnRelation, schema).flatMap(({ attribute, value, path }) => {
    // A text that isn't a documentId is a title that the user is typing.
    const isTitle = typeof value === "string" && !/^[a-z0-9]{24}$/.test(value);
    const documentId = isTitle ? "" : documentIdOf(value);
    const titleField = titleOfTarget(attribute, schema.catalog) ?? "";
    const title = isObject(value) ? textIn(value, titleField) : "";
    return documentId === "" ? [] : { path, target: attribute.target ?? "", documentId, title };
  });
}

export type LocatedFile = Pick<LocatedRelation, "path" | "documentId">;

/** Every file in a content, including components and dynamic zones. */
export const filesIn = (content: JsonObject, schema: ContentSchema): LocatedFile[] =>
  valuesIn(content, ({ type }) => type === "media", schema)
    .map(({ path, value }) => ({ path, documentId: documentIdOf(value) }))
    .filter(({ documentId }) => documentId !== "");

/** Its own path, or that of the larger picture, such as for `/uploads/thumbnail_tea.png`. */
export const filePathsOf = (path: string): string[] => {
  const [, larger] = /^\/uploads\/[a-z\d]+_(.+)$/.exec(path) ?? [];
  return [path, ...(larger === undefined ? [] : [`/uploads/${larger}`])];
};
