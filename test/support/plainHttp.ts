/** Where a request goes, and with which token. */
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

/** One request with nothing of ours in it: how tests look at what the service really holds. */
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

/** A document as a test looks at it. */
export type PlainDocument = Readonly<Record<string, unknown>> & { readonly documentId: string };

/** The documents of a list, with the query as it stands in a URL. */
export async function plainList(target: Target, path: string): Promise<PlainDocument[]> {
  const { body } = await plainRequest(target, "GET", path);
  return (body as { data: PlainDocument[] }).data;
}

/** One document, or undefined where the service answers 404. */
export async function plainFind(target: Target, path: string): Promise<PlainDocument | undefined> {
  const { body } = await plainRequest(target, "GET", path);
  return (body as { data?: PlainDocument | null }).data ?? undefined;
}
