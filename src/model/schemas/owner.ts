import type { Attributes, Catalog, TypeInCatalog } from "./catalog.ts";
import type { Json, JsonPath } from "../foundation/json.ts";
import { isObject } from "../foundation/json.ts";
import { componentUidOf } from "./navigation.ts";

export interface AttributeOwner {
  readonly uid: string;
  /** Undefined for the whole component. */
  readonly attribute: string | undefined;
}

/**
 * The owner of a key in a document: the type, the component that contains it, or the target type of
 * a relation. Undefined for a key that the schema does not have.
 */
export function ownerOf(
  path: JsonPath,
  { type, catalog }: TypeInCatalog,
  valueAt: (path: JsonPath) => Json | undefined,
): AttributeOwner | undefined {
  let scope: OwnerScope | undefined = { uid: type.uid, attributes: type.attributes };
  for (const [index, step] of path.entries()) {
    // The entry of a list has the same owner as the list.
    if (typeof step === "number") continue;
    const isLast = index === path.length - 1;
    if (isLast && scope) return ownIn(scope, step);
    scope = scope && below(scope, step, { catalog, value: entryAt(path, index, valueAt) });
  }
  return undefined;
}

interface OwnerScope {
  readonly uid: string;
  readonly attributes: Attributes;
}

function ownIn({ uid, attributes }: OwnerScope, name: string): AttributeOwner | undefined {
  if (name === "__component") return { uid, attribute: undefined };
  return attributes.has(name) ? { uid, attribute: name } : undefined;
}

/** The entry of a list on the path, or else the value itself. */
function entryAt(path: JsonPath, index: number, valueAt: (path: JsonPath) => Json | undefined) {
  const next = path[index + 1];
  return valueAt(path.slice(0, typeof next === "number" ? index + 2 : index + 1));
}

function below(
  { attributes }: OwnerScope,
  name: string,
  { catalog, value }: { readonly catalog: Catalog; readonly value: Json | undefined },
): OwnerScope | undefined {
  const attribute = attributes.get(name) ?? { type: "" };
  if (attribute.type === "relation") return catalog.targets.get(attribute.target ?? "");
  const uid = componentUidOf(attribute, isObject(value) ? value : {});
  const inner = catalog.components.get(uid);
  return inner && { uid, attributes: inner };
}
