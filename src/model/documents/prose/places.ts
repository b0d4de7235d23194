import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import type { Json } from "../../foundation/json.ts";
import { kindOf } from "./field.ts";
import type { Entry, Field, ProseKind } from "./field.ts";
import { isListAt, isObjectAt, under, valueOf, wholeOf, within } from "./scan.ts";
import type { Span } from "./scan.ts";

/** A field with prose, as it stands in the text of a document. */
export interface ProsePlace {
  /** Undefined in an entry that the service has given no id yet. */
  readonly field: Field | undefined;
  readonly kind: ProseKind;
  /** What a person calls it: `sections[1].body`. */
  readonly label: string;
  /** Where its key stands, in characters. */
  readonly offset: number;
  readonly value: Json;
}

/** Every field with prose in the text of a document, from top to bottom; as many as can be read. */
export const placesIn = (text: string, shape: TypeInCatalog): ProsePlace[] =>
  below(wholeOf(text), { shape, attributes: shape.type.attributes, at: [], label: "" });

interface Above {
  readonly shape: TypeInCatalog;
  readonly attributes: Attributes;
  readonly at: Field | undefined;
  readonly label: string;
}

const below = (span: Span, above: Above): ProsePlace[] =>
  [...within(span)].flatMap((property) => {
    const attribute = above.attributes.get(property.key);
    return attribute ? inProperty(property, attribute, above) : [];
  });

function inProperty(property: Span, attribute: AttributeSchema, above: Above): ProsePlace[] {
  const { key, keyAt } = property;
  const field = above.at && [...above.at, key];
  const label = above.label === "" ? key : `${above.label}.${key}`;
  const kind = kindOf(attribute);
  if (!kind) return inComponents(property, attribute, { ...above, at: field, label });
  const value = valueOf(property);
  return value === undefined ? [] : [{ field, kind, label, offset: keyAt, value }];
}

function inComponents(span: Span, attribute: AttributeSchema, above: Above): ProsePlace[] {
  if (!isComponent(attribute)) return [];
  if (!isListAt(span)) return inComponent(span, attribute.component, above);
  return [...within(span)].flatMap((entry, index) =>
    inEntry(entry, attribute, { ...above, label: `${above.label}[${index}]` }),
  );
}

function inEntry(span: Span, attribute: AttributeSchema, above: Above): ProsePlace[] {
  const entry = entryOf(span, attribute.type === "dynamiczone");
  const at = above.at && entry && [...above.at, entry];
  return inComponent(span, attribute.component ?? textAt(span, "__component"), { ...above, at });
}

function inComponent(span: Span, component: string | undefined, above: Above): ProsePlace[] {
  const attributes = above.shape.catalog.components.get(component ?? "");
  return attributes && isObjectAt(span) ? below(span, { ...above, attributes }) : [];
}

/** What an entry of a list goes by; undefined while it has no id. */
function entryOf(span: Span, isZone: boolean): Entry | undefined {
  const id = textAt(span, "id");
  const component = isZone ? textAt(span, "__component") : undefined;
  return id === undefined ? undefined : { id, ...(component !== undefined && { component }) };
}

function textAt(span: Span, key: string): string | undefined {
  const found = under(span, key);
  const value = found && valueOf(found);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** The value of a field, and where it stands in its text, in characters. */
export interface Found {
  readonly offset: number;
  readonly length: number;
  readonly value: Json;
}

/** Finds a field in the text of a document, wherever its entries have moved to; undefined where it is not. */
export function find(text: string, field: Field): Found | undefined {
  const span = field.reduce<Span | undefined>(stepInto, wholeOf(text));
  const value = span && valueOf(span);
  if (!span || value === undefined) return undefined;
  return { offset: span.offset, length: span.end - span.offset, value };
}

function stepInto(span: Span | undefined, step: string | Entry): Span | undefined {
  if (!span) return undefined;
  if (typeof step === "string") return under(span, step);
  if (!isListAt(span)) return undefined;
  return [...within(span)].find(
    (entry) =>
      textAt(entry, "id") === step.id &&
      (step.component === undefined || textAt(entry, "__component") === step.component),
  );
}
