/** The URL of a request and its token. */
export interface Target {
  readonly url: string;
  readonly apiPrefix?: string;
  readonly tokens: { readonly full: string };
}

export interface PlainAnswer {
  readonly status: number;
  /** The parsed body; undefined when it was empty. */
  readonly body: unknown;
}

/** One request without the project's client, so that tests see the content of the service itself. */
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

/** A document in a test's own view. */
export type PlainDocument = Readonly<Record<string, unknown>> & { readonly documentId: string };

/** The documents of a list; the query is given as in a URL. */
export async function plainList(target: Target, path: string): Promise<PlainDocument[]> {
  const { body } = await plainRequest(target, "GET", path);
  return (body as { data: PlainDocument[] }).data;
}

/** One document, or undefined when the service answers 404. */
export async function plainFind(target: Target, path: string): Promise<PlainDocument | undefined> {
  const { body } = await plainRequest(target, "GET", path);
  return (body as { data?: PlainDocument | null }).data ?? undefined;
}
