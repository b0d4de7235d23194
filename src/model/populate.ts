import type { AttributeSchema } from "../client/index.ts";
import type { Attributes, Catalog } from "./catalog.ts";
import { isInverse, titleOfTarget } from "./catalog.ts";

/** What to ask for, by name: `true`, some `fields`, what to `populate` below it, or in a zone what is `on` each component. */
export type PopulateTree = Readonly<Record<string, unknown>>;

/**
 * What to ask for so that a document comes whole: components and zones to their full depth, what a
 * relation points to by its title, media by name. Inverse sides stay out: they are never sent.
 */
export function populateOf(
  attributes: Attributes,
  catalog: Catalog,
  above: readonly string[] = [],
): PopulateTree {
  const nested = (uid: string): unknown => {
    const component = catalog.components.get(uid);
    // A component that holds itself would have no end.
    if (!component || above.includes(uid)) return true;
    const populate = populateOf(component, catalog, [...above, uid]);
    return Object.keys(populate).length > 0 ? { populate } : true;
  };
  const tree = new Map<string, unknown>();
  for (const [name, attribute] of attributes) {
    const part = populateAttribute(attribute, catalog, nested);
    if (part !== undefined) tree.set(name, part);
  }
  return Object.fromEntries(tree);
}

type Nested = (uid: string) => unknown;

function populateAttribute(attribute: AttributeSchema, catalog: Catalog, nested: Nested): unknown {
  const hidden = attribute.private === true || isInverse(attribute);
  return hidden ? undefined : populators.get(attribute.type)?.(attribute, catalog, nested);
}

const populators = new Map<
  string,
  (of: AttributeSchema, catalog: Catalog, nested: Nested) => unknown
>([
  ["media", () => ({ fields: ["name", "alternativeText"] })],
  ["relation", (of, catalog) => ({ fields: [titleOfTarget(of, catalog) ?? "documentId"] })],
  ["component", ({ component = "" }, _, nested) => nested(component)],
  [
    "dynamiczone",
    ({ components = [] }, _, nested) => ({
      on: Object.fromEntries(components.map((uid) => [uid, nested(uid)])),
    }),
  ],
]);
