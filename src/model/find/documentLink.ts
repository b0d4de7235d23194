import { singleId, usersType, type Address } from "../foundation/address.ts";
import { toServiceUrl, type Connection } from "../connect/connection.ts";

/** A document or user on a service, independent of connections. */
export interface DocumentLink extends Omit<Address, "connection"> {
  readonly url: string;
}

/** The query string of a link to a document. It contains the service's URL and never a token. */
export function toLinkQuery({ type, id, locale }: Address, { url }: Connection): string {
  return new URLSearchParams({ url, type, id, ...(locale && { locale }) }).toString();
}

/** In characters. URLSearchParams is quadratic in Node 24, so a long query takes seconds. */
const maxQueryLength = 10_000;

/** Parses the query string of a link; undefined if a part is missing or invalid, or if it is too long. */
export function fromLinkQuery(query: string): DocumentLink | undefined {
  if (query.length > maxQueryLength) return undefined;
  const params = new URLSearchParams(query);
  const text = (name: string) => params.get(name) ?? "";
  const url = toServiceUrl(text("url"));
  const [type, id, locale] = [text("type"), text("id"), text("locale")];
  const isNamed = [type, ...(locale ? [locale] : [])].every((name) => /^[\w-]+$/.test(name));
  const isId = type === usersType ? /^\d{1,15}$/.test(id) : id === singleId || /^\w+$/.test(id);
  return url && isNamed && isId ? { url, type, id, ...(locale && { locale }) } : undefined;
}

/** The connections to the service at a URL, however the URL is written. */
export const connectionsToService = (url: string, connections: readonly Connection[]) =>
  connections.filter((connection) => new URL(connection.url).href === new URL(url).href);
