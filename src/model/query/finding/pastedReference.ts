import { singleId, usersType } from "../../foundation/address.ts";
import { apiUrlOf } from "../../connections/connection.ts";
import type { Connection } from "../../connections/connection.ts";
import { adminUrlIn, decoded, gapsIn, defaultAdminUrl } from "../../connections/documentUrls.ts";
import { connectionsToService, fromLinkQuery } from "./documentLink.ts";

/** What a pasted text names, as far as it says so itself: nobody has looked yet whether it is there. */
export type PastedReference =
  | { readonly kind: "id"; readonly documentId: string }
  | { readonly kind: "user"; readonly connection: string; readonly id: number }
  /** A document of a type that is known by its name or its uid. */
  | (OfType & { readonly kind: "document"; readonly id: string })
  /** The one document of a single type, or a collection: only the catalog knows which. */
  | (OfType & { readonly kind: "type" })
  /** A page of the web site: what stands in the gaps of the preview's template. */
  | {
      readonly kind: "page";
      readonly connection: string;
      readonly gaps: ReadonlyMap<string, string>;
    };

interface OfType {
  readonly connection: string;
  readonly type: string;
  readonly locale?: string | undefined;
}

/** What a text names on the first of these connections that it can be of; undefined for a mere text. */
export function parseReference(
  text: string,
  connections: readonly Connection[],
): PastedReference | undefined {
  if (/^[a-z][a-z0-9]{23}$/.test(text)) return { kind: "id", documentId: text };
  const [first] = connections;
  const [, number] = /^user[\s/#]*(\d{1,15})$/i.exec(text) ?? [];
  if (first && number) return { kind: "user", connection: first.id, id: Number(number) };
  const isUrl = /^[a-z-]+:\/\//i.test(text) && URL.canParse(text);
  return isUrl ? readUrl(new URL(text), connections) : undefined;
}

function readUrl(url: URL, connections: readonly Connection[]): PastedReference | undefined {
  if (!/^https?:$/.test(url.protocol)) return inLink(url, connections);
  const places = connections.map((one) => inAdmin(one, url) ?? inService(one, url));
  return places.find(Boolean) ?? connections.map((one) => onSite(one, url)).find(Boolean);
}

/** What Copy Link has made: `vscode://<extension>/open?url=…&type=articles&id=…`. */
function inLink(url: URL, connections: readonly Connection[]): PastedReference | undefined {
  const link = url.pathname === "/open" ? fromLinkQuery(url.search) : undefined;
  const [to] = link ? connectionsToService(link.url, connections) : [];
  if (!link || !to) return undefined;
  const { type, id, locale } = link;
  if (type === usersType) return { kind: "user", connection: to.id, id: Number(id) };
  return named({ connection: to.id, type, locale }, id === singleId ? undefined : id);
}

/** `/api/articles/<documentId>?locale=fr`, `/api/homepage` or `/api/users/7`. */
function inService(one: Connection, url: URL): PastedReference | undefined {
  const [type, id, ...others] = below(apiUrlOf(one), url) ?? [];
  const { id: connection } = one;
  if (!type || others.length > 0) return undefined;
  if (type !== usersType) return named({ connection, type, locale: localeIn(url, "locale") }, id);
  return /^\d{1,15}$/.test(id ?? "") ? { kind: "user", connection, id: Number(id) } : undefined;
}

const named = (of: OfType, id: string | undefined): PastedReference =>
  id === undefined ? { kind: "type", ...of } : { kind: "document", ...of, id };

const localeIn = ({ searchParams }: URL, name: string): string | undefined =>
  searchParams.get(name) ?? undefined;

/** `/content-manager/collection-types/<uid>/<documentId>`, and what stands below it, such as its history. */
function inAdmin(connection: Connection, url: URL): PastedReference | undefined {
  const bases = [adminUrlIn(connection), defaultAdminUrl(connection)];
  const [path = []] = bases.flatMap((base) => {
    const steps = below(`${base.replace(/\/+$/, "")}/content-manager`, url);
    return steps ? [steps] : [];
  });
  const [kind = "", type, id] = path;
  if (!type || !/^(collection|single)-types$/.test(kind)) return undefined;
  const of = { connection: connection.id, type, locale: localeIn(url, "plugins[i18n][locale]") };
  return named(of, kind === "single-types" ? undefined : id);
}

function onSite(
  { id: connection, previewUrl = "" }: Connection,
  url: URL,
): PastedReference | undefined {
  const gaps = previewUrl === "" ? undefined : gapsIn(previewUrl, url);
  return gaps && gaps.size > 0 ? { kind: "page", connection, gaps } : undefined;
}

/** The steps of a path below another URL; undefined where it is not below. */
function below(base: string, url: URL): string[] | undefined {
  const { origin, pathname } = new URL(base);
  const isBelow = url.origin === origin && url.pathname.startsWith(`${pathname}/`);
  const rest = url.pathname.slice(pathname.length + 1).split("/");
  return isBelow ? rest.filter(Boolean).map(decoded) : undefined;
}
