import type { Event } from "../foundation/events.ts";

/** What a connection is to the people who work with it; production is locked until it is unlocked. */
export type ConnectionEnvironment = (typeof connectionEnvironments)[number];

export const connectionEnvironments = ["development", "staging", "production"] as const;

/** What comes from outside can be anything. */
export const isEnvironment = (given: unknown): given is ConnectionEnvironment =>
  connectionEnvironments.some((environment) => environment === given);

/** A setting that a connection is written in: the user's own, or one that comes with a workspace. */
export type SettingSource = "userSetting" | "workspaceSetting";

/** A content service that the user has connected to. Its secrets are kept apart. */
export interface Connection {
  /** Eight characters of a-z and 0-9: never the name or the URL, which may change. */
  readonly id: string;
  readonly name: string;
  /** Without a trailing slash; a path prefix before `/api` is part of it. */
  readonly url: string;
  /** The path of the content API below the URL, such as `v1`; `api` unless given. */
  readonly apiPrefix?: string;
  /** Where it is kept, unless that is for all workspaces. */
  readonly source?: SettingSource | "workspace";
  /** Nothing is locked or said of one that was given none. */
  readonly environment?: ConnectionEnvironment;
  /** The locale that lists and new documents begin with; the service's own default unless given. */
  readonly locale?: string;
  /** Names of types as their URLs use them, for a service that does not tell what it has. */
  readonly collections?: readonly string[];
  /** The only types that the tree shows, by name; all unless given. */
  readonly show?: readonly string[];
  /** Types that the tree does not show, by name. */
  readonly hide?: readonly string[];
  /** Where documents are to be seen before they are published, with gaps such as `{slug}`; may be empty. */
  readonly previewUrl?: string;
  /** Where the admin panel is, where that is not `/admin` under the service's URL; may be empty. */
  readonly adminUrl?: string;
  /** The path of a PEM file with authorities that are trusted beside the usual ones. */
  readonly certificateFile?: string;
  /** The email or user name of the user of the service who is signed in, or was. */
  readonly identifier?: string;
  /** The email of the administrator who is signed in, or was. */
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
  readonly token?: string;
  /** The JWT of a user: what requests carry where there is no token. */
  readonly session?: string;
}

/** What a user gives to be let in; the password is kept nowhere. */
export interface UserLogin {
  readonly identifier: string;
  readonly password: string;
}

/** Who was let in, and what proves it. */
export interface UserSession {
  readonly identifier: string;
  readonly session: string;
}

/** Whether a connection is what a setting says, and changes with it alone. */
export const isFromSetting = ({ source }: Connection): boolean =>
  source !== undefined && source !== "workspace";

/** Whether a text can be the name of a type: it becomes part of a URL. */
export const isTypeName = (given: unknown): boolean =>
  typeof given === "string" && given.length <= 200 && /^[A-Za-z0-9][\w-]*$/.test(given);

/** What of one connection two lists say; undefined where it is not in one of them. */
export interface ConnectionDifference {
  readonly id: string;
  readonly before: Connection | undefined;
  readonly after: Connection | undefined;
}

/** Where connections and their secrets are kept. */
export interface ConnectionStore {
  /** Those that came, went or changed without this window: in a setting, or in another window. */
  readonly onDidChange: Event<readonly ConnectionDifference[]>;
  load(): readonly Connection[];
  save(connections: readonly Connection[]): Promise<void>;
  /** A secret belongs to the connection and to the origin that it was entered for. */
  secret(connection: Connection, kind: SecretKind): Promise<string | undefined>;
  /** Undefined forgets it. */
  saveSecret(connection: Connection, kind: SecretKind, secret: string | undefined): Promise<void>;
}

/** Whether a service is on this computer. */
export const isLocal = ({ url }: Pick<Connection, "url">): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** The URL of a service's content API, without a trailing slash. */
export const apiUrlOf = ({
  url,
  apiPrefix = "api",
}: Pick<Connection, "url" | "apiPrefix">): string =>
  apiPrefix === "" ? url : `${url}/${apiPrefix}`;

/** An API prefix as it is kept, without slashes around it; undefined where a text can't be one. */
export function toApiPrefix(text: string): string | undefined {
  const path = text.trim().replace(/^\/+|\/+$/g, "");
  const isSegment = (one: string) => /^[\w~.-]+$/.test(one) && one !== "." && one !== "..";
  return path === "" || path.split("/").every(isSegment) ? path : undefined;
}

/**
 * The URL of a service out of what a person pastes: with or without a scheme, a trailing slash,
 * `/api` or `/admin`. Undefined when it is none.
 */
export function toServiceUrl(text: string): string | undefined {
  const typed = text.trim();
  const local = /^(localhost|127\.|\[::1\])/.test(typed);
  const whole = /^[a-z]+:\/\//i.test(typed) ? typed : `${local ? "http" : "https"}://${typed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const isService = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isService) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, "").replace(/\/(api|admin)$/, "");
}
