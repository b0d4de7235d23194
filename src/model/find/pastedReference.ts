import { singleId, usersType } from "../foundation/address.ts";
import { apiUrlOf, type Connection } from "../connect/connection.ts";
import { adminUrlIn, decoded, gapsIn, defaultAdminUrl } from "../connect/documentUrls.ts";
import { connectionsToService, fromLinkQuery } from "./documentLink.ts";

/** The reference in a pasted text, as far as the text alone tells. The document may not exist. */
export type PastedReference =
  | { readonly kind: "id"; readonly documentId: string }
  | { readonly kind: "user"; readonly connection: string; readonly id: number }
  /** A document of a type, which is given by name or uid. */
  | (OfType & { readonly kind: "document"; readonly id: string })
  /** The document of a single type, or a collection. Only the catalog knows which one it is. */
  | (OfType & { readonly kind: "type" })
  /** A page of the website, with the values of the placeholders in the preview URL's template. */
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

/** Parses a reference on the first connection that it matches; undefined for other text. */
export function parseReference(
  text: string,
  connections: readonly Connection[],
): PastedReference | undefined {
  if (/^[a-z][a-z0-9]{23}$/.test(text)) return { kind: "id", documentId: text };
  const [first] = connections;
  const [, number] = /^user[\s/#]*(\d{1,15})$/i.exec(text) ?? [];
  if (first && number) return { kind: "user", connection: first.id, id: Number(number) };
  if (!/^[a-z-]+:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return inLink(url, connections);
  const references = connections.map(
    (connection) => inAdmin(connection, url) ?? inService(connection, url),
  );
  const pages = connections.map(
    ({ id: connection, previewUrl = "" }): PastedReference | undefined => {
      const gaps = previewUrl === "" ? undefined : gapsIn(previewUrl, url);
      return gaps && gaps.size > 0 ? { kind: "page", connection, gaps } : undefined;
    },
  );
  return [...references, ...pages].find(Boolean);
}

/** A link from the Copy Link command: `vscode://<extension>/open?url=…&type=articles&id=…`. */
function inLink(url: URL, connections: readonly Connection[]): PastedReference | undefined {
  const link = url.pathname === "/open" ? fromLinkQuery(url.search) : undefined;
  const [connection] = link ? connectionsToService(link.url, connections) : [];
  if (!link || !connection) return undefined;
  const { type, id, locale } = link;
  if (type === usersType) return { kind: "user", connection: connection.id, id: Number(id) };
  return named({ connection: connection.id, type, locale }, id === singleId ? undefined : id);
}

/** `/api/articles/<documentId>?locale=fr`, `/api/homepage` or `/api/users/7`. */
function inService(connection: Connection, url: URL): PastedReference | undefined {
  const [type, id, ...others] = below(apiUrlOf(connection), url) ?? [];
  const { id: connectionId } = connection;
  if (!type || others.length > 0) return undefined;
  if (type !== usersType)
    return named({ connection: connectionId, type, locale: localeIn(url, "locale") }, id);
  return /^\d{1,15}$/.test(id ?? "")
    ? { kind: "user", connection: connectionId, id: Number(id) }
    : undefined;
}

const named = (typeReference: OfType, id: string | undefined): PastedReference =>
  id === undefined
    ? { kind: "type", ...typeReference }
    : { kind: "document", ...typeReference, id };

const localeIn = ({ searchParams }: URL, name: string): string | undefined =>
  searchParams.get(name) ?? undefined;

/** `/content-manager/collection-types/<uid>/<documentId>`, and pages below, as the history. */
function inAdmin(connection: Connection, url: URL): PastedReference | undefined {
  const bases = [adminUrlIn(connection), defaultAdminUrl(connection)];
  const [path = []] = bases.flatMap((base) => {
    const steps = below(`${base.replace(/(?<!\/)\/+$/, "")}/content-manager`, url);
    return steps ? [steps] : [];
  });
  const [kind = "", type, id] = path;
  if (!type || !/^(collection|single)-types$/.test(kind)) return undefined;
  const typeReference = {
    connection: connection.id,
    type,
    locale: localeIn(url, "plugins[i18n][locale]"),
  };
  return named(typeReference, kind === "single-types" ? undefined : id);
}

/** The path segments below another URL; undefined if the URL isn't below it. */
function below(base: string, url: URL): string[] | undefined {
  const { origin, pathname } = new URL(base);
  const isBelow = url.origin === origin && url.pathname.startsWith(`${pathname}/`);
  const segments = url.pathname.slice(pathname.length + 1).split("/");
  return isBelow ? segments.filter(Boolean).map(decoded) : undefined;
}
