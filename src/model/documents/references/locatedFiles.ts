import type { JsonPath } from "../content/attributePlaces.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { documentIdOf, valuesIn } from "../content/attributePlaces.ts";

/** A file of the media library, at its place in a text. */
export interface LocatedFile {
  /** Of the value that names the file: an object with its documentId, or the documentId itself. */
  readonly path: JsonPath;
  readonly documentId: string;
}

/** Every file in a content, those in components and zones included. */
export const filesIn = (
  content: JsonObject,
  attributes: Attributes,
  catalog: Catalog,
): LocatedFile[] =>
  valuesIn(content, ({ type }) => type === "media", { attributes, catalog })
    .map(({ path, value }) => ({ path, documentId: documentIdOf(value) }))
    .filter(({ documentId }) => documentId !== "");
