import type { Attributes, Catalog, TypeInCatalog } from "./catalog.ts";
import type { Json } from "../foundation/json.ts";
import { isObject } from "../foundation/json.ts";

/** A type or component, and one of its attributes. */
export interface AttributeOwner {
  readonly uid: string;
  /** Undefined for a component as a whole. */
  readonly attribute: string | undefined;
}

type Path = readonly (string | number)[];

/**
 * What a key of a document belongs to: the type, the component that it stands in, or the type that a
 * relation points to. Undefined for a key that the schema does not have.
 */
export function ownerOf(
  path: Path,
  { type, catalog }: TypeInCatalog,
  valueAt: (path: Path) => Json | undefined,
): AttributeOwner | undefined {
  let place: OwnerScope | undefined = { uid: type.uid, attributes: type.attributes };
  for (const [index, step] of path.entries()) {
    // The entry of a list is what its list is.
    if (typeof step === "number") continue;
    const isLast = index === path.length - 1;
    if (isLast && place) return ownIn(place, step);
    place = place && below(place, step, { catalog, value: entryAt(path, index, valueAt) });
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

/** The entry of a list that the path leads through, else the value itself. */
function entryAt(path: Path, index: number, valueAt: (path: Path) => Json | undefined) {
  const next = path[index + 1];
  return valueAt(path.slice(0, typeof next === "number" ? index + 2 : index + 1));
}

function below(
  { attributes }: OwnerScope,
  name: string,
  { catalog, value }: { readonly catalog: Catalog; readonly value: Json | undefined },
): OwnerScope | undefined {
  const { type, component, target = "" } = attributes.get(name) ?? { type: "" };
  if (type === "relation") return catalog.targets.get(target);
  const named = isObject(value) ? value["__component"] : undefined;
  const uid = component ?? (typeof named === "string" ? named : "");
  const inner = catalog.components.get(uid);
  return inner && { uid, attributes: inner };
}
