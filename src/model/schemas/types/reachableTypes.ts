import type { AttributeSchema } from "../../../client/index.ts";
import { roleUid, userUid } from "../../foundation/address.ts";
import type { Attributes, Catalog, ContentType } from "../catalog.ts";
import { isUnread } from "../catalog.ts";

/** What of a catalog can come in answers. */
export interface ReachableTypes {
  /** The project's own types by uid, then those of the service that they lead to. */
  readonly types: readonly ContentType[];
  /** The uids of components, those left out that are described nowhere. */
  readonly components: readonly string[];
  /** The uids of those that stand in a dynamic zone. */
  readonly inZones: ReadonlySet<string>;
}

/** Goes from the project's own types to all that can come with their documents. */
export function reachableTypes(catalog: Catalog): ReachableTypes {
  const own = [...catalog.types.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
  const types = new Set(own);
  const components = new Set<string>();
  const inZones = new Set<string>();
  const follow = (owner: string, attributes: Attributes) => {
    for (const [, attribute] of readableAttributes(owner, attributes)) {
      const linked = catalog.targets.get(targetOf(attribute));
      if (linked) types.add(linked);
      const { component, components = [] } = attribute;
      for (const uid of components) inZones.add(uid);
      for (const uid of component === undefined ? components : [component]) enter(uid);
    }
  };
  const enter = (uid: string) => {
    const attributes = catalog.components.get(uid);
    if (!attributes || components.has(uid)) return;
    components.add(uid);
    follow(uid, attributes);
  };
  // A set hands out, too, what is added to it meanwhile.
  for (const { uid, attributes } of types) follow(uid, attributes);
  return { types: [...types], components: [...components].sort(), inZones };
}

/** The uid of the type that an attribute links to; empty where it links to none, or to any. */
export const targetOf = ({ type, target = "" }: AttributeSchema): string =>
  type === "media" ? "plugin::upload.file" : target;

/** What the service keeps of every document, and what it sends beside the attributes. */
const kept: ReadonlySet<string> = new Set([
  ...["id", "documentId", "createdAt", "updatedAt", "publishedAt", "locale"],
  ...["createdBy", "updatedBy", "localizations"],
]);
const keptOfComponents: ReadonlySet<string> = new Set(["id", "__component"]);

/**
 * The attributes of a type or a component that an answer can hold. What the service's own types have
 * with each other stays out, such as the folder of a file; the role of a user does not.
 */
export function readableAttributes(
  owner: string,
  attributes: Attributes,
): (readonly [name: string, attribute: AttributeSchema])[] {
  const names = owner.includes("::") ? kept : keptOfComponents;
  return [...attributes].filter(
    ([name, attribute]) =>
      !names.has(name) && !isUnread(attribute) && !isInternal(owner, attribute),
  );
}

const isInternal = (owner: string, { type, target = "plugin::" }: AttributeSchema): boolean =>
  type === "relation" &&
  isOfService(owner) &&
  isOfService(target) &&
  !(owner === userUid && target === roleUid);

const isOfService = (uid: string): boolean => /^(plugin|admin|strapi)::/.test(uid);
