import type { ShapeParams } from "../../client/index.ts";
import { decidesByItself, hasRouteChosenFields, routeQuestionOf } from "./routeAnswers.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { Route } from "../schemas/catalogFindings.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { AnyFailure, Outcome } from "../foundation/outcome.ts";

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
  const isChosen = rows.some((row) => hasRouteChosenFields(row, { type, catalog }));
  if (isChosen) routes.learn(route, type.uid, true);
}
