import type { JsonPath } from "../model/foundation/json.ts";
import { attributeAt } from "../model/content/attributePlaces.ts";
import type { AttributeLocation } from "../model/content/attributePlaces.ts";
import type { TypeInCatalog } from "../model/schemas/catalog.ts";
import { isInverse, isList, isPolymorphic } from "../model/schemas/catalog.ts";
import { cursorAt, endOf, JsonLocations } from "./jsonLocations.ts";
import type { Cursor, TextSpan } from "./jsonLocations.ts";

/** A position where a value can be inserted: an attribute of one of those types, at the cursor. */
export interface ReferenceField extends AttributeLocation {
  /** The text that the user has typed there so far. */
  readonly typed: string;
  /** The word at the cursor, with its quotes; empty where there is none. */
  readonly word: TextSpan;
  /** The span that an inserted value replaces, the word included. */
  readonly replaced: TextSpan;
  /** Whether a whole list is inserted instead of one item. */
  readonly isWholeList: boolean;
  /** The comma that the surrounding JSON needs before and after the value. */
  readonly before: string;
  readonly after: string;
}

interface ReferenceFieldQuery {
  readonly text: string;
  readonly offset: number;
  readonly places: JsonLocations;
}

/** The attribute whose key or value contains an offset; undefined if there is none. */
export const attributeAtOffset = (
  text: string,
  offset: number,
  { type, catalog }: TypeInCatalog,
  places = new JsonLocations(text),
): AttributeLocation | undefined =>
  attributeAt(catalog, type, cursorAt(text, offset).path, places.value([]) ?? null);

/** Where a value can be inserted in an attribute of these types; undefined if nowhere. */
export function referenceFieldAtPath(
  text: string,
  offset: number,
  shape: TypeInCatalog,
  ...types: readonly ("relation" | "media" | "boolean" | "enumeration")[]
): ReferenceField | undefined {
  const cursor = cursorAt(text, offset);
  const places = new JsonLocations(text);
  const place = attributeAtOffset(text, offset, shape, places);
  if (!place || !takes(place, types, cursor)) return undefined;
  const position = { text, offset, places };
  const room = isList(place.attribute)
    ? insertRangeInList(place, position)
    : insertRangeForOne(place, position);
  return room && { ...place, ...room, ...typedAt(cursor, position) };
}

/** Nothing can be inserted in the attribute's own key. */
const takes = (
  { attribute, rest }: AttributeLocation,
  types: readonly string[],
  { isInKey }: Cursor,
): boolean =>
  types.includes(attribute.type) &&
  !isInverse(attribute) &&
  !isPolymorphic(attribute) &&
  !(isInKey && rest.length === 0);

function typedAt({ token, isInKey }: Cursor, { text, offset }: ReferenceFieldQuery) {
  const isIn = token && token.offset <= offset && offset <= endOf(token);
  const word = isIn ? token : bareWord(text, offset);
  const typed = isInKey || isLiteral(word, text) ? "" : text.slice(word.offset, offset);
  return { word, typed: typed.replace(/^"/, "") };
}

type InsertRange = Pick<ReferenceField, "replaced" | "isWholeList" | "before" | "after">;

function insertRangeForOne(
  { path, attribute }: AttributeLocation,
  asked: ReferenceFieldQuery,
): InsertRange | undefined {
  const { text, offset, places } = asked;
  const isWholeList = isList(attribute);
  const there = places.written(path);
  // Where the value is missing, the parser takes the key of the next line for it.
  const isMissing = !there || text.slice(offset, there.offset).includes("\n");
  if (isMissing) return { ...insertRangeAtWord(asked), isWholeList };
  return offset > endOf(there)
    ? undefined
    : { replaced: there, isWholeList, before: "", after: "" };
}

function insertRangeInList(
  place: AttributeLocation,
  asked: ReferenceFieldQuery,
): InsertRange | undefined {
  const { text, places } = asked;
  const list = places.written(place.path);
  if (list?.type !== "array") return insertRangeForOne(place, asked);
  if (!isWithin(list, asked)) return undefined;
  const item = places.written([...place.path, place.rest[0] ?? 0]);
  if (item && isWithin(item, asked)) return { ...none, replaced: item };
  const isEmpty = /^\[\s*\]$/.test(text.slice(list.offset, endOf(list)));
  return isEmpty ? { ...none, replaced: list, isWholeList: true } : insertRangeAtWord(asked);
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
function bareWord(text: string, offset: number): TextSpan {
  const before = /(?<![\w-])[\w-]+$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? "";
  const after = /^[\w-]*/.exec(text.slice(offset, offset + 100))?.[0] ?? "";
  return { offset: offset - before.length, length: before.length + after.length };
}

const isLiteral = ({ offset, length }: TextSpan, text: string): boolean =>
  /^(null|true|false|-?[\d.]+)$/.test(text.slice(offset, offset + length));

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
  const place = attributeAtOffset(text, offset, shape);
  if (place?.attribute.type !== kind) return undefined;
  return (
    referenceFieldAtPath(text, offset, shape, kind) ??
    referenceFieldOf(text, place.path, shape, kind)
  );
}

/** The position for a file or document in the field at a path: its one value or its list's end. */
export function referenceFieldOf(
  text: string,
  path: JsonPath,
  shape: TypeInCatalog,
  kind: "relation" | "media",
): ReferenceField | undefined {
  const places = new JsonLocations(text);
  const written = places.written(path);
  const place = attributeAt(shape.catalog, shape.type, path, places.value([]) ?? null);
  if (!written || !place) return undefined;
  const isOpen = isList(place.attribute) && written.type === "array";
  const offset = isOpen ? endOf(written) - 1 : written.offset;
  return referenceFieldAtPath(text, offset, shape, kind);
}
