import type { TypeInCatalog } from "../model/schemas/catalog.ts";
import { isList } from "../model/schemas/catalog.ts";
import { attributeAt } from "../model/documents/content/attributeAt.ts";
import type { JsonPath } from "../model/documents/content/attributeAt.ts";
import { cursorAt, Places } from "./places.ts";
import { slotAt } from "./slots.ts";
import type { Slot } from "./slots.ts";

type Kind = "relation" | "media";

/** The place for a file in the media field that is pointed at. */
export const mediaSlotAt = (text: string, offset: number, shape: TypeInCatalog): Slot | undefined =>
  referenceSlotAt(text, offset, shape, "media");

/** The place for a file in the media field at a path: that of its one file, or the end of its list. */
export const mediaSlotOf = (text: string, path: JsonPath, shape: TypeInCatalog): Slot | undefined =>
  referenceSlotOf(text, path, shape, "media");

/**
 * The place for a file or document that somebody means who points at a field: the one at the offset, else,
 * from the field's key or an end of its value, the place of its one value or the end of its list.
 */
export function referenceSlotAt(
  text: string,
  offset: number,
  shape: TypeInCatalog,
  kind: Kind,
): Slot | undefined {
  const { path } = cursorAt(text, offset);
  const content = new Places(text).value([]) ?? null;
  const place = attributeAt(shape.catalog, shape.type, path, content);
  if (place?.attribute.type !== kind) return undefined;
  return slotAt(text, offset, shape, kind) ?? referenceSlotOf(text, place.path, shape, kind);
}

/** The place for a file or document in the field at a path: that of its one value, or the end of its list. */
export function referenceSlotOf(
  text: string,
  path: JsonPath,
  shape: TypeInCatalog,
  kind: Kind,
): Slot | undefined {
  const places = new Places(text);
  const written = places.written(path);
  const place = attributeAt(shape.catalog, shape.type, path, places.value([]) ?? null);
  if (!written || !place) return undefined;
  const isOpen = isList(place.attribute) && written.type === "array";
  const offset = isOpen ? written.offset + written.length - 1 : written.offset;
  return slotAt(text, offset, shape, kind);
}
