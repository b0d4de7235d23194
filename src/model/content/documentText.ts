import type { AttributeSchema } from "../../client/index.ts";
import { isArray, isObject, omit, ownIn, pick, textIn, toJson } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { fromJson, type JsonFailure } from "../foundation/jsonText.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import {
  isComponent,
  isInverse,
  isStructured,
  targetKeysOf,
  titleOfTarget,
  withTargetType,
  componentSchema,
} from "../schemas/catalog.ts";
import type { Catalog, ContentSchema } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";

/** The facts in `$` beside the content. The service owns them, and they are never sent. */
export interface Facts {
  readonly documentId?: Json;
  readonly locale?: Json;
  readonly createdAt?: Json;
  readonly updatedAt?: Json;
  /** `administrator` if the route omits parts, and an administrator's permissions were used. */
  readonly readAs?: Json;
  /** The codes of all locales in which the document exists. */
  readonly locales?: readonly string[];
}

/** A document as the user edits it: the content in the schema's order, then `$schema` and `$`. */
export function toContent(
  draft: JsonObject,
  facts: Facts,
  service: Pick<TypedService, "connection" | "type" | "catalog">,
): JsonObject {
  return {
    ...shapeAttributes(draft, service),
    $schema: schemaOf(service.connection, service.type.name),
    // An interface has no index signature, but all of its values are JSON.
    $: facts as unknown as JsonObject,
  };
}

export const schemaOf = (connection: string, type: string): string =>
  `cms-schema://${connection}/${type}.json`;

/** A content without `$schema` and `$`. */
export const withoutFacts = (content: JsonObject): JsonObject => omit(content, ["$schema", "$"]);

export const toText = (content: Json): string => `${toJson(content, 2)}\n`;

export type TextFailure =
  | JsonFailure
  /** The text is valid JSON but not an object. */
  | { readonly code: "not-an-object" };

export function fromText(text: string): Outcome<JsonObject, TextFailure> {
  const [failure, value] = fromJson(text);
  if (failure) return failed(failure);
  return isObject(value) ? done(value) : failed({ code: "not-an-object" });
}

export interface ContentForm {
  readonly hasAttribute: (attribute: AttributeSchema) => boolean;
  readonly componentKeys: readonly string[];
  /** The keys of a file, or of a relation's target. */
  readonly keysOf: (reference: AttributeSchema, catalog: Catalog) => readonly string[];
}

const editedForm: ContentForm = {
  hasAttribute: (attribute) => !isInverse(attribute),
  componentKeys: ["__component", "id"],
  keysOf: (reference, catalog) =>
    reference.type === "media"
      ? ["documentId", "name", "alternativeText"]
      : [...targetKeysOf(reference), titleOfTarget(reference, catalog) ?? "documentId"],
};

/** The values of attributes in a form, in the order of the schema. */
export function shapeAttributes(
  source: JsonObject,
  schema: ContentSchema,
  form = editedForm,
): JsonObject {
  const content = new Map<string, Json>();
  for (const [name, attribute] of schema.type.attributes) {
    const value = ownIn(source, name);
    if (value === undefined || !form.hasAttribute(attribute)) continue;
    const shapeValue = (item: Json): Json => {
      if (!isObject(item) || !isStructured(attribute)) return item;
      if (!isComponent(attribute))
        return pick(item, form.keysOf(withTargetType(attribute, item), schema.catalog));
      const inner = componentSchema(attribute, item, schema);
      // `__component` comes first: the service rejects it after a relation that has a value.
      return { ...pick(item, form.componentKeys), ...shapeAttributes(item, inner, form) };
    };
    const items = isArray(value) ? value.map(shapeValue) : undefined;
    const isRelation = attribute.type === "relation";
    content.set(
      name,
      items && isRelation ? withoutRepeats(items, attribute) : (items ?? shapeValue(value)),
    );
  }
  return Object.fromEntries(content);
}

/** The route of users repeats a target: draft and published. Rows without documentId differ. */
function withoutRepeats(items: readonly Json[], attribute: AttributeSchema): Json[] {
  const keys = targetKeysOf(attribute);
  const keyOf = (item: Json) =>
    isObject(item) && textIn(item, "documentId") === ""
      ? item
      : JSON.stringify(isObject(item) ? pick(item, keys) : item);
  const targets = new Map(items.toReversed().map((item) => [keyOf(item), item]));
  return [...targets.values()].toReversed();
}

/** The times that every save changes. They are in `$`, or in the content of a user. */
const savedTimes = ["updatedAt", "publishedAt"];

/** A key of the facts that a content shows. */
export const factsKey = ({ $: facts, ...content }: JsonObject): string =>
  JSON.stringify([currentFacts(facts), pick(content, savedTimes)]);

export const withoutSavedTimes = ({ $: facts = null, ...content }: JsonObject): JsonObject => ({
  ...omit(content, savedTimes),
  $: isObject(facts) ? omit(facts, savedTimes) : facts,
});

/**
 * The facts of a text in `$`, in the current format. Earlier versions of the extension also kept
 * the publication time and the state of each locale, and the command line prints the publication
 * status. None of them counts as an edit.
 */
export function currentFacts(facts: Json | undefined): Json {
  if (!isObject(facts)) return facts ?? null;
  const { locales = null } = facts;
  const codes = isObject(locales) ? Object.keys(locales) : locales;
  return { ...omit(facts, ["status", "publishedAt", "locales"]), locales: codes };
}

/**
 * The version that a text is based on, in milliseconds: its last `updatedAt`, which is the one in
 * `$`. Also works for text that isn't valid JSON; undefined if the text has no version.
 */
export function versionOfText(text: string): number | undefined {
  const last = [...text.matchAll(/"updatedAt"\s*:\s*"([^"]*)"/g)].at(-1)?.[1] ?? "";
  return Date.parse(last) || undefined;
}
