import type { JsonObject } from "../../src/model/foundation/json.ts";
import "../services/leaveOut.ts";
import { startFaultyWay } from "../support/faultyWay.ts";
import type { FaultyWay } from "../support/faultyWay.ts";
import { plainRequest } from "../support/plainHttp.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { Desk } from "./desk.ts";

let service: Service;
const desks: Desk[] = [];

// At the top of a file that every test of the real service imports: one service for all of them.
before(async function () {
  // The first start on a machine fills the database.
  this.timeout(180_000);
  service = await startService();
});

afterEach(() => {
  for (const desk of desks.splice(0)) desk.close();
});

after(async () => {
  await service.stop();
});

export const magazine = (): Service => service;

/** Gives each test of a describe() a way to the magazine of its own, on which only that goes wrong which it chooses. */
export function useFaultyWay(): Omit<FaultyWay, "stop"> {
  let way: FaultyWay;
  beforeEach(async () => {
    way = await startFaultyWay(service.url);
  });
  afterEach(() => way.stop());
  return {
    get url() {
      return way.url;
    },
    get passages() {
      return way.passages;
    },
    meet: (choose) => {
      way.meet(choose);
    },
    untilQuiet: () => way.untilQuiet(),
  };
}

/** The model over the magazine, with the token that may do everything unless another is given. */
export function openDesk(options: Partial<ConstructorParameters<typeof Desk>[0]> = {}): Desk {
  const { url, apiPrefix, tokens } = service;
  const desk = new Desk({ url, apiPrefix, token: tokens.full, ...options });
  desks.push(desk);
  return desk;
}

let session: Promise<string> | undefined;

/** What the magazine's user is known by. Asked for once: the service lets nobody in more than ten times a minute. */
export function userSession(): Promise<string> {
  session ??= plainRequest(service, "POST", "auth/local", service.user).then(
    ({ body }) => (body as { jwt: string }).jwt,
  );
  return session;
}

/** A request that owes nothing to our client; undefined where there is no such thing. */
export async function ask(method: string, path: string, data?: object): Promise<unknown> {
  const response = await fetch(`${service.url}/${service.apiPrefix}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.tokens.full}`,
      "content-type": "application/json",
    },
    ...(data && { body: JSON.stringify({ data }) }),
  });
  const text = await response.text();
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

/** The document that the service answers with. */
export async function document(path: string, query = ""): Promise<JsonObject | undefined> {
  const answer = (await ask("GET", `${path}?${query}`)) as { data: JsonObject } | undefined;
  return answer?.data;
}

export const draft = (path: string, query = ""): Promise<JsonObject | undefined> =>
  document(path, `status=draft&${query}`);

/** The drafts that the service lists. */
export async function drafts(type: string, query = ""): Promise<JsonObject[]> {
  const answer = (await ask("GET", `${type}?status=draft&${query}`)) as { data: JsonObject[] };
  return answer.data;
}

/** How many documents there are, drafts included. */
export async function total(type: string, query = ""): Promise<number> {
  const answer = await ask("GET", `${type}?status=draft&pagination[pageSize]=1&${query}`);
  return (answer as { meta: { pagination: { total: number } } }).meta.pagination.total;
}

let made = 0;

/** A text that nothing else in the service has. */
export const unique = (word: string): string => `${word} ${process.pid}-${(made += 1)}`;

/** Makes an article, published unless the query says otherwise, and gives its documentId. */
export async function makeArticle(data: object = {}, query = ""): Promise<string> {
  return make(`articles?${query}`, { title: unique("Article"), kicker: "Made", ...data });
}

export async function make(path: string, data: object): Promise<string> {
  const answer = (await ask("POST", path, data)) as { data: { documentId: string } };
  return answer.data.documentId;
}

/** An article of this title in the default locale, and of that one in French, both published. */
export async function makeTranslated(title: string, french: string): Promise<string> {
  const id = await makeArticle({ title });
  await ask("PUT", `articles/${id}?locale=fr`, { title: french });
  return id;
}

/** Changes the draft as somebody else would: by another way than ours. */
export async function changeElsewhere(id: string, data: object, query = ""): Promise<void> {
  await ask("PUT", `articles/${id}?status=draft&${query}`, data);
}

/** The values of some attributes, of the draft and of what is published. */
export async function bothVersions(id: string, ...names: string[]): Promise<unknown[]> {
  const versions = [await draft(`articles/${id}`), await document(`articles/${id}`)];
  return versions.map((version) => version && names.map((name) => version[name]));
}
