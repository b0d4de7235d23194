import { isObject, type Json } from "../foundation/json.ts";
import { mapOutcome, type Outcome } from "../foundation/outcome.ts";
import { object, optional, readShape, text } from "../foundation/jsonShape.ts";
import type { Misfit, Shape, ShapeFailure } from "../foundation/jsonShape.ts";
import { connectionEnvironments, type Connection } from "./connection.ts";
import { connectionKeys, connectionsIn, settingKey } from "./connectionSettings.ts";

/** The connections in a file with the setting or its list, such as Export Connections writes. */
export function connectionsInText(content: string): Outcome<readonly Connection[], ShapeFailure> {
  const connectionsOf = (file: Json) => parse(isObject(file) ? file[settingKey] : file).connections;
  return mapOutcome(readShape(content, connectionsFile), connectionsOf);
}

const parse = (value: unknown) => connectionsIn([{ source: "userSetting", value }]);

/** A list with the entries of the setting. */
const connectionList: Shape<readonly Json[]> = (list, path) =>
  parse(list).invalidEntries.map(({ entry, key, limit }): Misfit => {
    if (limit !== undefined) return { path, why: "too-many", limit };
    if (entry === undefined) return { path, why: "wrong-type", type: "array" };
    const index = entry - 1;
    const rawEntry = (list as readonly Json[])[index] ?? null;
    const entryPath = [...path, index];
    if (!isObject(rawEntry)) return { path: entryPath, why: "wrong-type", type: "object" };
    if (key === undefined) return { path: entryPath, why: "duplicate" };
    const keyPath = [...entryPath, key];
    if (!connectionKeys.includes(key))
      return { path: keyPath, why: "unknown", known: connectionKeys };
    if (!Object.hasOwn(rawEntry, key)) return { path: keyPath, why: "missing" };
    return key === "environment"
      ? { path: keyPath, why: "wrong-choice", choices: connectionEnvironments }
      : { path: keyPath, why: "invalid" };
  });

/** With `$schema` for editors. */
const setting = object<{ readonly [settingKey]: readonly Json[]; readonly $schema?: string }>({
  [settingKey]: connectionList,
  $schema: optional(text),
});

const connectionsFile: Shape<Json> = (value, path) =>
  isObject(value) ? setting(value, path) : connectionList(value, path);
