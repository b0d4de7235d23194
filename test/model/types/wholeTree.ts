import type { AttributeSchema } from "../../../src/client/index.ts";
import { isInverse } from "../../../src/model/schemas/catalog.ts";
import type { Attributes, Catalog, ContentType } from "../../../src/model/schemas/catalog.ts";

type Tree = Readonly<Record<string, unknown>>;

/** A populate for the whole content of a document: components in full depth, relations one level deep. */
export function wholeTree({ attributes, localized }: ContentType, catalog: Catalog): Tree {
  const tree = treeOf(attributes, catalog);
  return localized ? { ...tree, localizations: { fields: ["locale"] } } : tree;
}

function treeOf(attributes: Attributes, catalog: Catalog): Tree {
  const parts = [...attributes].map(([name, attribute]) => [name, partOf(attribute, catalog)]);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as Tree;
}

function partOf(attribute: AttributeSchema, catalog: Catalog): unknown {
  const { type, component = "", components = [] } = attribute;
  if (type === "component") return nested(component, catalog);
  if (type === "media") return true;
  // The inverse side may contain every document, so only the documentIds are read.
  if (type === "relation") return isInverse(attribute) ? { fields: ["documentId"] } : true;
  if (type !== "dynamiczone") return undefined;
  return { on: Object.fromEntries(components.map((uid) => [uid, nested(uid, catalog)])) };
}

function nested(uid: string, catalog: Catalog): unknown {
  const populate = treeOf(catalog.components.get(uid) ?? new Map<string, never>(), catalog);
  return Object.keys(populate).length > 0 ? { populate } : true;
}
