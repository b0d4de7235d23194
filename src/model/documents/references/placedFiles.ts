import type { Path } from "../content/attributeAt.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { documentIdOf, placedIn } from "../content/placed.ts";

/** A file of the media library, at its place in a text. */
export interface PlacedFile {
  /** Of the value that names the file: an object with its documentId, or the documentId itself. */
  readonly path: Path;
  readonly documentId: string;
}

/** Every file in a content, those in components and zones included. */
export const placedFiles = (
  content: JsonObject,
  attributes: Attributes,
  catalog: Catalog,
): PlacedFile[] =>
  placedIn(content, ({ type }) => type === "media", { attributes, catalog })
    .map(({ path, value }) => ({ path, documentId: documentIdOf(value) }))
    .filter(({ documentId }) => documentId !== "");
