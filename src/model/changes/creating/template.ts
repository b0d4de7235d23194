import type { AttributeSchema } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { blank } from "../../documents/snapshot/blank.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent, isInverse, isList } from "../../schemas/catalog.ts";
import { withoutIds } from "../writing/componentIds.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick } from "../../foundation/json.ts";
import { isExclusive } from "../writing/taken.ts";

/** How deep components that must be there are written out. */
const deepest = 4;

/** What a new user begins with; the service also wants a role, by its id. */
export const userTemplate: JsonObject = {
  username: "",
  email: "",
  confirmed: true,
  blocked: false,
  role: null,
};

/** What a new document begins with: what must be there or has a default, slugs, and the title. */
export function templateOf(address: Address, { type, catalog }: TypeInCatalog): JsonObject {
  return {
    ...filled(needed(type.attributes, type.titleField), catalog, 0),
    ...blank(address).content,
  };
}

/** What must be there or has a default, slugs made from another attribute, and the title. */
const needed = (attributes: Attributes, title?: string): Attributes =>
  new Map(
    [...attributes].filter(
      ([name, attribute]) => !isInverse(attribute) && (name === title || mustOrHas(attribute)),
    ),
  );

const mustOrHas = ({ required, default: usual, targetField }: AttributeSchema): boolean =>
  required === true || (usual !== undefined && usual !== null) || targetField !== undefined;

const filled = (attributes: Attributes, catalog: Catalog, depth: number): JsonObject =>
  Object.fromEntries(
    [...attributes].map(([name, attribute]) => [name, beginningOf(attribute, catalog, depth)]),
  );

function beginningOf(attribute: AttributeSchema, catalog: Catalog, depth: number): Json {
  // What the service answers with is JSON.
  const usual = (attribute.default ?? null) as Json;
  if (usual !== null) return usual;
  const inner =
    depth < deepest && !isList(attribute) && catalog.components.get(attribute.component ?? "");
  return inner ? filled(needed(inner), catalog, depth + 1) : emptyOf(attribute);
}

function emptyOf(attribute: AttributeSchema): Json {
  if (isList(attribute) || attribute.type === "blocks") return [];
  return /^(?:string|text|richtext|email)$/.test(attribute.type) ? "" : null;
}

/** A content to begin another document with. */
export interface Copy {
  readonly content: JsonObject;
  /** What no two documents may have in common, and the copy therefore lacks. */
  readonly left: readonly string[];
}

/** A document's content without what makes it that one: `$`, the ids of its components, what must be unique. */
export function copyOf(whole: JsonObject, { type, catalog }: TypeInCatalog): Copy {
  const left: string[] = [];
  const plain = withoutIds(pick(whole, [...type.attributes.keys()]), { type, catalog });
  return { content: withoutUnique(plain, type.attributes, { catalog, path: "", left }), left };
}

interface Place {
  readonly catalog: Catalog;
  readonly path: string;
  readonly left: string[];
}

function withoutUnique(from: JsonObject, attributes: Attributes, place: Place): JsonObject {
  const kept = Object.entries(from).flatMap(([name, value]): [string, Json][] => {
    const attribute = attributes.get(name);
    const path = `${place.path}${name}`;
    if (!attribute || value === null) return [[name, value]];
    if (mustDiffer(attribute) || (place.path === "" && isExclusive(attribute))) {
      place.left.push(path);
      return [];
    }
    return [[name, isComponent(attribute) ? inside(value, attribute, { ...place, path }) : value]];
  });
  return Object.fromEntries(kept);
}

const mustDiffer = ({ unique, type }: AttributeSchema): boolean =>
  unique === true || type === "uid";

function inside(value: Json, attribute: AttributeSchema, place: Place): Json {
  const { path } = place;
  if (isArray(value)) {
    return value.map((item, at) => inside(item, attribute, { ...place, path: `${path}[${at}]` }));
  }
  const inner = isObject(value) && attributesOf(attribute, value, place.catalog);
  return inner ? withoutUnique(value, inner, { ...place, path: `${path}.` }) : value;
}
