import type { CmsError } from "../../model/foundation/outcome.ts";
import type { ContentType } from "../../model/schemas/catalog.ts";

type Call = Pick<CmsError, "method" | "url">;

/** The type whose content a URL is of; undefined where that is not known. */
export type TypeAt = (url: string) => ContentType | undefined;

/** The route of a call below the content API of its connection; undefined where that is not known. */
export type RouteAt = (url: string) => string | undefined;

let typeAt: TypeAt = () => undefined;
let routeAt: RouteAt = () => undefined;

/**
 * Says where types and routes are looked up. Failures are put into words in many places that know no catalog; until
 * this is called, and of what is not found, the URL's own name is said.
 */
export function nameTypesBy(lookForType: TypeAt, lookForRoute: RouteAt): void {
  typeAt = lookForType;
  routeAt = lookForRoute;
}

/** A permission where the admin panel has it: the section, and the box in it. */
export interface PermissionName {
  readonly section: string;
  readonly action: string;
}

/** The permission that a call needs, as the admin panel names it: `Article: find`. */
export function permissionLabel(call: Call): string {
  const { section, action } = permissionNameOf(call);
  return `${section}: ${action}`;
}

export function permissionNameOf(call: Call): PermissionName {
  const route = routeOf(call);
  const [name = "", id] = route.split("/");
  const written = (name === "users" ? userWrites : writes).get(call.method);
  const read = reads.get(route) ?? (id === undefined ? "find" : "findOne");
  return plugins.get(route) ?? { section: sectionAt(call.url, name), action: written ?? read };
}

function sectionAt(url: string, name: string): string {
  if (name === "users") return usersApi;
  const type = typeAt(url);
  return type ? sectionOf(type) : name;
}

/** What follows the API prefix in the URL of a call, `/api/` unless its connection has another. */
export const routeOf = ({ url }: Pick<Call, "url">): string =>
  routeAt(url) ?? new URL(url).pathname.replace(/^.*?\/api\//, "");

/** The section of a type, which is called after its API; several types may share one. */
function sectionOf({ uid, name }: ContentType): string {
  const [, api = name, type = api] = /::(.*?)\.(.*)/.exec(uid) ?? [];
  const section = `${api.charAt(0).toUpperCase()}${api.slice(1).toLowerCase()}`;
  return type === api ? section : `${section}, ${type}`;
}

const usersApi = "Users-permissions, User";

const writes = new Map([
  ["POST", "create"],
  ["PUT", "update"],
  ["DELETE", "delete"],
]);

const userWrites = new Map([...writes, ["DELETE", "destroy"]]);

const plugins = new Map<string, PermissionName>([
  [
    "content-type-builder/content-types",
    { section: "Content-type-builder", action: "getContentTypes" },
  ],
  ["content-type-builder/components", { section: "Content-type-builder", action: "getComponents" }],
  ["i18n/locales", { section: "I18n", action: "listLocales" }],
  ["upload", { section: "Upload", action: "upload" }],
  ["upload/files", { section: "Upload", action: "find" }],
]);

/** Where the read of a route is no find. */
const reads = new Map([
  ["users/count", "count"],
  ["users/me", "me"],
]);
