import { isComponent, type Attributes, type TypeInCatalog } from "../../schemas/catalog.ts";
import { proseKindOf, type ProseFieldPath, type ProseKind } from "./proseField.ts";
import { pathBelow, type Json } from "../../foundation/json.ts";
import { endOfString, findBracket } from "../../foundation/jsonText.ts";

export interface ProseField {
  /** Undefined in an entry that has no id from the service yet. */
  readonly field: ProseFieldPath | undefined;
  readonly kind: ProseKind;
  /** The name shown to the user, such as `sections[1].body`. */
  readonly label: string;
  /** The offset of its key, in characters. */
  readonly offset: number;
  readonly value: Json;
}

/** Every prose field in the text of a document, from top to bottom, as far as it can be read. */
export const proseFieldsIn = (text: string, shape: TypeInCatalog): ProseField[] =>
  proseFieldsBelow(wholeOf(text), { shape, attributes: shape.type.attributes, at: [], label: "" });

interface ProseContext {
  readonly shape: TypeInCatalog;
  readonly attributes: Attributes;
  readonly at: ProseFieldPath | undefined;
  readonly label: string;
}

const proseFieldsBelow = (span: Span, context: ProseContext): ProseField[] =>
  [...childrenOf(span)].flatMap((property) => {
    const { key, keyAt } = property;
    const attribute = context.attributes.get(key);
    if (!attribute) return [];
    const field = context.at && [...context.at, key];
    const label = pathBelow(context.label, key);
    const kind = proseKindOf(attribute);
    if (kind) {
      const value = valueOf(property);
      return value === undefined ? [] : [{ field, kind, label, offset: keyAt, value }];
    }
    if (!isComponent(attribute)) return [];
    const { component, type } = attribute;
    if (!isListAt(property))
      return inComponent(property, component, { ...context, at: field, label });
    return [...childrenOf(property)].flatMap((entry, index) => {
      const id = textAt(entry, "id");
      const uid = component ?? textAt(entry, "__component");
      const inZone = type === "dynamiczone" && uid !== undefined ? { component: uid } : {};
      // An entry that was never saved has no id.
      const at = field && id !== undefined ? [...field, { id, ...inZone }] : undefined;
      return inComponent(entry, uid, { ...context, at, label: pathBelow(label, index) });
    });
  });

function inComponent(span: Span, uid: string | undefined, context: ProseContext): ProseField[] {
  const attributes = context.shape.catalog.components.get(uid ?? "");
  return attributes && isObjectAt(span) ? proseFieldsBelow(span, { ...context, attributes }) : [];
}

function textAt(span: Span, key: string): string | undefined {
  const property = propertyOf(span, key);
  const value = property && valueOf(property);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Finds a field even if its entries have moved; undefined if gone. Offsets are in characters. */
export function findProse(text: string, field: ProseFieldPath) {
  let span: Span | undefined = wholeOf(text);
  for (const step of field) {
    if (typeof step === "string") span = span && propertyOf(span, step);
    else
      span = [...(span && isListAt(span) ? childrenOf(span) : [])].find(
        (entry) =>
          textAt(entry, "id") === step.id &&
          (step.component === undefined || textAt(entry, "__component") === step.component),
      );
  }
  const value = span && valueOf(span);
  if (!span || value === undefined) return undefined;
  return { offset: span.offset, length: span.end - span.offset, value };
}

/**
 * A value in a JSON text, and its key. A scan reads only the requested parts, because it runs at
 * every key press. A syntax tree of the whole text takes twenty times as long.
 */
interface Span {
  readonly text: string;
  /** Empty in lists. */
  readonly key: string;
  /** The offset of the key with its quotes. In lists, the offset of the value. */
  readonly keyAt: number;
  readonly offset: number;
  readonly end: number;
}

function wholeOf(text: string): Span {
  const offset = after(space, text, 0);
  return { text, key: "", keyAt: offset, offset, end: text.length };
}

const isListAt = ({ text, offset }: Span): boolean => text[offset] === "[";
const isObjectAt = ({ text, offset }: Span): boolean => text[offset] === "{";

/** The children of an object or a list, in order, as far as the text can be read. */
function* childrenOf(span: Span): Generator<Span> {
  const { text } = span;
  const isKeyed = isObjectAt(span);
  if (!isKeyed && !isListAt(span)) return;
  let at = span.offset;
  do {
    at = after(space, text, at + 1);
    const property = isKeyed ? propertyAt(text, at) : { key: "", offset: at };
    const end = property && endOf(text, property.offset);
    if (!property || end === undefined) return;
    yield { text, ...property, keyAt: at, end };
    at = after(space, text, end);
  } while (text[at] === ",");
}

function propertyOf(span: Span, key: string): Span | undefined {
  if (!isObjectAt(span)) return undefined;
  for (const property of childrenOf(span)) if (property.key === key) return property;
  return undefined;
}

/** The value of a span; undefined if it isn't valid JSON. */
function valueOf({ text, offset, end }: Pick<Span, "text" | "offset" | "end">) {
  try {
    return JSON.parse(text.slice(offset, end)) as Json;
  } catch {
    return undefined;
  }
}

const space = /\s*/y;
const colon = /\s*:\s*/y;
const scalarPattern = /[^\s,[\]{}":]+/y;

/** The end of a match at this offset; the offset itself if nothing matches. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function propertyAt(text: string, at: number): { key: string; offset: number } | undefined {
  const end = text[at] === '"' ? endOfString(text, at) : undefined;
  const offset = end && after(colon, text, end);
  const key = end && valueOf({ text, offset: at, end });
  return typeof key === "string" && offset !== undefined && offset !== end
    ? { key, offset }
    : undefined;
}

/** The end of the value at this offset; undefined if there is none or it is incomplete. */
function endOf(text: string, offset: number): number | undefined {
  const first = text[offset];
  if (first === "{" || first === "[") {
    const last = findBracket(text, offset, (depth) => depth === 0);
    return last === undefined ? undefined : last + 1;
  }
  if (first === '"') return endOfString(text, offset);
  const end = after(scalarPattern, text, offset);
  return end > offset ? end : undefined;
}
