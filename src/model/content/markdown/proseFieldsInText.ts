import type { AttributeSchema } from "../../../client/index.ts";
import { isComponent, type Attributes, type TypeInCatalog } from "../../schemas/catalog.ts";
import type { Json } from "../../foundation/json.ts";
import { proseKindOf, type EntryStep, type ProseFieldPath, type ProseKind } from "./proseField.ts";
import { isListAt, isObjectAt, propertyOf, valueOf, wholeOf, childrenOf } from "./jsonScan.ts";
import type { Span } from "./jsonScan.ts";

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
    const attribute = context.attributes.get(property.key);
    return attribute ? inProperty(property, attribute, context) : [];
  });

function inProperty(
  property: Span,
  attribute: AttributeSchema,
  context: ProseContext,
): ProseField[] {
  const { key, keyAt } = property;
  const field = context.at && [...context.at, key];
  const label = context.label === "" ? key : `${context.label}.${key}`;
  const kind = proseKindOf(attribute);
  if (kind) {
    const value = valueOf(property);
    return value === undefined ? [] : [{ field, kind, label, offset: keyAt, value }];
  }
  if (!isComponent(attribute)) return [];
  const { component, type } = attribute;
  if (!isListAt(property))
    return inComponent(property, component, { ...context, at: field, label });
  return [...childrenOf(property)].flatMap((span, index) => {
    const entry = entryOf(span, type === "dynamiczone");
    const at = field && entry && [...field, entry];
    const inEntry = { ...context, at, label: `${label}[${index}]` };
    return inComponent(span, component ?? textAt(span, "__component"), inEntry);
  });
}

function inComponent(
  span: Span,
  component: string | undefined,
  context: ProseContext,
): ProseField[] {
  const attributes = context.shape.catalog.components.get(component ?? "");
  return attributes && isObjectAt(span) ? proseFieldsBelow(span, { ...context, attributes }) : [];
}

/** Undefined while it has no id. */
function entryOf(span: Span, isZone: boolean): EntryStep | undefined {
  const id = textAt(span, "id");
  const component = isZone ? textAt(span, "__component") : undefined;
  return id === undefined ? undefined : { id, ...(component !== undefined && { component }) };
}

function textAt(span: Span, key: string): string | undefined {
  const property = propertyOf(span, key);
  const value = property && valueOf(property);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Finds a field even if its entries have moved; undefined if gone. Offsets are in characters. */
export function findProse(text: string, field: ProseFieldPath) {
  const span = field.reduce<Span | undefined>(stepInto, wholeOf(text));
  const value = span && valueOf(span);
  if (!span || value === undefined) return undefined;
  return { offset: span.offset, length: span.end - span.offset, value };
}

function stepInto(span: Span | undefined, step: string | EntryStep): Span | undefined {
  if (!span) return undefined;
  if (typeof step === "string") return propertyOf(span, step);
  if (!isListAt(span)) return undefined;
  return [...childrenOf(span)].find(
    (entry) =>
      textAt(entry, "id") === step.id &&
      (step.component === undefined || textAt(entry, "__component") === step.component),
  );
}
