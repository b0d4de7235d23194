import { createHash } from "node:crypto";
import { isAbsolute, join } from "node:path";
import {
  isEnvironment,
  isTypeName,
  mergeConnections,
  toApiPrefix,
  toConnectionId,
  toServiceUrl,
} from "./connection.ts";
import type { Connection, SettingSource } from "./connection.ts";
import { isAdminUrl, isUrlTemplate } from "./documentUrls.ts";
import { isObject, similarKey, type JsonObject } from "../foundation/json.ts";
import { legible } from "../foundation/visibleText.ts";

/** A list of connections as the user wrote it. The value is untrusted. */
export interface ConnectionList {
  readonly source: SettingSource;
  readonly value: unknown;
  /** The base of relative file paths. Without it, paths must be absolute. */
  readonly folder?: string | undefined;
}

/**
 * What is wrong with an entry, which is skipped unless its key is unknown. Without a number: a whole
 * list, or the entries beyond the limit.
 */
export interface InvalidEntry {
  readonly source: SettingSource;
  /** Counted from 1. Absent if the problem is the whole list. */
  readonly entry?: number;
  /** The list has more entries than this, and the others are skipped. */
  readonly limit?: number;
  /** The property that is missing, invalid or unknown; absent if the entry is a duplicate. */
  readonly key?: string;
}

/** The most entries of a list, and the most names in an entry. */
const maxEntries = 200;

/**
 * The connections in the lists. Never throws. Of a connection in two lists, the first one wins, so
 * a workspace can't change the user's own settings. It can only make the environment stricter.
 */
export function connectionsIn(lists: readonly ConnectionList[]) {
  const parsed = lists.map(read);
  return {
    connections: mergeConnections(parsed.flatMap(([connections]) => connections)).map(withOwnId),
    invalidEntries: parsed.flatMap(([, invalidEntries]) => invalidEntries),
  };
}

export type ParsedConnections = ReturnType<typeof connectionsIn>;

/**
 * Gives a connection of a workspace its own id if the workspace weakens its security. An additional
 * certificate authority can intercept and read requests. A connection that is not marked as
 * production is not locked. With its own id, it can't use a sign-in made for a workspace with
 * stricter settings.
 */
const withOwnId = (connection: Connection): Connection => {
  const { id, source, certificateFile, environment } = connection;
  const isWeaker = certificateFile !== undefined || environment !== "production";
  return source === "workspaceSetting" && isWeaker
    ? { ...connection, id: idOf([id, certificateFile, environment]) }
    : connection;
};

export const settingKey = "cms.connections";

/** The properties to share: no secrets, and nothing specific to a user or a computer. */
const shared = [
  ...(["id", "name", "url", "apiPrefix", "environment", "locale", "show", "hide"] as const),
  ...(["collections", "sendAllFields", "previewUrl", "adminUrl"] as const),
];

export const toSetting = (connections: readonly Connection[]) => ({
  [settingKey]: connections.map(toShared),
});

export function toShared(connection: Connection): Connection {
  const { previewUrl } = connection;
  const open = { ...connection, previewUrl: previewUrl && withoutKeys(previewUrl) };
  const keys = shared.filter((key) => open[key] !== undefined);
  // The keys and values come from one connection, which TypeScript loses.
  return Object.fromEntries(keys.map((key) => [key, open[key]])) as unknown as Connection;
}

/** Preview URLs often have secrets in the query. The parameter's name stays, without its value. */
function withoutKeys(url: string): string {
  const start = url.search(/[?&#]/) + 1;
  const parameters = url
    .slice(start)
    .replace(/([^=&#]+)=?([^&#]*)/g, (parameter, name: string, value: string) =>
      secretName.test(name) && !/^\{\w+\}$/.test(value)
        ? parameter.slice(0, parameter.length - value.length)
        : parameter,
    );
  return start === 0 ? url : url.slice(0, start) + parameters;
}

const secretName = /secret|token|key|pass|pwd|auth|sig|jwt/i;

function read({ source, value, folder }: ConnectionList): readonly [Connection[], InvalidEntry[]] {
  if (value === undefined) return [[], []];
  if (!Array.isArray(value)) return [[], [{ source }]];
  const misfits: InvalidEntry[] = value.length > maxEntries ? [{ source, limit: maxEntries }] : [];
  const connections: Connection[] = [];
  const ids = new Set<string>();
  for (const [at, rawEntry] of value.slice(0, maxEntries).entries()) {
    const entry = isObject(rawEntry) ? rawEntry : {};
    const entryNumber = { source, entry: at + 1 };
    const unknownKeys = Object.keys(entry).filter((key) => !Object.hasOwn(readers, key));
    misfits.push(...unknownKeys.slice(0, maxEntries).map((key) => ({ ...entryNumber, key })));
    const lockedEntry = { ...entry, environment: "production" };
    const values = valuesIn(unknownKeys.some(meansEnvironment) ? lockedEntry : entry, folder);
    if (typeof values === "string") {
      misfits.push({ ...entryNumber, key: values });
      continue;
    }
    const url = String(values.get("url"));
    // A known id with another URL is another connection, which shares nothing with the known one.
    const id = idOf([values.get("id"), url]);
    const name = values.get("name") ?? new URL(url).host;
    if (ids.has(id)) misfits.push(entryNumber);
    ids.add(id);
    connections.push({ ...Object.fromEntries(values), id, name, url, source } as Connection);
  }
  return [connections, misfits];
}

/** Each value as stored, or the first key that is missing or invalid. */
function valuesIn(rawEntry: JsonObject, folder: string | undefined) {
  const values = new Map<keyof typeof readers, unknown>();
  for (const key of Object.keys(readers) as (keyof typeof readers)[]) {
    const isWritten = Object.hasOwn(rawEntry, key);
    if (!isWritten && key !== "id" && key !== "url") continue;
    const value = isWritten ? readers[key](rawEntry[key], folder) : undefined;
    if (value === undefined) return key;
    values.set(key, value);
  }
  return values;
}

const idOf = (identity: readonly unknown[]): string =>
  toConnectionId(createHash("sha256").update(JSON.stringify(identity)).digest());

type Read = (value: unknown, folder: string | undefined) => unknown;

const text =
  (maxLength: number, to: (text: string) => string | undefined): Read =>
  (value) =>
    typeof value === "string" && value.length <= maxLength ? to(value) : undefined;

const matching = (maxLength: number, isGood: (text: string) => boolean): Read =>
  text(maxLength, (value) => (isGood(value) ? value : undefined));

const names: Read = (value) =>
  Array.isArray(value) && value.length <= maxEntries && value.every(isTypeName) ? value : undefined;

/** Each reader returns undefined for an invalid value. */
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
  sendAllFields: names,
  previewUrl: matching(2000, (value) => value === "" || isUrlTemplate(value)),
  adminUrl: matching(2000, (value) => value === "" || isAdminUrl(value)),
  certificateFile: (value: unknown, folder?: string) => {
    if (typeof value !== "string" || value.length > 2000) return undefined;
    if (legible(value) !== value || value === "") return undefined;
    if (isAbsolute(value)) return value;
    return folder === undefined ? undefined : join(folder, value);
  },
  identifier: matching(200, (value) => value !== "" && legible(value) === value),
} satisfies Readonly<Record<string, Read>>;

export const connectionKeys: readonly string[] = Object.keys(readers);

/** Whether an unknown key may mean `environment`. A typing error must not unlock a connection. */
export const meansEnvironment = (key: string): boolean =>
  /^env/i.test(key) || similarKey(key.toLowerCase(), ["environment"]) !== undefined;
