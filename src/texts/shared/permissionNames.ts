import type { CmsError } from "../../model/foundation/outcome.ts";
import type { ContentType } from "../../model/schemas/catalog.ts";
import { routeAt, typeAt, type UrlLookup } from "../../model/access/typeOfUrl.ts";

type Call = Pick<CmsError, "method" | "url">;

let services: UrlLookup | undefined;

/**
 * Sets the connections and catalogs in which types and routes are looked up. Many callers describe
 * failures without a catalog. Until this function is called, and for unknown types and routes,
 * messages use the URL's own name.
 */
export function nameTypesBy(lookup: UrlLookup | undefined): void {
  services = lookup;
}

/** A permission's location in the admin panel: the section and its checkbox. */
export interface PermissionName {
  readonly section: string;
  readonly action: string;
}

/** The permission that a call requires, as the admin panel names it: `Article: find`. */
export function permissionLabel(call: Call): string {
  const { section, action } = permissionNameOf(call);
  return `${section}: ${action}`;
}

export function permissionNameOf(call: Call): PermissionName {
  const route = routeOf(call);
  const [name = "", id] = route.split("/");
  const isUser = name === "users";
  const type = services && !isUser ? typeAt(services, call.url) : undefined;
  const section = isUser ? "Users-permissions, User" : type ? sectionOf(type) : name;
  const written = (isUser ? userWrites : writes).get(call.method);
  const read = reads.get(route) ?? (id === undefined ? "find" : "findOne");
  return plugins.get(route) ?? { section, action: written ?? read };
}

/** The part of a call's URL after the API prefix: `/api/`, or that of the connection. */
export const routeOf = ({ url }: Pick<Call, "url">): string =>
  (services && routeAt(services, url)) ?? new URL(url).pathname.replace(/^.*?\/api\//, "");

/** The section of a type. It is named after the type's API, which several types may share. */
function sectionOf({ uid, name }: ContentType): string {
  const [, local = ""] = uid.split("::");
  const [api = name, type = api] = local.includes(".") ? local.split(".") : [];
  const section = `${api.charAt(0).toUpperCase()}${api.slice(1).toLowerCase()}`;
  return type === api ? section : `${section}, ${type}`;
}

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

const reads = new Map([
  ["users/count", "count"],
  ["users/me", "me"],
]);
