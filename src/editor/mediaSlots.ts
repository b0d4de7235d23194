import type { TypeInCatalog } from "../model/schemas/catalog.ts";
import { isList } from "../model/schemas/catalog.ts";
import { attributeAt } from "../model/documents/content/attributeAt.ts";
import type { JsonPath } from "../model/documents/content/attributeAt.ts";
import { cursorAt, JsonLocations } from "./places.ts";
import { referenceFieldAtPath } from "./slots.ts";
import type { ReferenceField } from "./slots.ts";

type Kind = "relation" | "media";

/** The place for a file in the media field that is pointed at. */
export const mediaFieldAt = (
  text: string,
  offset: number,
  shape: TypeInCatalog,
): ReferenceField | undefined => referenceFieldAt(text, offset, shape, "media");

/** The place for a file in the media field at a path: that of its one file, or the end of its list. */
export const mediaFieldOf = (
  text: string,
  path: JsonPath,
  shape: TypeInCatalog,
): ReferenceField | undefined => referenceFieldOf(text, path, shape, "media");

/**
 * The place for a file or document that somebody means who points at a field: the one at the offset, else,
 * from the field's key or an end of its value, the place of its one value or the end of its list.
 */
export function referenceFieldAt(
  text: string,
  offset: number,
  shape: TypeInCatalog,
  kind: Kind,
): ReferenceField | undefined {
  const { path } = cursorAt(text, offset);
  const content = new JsonLocations(text).value([]) ?? null;
  const place = attributeAt(shape.catalog, shape.type, path, content);
  if (place?.attribute.type !== kind) return undefined;
  return (
    referenceFieldAtPath(text, offset, shape, kind) ??
    referenceFieldOf(text, place.path, shape, kind)
  );
}

/** The place for a file or document in the field at a path: that of its one value, or the end of its list. */
export function referenceFieldOf(
  text: string,
  path: JsonPath,
  shape: TypeInCatalog,
  kind: Kind,
): ReferenceField | undefined {
  const places = new JsonLocations(text);
  const written = places.written(path);
  const place = attributeAt(shape.catalog, shape.type, path, places.value([]) ?? null);
  if (!written || !place) return undefined;
  const isOpen = isList(place.attribute) && written.type === "array";
  const offset = isOpen ? written.offset + written.length - 1 : written.offset;
  return referenceFieldAtPath(text, offset, shape, kind);
}
