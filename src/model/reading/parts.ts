import type { ShapeParams } from "../../client/index.ts";
import { wholeShapes, type Shapes } from "../content/requestShape.ts";
import { isArray, isObject, pick, type Json, type JsonObject } from "../foundation/json.ts";
import { done, type AnyFailure, type Outcome } from "../foundation/outcome.ts";
import type { TypedService, Route } from "../schemas/catalogs.ts";
import { noteRouteChoice } from "./routeProbe.ts";

type RowOrRows = JsonObject | readonly JsonObject[];

/** How many attempts are made to read a document that changes between two parts of a read. */
const attempts = 5;

/**
 * Reads one or several documents with all of their content, in as many requests as the type needs.
 * While other clients write, the result may mix parts of two versions until the next read. Records
 * in `service.routes` if the response shows that the route decides by itself.
 */
export async function readWhole<T extends RowOrRows, F extends AnyFailure>(
  service: TypedService,
  read: (shape: ShapeParams) => Promise<Outcome<T, F>>,
  route: Route = "one",
): Promise<Outcome<T, F>> {
  const outcome = await readParts(wholeShapes(service), read);
  noteRouteChoice(service, [outcome[1] ?? []].flat(), route);
  return outcome;
}

/** Reads one or several documents in parts. Each part must request the fields of `versionKey`. */
export async function readParts<T extends RowOrRows, F extends AnyFailure>(
  [shape, ...more]: Shapes,
  read: (shape: ShapeParams) => Promise<Outcome<T, F>>,
): Promise<Outcome<T, F>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcomes = await Promise.all([shape, ...more].map(read));
    const failedOutcome = outcomes.find(([failure]) => failure);
    if (failedOutcome) return failedOutcome;
    const parts: readonly RowOrRows[] = outcomes.flatMap(([, part]) => (part ? [part] : []));
    const isSameVersion = new Set(parts.map(versionKey)).size === 1;
    if (isSameVersion || attempt === attempts) {
      return done(parts.reduce((merged, part) => overlay(merged, part) as RowOrRows) as T);
    }
  }
}

const versionKey = (rows: RowOrRows): string =>
  JSON.stringify([rows].flat().map((row) => pick(row, ["documentId", "locale", "updatedAt"])));

/** Merges two parts of the same document, each with attributes that the other doesn't have. */
function overlay(value: Json, other: Json): Json {
  if (isArray(value) && isArray(other))
    return value.map((item, at) => overlay(item, other[at] ?? item));
  if (!isObject(value) || !isObject(other)) return value;
  const names = Object.keys({ ...value, ...other });
  return Object.fromEntries(
    names.map((name) => [name, overlay(value[name] ?? other[name] ?? null, other[name] ?? null)]),
  );
}
