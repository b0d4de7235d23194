import { componentUidOf, type ContentType, type TypeInCatalog } from "./catalog.ts";
import { isObject, type Json, type JsonPath } from "../foundation/json.ts";

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
  let owner: Pick<ContentType, "uid" | "attributes"> | undefined = type;
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
    const attribute = attributes.get(step) ?? { type: "" };
    if (attribute.type === "relation") owner = catalog.targets.get(attribute.target ?? "");
    else {
      const componentUid = componentUidOf(attribute, isObject(value) ? value : {});
      const componentAttributes = catalog.components.get(componentUid);
      owner = componentAttributes && { uid: componentUid, attributes: componentAttributes };
    }
  }
  return undefined;
}
