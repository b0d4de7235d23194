import type { JsonObject } from "../../src/model/foundation/json.ts";

/** The URL of a request and its token. */
export interface Target {
  readonly url: string;
  readonly apiPrefix?: string;
  readonly tokens: { readonly full: string };
}

export interface PlainAnswer {
  readonly status: number;
  /** The parsed body, or undefined if it was empty. */
  readonly body: unknown;
}

/** Sends a request without the project's client, so that tests see the content as the service stores it. */
export async function plainRequest(
  { url, apiPrefix = "api", tokens }: Target,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<PlainAnswer> {
  const answer = await fetch(`${url}/${apiPrefix}/${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.full}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** A document as a test reads it. */
export type PlainDocument = JsonObject & { readonly documentId: string };

/** The data of a service's answer. Fails if the service rejects the request. */
export async function plainAnswer(
  target: Target,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await plainRequest(target, method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { readonly data?: unknown } | undefined)?.data;
}

/** The documents of a list. The path can contain a query. */
export async function plainList(target: Target, path: string): Promise<PlainDocument[]> {
  return (await plainAnswer(target, "GET", path)) as PlainDocument[];
}

/** The first document of a list. Fails if there is none. */
export async function plainFirst(target: Target, path: string): Promise<PlainDocument> {
  const [document] = await plainList(target, path);
  if (!document) throw new Error(`The service has no ${path}.`);
  return document;
}

/** The documents of all pages of a list by documentId, whatever page size the service allows. */
export async function plainAll(target: Target, path: string): Promise<PlainDocument[]> {
  const documents: PlainDocument[] = [];
  for (let page = 1; ; page += 1) {
    const separator = path.includes("?") ? "&" : "?";
    const parameters = `sort=documentId&pagination[page]=${page}&pagination[pageSize]=100`;
    const rows = await plainList(target, `${path}${separator}${parameters}`);
    if (rows.length === 0) return documents;
    documents.push(...rows);
  }
}

/** A document. Fails if the service has none. */
export async function plainRead(target: Target, path: string): Promise<PlainDocument> {
  return (await plainAnswer(target, "GET", path)) as PlainDocument;
}

/** A document, or undefined if the service answers 404. */
export async function plainFind(target: Target, path: string): Promise<PlainDocument | undefined> {
  const { body } = await plainRequest(target, "GET", path);
  return (body as { data?: PlainDocument | null }).data ?? undefined;
}
