import type { AttributeSchema } from "../../client/index.ts";
import { isStructured, withAttributes } from "./catalog.ts";
import type { Attributes, Catalog, ContentType, UnknownKey } from "./catalog.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isObject, textIn } from "../foundation/json.ts";
import type { CmsError } from "../foundation/outcome.ts";

type AttributeHolder = readonly [uid: string, attributes: Attributes];

/**
 * The key that the service rejected, because the schema is newer than the service. Undefined if
 * several keys match: the service does not name the component of a dynamic zone.
 */
export function unknownKeyIn({ details, url }: CmsError, catalog: Catalog): UnknownKey | undefined {
  // The number of segments before the type's name depends on the connection.
  const [type] = url
    .replace(/[?#].*/s, "")
    .split("/")
    .flatMap((segment) => catalog.types.get(segment) ?? []);
  return type && isObject(details) ? unknownIn(details, type, catalog) : undefined;
}

/** Removes these keys from the catalog, and lists them in `unknown`. */
export function withoutKeys(catalog: Catalog, unknown: readonly UnknownKey[]): Catalog {
  if (unknown.length === 0) return catalog;
  const knownAttributes = (uid: string, attributes: Attributes): Attributes =>
    unknown.filter((key) => key.uid === uid).reduce(leaveOut, attributes);
  return { ...withAttributes(catalog, knownAttributes), unknown };
}

function leaveOut(attributes: Attributes, { attribute: name, component }: UnknownKey): Attributes {
  const { components = [], ...zone } = attributes.get(name) ?? { type: "" };
  if (component === undefined) return new Map([...attributes].filter(([other]) => other !== name));
  const remainingComponents = components.filter((uid) => uid !== component);
  return new Map([...attributes, [name, { ...zone, components: remainingComponents }]]);
}

function unknownIn(
  details: JsonObject,
  type: ContentType,
  catalog: Catalog,
): UnknownKey | undefined {
  const [key, path] = [textIn(details, "key"), textIn(details, "path")];
  if (path.endsWith(`.on.${key}`)) return componentIn(path, key, type);
  const typeHolder: AttributeHolder = [type.uid, type.attributes];
  const matchingHolders =
    textIn(details, "param") === "populate"
      ? asking(key, holdersAt(typeHolder, stepsTo(key, path), catalog), catalog)
      : [typeHolder].filter(([, attributes]) => attributes.has(key));
  const [uid, ...otherUids] = new Set(matchingHolders.map(([holderUid]) => holderUid));
  return uid === undefined || otherUids.length > 0 ? undefined : { uid, attribute: key };
}

function componentIn(path: string, component: string, type: ContentType): UnknownKey | undefined {
  const attribute = path.slice(0, -`.on.${component}`.length);
  const isTaken = type.attributes.get(attribute)?.components?.includes(component);
  return isTaken ? { uid: type.uid, attribute, component } : undefined;
}

/** If the service has the key, but not as a relation, the path includes the key. */
function stepsTo(key: string, path: string): string[] {
  const steps = path.split(".").filter(Boolean);
  return steps.at(-1) === key ? steps.slice(0, -1) : steps;
}

/** The types and components whose attributes are at this position of a query. */
const holdersAt = (
  typeHolder: AttributeHolder,
  steps: readonly string[],
  catalog: Catalog,
): AttributeHolder[] =>
  steps.reduce<AttributeHolder[]>(
    (holders, step) => holders.flatMap(([, attributes]) => partsOf(attributes.get(step), catalog)),
    [typeHolder],
  );

function partsOf(
  attribute: AttributeSchema | undefined,
  { components }: Catalog,
): AttributeHolder[] {
  const uids = [...(attribute?.components ?? []), attribute?.component ?? ""];
  return [...components].filter(([uid]) => uids.includes(uid));
}

/**
 * The types and components that request a key at this position. Either they have the key, or they
 * have a relation whose target has it as its title attribute.
 */
const asking = (
  key: string,
  holders: readonly AttributeHolder[],
  { targets }: Catalog,
): AttributeHolder[] =>
  holders.flatMap((holder): AttributeHolder[] => {
    const [, attributes] = holder;
    const targetHolders = [...attributes.values()].flatMap(({ type, target = "" }) => {
      const targetType = type === "relation" ? targets.get(target) : undefined;
      return targetType?.titleField === key
        ? [[targetType.uid, targetType.attributes] as const]
        : [];
    });
    const attribute = attributes.get(key);
    return attribute && isStructured(attribute) ? [holder, ...targetHolders] : targetHolders;
  });
