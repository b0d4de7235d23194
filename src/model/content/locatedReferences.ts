import type { AttributeSchema } from "../../client/index.ts";
import { isInverse, titleOfTarget } from "../schemas/catalog.ts";
import type { ContentSchema } from "../schemas/navigation.ts";
import type { JsonObject, JsonPath } from "../foundation/json.ts";
import { isObject, textIn } from "../foundation/json.ts";
import { documentIdOf, valuesIn } from "./attributePlaces.ts";

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
