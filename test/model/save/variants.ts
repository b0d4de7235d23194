import type { AttributeSchema } from "../../../src/client/index.ts";
import { isList } from "../../../src/model/schemas/catalog.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";

/** The input for new values. */
export interface Supply {
  /** Another number for each change. */
  readonly number: number;
  /** The documentId of a possible relation target that the attribute doesn't contain yet. */
  readonly other: string | undefined;
}

/** One kind of edit of a value; undefined when it doesn't apply. */
type Variant = (value: Json, supply: Supply, attribute: AttributeSchema) => Json | undefined;

export const takenOut = Symbol("taken out of the text");

/** The new value of an attribute; `takenOut` means that the key is removed. */
export interface Edit {
  readonly label: string;
  readonly value: Json | typeof takenOut;
}

/** Every kind of edit for an attribute with this value. */
export function editsOf(attribute: AttributeSchema, value: Json, supply: Supply): Edit[] {
  const kind = kindOf(attribute);
  const edits = Object.entries(variants[kind] ?? {}).flatMap(([name, variant]): Edit[] => {
    const edited = variant(value, supply, attribute);
    return edited === undefined ? [] : [{ label: `${kind}: ${name}`, value: edited }];
  });
  const mayGo = isFilled(value) && attribute.required !== true;
  return mayGo ? [...edits, { label: `${kind}: taken out`, value: takenOut }] : edits;
}

const kindOf = (attribute: AttributeSchema): string =>
  isList(attribute) && attribute.type !== "dynamiczone" ? `${attribute.type} list` : attribute.type;

const isFilled = (value: Json): boolean =>
  value !== null && !(isArray(value) && value.length === 0);

const another =
  (make: (number: number) => Json): Variant =>
  (_, { number }) =>
    make(number);

const text = { another: another((number) => `Other ${number}`) };

/** Decreases a number. The result has two decimals, because most databases round longer fractions. */
const moved: Variant = (value) =>
  typeof value === "number" && value > 3 ? Math.round((value - 1) * 100) / 100 : 3.5;

const increased: Variant = (value) => (typeof value === "number" ? value + 1 : 7);

const firstOf = (value: Json): JsonObject | undefined =>
  isArray(value) && isObject(value[0]) ? value[0] : undefined;

const tailOf = (value: Json): readonly Json[] => (isArray(value) ? value.slice(1) : []);

const lists: Record<string, Variant> = {
  "one less": (value) => (isArray(value) && value.length > 1 ? value.slice(0, -1) : undefined),
  reversed: (value) => (isArray(value) && value.length > 1 ? [...value].reverse() : undefined),
};

const references: Record<string, Variant> = {
  ...lists,
  "one more": (value, { other }) =>
    isArray(value) && other !== undefined ? [...value, { documentId: other }] : undefined,
  "bare ids": (_, { other }) => (other === undefined ? undefined : [other]),
};

const reference: Record<string, Variant> = {
  another: (_, { other }) => (other === undefined ? undefined : { documentId: other }),
  none: (value) => (value === null ? undefined : null),
};

/** A component with an edit in its first text; undefined without a text. */
function withOtherText(value: JsonObject, number: number): JsonObject | undefined {
  const [name] = Object.entries(value).find(
    ([key, entry]) => key !== "__component" && typeof entry === "string",
  ) ?? [undefined];
  return name === undefined ? undefined : { ...value, [name]: `Other ${number}` };
}

/** A component with an edit in its first nested component or list of components. */
function withOtherInside(value: JsonObject, number: number): JsonObject | undefined {
  for (const [name, part] of Object.entries(value)) {
    const component = firstOf(part) ?? part;
    const inner =
      isObject(component) && "id" in component ? withOtherText(component, number) : undefined;
    if (inner) return { ...value, [name]: isArray(part) ? [inner, ...tailOf(part)] : inner };
  }
  return undefined;
}

/** A copy without the ids of components, as users create it. */
function copied(value: Json): Json {
  if (isArray(value)) return value.map(copied);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === "id" ? [] : [[key, copied(part)]])),
  );
}

const clearable = ["metaDescription", "caption", "newTab", "role"];

/** A component without one optional key. */
function shortened(value: JsonObject): JsonObject | undefined {
  const name = clearable.find((key) => value[key] !== undefined && value[key] !== null);
  return name === undefined
    ? undefined
    : Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

const components: Record<string, Variant> = {
  ...lists,
  edited: (value, { number }) => {
    const first = firstOf(value);
    const edited = first && withOtherText(first, number);
    return edited && [edited, ...tailOf(value)];
  },
  "a copy more": (value) => {
    const first = firstOf(value);
    return first && isArray(value) ? [...value, copied(first)] : undefined;
  },
  "a key less": (value) => {
    const edited = isArray(value)
      ? value.map((entry) => (isObject(entry) ? shortened(entry) : undefined))
      : [];
    const at = edited.findIndex(Boolean);
    return isArray(value) && edited[at] ? value.with(at, edited[at]) : undefined;
  },
};

const variants: Readonly<Record<string, Readonly<Record<string, Variant>>>> = {
  string: {
    another: (_, { number }, { regex }: { regex?: string } & AttributeSchema) =>
      regex === undefined ? `Other ${number}` : `#${String(number).padStart(6, "0")}`,
  },
  text,
  richtext: { another: another((number) => `## Other\n\n*${number}*`) },
  uid: { another: another((number) => `other-${number}`) },
  email: { another: another((number) => `other-${number}@example.com`) },
  integer: { increased },
  decimal: { moved },
  float: { another: another((number) => number + 0.25) },
  biginteger: { another: another((number) => String(1_234_567_890_000_000 + number)) },
  boolean: { turned: (value) => value !== true },
  date: { another: another((number) => `19${String(number % 100).padStart(2, "0")}-02-03`) },
  time: { another: another((number) => `04:05:06.${String(number % 100).padStart(2, "0")}7`) },
  datetime: { another: another((number) => new Date(1e12 + number).toISOString()) },
  enumeration: {
    another: (value, _, { enum: names = [] }) => names.find((name) => name !== value),
  },
  json: {
    edited: (value, { number }) => ({ ...(isObject(value) && value), checked: [number, null, {}] }),
  },
  blocks: {
    "one more": (value, { number }) => [
      ...(isArray(value) ? value : []),
      { type: "paragraph", children: [{ type: "text", text: `Other ${number}` }] },
    ],
  },
  media: reference,
  "media list": references,
  relation: reference,
  "relation list": references,
  component: {
    edited: (value, { number }) => (isObject(value) ? withOtherText(value, number) : undefined),
    "edited inside": (value, { number }) =>
      isObject(value) ? withOtherInside(value, number) : undefined,
    "a key less": (value) => (isObject(value) ? shortened(value) : undefined),
    "a new one": (value) =>
      isObject(value) ? withOtherText(copied(value) as JsonObject, 1) : undefined,
    none: (value) => (value === null ? undefined : null),
  },
  "component list": components,
  dynamiczone: {
    ...components,
    "edited inside": (value, { number }) => {
      const edited = isArray(value)
        ? value.map((entry) => (isObject(entry) ? withOtherInside(entry, number) : undefined))
        : [];
      const at = edited.findIndex(Boolean);
      return isArray(value) && edited[at] ? value.with(at, edited[at]) : undefined;
    },
    "one more": (value, { number }, { components: allowed = [] }) =>
      allowed.includes("sections.text")
        ? [
            ...(isArray(value) ? value : []),
            { __component: "sections.text", heading: null, body: `Other ${number}` },
          ]
        : undefined,
  },
};

/** The label of every kind of edit. */
export const labels: readonly string[] = Object.entries(variants).flatMap(([kind, of]) =>
  [...Object.keys(of), "taken out"].map((name) => `${kind}: ${name}`),
);
