import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isInverse, titleOfTarget } from "../../schemas/catalog.ts";

/** What to ask for, by name: `true`, some `fields`, what to `populate` below it, or in a zone what is `on` each component. */
export type PopulateTree = Readonly<Record<string, unknown>>;

/** Which fields are asked for of a file, and of what a relation points to. */
export interface ReferenceFields {
  readonly media: readonly string[];
  readonly relation: (of: AttributeSchema, catalog: Catalog) => readonly string[];
}

/** What a person knows them by. */
const displayFields: ReferenceFields = {
  media: ["name", "alternativeText"],
  relation: (of, catalog) => [titleOfTarget(of, catalog) ?? "documentId"],
};

/**
 * What to ask for so that a document comes whole: components and zones to their full depth, what a
 * relation points to by its title, media by name. Inverse sides stay out: they are never sent.
 */
export function populateOf(
  attributes: Attributes,
  catalog: Catalog,
  fields = displayFields,
  above: readonly string[] = [],
): PopulateTree {
  const nested = (uid: string): unknown => {
    const component = catalog.components.get(uid);
    // A component that holds itself would have no end.
    if (!component || above.includes(uid)) return true;
    const populate = populateOf(component, catalog, fields, [...above, uid]);
    return Object.keys(populate).length > 0 ? { populate } : true;
  };
  const tree = new Map<string, unknown>();
  for (const [name, attribute] of attributes) {
    const part = populateAttribute(attribute, catalog, { nested, fields });
    if (part !== undefined) tree.set(name, part);
  }
  return Object.fromEntries(tree);
}

interface PopulateContext {
  readonly nested: (uid: string) => unknown;
  readonly fields: ReferenceFields;
}

function populateAttribute(
  attribute: AttributeSchema,
  catalog: Catalog,
  context: PopulateContext,
): unknown {
  const hidden = attribute.private === true || isInverse(attribute);
  return hidden ? undefined : populators.get(attribute.type)?.(attribute, catalog, context);
}

const populators = new Map<
  string,
  (of: AttributeSchema, catalog: Catalog, context: PopulateContext) => unknown
>([
  ["media", (_, _catalog, { fields }) => ({ fields: fields.media })],
  ["relation", (of, catalog, { fields }) => ({ fields: fields.relation(of, catalog) })],
  ["component", ({ component = "" }, _, { nested }) => nested(component)],
  [
    "dynamiczone",
    ({ components = [] }, _, { nested }) => ({
      on: Object.fromEntries(components.map((uid) => [uid, nested(uid)])),
    }),
  ],
]);
