import type { AttributeSchema, Result, ShapeParams } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isInverse, isStructured, isUnread } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Route } from "../../schemas/routes.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import { attributesOf } from "../content/differing.ts";
import { isRequested } from "../content/unreadAttributes.ts";

/** Whether a route answers with what it is asked for, found out by asking for one thing alone. */
interface Probe {
  readonly name: string;
  readonly attribute: AttributeSchema;
  readonly shape: ShapeParams;
}

type RouteRead = (
  shape: ShapeParams,
) => Promise<Result<JsonObject | readonly JsonObject[], unknown>>;

/**
 * Asks a route for one thing, where it is not known yet whether it answers with what it is asked for. What
 * comes of it is held against what a whole read of the same document has, and kept. A route that only
 * fills in what a question leaves open answers with the one thing and is harmless.
 */
export function probe(
  service: TypedService,
  route: Route,
  read: RouteRead,
): (row: JsonObject | undefined) => Promise<void> {
  const { type, catalog, routes } = service;
  const probing = routes.decides(route, type.uid) === undefined ? probeOf(service) : undefined;
  const asking = probing && read(probing.shape);
  return async (row) => {
    // A free sign in the answer of the read itself has said it meanwhile.
    if (!probing || !asking || routes.decides(route, type.uid) === true) return;
    const [, answer] = await asking;
    const one = [answer ?? []].flat()[0];
    const decides = one && row && decidesByItself(probing, { answer: one, row }, { type, catalog });
    if (decides !== undefined) routes.learn(route, type.uid, decides);
  };
}

/** A service whose catalog says of the type what is known by now of the routes that read it. */
export function withRouteKnowledge(service: TypedService, route: Route = "one"): TypedService {
  const { type, catalog, routes } = service;
  if (routes.decides(route, type.uid) !== true) return service;
  return { ...service, catalog: { ...catalog, decided: new Set([type.uid]) } };
}

/** What needs no permission first: a relation that a token may not read is absent on every route. */
const ranks = ["media", "component", "dynamiczone", "relation"];

function probeOf({ type, catalog }: TypeInCatalog): Probe | undefined {
  if (catalog.source === "inferred") return undefined;
  const [first] = requestedAttributes(type.attributes).sort(
    ([, a], [, b]) => ranks.indexOf(a.type) - ranks.indexOf(b.type),
  );
  if (!first) return undefined;
  const [name, attribute] = first;
  const populate = { [name]: smallestPopulate(attribute, catalog) };
  return { name, attribute, shape: { fields: ["documentId"], populate } };
}

const requestedAttributes = (attributes: Attributes) =>
  [...attributes].filter(([, attribute]) => isRequested(attribute));

/** So little of it that it is told apart from what anybody else would ask for. */
function smallestPopulate(attribute: AttributeSchema, catalog: Catalog): unknown {
  switch (attribute.type) {
    case "component":
      return fieldsOf(scalarNames(attribute, catalog).slice(0, 1));
    case "dynamiczone": {
      const [uid = ""] = attribute.components ?? [];
      return { on: { [uid]: true } };
    }
    default:
      return fieldsOf(["documentId"]);
  }
}

const fieldsOf = (fields: readonly string[]): unknown => (fields.length > 0 ? { fields } : true);

const scalarNames = ({ component = "" }: AttributeSchema, { components }: Catalog): string[] =>
  [...(components.get(component) ?? [])]
    .filter(([, one]) => !isStructured(one) && !isUnread(one))
    .map(([name]) => name);

interface ProbeAnswers {
  readonly answer: JsonObject;
  /** What a read of the whole document has. */
  readonly row: JsonObject;
}

/** Undefined where these answers can't tell. */
function decidesByItself(
  { name, attribute }: Probe,
  { answer, row }: ProbeAnswers,
  { type, catalog }: TypeInCatalog,
): boolean | undefined {
  const others = requestedAttributes(type.attributes).filter(([other]) => other !== name);
  if (others.some(([other]) => Object.hasOwn(answer, other))) return true;
  // One that a token may not read is absent in the whole read, too, and is not sent for that.
  if (!Object.hasOwn(answer, name))
    return attribute.type !== "relation" || Object.hasOwn(row, name);
  const items = itemsIn(answer[name]);
  if (items.some((item) => hasMoreThanRequested(item, attribute, catalog))) return true;
  return others.length > 0 || isConclusive(attribute, items, itemsIn(row[name]))
    ? false
    : undefined;
}

const itemsIn = (value: Json = null): JsonObject[] =>
  (isArray(value) ? value : [value]).filter(isObject);

/** Whether an answer has more of one thing than was asked for. */
function hasMoreThanRequested(
  item: JsonObject,
  attribute: AttributeSchema,
  catalog: Catalog,
): boolean {
  switch (attribute.type) {
    case "component": {
      const [asked, ...more] = scalarNames(attribute, catalog);
      return asked !== undefined && more.some((name) => Object.hasOwn(item, name));
    }
    case "dynamiczone":
      return item["__component"] !== attribute.components?.[0];
    default:
      return hasUnrequestedFields(item);
  }
}

/** What a target or a file has beside its name, and is never asked for. */
const hasUnrequestedFields = (item: JsonObject): boolean =>
  ["createdAt", "mime", "hash"].some((name) => Object.hasOwn(item, name));

/** Whether the answer on the only thing that there is to ask for would have been another one. */
const isConclusive = (
  { type, components = [] }: AttributeSchema,
  items: readonly JsonObject[],
  whole: readonly JsonObject[],
): boolean =>
  type === "dynamiczone"
    ? whole.some((item) => item["__component"] !== components[0])
    : items.length > 0;

/**
 * Whether files or targets in an answer come with fields that were not asked for: then somebody else than the
 * question has chosen what is in it.
 */
export function hasRouteChosenFields(
  row: JsonObject,
  attributes: Attributes | undefined,
  catalog: Catalog,
): boolean {
  return [...(attributes ?? [])].some(([name, attribute]) => {
    if (!isStructured(attribute) || isInverse(attribute)) return false;
    return itemsIn(row[name]).some((item) =>
      attribute.type === "media" || attribute.type === "relation"
        ? hasUnrequestedFields(item)
        : hasRouteChosenFields(item, attributesOf(attribute, item, catalog), catalog),
    );
  });
}
