import { isComponent, type Attributes, type TypeInCatalog } from "../../schemas/catalog.ts";
import type { Json } from "../../foundation/json.ts";
import { proseKindOf, type ProseFieldPath, type ProseKind } from "./proseField.ts";
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
    const { key, keyAt } = property;
    const attribute = context.attributes.get(key);
    if (!attribute) return [];
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
    return [...childrenOf(property)].flatMap((entry, index) => {
      const id = textAt(entry, "id");
      const uid = component ?? textAt(entry, "__component");
      const inZone = type === "dynamiczone" && uid !== undefined ? { component: uid } : {};
      // An entry that was never saved has no id.
      const at = field && id !== undefined ? [...field, { id, ...inZone }] : undefined;
      return inComponent(entry, uid, { ...context, at, label: `${label}[${index}]` });
    });
  });

function inComponent(
  span: Span,
  component: string | undefined,
  context: ProseContext,
): ProseField[] {
  const attributes = context.shape.catalog.components.get(component ?? "");
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
