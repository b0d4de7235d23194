import { createHash } from "node:crypto";
import { isAbsolute, join } from "node:path";
import { isEnvironment, isTypeName, toApiPrefix, toServiceUrl } from "./connection.ts";
import type { Connection, SettingSource } from "./connection.ts";
import { isAdminUrl, isUrlTemplate } from "./documentUrls.ts";
import { isObject } from "../foundation/json.ts";
import type { JsonObject } from "../foundation/json.ts";
import { legible } from "../foundation/legible.ts";

/** A list of connections as somebody has written it: anything. */
export interface ConnectionList {
  readonly source: SettingSource;
  readonly value: unknown;
  /** Where paths of files begin; without it they must be absolute. */
  readonly folder?: string | undefined;
}

/** An entry that is left out, or, with no number, a whole list, or what is too much of it. */
export interface InvalidEntry {
  readonly source: SettingSource;
  /** Counted from 1. */
  readonly entry?: number;
  /** What of it is missing or can't be; absent where it stands twice. */
  readonly key?: keyof typeof readers;
}

export interface ParsedConnections {
  readonly connections: readonly Connection[];
  readonly invalidEntries: readonly InvalidEntry[];
}

/** Of a list, and of the names in one. */
const mostEntries = 200;

/**
 * The connections that are written down. Nothing throws. What stands in two lists is taken from the first: nobody
 * changes in a workspace what the user has said.
 */
export function connectionsIn(lists: readonly ConnectionList[]): ParsedConnections {
  const found = new Map<string, Connection>();
  const misfits: InvalidEntry[] = [];
  for (const list of lists) {
    const [connections, odd] = read(list);
    misfits.push(...odd);
    for (const connection of connections) {
      if (!found.has(connection.id)) found.set(connection.id, withOwnId(connection));
    }
  }
  return { connections: [...found.values()], invalidEntries: misfits };
}

/** The same of the text of a file, which has the setting or its list. */
export function connectionsInText(text: string): ParsedConnections {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // No list either way.
    value = null;
  }
  if (isObject(value)) value = value[settingKey];
  return connectionsIn([{ source: "userSetting", value: value ?? null }]);
}

/**
 * Who is trusted beside the usual authorities can stand between us and the service, and read what is sent; and what
 * is not said to be production is not locked. A workspace that says so means another connection, where nobody has
 * signed in for a workspace that says less.
 */
const withOwnId = (connection: Connection): Connection => {
  const { id, source, certificateFile, environment } = connection;
  const isWeaker = certificateFile !== undefined || environment !== "production";
  return source === "workspaceSetting" && isWeaker
    ? { ...connection, id: idOf([id, certificateFile, environment]) }
    : connection;
};

export const settingKey = "cms.connections";

/** What is no secret, no person's and no computer's own. */
const shared = [
  ...(["id", "name", "url", "apiPrefix", "environment", "locale", "show", "hide"] as const),
  ...(["collections", "previewUrl", "adminUrl"] as const),
];

/** Connections as the setting names them, for others to have. */
export const toSetting = (connections: readonly Connection[]) => ({
  [settingKey]: connections.map(toShared),
});

/** What others may have of a connection. */
export function toShared(connection: Connection): Connection {
  const { previewUrl } = connection;
  const open = { ...connection, ...(previewUrl && { previewUrl: withoutKeys(previewUrl) }) };
  const keys = shared.filter((key) => open[key] !== undefined);
  // Keys of a connection and their own values: TypeScript loses which belongs to which.
  return Object.fromEntries(keys.map((key) => [key, open[key]])) as unknown as Connection;
}

/** Who previews drafts often does it with a key in the URL: its name stays, to be filled in. */
const withoutKeys = (url: string): string =>
  url.replace(
    /([?&#][^=&#]*(?:secret|token|key|pass|pwd|auth|sig|jwt)[^=&#]*=)(?!\{\w+\}(?:[&#]|$))[^&#]*/gi,
    "$1",
  );

function read({ source, value, folder }: ConnectionList): readonly [Connection[], InvalidEntry[]] {
  if (value === undefined) return [[], []];
  if (!Array.isArray(value)) return [[], [{ source }]];
  const misfits: InvalidEntry[] = value.length > mostEntries ? [{ source }] : [];
  const found = new Map<string, Connection>();
  for (const [at, written] of value.slice(0, mostEntries).entries()) {
    const values = valuesIn(isObject(written) ? written : {}, folder);
    const connection = toConnection(values, source);
    if (typeof connection === "string") misfits.push({ source, entry: at + 1, key: connection });
    else if (found.has(connection.id)) misfits.push({ source, entry: at + 1 });
    else found.set(connection.id, connection);
  }
  return [[...found.values()], misfits];
}

type Key = keyof typeof readers;
type Values = ReadonlyMap<Key, unknown>;

/** Each value as it is kept, or the first key that has none. */
function valuesIn(written: JsonObject, folder: string | undefined): Values | Key {
  const values = new Map<Key, unknown>();
  for (const key of Object.keys(readers) as Key[]) {
    if (!Object.hasOwn(written, key) && !needed.includes(key)) continue;
    const value = Object.hasOwn(written, key) ? readers[key](written[key], folder) : undefined;
    if (value === undefined) return key;
    values.set(key, value);
  }
  return values;
}

const needed: readonly Key[] = ["id", "url"];

/** Who names a known id with another URL means another connection, which has nothing of the known one. */
function toConnection(values: Values | Key, source: SettingSource): Connection | Key {
  if (typeof values === "string") return values;
  const url = String(values.get("url"));
  const id = idOf([values.get("id"), url]);
  const name = values.get("name") ?? new URL(url).host;
  return { ...Object.fromEntries(values), id, name, url, source } as Connection;
}

function idOf(identity: readonly unknown[]): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const bytes = createHash("sha256").update(JSON.stringify(identity)).digest();
  return Array.from(bytes.subarray(0, 8), (byte) => letters[byte % letters.length]).join("");
}

type Read = (value: unknown, folder: string | undefined) => unknown;

const text =
  (longest: number, to: (text: string) => string | undefined): Read =>
  (value) =>
    typeof value === "string" && value.length <= longest ? to(value) : undefined;

const matching = (longest: number, isGood: (text: string) => boolean): Read =>
  text(longest, (value) => (isGood(value) ? value : undefined));

const names: Read = (value) =>
  Array.isArray(value) && value.length <= mostEntries && value.every(isTypeName)
    ? value
    : undefined;

/** What an entry may say; each gives undefined for what it can't be. */
const readers = {
  id: matching(200, (value) => value !== ""),
  url: text(2000, toServiceUrl),
  apiPrefix: text(200, toApiPrefix),
  name: text(200, (value) => legible(value) || undefined),
  environment: (value: unknown) => (isEnvironment(value) ? value : undefined),
  locale: matching(50, (value) => /^[\w-]+$/.test(value)),
  show: names,
  hide: names,
  collections: names,
  previewUrl: matching(2000, (value) => value === "" || isUrlTemplate(value)),
  adminUrl: matching(2000, (value) => value === "" || isAdminUrl(value)),
  certificateFile: (value: unknown, folder?: string) =>
    typeof value === "string" && value.length <= 2000 ? resolvedPath(value, folder) : undefined,
  identifier: matching(200, (value) => value !== "" && legible(value) === value),
} satisfies Readonly<Record<string, Read>>;

function resolvedPath(path: string, folder: string | undefined): string | undefined {
  if (legible(path) !== path || path === "") return undefined;
  if (isAbsolute(path)) return path;
  return folder === undefined ? undefined : join(folder, path);
}
