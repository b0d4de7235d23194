import type { JsonPath } from "../../model/foundation/json.ts";
import { attributeAt, type AttributeLocation } from "../../model/content/attributePositions.ts";
import type { TypeInCatalog } from "../../model/schemas/catalog.ts";
import { isInverse, isList, isPolymorphic } from "../../model/schemas/catalog.ts";
import { cursorAt, endOf, JsonLocations, type TextSpan } from "../shared/jsonLocations.ts";

/** A position where a value can be inserted: an attribute of one of those types, at the cursor. */
export interface ReferenceField extends AttributeLocation {
  readonly typedText: string;
  /** The word at the cursor, with its quotes; empty where there is none. */
  readonly word: TextSpan;
  /** The span that an inserted value replaces, the word included. */
  readonly replaced: TextSpan;
  readonly isWholeList: boolean;
  /** The comma that the surrounding JSON needs before and after the value. */
  readonly before: string;
  readonly after: string;
}

type ReferenceFieldQuery = Readonly<{ text: string; offset: number; locations: JsonLocations }>;

/** The attribute whose key or value contains an offset; undefined if there is none. */
export const attributeAtOffset = (
  text: string,
  offset: number,
  { type, catalog }: TypeInCatalog,
  locations = new JsonLocations(text),
): AttributeLocation | undefined =>
  attributeAt(catalog, type, cursorAt(text, offset).path, locations.value([]) ?? null);

/** Undefined if nothing can be inserted at the offset. */
export function referenceFieldAtPath(
  text: string,
  offset: number,
  shape: TypeInCatalog,
  ...types: readonly string[]
): ReferenceField | undefined {
  const { token, isInKey } = cursorAt(text, offset);
  const locations = new JsonLocations(text);
  const location = attributeAtOffset(text, offset, shape, locations);
  if (!location || !types.some((type) => type === location.attribute.type)) return undefined;
  const { attribute, subpath } = location;
  // Nothing can be inserted in the attribute's own key.
  const isInOwnKey = isInKey && subpath.length === 0;
  if (isInverse(attribute) || isPolymorphic(attribute) || isInOwnKey) return undefined;
  const query = { text, offset, locations };
  const insertRange = insertRangeFor(location, query);
  const isInToken = token && token.offset <= offset && offset <= endOf(token);
  const word = isInToken ? token : bareWord(text, offset);
  const isLiteral = /^(null|true|false|-?[\d.]+)$/.test(text.slice(word.offset, endOf(word)));
  const typedText = isInKey || isLiteral ? "" : text.slice(word.offset, offset).replace(/^"/, "");
  return insertRange && { ...location, ...insertRange, word, typedText };
}

type InsertRange = Pick<ReferenceField, "replaced" | "isWholeList" | "before" | "after">;

function insertRangeFor(
  { path, attribute, subpath }: AttributeLocation,
  query: ReferenceFieldQuery,
): InsertRange | undefined {
  const { text, offset, locations } = query;
  const valueSpan = locations.written(path);
  const isWholeList = isList(attribute);
  if (isWholeList && valueSpan?.type === "array") {
    if (!isWithin(valueSpan, query)) return undefined;
    const item = locations.written([...path, subpath[0] ?? 0]);
    if (item && isWithin(item, query)) return { ...none, replaced: item };
    const isEmpty = /^\[\s*\]$/.test(text.slice(valueSpan.offset, endOf(valueSpan)));
    return isEmpty ? { ...none, replaced: valueSpan, isWholeList } : insertRangeAtWord(query);
  }
  // Where the value is missing, the parser takes the key of the next line for it.
  const isMissing = !valueSpan || text.slice(offset, valueSpan.offset).includes("\n");
  if (isMissing) return { ...insertRangeAtWord(query), isWholeList };
  return offset > endOf(valueSpan) ? undefined : { ...none, replaced: valueSpan, isWholeList };
}

const none = { isWholeList: false, before: "", after: "" };

/** Between two values, or where one is missing: includes the commas that the neighbors need. */
function insertRangeAtWord({ text, offset }: ReferenceFieldQuery): InsertRange {
  const replaced = bareWord(text, offset);
  const before = /[[:,]\s*$/.test(text.slice(0, replaced.offset)) ? "" : ", ";
  const after = /^\s*["{[\w-]/.test(text.slice(endOf(replaced))) ? "," : "";
  return { replaced, isWholeList: false, before, after };
}

/** A word without its quotes, for a user who types none. */
export function bareWord(text: string, offset: number): TextSpan {
  const wordStart =
    /(?<![\w-])[\w-]+$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? "";
  const wordEnd = /^[\w-]*/.exec(text.slice(offset, offset + 100))?.[0] ?? "";
  return { offset: offset - wordStart.length, length: wordStart.length + wordEnd.length };
}

/** Whether the offset is between the brackets or quotes; a value without them includes its ends. */
function isWithin(stretch: TextSpan, { text, offset }: ReferenceFieldQuery): boolean {
  const hasEnds = /["{[]/.test(text.charAt(stretch.offset));
  const inset = hasEnds ? 1 : 0;
  return stretch.offset + inset <= offset && offset <= endOf(stretch) - inset;
}

/**
 * The position for a file or document in the field that the user points at. It is the position at
 * the offset, if there is one. On the field's key or an end of its value, it is the one value or
 * the list's end.
 */
export function referenceFieldAt(
  text: string,
  offset: number,
  shape: TypeInCatalog,
  kind: "relation" | "media",
): ReferenceField | undefined {
  const location = attributeAtOffset(text, offset, shape);
  if (location?.attribute.type !== kind) return undefined;
  return (
    referenceFieldAtPath(text, offset, shape, kind) ??
    referenceFieldOf(text, location.path, shape, kind)
  );
}

/** The position for a file or document in the field at a path: its one value or its list's end. */
export function referenceFieldOf(
  text: string,
  path: JsonPath,
  shape: TypeInCatalog,
  kind: "relation" | "media",
): ReferenceField | undefined {
  const locations = new JsonLocations(text);
  const valueSpan = locations.written(path);
  const location = attributeAt(shape.catalog, shape.type, path, locations.value([]) ?? null);
  if (!valueSpan || !location) return undefined;
  const isOpen = isList(location.attribute) && valueSpan.type === "array";
  const offset = isOpen ? endOf(valueSpan) - 1 : valueSpan.offset;
  return referenceFieldAtPath(text, offset, shape, kind);
}
