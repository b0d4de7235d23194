import { isSingle, isUser } from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import type { Connection } from "./connection.ts";
import type { JsonObject } from "../foundation/json.ts";

/** A URL with gaps such as `{slug}`, `{locale}`, `{documentId}` or `{type}`; other names are attributes. */
export type UrlTemplate = string;

const gaps = /\{([A-Za-z_]\w*)\}/g;

/**
 * Whether a text is a template: an http or https URL without a user, whose host no attribute of a document
 * can change; a locale may stand in it.
 */
export function isUrlTemplate(text: UrlTemplate): boolean {
  const [, host = ""] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  const isOpen = /[{}@]/.test(host.replaceAll("{locale}", "x"));
  const filled = text.replaceAll(gaps, "x");
  return host !== "" && !isOpen && !/[{}\s]/.test(filled) && URL.canParse(filled);
}

/** Whether a text is the URL of an admin panel. */
export const isAdminUrl = (text: string): boolean => isUrlTemplate(text) && !/[{?#]/.test(text);

/** A URL, or the names of the gaps that a document has nothing for. */
export type FilledUrl = { readonly url: string } | { readonly empty: readonly string[] };

/** Where a document is to be seen before it is published. */
export function previewUrlOf(
  template: UrlTemplate,
  { type, locale = "" }: Address,
  { documentId, content }: { readonly documentId: string; readonly content: JsonObject },
): FilledUrl {
  const facts = new Map<string, unknown>([
    ...Object.entries(content),
    ["type", type],
    ["locale", locale],
    ["documentId", documentId],
  ]);
  const empty = new Set<string>();
  const url = template.replaceAll(gaps, (_, name: string) => {
    const value = facts.get(name);
    const isGiven = typeof value === "number" || (typeof value === "string" && value !== "");
    if (!isGiven) empty.add(name);
    return isGiven ? encodeURIComponent(value) : "";
  });
  return empty.size > 0 ? { empty: [...empty] } : { url };
}

/** Where the admin panel is, unless the person has said otherwise. */
export const defaultAdminUrl = ({ url }: Pick<Connection, "url">): string => `${url}/admin`;

export const adminUrlIn = (connection: Pick<Connection, "url" | "adminUrl">): string => {
  const { adminUrl = "" } = connection;
  return adminUrl === "" ? defaultAdminUrl(connection) : adminUrl;
};

/** Where a document is edited in the admin panel. */
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
  return `${adminUrl.replace(/\/+$/, "")}/content-manager/${path.join("/")}${inLocale}`;
}

/** Stands for a gap where a URL is taken apart: it may be part of a host, too. */
const mark = (index: number | string): string => `x7gap${index}gap7x`;

/** The template read backwards: what a URL that it may have made has in its gaps. */
export function gapsIn(template: UrlTemplate, url: URL): ReadonlyMap<string, string> | undefined {
  const names: string[] = [];
  const marked = template.replaceAll(gaps, (_, name: string) => mark(names.push(name) - 1));
  if (!URL.canParse(marked)) return undefined;
  const found = partsOf(new URL(marked), url).map(([pattern, text]) => matches(pattern, text));
  if (found.includes(undefined)) return undefined;
  const filled = found
    .flatMap((part) => part ?? [])
    .map(([index, value]) => [names[index] ?? "", value] as const);
  const values = new Map(filled);
  // One gap that stands twice has one value.
  return filled.every(([name, value]) => values.get(name) === value) ? values : undefined;
}

/** What must match: all of a URL, but for a slash at the end and for what the template does not ask for. */
function partsOf(template: URL, url: URL): (readonly [string, string])[] {
  const path = ({ pathname }: URL) => pathname.replace(/\/+$/, "");
  return [
    [template.origin, url.origin],
    [path(template), path(url)],
    ...[...template.searchParams].map(
      ([name, value]) =>
        [encodeURIComponent(value), encodeURIComponent(url.searchParams.get(name) ?? "")] as const,
    ),
    ...(template.hash ? [[template.hash, url.hash] as const] : []),
  ];
}

/** The values of the gaps in a part, by the gap's number; undefined where the part is another one. */
function matches(pattern: string, text: string): [number, string][] | undefined {
  const pieces = pattern.split(new RegExp(mark("(\\d+)")));
  const indexes = pieces.filter((_, at) => at % 2 === 1).map(Number);
  const literals = pieces.filter((_, at) => at % 2 === 0);
  const values = between(literals, text);
  return values && indexes.map((index, at) => [index, decoded(values[at] ?? "")]);
}

/**
 * What stands between literals that follow each other in a text from its beginning to its end; undefined where
 * they do not, or where nothing or more than one part of a URL stands between two. Each literal is taken where
 * it comes first, and none is tried twice: an expression would try all places of all literals.
 */
function between([first = "", ...others]: readonly string[], text: string): string[] | undefined {
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [index, literal] of others.entries()) {
    const isLast = index === others.length - 1;
    const to = isLast ? text.length - literal.length : text.indexOf(literal, from + 1);
    if (to <= from || (isLast && !text.endsWith(literal))) return undefined;
    values.push(text.slice(from, to));
    from = to + literal.length;
  }
  const isOnePart = values.every((value) => !/[/?#]/.test(value));
  return isOnePart && from === text.length ? values : undefined;
}

/** A part of a URL as a person would write it; as it is where it can't be. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
