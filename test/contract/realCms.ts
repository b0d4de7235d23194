import { createCms } from "../../src/client/index.ts";
import type { AnyDocument, Cms, Collection } from "../../src/client/index.ts";
import "../services/skipInapplicable.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

/** Has its own fields, and lets any other field pass, so that tests can ask for wrong ones too. */
export interface Article extends AnyDocument {
  readonly documentId: string;
  readonly title: string;
  readonly slug: string | null;
  readonly kicker: string | null;
  readonly locale: string;
  readonly publishedAt: string | null;
}

interface Answer {
  readonly status: number;
  /** The parsed JSON; undefined when it was empty. */
  readonly body: unknown;
}

let service: Service;
let jwt: string;
const clients: Cms[] = [];

// At the top of a file that every test of this folder imports: one service for all of them.
before(async function () {
  // The first start on a machine fills the database.
  this.timeout(180_000);
  service = await startService();
  const { body } = await send("POST", "/auth/local", service.user, null);
  jwt = (body as { jwt: string }).jwt;
});

after(async () => {
  for (const client of clients) await client.close();
  await service.stop();
});

/** A client of the real service, with the full token by default. */
export function realCms(token = service.tokens.full): Cms {
  const client = createCms({ baseUrl: service.url, apiPrefix: service.apiPrefix, token });
  clients.push(client);
  return client;
}

/** The articles of the real service: localized, and with a draft and a published version. */
export const articles = (token?: string): Collection<Article> =>
  realCms(token).collection<Article>("articles");

export const tokens = (): Service["tokens"] & { readonly user: string } => ({
  ...service.tokens,
  user: jwt,
});

let administrator: Promise<string> | undefined;

/** The administrator's JWT, requested once because the service allows five sign-ins in five minutes. */
export function adminJwt(): Promise<string> {
  administrator ??= realCms()
    .admin()
    .signIn(service.admin)
    .then(([error, token]) => {
      if (error) throw error;
      return token;
    });
  return administrator;
}

export const serviceDescription = (): Service["description"] => service.description;

export const adminLogin = (): Service["admin"] => service.admin;

export const serviceUser = (): Service["user"] => service.user;

/** A request to the real service without the client: prepares a test and reads its effects. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  token: string | null = service.tokens.full,
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const { status, text: answer } = await sendText(method, path, { token, text });
  return { status, body: answer === "" ? undefined : JSON.parse(answer) };
}

interface Plain {
  readonly token?: string | null;
  /** The body as it is sent. */
  readonly text?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same for bodies and answers that need not be JSON. */
export async function sendText(
  method: string,
  path: string,
  { token = service.tokens.full, text, headers }: Plain = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${service.url}/${service.apiPrefix}${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      "content-type": "application/json",
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The same, but throws unless the request succeeds. */
export async function must(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await send(method, path, body);
  if (answer.status > 299) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

let made = 0;

/** A text that is unique in the service. */
export const unique = (word: string): string => `${word}-${process.pid}-${(made += 1)}`;
