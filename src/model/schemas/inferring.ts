import type { AttributeSchema, ComponentSchema, ContentTypeSchema } from "../../client/index.ts";
import { serviceOwned } from "./catalog.ts";
import { isArray, isObject, textIn, valueIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";

/** Drafts of one type, with their relations, components and files. */
export interface Samples {
  readonly name: string;
  readonly kind: "collection" | "single";
  readonly rows: readonly JsonObject[];
}

export function inferSchemas(samples: readonly Samples[]): InferredSchemas {
  const inferredSchemas: InferredSchemas = { contentTypes: [], components: [] };
  for (const { name, kind, rows } of samples) {
    const attributes = attributesOf(rows, name, inferredSchemas);
    inferredSchemas.contentTypes.push({
      uid: `api::${name}.${name}`,
      schema: {
        singularName: name,
        pluralName: name,
        displayName: name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase()),
        kind: kind === "single" ? "singleType" : "collectionType",
        // A draft has no publication time. Without draft & publish, every document has one.
        draftAndPublish: rows.some((row) => row["publishedAt"] === null),
        pluginOptions: { i18n: { localized: rows.some((row) => "localizations" in row) } },
        attributes,
      },
    });
  }
  return inferredSchemas;
}

interface InferredSchemas {
  readonly contentTypes: ContentTypeSchema[];
  readonly components: ComponentSchema[];
}

function attributesOf(
  rows: readonly JsonObject[],
  owner: string,
  inferredSchemas: InferredSchemas,
): ContentTypeSchema["schema"]["attributes"] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return Object.fromEntries(
    [...names]
      .filter((name) => !serviceOwned.has(name) && name !== "__component")
      .map((name) => {
        const values = rows.map((row) => valueIn(row, name));
        return [name, attributeOf(values, `${owner}.${name}`, inferredSchemas)];
      }),
  );
}

/** `unknown` if every value is empty: it can be a relation as well as a text. */
function attributeOf(
  values: readonly Json[],
  path: string,
  inferredSchemas: InferredSchemas,
): AttributeSchema {
  const items = values.flatMap((value) => (isArray(value) ? value : [value]));
  const objects = items.filter(isObject);
  const isMany = values.some(isArray);
  if (objects.length > 0) return objectType(objects, { path, isMany, inferredSchemas });
  const scalars = items.filter((item) => item !== null);
  if (scalars.length === 0) return { type: "unknown" };
  return { type: isMany ? "json" : scalarType(scalars) };
}

interface ValueContext {
  readonly path: string;
  readonly isMany: boolean;
  readonly inferredSchemas: InferredSchemas;
}

/** The type of an object. Components, relations and files have an id, and JSON can have one. */
function objectType(objects: readonly JsonObject[], where: ValueContext): AttributeSchema {
  const { path, isMany, inferredSchemas } = where;
  const has = (key: string) => objects.some((object) => key in object);
  if (has("__component")) return zoneType(objects, inferredSchemas);
  if (has("mime") && has("url")) return { type: "media", multiple: isMany };
  if (has("documentId")) return relationType(objects, where);
  if (!has("id")) return { type: "json" };
  const component = `inferred.${path}`;
  addComponent(component, objects, inferredSchemas);
  return { type: "component", component, repeatable: isMany };
}

/** A relation whose target has only the attributes seen here. The service does not name it. */
function relationType(
  objects: readonly JsonObject[],
  { path, isMany, inferredSchemas }: ValueContext,
) {
  const uid = `inferred::${path}`;
  const attributes = attributesOf(objects, uid, { contentTypes: [], components: [] });
  inferredSchemas.contentTypes.push({
    uid,
    schema: {
      singularName: uid,
      pluralName: uid,
      displayName: path,
      kind: "collectionType",
      draftAndPublish: false,
      attributes,
    },
  });
  return { type: "relation", relation: isMany ? "manyToMany" : "manyToOne", target: uid };
}

function zoneType(
  objects: readonly JsonObject[],
  inferredSchemas: InferredSchemas,
): AttributeSchema {
  const components = [...new Set(objects.map((object) => textIn(object, "__component")))].filter(
    Boolean,
  );
  for (const uid of components) {
    const entries = objects.filter((object) => object["__component"] === uid);
    addComponent(uid, entries, inferredSchemas);
  }
  return { type: "dynamiczone", components };
}

function addComponent(
  uid: string,
  objects: readonly JsonObject[],
  inferredSchemas: InferredSchemas,
): void {
  const knownIndex = inferredSchemas.components.findIndex((component) => component.uid === uid);
  const earlierAttributes = Object.entries(
    inferredSchemas.components[knownIndex]?.schema.attributes ?? {},
  );
  const attributes = {
    ...attributesOf(objects, uid, inferredSchemas),
    ...Object.fromEntries(earlierAttributes.filter(([, { type }]) => type !== "unknown")),
  };
  const component = { uid, schema: { displayName: uid, attributes } };
  if (knownIndex < 0) inferredSchemas.components.push(component);
  else inferredSchemas.components[knownIndex] = component;
}

const forms = [
  ["datetime", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["time", /^\d\d:\d\d:\d\d(\.\d+)?$/],
  // A short text on one line can be the title of its document.
  ["string", /^.{0,255}$/],
] as const;

/** The most specific type for all values. Numbers are decimals, which can also be integers. */
function scalarType(values: readonly Json[]): string {
  const isAll = (type: string) => values.every((value) => typeof value === type);
  if (isAll("boolean")) return "boolean";
  if (isAll("number")) return "decimal";
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length < values.length) return "json";
  const form = forms.find(([, pattern]) => texts.every((text) => pattern.test(text)));
  return form?.[0] ?? "text";
}
