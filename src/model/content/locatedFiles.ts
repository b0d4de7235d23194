import type { JsonPath } from "./attributePlaces.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import type { JsonObject } from "../foundation/json.ts";
import { documentIdOf, valuesIn } from "./attributePlaces.ts";

/** A media file, with its path in a text. */
export interface LocatedFile {
  /**
   * The path of the value that names the file: an object with its documentId, or the documentId.
   */
  readonly path: JsonPath;
  readonly documentId: string;
}

/** Every file in a content, including components and dynamic zones. */
export const filesIn = (
  content: JsonObject,
  attributes: Attributes,
  catalog: Catalog,
): LocatedFile[] =>
  valuesIn(content, ({ type }) => type === "media", { attributes, catalog })
    .map(({ path, value }) => ({ path, documentId: documentIdOf(value) }))
    .filter(({ documentId }) => documentId !== "");
