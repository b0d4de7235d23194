import type { AttributeSchema } from "../../client/index.ts";
import { roleUid, userUid } from "../foundation/address.ts";
import type { Attributes, Catalog, ContentType } from "../schemas/catalog.ts";
import { isUnread, serviceOwned } from "../schemas/catalog.ts";
import { mediaFileUid } from "../schemas/mediaFileType.ts";
import { formatsKind } from "./helperTypes.ts";
import { pluginTypes } from "./pluginTypes.ts";

export interface ReachableTypes {
  /** The project's own types by uid, then the service's types that they refer to. */
  readonly types: readonly ContentType[];
  /** The attributes of components by uid, without those that the catalog does not describe. */
  readonly components: ReadonlyMap<string, Attributes>;
  /** The uids of components in a dynamic zone. */
  readonly inZones: ReadonlySet<string>;
}

/** Finds everything that can be returned with documents of the project's own types. */
export function reachableTypes(catalog: Catalog): ReachableTypes {
  const ownTypes = [...catalog.types.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
  const types = new Set(ownTypes);
  const components = new Map<string, Attributes>();
  const inZones = new Set<string>();
  const follow = (owner: string, attributes: Attributes) => {
    for (const [, attribute] of readableAttributes(owner, attributes)) {
      const target = targetOf(attribute);
      const linked = catalog.targets.get(target) ?? pluginTypes.get(target);
      if (linked) types.add(linked);
      const { component, components: zone = [] } = attribute;
      for (const uid of zone) inZones.add(uid);
      for (const uid of component === undefined ? zone : [component]) enter(uid);
    }
  };
  const enter = (uid: string) => {
    const attributes = catalog.components.get(uid);
    if (!attributes || components.has(uid)) return;
    components.set(uid, attributes);
    follow(uid, attributes);
  };
  // Iterating a set includes the values that are added meanwhile.
  for (const { uid, attributes } of types) follow(uid, attributes);
  const sortedComponents = [...components].sort(([a], [b]) => (a < b ? -1 : 1));
  return { types: [...types], components: new Map(sortedComponents), inZones };
}

/** The uid of an attribute's target type; empty if it has none, or allows any type. */
export const targetOf = ({ type, target = "" }: AttributeSchema): string =>
  type === "media" ? mediaFileUid : target;

/**
 * The attributes of a type or a component that an answer can contain. Relations between the
 * service's own types are omitted, such as the folder of a file. The role of a user is kept.
 */
export function readableAttributes(
  owner: string,
  attributes: Attributes,
): (readonly [name: string, attribute: AttributeSchema])[] {
  const omittedNames = owner.includes("::") ? serviceOwned : new Set(["id", "__component"]);
  const readable = [...attributes].filter(([name, attribute]) => {
    const { type, target = "plugin::" } = attribute;
    const isInternal =
      type === "relation" &&
      isOfService(owner) &&
      isOfService(target) &&
      !(owner === userUid && target === roleUid);
    return !omittedNames.has(name) && !isUnread(attribute) && !isInternal;
  });
  // The schema says only that these are JSON.
  return readable.map(([name, attribute]) =>
    owner === mediaFileUid && name === "formats"
      ? [name, { ...attribute, type: formatsKind }]
      : [name, attribute],
  );
}

const isOfService = (uid: string): boolean => /^(plugin|admin|strapi)::/.test(uid);
