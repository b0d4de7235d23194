import type { JsonPath, LocatedValue } from "../content/attributePlaces.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isInverse, titleOfTarget } from "../../schemas/catalog.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import { documentIdOf, valuesIn } from "../content/attributePlaces.ts";

/** A relation to one document, at its place in a text. */
export interface LocatedRelation {
  /** Of the value that names the document: an object with its documentId, or the documentId itself. */
  readonly path: JsonPath;
  /** The uid of the type that it points to. */
  readonly target: string;
  readonly documentId: string;
  /** As the text says; empty where it does not. */
  readonly title: string;
}

/** Every relation in a content that is its own to keep, those in components and zones included. */
export const relationsIn = (
  content: JsonObject,
  attributes: Attributes,
  catalog: Catalog,
): LocatedRelation[] =>
  valuesIn(content, (one) => one.type === "relation" && !isInverse(one), {
    attributes,
    catalog,
  }).flatMap((located) => toRelations(located, catalog));

function toRelations(
  { attribute, value, path }: LocatedValue,
  catalog: Catalog,
): LocatedRelation[] {
  // A text that is no documentId is a title that somebody is typing.
  const isId = typeof value === "string" && /^[a-z0-9]{24}$/.test(value);
  if (!isId && !isObject(value)) return [];
  const documentId = documentIdOf(value);
  const title = isObject(value) ? textIn(value, titleOfTarget(attribute, catalog) ?? "") : "";
  const { target = "" } = attribute;
  return documentId === "" ? [] : [{ path, target, documentId, title }];
}
