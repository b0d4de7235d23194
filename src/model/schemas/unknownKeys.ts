import { isStructured, withAttributes } from "./catalog.ts";
import type { Attributes, Catalog, ContentType, UnknownKey } from "./catalog.ts";
import { isObject, textIn } from "../foundation/json.ts";
import type { CmsError } from "../foundation/outcome.ts";

type AttributeHolder = Pick<ContentType, "uid" | "attributes">;

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
  if (!type || !isObject(details)) return undefined;
  const [key, path] = [textIn(details, "key"), textIn(details, "path")];
  if (path.endsWith(`.on.${key}`)) {
    const attribute = path.slice(0, -`.on.${key}`.length);
    const isAccepted = type.attributes.get(attribute)?.components?.includes(key);
    return isAccepted ? { uid: type.uid, attribute, component: key } : undefined;
  }
  const isPopulate = textIn(details, "param") === "populate";
  const holders = isPopulate
    ? holdersRequesting(key, holdersAt(path, key, type, catalog), catalog)
    : [type].filter(({ attributes }) => attributes.has(key));
  const [uid, ...otherUids] = new Set(holders.map((holder) => holder.uid));
  return uid === undefined || otherUids.length > 0 ? undefined : { uid, attribute: key };
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

/**
 * The types and components whose attributes are at this path of a query. If the service has the key,
 * but not as a relation, the path includes the key.
 */
function holdersAt(
  path: string,
  key: string,
  type: AttributeHolder,
  { components }: Catalog,
): AttributeHolder[] {
  const steps = path.split(".").filter(Boolean);
  if (steps.at(-1) === key) steps.pop();
  let holders = [type];
  for (const step of steps) {
    const attributes = holders.map((holder) => holder.attributes.get(step));
    const uids = attributes.flatMap((attribute) => [
      ...(attribute?.components ?? []),
      attribute?.component ?? "",
    ]);
    holders = [...components]
      .filter(([uid]) => uids.includes(uid))
      .map(([uid, componentAttributes]) => ({ uid, attributes: componentAttributes }));
  }
  return holders;
}

/**
 * The types and components that request a key at this position. Either they have the key, or they
 * have a relation whose target has it as its title attribute.
 */
const holdersRequesting = (
  key: string,
  holders: readonly AttributeHolder[],
  { targets }: Catalog,
): AttributeHolder[] =>
  holders.flatMap((holder) => {
    const targetTypes = [...holder.attributes.values()].flatMap(
      ({ type, target = "" }) => (type === "relation" ? targets.get(target) : undefined) ?? [],
    );
    const titled = targetTypes.filter(({ titleField }) => titleField === key);
    const attribute = holder.attributes.get(key);
    return attribute && isStructured(attribute) ? [holder, ...titled] : titled;
  });
