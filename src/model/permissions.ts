import type { Cms } from "../client/index.ts";
import type { Catalog } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { Lanes } from "./lanes.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed, refused } from "./outcome.ts";

/** A route, and whether a credential may call it; undefined where that was not looked at. */
export interface Permission {
  readonly method: "GET" | "POST" | "PUT";
  /** What follows `/api/`, such as `articles`; of what is changed, one that is not there. */
  readonly route: string;
  readonly allowed: boolean | undefined;
}

type Route = Omit<Permission, "allowed">;

interface Looking {
  /** Whose collections are asked about; without it, what belongs to no type alone. */
  readonly catalog: Catalog | undefined;
  readonly signal?: AbortSignal;
}

/** More would be a load for the service, and no help for a person. */
const mostCollections = 50;
const atOnce = 4;

/**
 * What a connection's credential may do, by questions that change nothing. Single types are not asked about: a
 * write would make one. In production nothing is asked that looks like a write.
 */
export async function permissionsOf(
  cms: Cms,
  { role }: Pick<Connection, "role">,
  { catalog, signal }: Looking,
): Promise<Outcome<readonly Permission[]>> {
  const lanes = new Lanes(atOnce);
  const isLocked = role === "production";
  const answers = await Promise.all(
    [...basics, ...routesIn(catalog)].map((route) =>
      lanes.run(async () => {
        if (isLocked && route.method !== "GET") return done({ ...route, allowed: undefined });
        return ask(cms, route, signal);
      }),
    ),
  );
  const [failure] = answers.find(([refusal]) => refusal) ?? [null];
  return failure ? failed(failure) : done(answers.flatMap(([, permission]) => permission ?? []));
}

async function ask(cms: Cms, one: Route, signal?: AbortSignal): Promise<Outcome<Permission>> {
  const path = one.route.split("/");
  const [error, allowed] = await cms.auth().allows({ ...one, path, ...(signal && { signal }) });
  if (!error) return done({ ...one, allowed });
  // A service may have trouble of its own with a question.
  const isOdd = error.status !== undefined && error.name !== "UnauthorizedError";
  return isOdd ? done({ ...one, allowed: undefined }) : refused(error);
}

const basics: readonly Route[] = [
  { method: "GET", route: "content-type-builder/content-types" },
  { method: "GET", route: "content-type-builder/components" },
  { method: "GET", route: "i18n/locales" },
  { method: "GET", route: "users" },
  { method: "POST", route: "users" },
  { method: "PUT", route: "users/0" },
  { method: "GET", route: "upload/files" },
  { method: "POST", route: "upload" },
];

function routesIn(catalog: Catalog | undefined): Route[] {
  const types = [...(catalog?.types.values() ?? [])].filter(({ kind }) => kind === "collection");
  return types.slice(0, mostCollections).flatMap(({ name }) => [
    { method: "GET", route: name },
    { method: "POST", route: name },
    { method: "PUT", route: `${name}/0` },
  ]);
}
