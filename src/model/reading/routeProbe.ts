import type { TypedService, Route } from "../schemas/catalogs.ts";
import type { AnyFailure, Outcome } from "../foundation/outcome.ts";
import type { AttributeSchema, ShapeParams } from "../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../schemas/catalog.ts";
import { isOwnReference, isPolymorphic, isStructured, isUnread } from "../schemas/catalog.ts";
import { isObject, objectsIn, type JsonObject, valueIn } from "../foundation/json.ts";
import { valuesIn } from "../content/attributePositions.ts";
import { isRequested } from "../content/unreadAttributes.ts";

/**
 * Requests one attribute from a route, if it is not known yet whether the route returns what is
 * requested. The response is compared with a whole read of the same document, and the result is
 * kept. A route that only adds defaults for parts that a request doesn't name returns just that
 * attribute, and is harmless.
 */
export function probe(
  service: TypedService,
  route: Route,
  read: (shape: ShapeParams) => Promise<Outcome<JsonObject | readonly JsonObject[], AnyFailure>>,
): (row: JsonObject | undefined) => Promise<void> {
  const { type, catalog, routes } = service;
  const probing =
    routes.decides(route, type.uid) === undefined ? routeQuestionOf(service) : undefined;
  const asking = probing && read(probing.shape);
  return async (row) => {
    // The read itself may have shown it in the meantime, without an extra request.
    if (!probing || !asking || routes.decides(route, type.uid) === true) return;
    const [, answer] = await asking;
    const answerRow = [answer ?? []].flat()[0];
    const decides =
      answerRow && row && decidesByItself(probing, { answer: answerRow, row }, { type, catalog });
    if (decides !== undefined) routes.learn(route, type.uid, decides);
  };
}

/** A service whose catalog contains what is known about the type's routes. */
export function withRouteKnowledge(service: TypedService, route: Route = "one"): TypedService {
  const { type, catalog, routes } = service;
  if (routes.decides(route, type.uid) !== true) return service;
  return { ...service, catalog: { ...catalog, decided: new Set([type.uid]) } };
}

/** Records whether rows that were read whole show that their route decides by itself. */
export function noteRouteChoice(
  { type, catalog, routes }: TypedService,
  rows: readonly JsonObject[],
  route: Route,
): void {
  if (catalog.source === "inferred" || routes.decides(route, type.uid) === true) return;
  // Files or targets have fields that were not requested.
  const isChosen = rows.some((row) =>
    valuesIn(row, isOwnReference, { type, catalog }).some(
      ({ attribute, value }) =>
        !isPolymorphic(attribute) && isObject(value) && hasUnrequestedFields(value),
    ),
  );
  if (isChosen) routes.learn(route, type.uid, true);
}

/** What needs no permission is first: a denied relation is absent on every route. */
const ranks = ["media", "component", "dynamiczone", "relation"];

/** A request for one attribute alone, which shows whether the route returns what is requested. */
function routeQuestionOf({ type, catalog }: TypeInCatalog) {
  if (catalog.source === "inferred") return undefined;
  const [first] = requestedAttributes(type.attributes)
    // Their targets have all fields on every route.
    .filter(([, attribute]) => !isPolymorphic(attribute))
    .sort(([, a], [, b]) => ranks.indexOf(a.type) - ranks.indexOf(b.type));
  if (!first) return undefined;
  const [name, attribute] = first;
  const populate = { [name]: smallestPopulate(attribute, catalog) };
  const shape: ShapeParams = { fields: ["documentId"], populate };
  return { name, attribute, shape };
}

const requestedAttributes = (attributes: Attributes) =>
  [...attributes].filter(([, attribute]) => isRequested(attribute));

/** A part so small that a route that decides by itself would return more. */
function smallestPopulate(attribute: AttributeSchema, catalog: Catalog): unknown {
  switch (attribute.type) {
    case "component": {
      const fields = scalarNames(attribute, catalog).slice(0, 1);
      return fields.length > 0 ? { fields } : true;
    }
    case "dynamiczone": {
      const [uid = ""] = attribute.components ?? [];
      return { on: { [uid]: true } };
    }
    default:
      return { fields: ["documentId"] };
  }
}

const scalarNames = ({ component = "" }: AttributeSchema, { components }: Catalog): string[] =>
  [...(components.get(component) ?? [])]
    .filter(([, attribute]) => !isStructured(attribute) && !isUnread(attribute))
    .map(([name]) => name);

/** Compares the answer with a row of a whole read. Undefined if these can't tell. */
function decidesByItself(
  { name, attribute }: NonNullable<ReturnType<typeof routeQuestionOf>>,
  { answer, row }: { readonly answer: JsonObject; readonly row: JsonObject },
  { type, catalog }: TypeInCatalog,
): boolean | undefined {
  const others = requestedAttributes(type.attributes).filter(([other]) => other !== name);
  if (others.some(([other]) => Object.hasOwn(answer, other))) return true;
  // A relation that a token can't read is absent in the whole read, too, and so is never sent.
  if (!Object.hasOwn(answer, name))
    return attribute.type !== "relation" || Object.hasOwn(row, name);
  const items = objectsIn(valueIn(answer, name));
  if (items.some((item) => hasMoreThanRequested(item, attribute, catalog))) return true;
  if (others.length > 0) return false;
  // Whether a route that ignores the request would have returned a different response.
  const isConclusive =
    attribute.type === "dynamiczone"
      ? objectsIn(valueIn(row, name)).some((item) => !isOfFirstComponent(item, attribute))
      : items.length > 0;
  return isConclusive ? false : undefined;
}

const isOfFirstComponent = (item: JsonObject, { components = [] }: AttributeSchema): boolean =>
  item["__component"] === components[0];

function hasMoreThanRequested(item: JsonObject, attribute: AttributeSchema, catalog: Catalog) {
  switch (attribute.type) {
    case "component": {
      const [requestedName, ...otherNames] = scalarNames(attribute, catalog);
      return requestedName !== undefined && otherNames.some((name) => Object.hasOwn(item, name));
    }
    case "dynamiczone":
      return !isOfFirstComponent(item, attribute);
    default:
      return hasUnrequestedFields(item);
  }
}

/** Whether a target or file has fields that are never requested. */
const hasUnrequestedFields = (item: JsonObject): boolean =>
  ["createdAt", "mime", "hash"].some((name) => Object.hasOwn(item, name));
