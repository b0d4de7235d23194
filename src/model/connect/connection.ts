import { isDeepStrictEqual } from "node:util";
import type { Event } from "../foundation/events.ts";

/** Production is locked until the user unlocks it. */
export type ConnectionEnvironment = (typeof connectionEnvironments)[number];

/** From the least strict to the strictest. */
export const connectionEnvironments = ["development", "staging", "production"] as const;

/** Checks an untrusted value. */
export const isEnvironment = (value: unknown): value is ConnectionEnvironment =>
  connectionEnvironments.some((environment) => environment === value);

/** The connection in an environment, unless its own is stricter. None is the least strict. */
export const inStricterEnvironment = (
  connection: Connection,
  environment: ConnectionEnvironment | undefined,
): Connection =>
  environment !== undefined && strictness(environment) > strictness(connection.environment)
    ? { ...connection, environment }
    : connection;

const strictness = (environment: ConnectionEnvironment | undefined): number =>
  environment === undefined ? -1 : connectionEnvironments.indexOf(environment);

/** Of connections with the same id, only the first. It has the strictest of their environments. */
export function mergeConnections(connections: readonly Connection[]): readonly Connection[] {
  const merged = new Map<string, Connection>();
  for (const connection of connections) {
    const first = merged.get(connection.id) ?? connection;
    merged.set(connection.id, inStricterEnvironment(first, connection.environment));
  }
  return [...merged.values()];
}

/** The setting that defines a connection: the user's own, or one of the workspace. */
export type SettingSource = "userSetting" | "workspaceSetting";

/** Its secrets are stored separately. */
export interface Connection {
  /** Eight characters of a-z and 0-9. It is not the name or the URL, which can change. */
  readonly id: string;
  readonly name: string;
  /** Without a trailing slash. Includes a path prefix before `/api`. */
  readonly url: string;
  /** The path of the content API below the URL, such as `v1`; `api` by default. */
  readonly apiPrefix?: string;
  /** Where the connection is stored; absent if it is stored for all workspaces. */
  readonly source?: SettingSource | "workspace";
  /** Without one, the connection is not locked and shows no environment. */
  readonly environment?: ConnectionEnvironment;
  /** The initial locale of lists and new documents; by default, the service's default locale. */
  readonly locale?: string;
  /** Type names as in their URLs, for a service that does not expose its schema. */
  readonly collections?: readonly string[];
  /** The names of the only types that the tree shows; all by default. */
  readonly show?: readonly string[];
  /** The names of types that the tree hides. */
  readonly hide?: readonly string[];
  /** The names of types whose writes send all fields, for hooks that expect the whole document. */
  readonly sendAllFields?: readonly string[];
  /** The preview URL of drafts, with placeholders such as `{slug}`; can be empty. */
  readonly previewUrl?: string;
  /** The URL of the admin panel, if it is not `/admin` under the service's URL; can be empty. */
  readonly adminUrl?: string;
  /** A PEM file with certificate authorities to trust in addition to the default ones. */
  readonly certificateFile?: string | undefined;
  /** The email or user name of the user who is or was signed in. */
  readonly identifier?: string;
  /** The email of the administrator who is or was signed in. */
  readonly adminEmail?: string;
}

/**
 * The secrets of a connection. `token`: its API token. `session`: the JWT of a signed-in user.
 * `admin`: the JWT or token of an administrator.
 */
export type SecretKind = "token" | "session" | "admin";

export const secretKinds: readonly SecretKind[] = ["token", "session", "admin"];

export interface Credentials {
  readonly url: string;
  readonly token?: string | undefined;
  /** The JWT of a user, which requests carry if there is no token. */
  readonly session?: string | undefined;
}

/** The password is never stored. */
export interface UserLogin {
  readonly identifier: string;
  readonly password: string;
}

/** Whether a setting defines the connection. Then only the setting can change it. */
export const isFromSetting = ({ source }: Connection): boolean =>
  source !== undefined && source !== "workspace";

/** Whether a text can be the name of a type, which becomes part of a URL. */
export const isTypeName = (value: unknown): boolean =>
  typeof value === "string" && value.length <= 200 && /^[A-Za-z0-9][\w-]*$/.test(value);

/** A connection before and after a change; undefined where the connection does not exist. */
export interface ConnectionDifference {
  readonly id: string;
  readonly before: Connection | undefined;
  readonly after: Connection | undefined;
}

export interface ConnectionStore {
  /** Connections that a setting or another window has added, removed or changed. */
  readonly onDidChange: Event<readonly ConnectionDifference[]>;
  load(): readonly Connection[];
  save(connections: readonly Connection[]): Promise<void>;
  /** A secret belongs to the connection and to the origin for which the user entered it. */
  secret(connection: Connection, kind: SecretKind): Promise<string | undefined>;
  /** Undefined deletes the secret. */
  saveSecret(connection: Connection, kind: SecretKind, secret: string | undefined): Promise<void>;
}

export const isLocal = ({ url }: Pick<Connection, "url">): boolean =>
  isLoopback(new URL(url).hostname);

/** Whether a host is this computer. VS Code never uses a proxy for it. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f.*)$/.test(hostname);

/** The URL of a service's content API, without a trailing slash. */
export const apiUrlOf = ({
  url,
  apiPrefix = "api",
}: Pick<Connection, "url" | "apiPrefix">): string =>
  apiPrefix === "" ? url : `${url}/${apiPrefix}`;

/** The API prefix as stored, without slashes around it; undefined if the text is not valid. */
export function toApiPrefix(text: string): string | undefined {
  const path = text.trim().replace(/^\/+|(?<!\/)\/+$/g, "");
  const isSegment = (segment: string) =>
    /^[\w~.-]+$/.test(segment) && segment !== "." && segment !== "..";
  return path === "" || path.split("/").every(isSegment) ? path : undefined;
}

/**
 * The URL of a service from pasted text, with or without a scheme, a trailing slash, `/api` or
 * `/admin`. Undefined if the text is not a URL.
 */
export function toServiceUrl(text: string): string | undefined {
  const trimmedText = text.trim();
  const isLocalHost = /^(localhost|127\.|\[::1\])/.test(trimmedText);
  const urlText = /^[a-z]+:\/\//i.test(trimmedText)
    ? trimmedText
    : `${isLocalHost ? "http" : "https"}://${trimmedText}`;
  if (!URL.canParse(urlText)) return undefined;
  const url = new URL(urlText);
  const isService = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isService) return undefined;
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, "").replace(/\/(api|admin)$/, "");
}

/** The origin to which secrets can be sent. */
export const originOf = ({ url }: Connection): string => new URL(url).origin;

/** A change of the stored connection. Undefined removes a detail. */
export type ConnectionChange = {
  readonly [K in Exclude<keyof Connection, "id">]?: Connection[K] | undefined;
};

/** The connection after a change, without removed details. */
export function withChange(connection: Connection, change: ConnectionChange): Connection {
  const entries = Object.entries({ ...connection, ...change, id: connection.id });
  // The required properties are present: only details can be undefined.
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Connection;
}

/** An id of eight characters, made from the first bytes. */
export function toConnectionId(bytes: Uint8Array): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(bytes.subarray(0, 8), (byte) => letters[byte % letters.length]).join("");
}

export const isSameEndpoint = (connection?: Connection, other?: Connection): boolean =>
  connection?.url === other?.url &&
  connection?.apiPrefix === other?.apiPrefix &&
  connection?.certificateFile === other?.certificateFile;

export function connectionDifferences(
  before: readonly Connection[],
  after: readonly Connection[],
): readonly ConnectionDifference[] {
  const [oldById, newById] = [before, after].map(
    (connections) => new Map(connections.map((connection) => [connection.id, connection])),
  );
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids]
    .map((id) => ({ id, before: oldById?.get(id), after: newById?.get(id) }))
    .filter((difference) => !isDeepStrictEqual(difference.before, difference.after));
}
