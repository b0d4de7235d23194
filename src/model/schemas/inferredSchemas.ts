import type { AttributeSchema, ContentTypeSchema } from "../../client/index.ts";
import { serviceOwned, type ContentType, type RawSchemas } from "./catalog.ts";
import { isArray, isObject, textIn, valueIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";

/** Drafts of one type, with their relations, components and files. */
export type Samples = Pick<ContentType, "name" | "kind"> & { readonly rows: readonly JsonObject[] };

export function inferSchemas(
  samples: readonly Samples[],
): Pick<RawSchemas, "contentTypes" | "components"> {
  const inference = new Inference();
  for (const sample of samples) inference.addType(sample);
  return inference.schemas;
}

type AttributeRecord = ContentTypeSchema["schema"]["attributes"];

class Inference {
  readonly #contentTypes: ContentTypeSchema[] = [];
  readonly #components = new Map<string, AttributeRecord>();

  get schemas() {
    const components = [...this.#components].map(([uid, attributes]) => ({
      uid,
      schema: { displayName: uid, attributes },
    }));
    return { contentTypes: this.#contentTypes, components };
  }

  addType({ name, kind, rows }: Samples): void {
    this.#contentTypes.push({
      uid: `api::${name}.${name}`,
      schema: {
        singularName: name,
        pluralName: name,
        displayName: name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase()),
        kind: kind === "single" ? "singleType" : "collectionType",
        // A draft has no publication time. Without draft & publish, every document has one.
        draftAndPublish: rows.some((row) => row["publishedAt"] === null),
        pluginOptions: { i18n: { localized: rows.some((row) => "localizations" in row) } },
        attributes: this.attributesOf(rows, name),
      },
    });
  }

  attributesOf(rows: readonly JsonObject[], owner: string): AttributeRecord {
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    return Object.fromEntries(
      [...names]
        .filter((name) => !serviceOwned.has(name) && name !== "__component")
        .map((name) => {
          const values = rows.map((row) => valueIn(row, name));
          return [name, this.#attributeOf(values, `${owner}.${name}`)];
        }),
    );
  }

  /** `unknown` if every value is empty: it can be a relation as well as a text. */
  #attributeOf(values: readonly Json[], path: string): AttributeSchema {
    const items = values.flatMap((value) => (isArray(value) ? value : [value]));
    const objects = items.filter(isObject);
    const isMany = values.some(isArray);
    const scalars = items.filter((item) => item !== null);
    if (scalars.length === 0) return { type: "unknown" };
    if (objects.length === 0) return { type: isMany ? "json" : scalarType(scalars) };
    // Components, relations and files have an id, and JSON can have one.
    const has = (key: string) => objects.some((object) => Object.hasOwn(object, key));
    if (has("__component")) {
      const uids = new Set(objects.map((object) => textIn(object, "__component")).filter(Boolean));
      for (const uid of uids) {
        this.#addComponent(
          uid,
          objects.filter((object) => object["__component"] === uid),
        );
      }
      return { type: "dynamiczone", components: [...uids] };
    }
    if (has("mime") && has("url")) return { type: "media", multiple: isMany };
    if (has("documentId")) return this.#relationType(objects, path, isMany);
    if (!has("id")) return { type: "json" };
    const component = `inferred.${path}`;
    this.#addComponent(component, objects);
    return { type: "component", component, repeatable: isMany };
  }

  /** A relation whose target has only the attributes seen here. The service does not name it. */
  #relationType(objects: readonly JsonObject[], path: string, isMany: boolean): AttributeSchema {
    const uid = `inferred::${path}`;
    this.#contentTypes.push({
      uid,
      schema: {
        singularName: uid,
        pluralName: uid,
        displayName: path,
        kind: "collectionType",
        draftAndPublish: false,
        attributes: new Inference().attributesOf(objects, uid),
      },
    });
    return { type: "relation", relation: isMany ? "manyToMany" : "manyToOne", target: uid };
  }

  #addComponent(uid: string, objects: readonly JsonObject[]): void {
    const attributes = this.attributesOf(objects, uid);
    const earlierAttributes = Object.entries(this.#components.get(uid) ?? {});
    const knownAttributes = earlierAttributes.filter(([, { type }]) => type !== "unknown");
    this.#components.set(uid, { ...attributes, ...Object.fromEntries(knownAttributes) });
  }
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
