import type { AttributeSchema } from "../../client/index.ts";
import type { Catalog, ContentType, TypeInCatalog } from "./catalog.ts";
import type { Json, JsonPath } from "../foundation/json.ts";
import { isObject } from "../foundation/json.ts";
import { componentUidOf } from "./navigation.ts";

type Owner = Pick<ContentType, "uid" | "attributes">;

/**
 * The owner of a key in a document: the type, the component that contains it, or the target type of
 * a relation. The attribute is undefined for a whole component. Undefined for a key that the schema
 * does not have.
 */
export function ownerOf(
  path: JsonPath,
  { type, catalog }: TypeInCatalog,
  valueAt: (path: JsonPath) => Json | undefined,
): { readonly uid: string; readonly attribute: string | undefined } | undefined {
  let owner: Owner | undefined = type;
  for (const [index, step] of path.entries()) {
    // The entry of a list has the same owner as the list.
    if (typeof step === "number") continue;
    if (!owner) return undefined;
    const { uid, attributes } = owner;
    if (index === path.length - 1) {
      if (step === "__component") return { uid, attribute: undefined };
      return attributes.has(step) ? { uid, attribute: step } : undefined;
    }
    const isListEntry = typeof path[index + 1] === "number";
    const value = valueAt(path.slice(0, index + (isListEntry ? 2 : 1)));
    owner = ownerBelow(attributes.get(step), value, catalog);
  }
  return undefined;
}

function ownerBelow(
  attribute: AttributeSchema = { type: "" },
  value: Json | undefined,
  catalog: Catalog,
): Owner | undefined {
  if (attribute.type === "relation") return catalog.targets.get(attribute.target ?? "");
  const uid = componentUidOf(attribute, isObject(value) ? value : {});
  const attributes = catalog.components.get(uid);
  return attributes && { uid, attributes };
}
