import type { AttributeSchema } from "../../client/index.ts";
import { isArray, isEmptyValue, isObject, objectsIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isComponent, serviceOwned, withAttributes, componentUidOf } from "./catalog.ts";
import type { Attributes, Catalog, ContentType } from "./catalog.ts";

/**
 * Attributes that answers contain and the schema lacks, by the uid of their type or component. The
 * content-type builder leaves out those with `visible: false`.
 */
export type HiddenAttributes = ReadonlyMap<string, Attributes>;

/** Keys of an answer that the catalog lacks. */
export interface UnlistedKeys {
  readonly attributes: HiddenAttributes;
  /** Asks the service which of them are attributes. */
  readonly confirm: () => Promise<ConfirmedKeys>;
}

/** Keys of answers that the schema lacks, after the service was asked about them. */
export interface ConfirmedKeys {
  readonly hidden: HiddenAttributes;
  /** Keys that are no attributes: the project's code adds them to answers. */
  readonly extra: ReadonlySet<string>;
}

export const noKeys: ConfirmedKeys = { hidden: new Map(), extra: new Set() };

export const extraKeyOf = (uid: string, name: string): string => `${uid} ${name}`;

/** The keys of rows that the catalog lacks, also in components, as attributes that fit them. */
export function attributesLackedBy(
  catalog: Catalog,
  type: ContentType,
  rows: readonly JsonObject[],
): HiddenAttributes {
  const lacking = new Map<string, Map<string, AttributeSchema>>();
  const collect = (uid: string, attributes: Attributes, object: JsonObject): void => {
    for (const [name, value] of Object.entries(object)) {
      const attribute = attributes.get(name);
      const isKnown = attribute && (!isUndetermined(attribute) || isEmptyValue(value));
      if (!isKnown && !isExpected(uid, name, catalog)) {
        // Whether localizations share it is unknown, so a save never copies it to the others.
        const pluginOptions = { i18n: { localized: true } };
        const lackingAttributes = lacking.get(uid) ?? new Map<string, AttributeSchema>();
        lackingAttributes.set(name, { ...typeOf(value), visible: false, pluginOptions });
        lacking.set(uid, lackingAttributes);
      }
      // The components of an inferred catalog may be incomplete.
      if (!attribute || !isComponent(attribute) || catalog.source === "inferred") continue;
      for (const item of objectsIn(value)) {
        const component = componentUidOf(attribute, item);
        const inner = catalog.components.get(component);
        if (inner) collect(component, inner, item);
      }
    }
  };
  for (const row of rows) collect(type.uid, type.attributes, row);
  return lacking;
}

const isExpected = (uid: string, name: string, { extraKeys, unknown }: Catalog): boolean =>
  serviceOwned.has(name) ||
  // A project's schema has it as a relation, which the service rejected. It stays omitted.
  unknown?.some((key) => key.uid === uid && key.attribute === name) === true ||
  // The facts of a content start with `$`. No attribute can have such a name, or an empty one.
  /^($|\$|__component$)/.test(name) ||
  extraKeys?.has(extraKeyOf(uid, name)) === true;

/** Whether every value of a hidden attribute was empty so far, so that its type is unknown. */
export const isUndetermined = ({ type, visible }: AttributeSchema): boolean =>
  visible === false && type === "unknown";

function typeOf(value: Json): AttributeSchema {
  if (isEmptyValue(value)) return { type: "unknown" };
  const [first = null] = [value].flat();
  const isMany = isArray(value);
  // An answer has the type of a file, a recorded content has its text.
  const isFile = isObject(first) && ("mime" in first || "alternativeText" in first);
  if (isFile) return { type: "media", multiple: isMany };
  return isObject(first) && "documentId" in first
    ? { type: "relation", relation: isMany ? "manyToMany" : "manyToOne" }
    : { type: scalarTypes[typeof value] ?? "json" };
}

/** A text can be of any length. */
const scalarTypes: Readonly<Record<string, string>> = {
  boolean: "boolean",
  number: "decimal",
  string: "text",
};

export function withHidden(catalog: Catalog, { hidden, extra }: ConfirmedKeys): Catalog {
  const extendedCatalog =
    hidden.size > 0 ? withAttributes(catalog, withOthersFrom(hidden)) : catalog;
  return extra.size > 0 ? { ...extendedCatalog, extraKeys: extra } : extendedCatalog;
}

/** The keys of both. An attribute whose type is unknown gets the type that the other one has. */
export function mergeKeys(known: ConfirmedKeys, { hidden, extra }: ConfirmedKeys): ConfirmedKeys {
  const uids = new Set([...known.hidden.keys(), ...hidden.keys()]);
  const add = withOthersFrom(hidden);
  return {
    hidden: new Map([...uids].map((uid) => [uid, add(uid, known.hidden.get(uid) ?? new Map())])),
    extra: new Set([...known.extra, ...extra]),
  };
}

export const hasAttributes = (catalog: Catalog, hidden: HiddenAttributes): boolean =>
  [...hidden].every(([uid, attributes]) => {
    const knownAttributes = catalog.components.get(uid) ?? catalog.targets.get(uid)?.attributes;
    return [...attributes].every(([name, attribute]) => {
      const knownAttribute = knownAttributes?.get(name);
      return knownAttribute && (!isUndetermined(knownAttribute) || isUndetermined(attribute));
    });
  });

const withOthersFrom =
  (hidden: HiddenAttributes) =>
  (uid: string, attributes: Attributes): Attributes =>
    new Map([
      ...attributes,
      ...[...(hidden.get(uid) ?? [])].filter(([name]) => {
        const attribute = attributes.get(name);
        return !attribute || isUndetermined(attribute);
      }),
    ]);
