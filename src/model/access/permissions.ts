import type { Cms } from "../../client/index.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import type { Connection } from "../connect/connection.ts";
import type { Connections } from "../connect/connections.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { done, failed, refused, type Outcome } from "../foundation/outcome.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";

/** A route, and whether the credential may call it; undefined if that was not checked. */
export interface Permission {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path after `/api/`, such as `articles`; for a missing document, `articles/0`. */
  readonly route: string;
  readonly allowed: boolean | undefined;
}

type Route = Omit<Permission, "allowed"> & { isSingle?: boolean; isGuess?: boolean };

export interface PermissionOptions {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
}

/** The most types to check. More would burden the service without helping the user. */
const maxTypes = 50;
const maxParallelRequests = 4;

/**
 * The permissions of a connection's credential. Routes that the service does not have are omitted.
 * Sends only reads, unless the user agreed to writes (`withWrites`): POST, PUT and DELETE without
 * content, which change nothing. They are never sent in production, or to types that the service
 * has not named itself.
 */
export async function permissionsOf(
  { connections, catalogs }: PermissionOptions,
  connection: Connection,
  { signal, withWrites = false }: { signal?: AbortSignal; withWrites?: boolean } = {},
): Promise<Outcome<readonly Permission[], SchemaFailure>> {
  const { id, environment } = connection;
  const [unreachable, cms] = await connections.reach(id);
  if (unreachable) return failed(unreachable);
  const limit = new ConcurrencyLimit(maxParallelRequests);
  const mayProbeWrites = withWrites && environment !== "production";
  const answers = await Promise.all([
    ...[...basics, ...routesIn(catalogs.remembered(id))].map((route) =>
      limit.run(async () => {
        const isSafe = route.method === "GET" || (mayProbeWrites && !route.isGuess);
        return isSafe ? ask(cms, route, signal) : done({ ...route, allowed: undefined });
      }),
    ),
    // The permission of the signed-in user. A token has no user.
    limit.run(async () => {
      // If the secret storage can't be read, no user is known.
      const isUser = await connections.hasSecret(connection, ["session"]).catch(() => false);
      if (!isUser) return done(undefined);
      const [locked, userCms] = await connections.reach(id, "user");
      if (locked) return failed(locked);
      const me: Route = { method: "GET", route: "users/me" };
      const [failure, permission] = await ask(userCms, me, signal);
      // An expired sign-in says nothing about the connection's token.
      return done(failure ? { ...me, allowed: undefined } : permission);
    }),
  ]);
  const [failure] = answers.find(([refusal]) => refusal) ?? [null];
  return failure ? failed(failure) : done(answers.flatMap(([, permission]) => permission ?? []));
}

async function ask(cms: Cms, checkedRoute: Route, signal?: AbortSignal) {
  const { method, route, isSingle } = checkedRoute;
  const isMissing = route.endsWith(missingId) || isSingle === true;
  const path = route.split("/");
  const { hasPermission } = await import("../../client/admin/index.ts");
  const [error, allowed] = await hasPermission(cms, { method, path, isMissing, signal });
  if (!error) return done(allowed === undefined ? undefined : { method, route, allowed });
  // The service can fail to answer for other reasons.
  const isOdd = error.status !== undefined && error.name !== "UnauthorizedError";
  return isOdd ? done({ method, route, allowed: undefined }) : refused(error);
}

/** An id that never exists: documentIds are longer, and user ids begin with 1. */
const missingId = "/0";

const basics: readonly Route[] = [
  { method: "GET", route: "content-type-builder/content-types" },
  { method: "GET", route: "content-type-builder/components" },
  { method: "GET", route: "i18n/locales" },
  ...routesOf("users"),
  { method: "GET", route: "users/count" },
  { method: "GET", route: "upload/files" },
  { method: "POST", route: "upload" },
];

function routesIn(catalog: Catalog | undefined): Route[] {
  const types = [...(catalog?.types.values() ?? [])];
  // A route that the service has not named itself may act on any request.
  const isGuess = catalog?.source !== "service";
  return types.slice(0, maxTypes).flatMap(({ name, kind }): Route[] => {
    if (kind !== "single") return routesOf(name).map((route) => ({ ...route, isGuess }));
    // A check whether a single type may be deleted would delete it.
    return [
      { method: "GET", route: name, isSingle: true, isGuess },
      { method: "PUT", route: name, isSingle: true, isGuess },
    ];
  });
}

function routesOf(name: string): Route[] {
  const missing = name + missingId;
  return [
    { method: "GET", route: name },
    { method: "GET", route: missing },
    { method: "POST", route: name },
    { method: "PUT", route: missing },
    { method: "DELETE", route: missing },
  ];
}
