import { isSingle, isUser, type Address } from "../foundation/address.ts";
import type { Status } from "../../client/index.ts";
import type { Connection } from "./connection.ts";
import { ownIn, type JsonObject } from "../foundation/json.ts";

/**
 * A URL with placeholders: `{type}`, `{locale}`, `{documentId}`, `{status}`, and attributes such as
 * `{slug}`. The status is `draft` or `published`.
 */
export type UrlTemplate = string;

const gaps = /\{([A-Za-z_]\w*)\}/g;

/**
 * Whether a text is a template: an http or https URL without a user. No attribute of a document can
 * change its host, but the locale can.
 */
export function isUrlTemplate(text: UrlTemplate): boolean {
  const [, host = ""] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  const isOpen = /[{}@]/.test(host.replaceAll("{locale}", "x"));
  const filled = text.replaceAll(gaps, "x");
  return host !== "" && !isOpen && !/[{}\s]/.test(filled) && URL.canParse(filled);
}

export const isAdminUrl = (text: string): boolean => isUrlTemplate(text) && !/[{?#]/.test(text);

/** Whether the URLs of a draft and its published version differ. */
export const hasStatus = (template: UrlTemplate): boolean => template.includes("{status}");

/** The preview URL of a document, or the names of the placeholders for which it has no value. */
export function previewUrlOf(
  template: UrlTemplate,
  { type, locale = "" }: Address,
  { documentId, content }: { readonly documentId: string; readonly content: JsonObject },
  status: Status = "draft",
): { readonly url: string } | { readonly empty: readonly string[] } {
  const facts: JsonObject = { ...content, type, locale, documentId, status };
  const empty = new Set<string>();
  const url = template.replaceAll(gaps, (_, name: string) => {
    const value = ownIn(facts, name);
    const isGiven = typeof value === "number" || (typeof value === "string" && value !== "");
    if (!isGiven) empty.add(name);
    return isGiven ? encodeURIComponent(value) : "";
  });
  return empty.size > 0 ? { empty: [...empty] } : { url };
}

/**
 * The URL that a service gives for a preview, which may be relative to the admin panel. Undefined
 * unless it is an http or https URL without a user.
 */
export function servicePreviewUrl(
  url: string,
  connection: Pick<Connection, "url" | "adminUrl">,
): string | undefined {
  const adminUrl = adminUrlIn(connection);
  if (!URL.canParse(url, adminUrl)) return undefined;
  const { href, protocol, username, password } = new URL(url, adminUrl);
  return /^https?:$/.test(protocol) && username + password === "" ? href : undefined;
}

/** The URL of the admin panel, unless the user has set another one. */
export const defaultAdminUrl = ({ url }: Pick<Connection, "url">): string => `${url}/admin`;

export const adminUrlIn = (connection: Pick<Connection, "url" | "adminUrl">): string => {
  const { adminUrl = "" } = connection;
  return adminUrl === "" ? defaultAdminUrl(connection) : adminUrl;
};

export function adminUrlOf(
  connection: Pick<Connection, "url" | "adminUrl">,
  address: Address,
  { uid, documentId }: { readonly uid: string; readonly documentId: string },
): string {
  const adminUrl = adminUrlIn(connection);
  const kind = isSingle(address) && !isUser(address) ? "single-types" : "collection-types";
  const path = [kind, uid, ...(isSingle(address) ? [] : [encodeURIComponent(documentId)])];
  const { locale } = address;
  const inLocale = locale ? `?plugins[i18n][locale]=${encodeURIComponent(locale)}` : "";
  return `${adminUrl.replace(/(?<!\/)\/+$/, "")}/content-manager/${path.join("/")}${inLocale}`;
}

/** Replaces a placeholder while the URL is parsed. It must also be valid in a host name. */
const mark = (index: number | string): string => `x7gap${index}gap7x`;

/** Matches a URL against the template, and returns the values of its placeholders. */
export function gapsIn(template: UrlTemplate, url: URL): ReadonlyMap<string, string> | undefined {
  const names: string[] = [];
  const marked = template.replaceAll(gaps, (_, name: string) => mark(names.push(name) - 1));
  if (!URL.canParse(marked)) return undefined;
  const { origin, pathname, searchParams, hash } = new URL(marked);
  const withoutSlash = (path: string) => path.replace(/(?<!\/)\/+$/, "");
  // The page of a visitor has no status in its query.
  const isStatus = (value: string) =>
    names.some((name, at) => name === "status" && value === mark(at));
  // All parts must match, but a trailing slash and parts that the template lacks don't count.
  const parts = [
    [origin, url.origin],
    [withoutSlash(pathname), withoutSlash(url.pathname)],
    ...[...searchParams]
      .filter(([, value]) => !isStatus(value))
      .map(([name, value]) => [value, url.searchParams.get(name) ?? ""].map(encodeURIComponent)),
    ...(hash ? [[hash, url.hash]] : []),
  ];
  const partValues = parts.map(([pattern = "", text = ""]) => matches(pattern, text));
  if (partValues.includes(undefined)) return undefined;
  const filled = partValues
    .flatMap((part) => part ?? [])
    .map(([index, value]) => [names[index] ?? "", value] as const);
  const values = new Map(filled);
  // A placeholder that occurs twice must have the same value.
  return filled.every(([name, value]) => values.get(name) === value) ? values : undefined;
}

/** The values of the placeholders in a part, by number; undefined if the part does not match. */
function matches(pattern: string, text: string): [number, string][] | undefined {
  const pieces = pattern.split(/x7gap(\d+)gap7x/);
  const indexes = pieces.filter((_, at) => at % 2 === 1).map(Number);
  const literals = pieces.filter((_, at) => at % 2 === 0);
  const values = between(literals, text);
  return values && indexes.map((index, at) => [index, decoded(values[at] ?? "")]);
}

/**
 * The parts of a text between consecutive literals, from its start to its end. Undefined if the
 * literals do not match, or if a part is empty or spans several parts of the URL. Each literal
 * matches at its first position, without backtracking. A regular expression would try all positions
 * of all literals.
 */
function between([first = "", ...others]: readonly string[], text: string): string[] | undefined {
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let start = first.length;
  for (const [index, literal] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, start + 1);
    if (end <= start || (isLast && !text.endsWith(literal))) return undefined;
    values.push(text.slice(start, end));
    start = end + literal.length;
  }
  const isOnePart = values.every((value) => !/[/?#]/.test(value));
  return isOnePart && start === text.length ? values : undefined;
}

/** A decoded part of a URL; unchanged if it can't be decoded. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
