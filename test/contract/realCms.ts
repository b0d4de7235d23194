import { createAdmin } from "../../src/client/admin/index.ts";
import { createCms } from "../../src/client/index.ts";
import type { AnyDocument, Cms, Collection } from "../../src/client/index.ts";
import "../services/skipInapplicable.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

/** Accepts any field name, so that tests can also use wrong ones. */
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
  /** The parsed JSON, or undefined if the body was empty. */
  readonly body: unknown;
}

let service: Service;
let jwt: string;
const clients: Cms[] = [];

// Every test of this folder imports this file. The hooks are at its top level, so that all tests share one service.
before(async function () {
  // The first start on a machine seeds the database.
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

/** The articles of the real service. They are localized, and have a draft and a published version. */
export const articles = (token?: string): Collection<Article> =>
  realCms(token).collection<Article>("articles");

export const tokens = (): Service["tokens"] & { readonly user: string } => ({
  ...service.tokens,
  user: jwt,
});

let administrator: Promise<string> | undefined;

/** The administrator's JWT. It is requested only once, because the service limits sign-ins to five in five minutes. */
export function adminJwt(): Promise<string> {
  administrator ??= createAdmin(realCms())
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

/** Sends a request to the real service without the client, to prepare a test or to read its effects. */
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
  /** The body as text. */
  readonly text?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Does the same as send() for bodies and answers of any format. */
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

/** Does the same as send(), but throws unless the request succeeds. */
export async function must(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await send(method, path, body);
  if (answer.status > 299) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

let textCount = 0;

/** A text that occurs only once in the service. */
export const unique = (word: string): string => `${word}-${process.pid}-${(textCount += 1)}`;
