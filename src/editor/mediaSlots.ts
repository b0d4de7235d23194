import type { TypeInCatalog } from "../model/schemas/catalog.ts";
import { isList } from "../model/schemas/catalog.ts";
import { attributeAt } from "../model/references/attributeAt.ts";
import type { Path } from "../model/references/attributeAt.ts";
import { cursorAt, Places } from "./places.ts";
import { slotAt } from "./slots.ts";
import type { Slot } from "./slots.ts";

/**
 * The place for a file that somebody means who points at a media field: the one at the offset, else,
 * from the field's key or an end of its value, the place of its one file or the end of its list.
 */
export function mediaSlotAt(text: string, offset: number, shape: TypeInCatalog): Slot | undefined {
  const { path } = cursorAt(text, offset);
  const content = new Places(text).value([]) ?? null;
  const place = attributeAt(shape.catalog, shape.type, path, content);
  if (place?.attribute.type !== "media") return undefined;
  return slotAt(text, offset, shape, "media") ?? mediaSlotOf(text, place.path, shape);
}

/** The place for a file in the media field at a path: that of its one file, or the end of its list. */
export function mediaSlotOf(text: string, path: Path, shape: TypeInCatalog): Slot | undefined {
  const places = new Places(text);
  const written = places.written(path);
  const place = attributeAt(shape.catalog, shape.type, path, places.value([]) ?? null);
  if (!written || !place) return undefined;
  const isOpen = isList(place.attribute) && written.type === "array";
  const offset = isOpen ? written.offset + written.length - 1 : written.offset;
  return slotAt(text, offset, shape, "media");
}
