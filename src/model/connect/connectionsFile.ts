import { createHash } from "node:crypto";
import { isObject, omit, ownIn, type Json, type JsonPath } from "../foundation/json.ts";
import { mapOutcome, type Outcome } from "../foundation/outcome.ts";
import { object, optional, readShape, text } from "../foundation/jsonShape.ts";
import type { Misfit, Shape, ShapeFailure } from "../foundation/jsonShape.ts";
import { connectionEnvironments, toConnectionId, type Connection } from "./connection.ts";
import { connectionKeys, connectionsIn, settingKey } from "./connectionSettings.ts";

/*
 * A file of connections is a list, the setting as Export Connections writes it, or `cms.config.json`.
 * An entry has the properties of the setting, without a required id, and can name the environment
 * variable of its token.
 */

/** A connection in a file. */
export type FileConnection = Connection & {
  /** The environment variable that contains the token: `CMS_` and a name, but not `CMS_ADMIN_`. */
  readonly tokenVariable?: string;
};

const variableKey = "tokenVariable";
const entryKeys = [...connectionKeys, variableKey];

/**
 * @param folder The base of relative paths: the folder of the file.
 * @param check The shape of the settings of the check; by default, they are ignored.
 */
export function connectionsInText(
  content: string,
  folder?: string,
  check: Shape<unknown> = ignored,
): Outcome<readonly FileConnection[], ShapeFailure> {
  return mapOutcome(readShape(content, connectionsFile(check)), (file) => {
    const list = isObject(file) ? (file[settingKey] ?? file["connections"] ?? []) : file;
    const { connections } = parse(list, folder);
    // Without misfits, each entry is a connection.
    return connections.map((connection, at): FileConnection => {
      const tokenVariable = variableIn((list as readonly Json[])[at] ?? null);
      return typeof tokenVariable === "string" ? { ...connection, tokenVariable } : connection;
    });
  });
}

const parse = (list: Json, folder = "/") => {
  const value = Array.isArray(list) ? list.map(toSettingEntry) : list;
  return connectionsIn([{ source: "userSetting", value, folder }]);
};

/** The entry as the setting has it. Without an id, it has one for its name and URL. */
function toSettingEntry(entry: Json): Json {
  if (!isObject(entry)) return entry;
  const { name, url } = entry;
  const id = toConnectionId(
    createHash("sha256")
      .update(JSON.stringify([name, url]))
      .digest(),
  );
  return { id, ...omit(entry, [variableKey]) };
}

/** A list with the entries of the setting. */
const connectionList: Shape<readonly Json[]> = (list, path) => [
  ...parse(list).invalidEntries.map(({ entry, key, limit }): Misfit => {
    if (limit !== undefined) return { path, why: "too-many", limit };
    if (entry === undefined) return { path, why: "wrong-type", type: "array" };
    const index = entry - 1;
    const rawEntry = (list as readonly Json[])[index] ?? null;
    const entryPath = [...path, index];
    if (!isObject(rawEntry)) return { path: entryPath, why: "wrong-type", type: "object" };
    if (key === undefined) return { path: entryPath, why: "duplicate" };
    const keyPath = [...entryPath, key];
    if (!connectionKeys.includes(key)) return { path: keyPath, why: "unknown", known: entryKeys };
    if (!Object.hasOwn(rawEntry, key)) return { path: keyPath, why: "missing" };
    return key === "environment"
      ? { path: keyPath, why: "wrong-choice", choices: connectionEnvironments }
      : { path: keyPath, why: "invalid" };
  }),
  ...(Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry, index) =>
    variableMisfits(entry, [...path, index, variableKey]),
  ),
];

const variableIn = (entry: Json): Json | undefined =>
  isObject(entry) ? ownIn(entry, variableKey) : undefined;

function variableMisfits(entry: Json, path: JsonPath): readonly Misfit[] {
  const variable = variableIn(entry);
  // An unknown file can't have other secrets of the user, or an administrator's, sent to its URL.
  const isValid = typeof variable === "string" && /^CMS_(?!ADMIN_)\w{1,195}$/.test(variable);
  return variable === undefined || isValid ? [] : [{ path, why: "invalid" }];
}

const ignored: Shape<unknown> = () => [];

/** The shape of `cms.config.json`, with the settings of the check in their own shape. */
export const configurationWith =
  <T>(check: Shape<T>): Shape<{ readonly check?: T }> =>
  (value, path) => {
    const listKeys = [settingKey, "connections"];
    const hasTwoLists = isObject(value) && listKeys.every((key) => Object.hasOwn(value, key));
    if (hasTwoLists) return [{ path: [...path, "connections"], why: "duplicate" }];
    return object<Readonly<Record<string, unknown>>>({
      ...{ check: optional(check), [settingKey]: optional(connectionList) },
      ...{ connections: optional(connectionList), $schema: optional(text) },
    })(value, path);
  };

const connectionsFile =
  (check: Shape<unknown>): Shape<Json> =>
  (value, path) =>
    (isObject(value) ? configurationWith(check) : connectionList)(value, path);
