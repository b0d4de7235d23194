import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Address } from "../../src/model/foundation/address.ts";
import type { ConnectionEnvironment } from "../../src/model/connections/connection.ts";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { plainFind, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { closeEditors } from "./editors.ts";
import { launchedService } from "./launchedService.ts";

/** A connection that goes through a proxy, on which things can be made to go wrong. */
export interface Detour extends Faults {
  article(id: string): Address;
  /** What was sent to change something, since the test began. */
  readonly writes: Faults["requests"];
}

/** The magazine as the tests of a describe() use it: what they make in it goes when they end. */
export interface Magazine {
  readonly service: ReturnType<typeof launchedService>;
  /** The id of the connection that the tests share, with the token that may do everything. */
  readonly connection: string;
  /** Where an article stands. */
  article(id: string, locale?: string): Address;
  /** Another way to it, which the tests share; healed after each. */
  detour(): Promise<Detour>;
  /** Makes a document, only as a draft unless the query says otherwise, and gives its documentId. */
  make(type: string, data: object, query?: string): Promise<string>;
  /** Makes an article with a title that no other has. */
  makeArticle(data?: object, query?: string): Promise<string>;
  /** A change by somebody else, who has nothing to do with the extension. */
  change(path: string, data: object): Promise<void>;
  delete(path: string): Promise<void>;
  /** The draft of an article with all its scalars; undefined where there is none. */
  draft(id: string, locale?: string): Promise<PlainDocument | undefined>;
  published(id: string): Promise<PlainDocument | undefined>;
}

let made = 0;

/** A text that nothing else in the service has. */
export const unique = (word: string): string => `${word} ${Date.now().toString(36)}-${(made += 1)}`;

export function useMagazine(): Magazine {
  const service = launchedService();
  const documents: string[] = [];
  let connection = "";
  let shared: { readonly faults: Faults; readonly connection: string } | undefined;

  const ask = async (method: "POST" | "PUT" | "DELETE", path: string, data?: object) => {
    const { status, body } = await plainRequest(service, method, path, data && { data });
    assert.ok(status < 300, `${method} ${path}: ${JSON.stringify(body)}`);
    return body as { data: PlainDocument } | undefined;
  };
  const make: Magazine["make"] = async (type, data, query = "status=draft") => {
    const answer = await ask("POST", `${type}?${query}`, data);
    assert.ok(answer);
    documents.push(`${type}/${answer.data.documentId}`);
    return answer.data.documentId;
  };
  const detour = async (): Promise<Detour> => {
    if (!shared) {
      const faults = await startFaults(service.url);
      shared = { faults, connection: await connect({ ...service, url: faults.url }) };
    }
    const { faults, connection: id } = shared;
    const earlier = faults.requests.length;
    return {
      ...faults,
      article: (article) => ({ connection: id, type: "articles", locale: "en", id: article }),
      get writes() {
        return faults.requests.slice(earlier).filter(({ method }) => method !== "GET");
      },
    };
  };

  before(async () => {
    connection = await connect(service);
  });
  afterEach(async () => {
    shared?.faults.heal();
    await closeEditors();
    for (const path of documents.splice(0)) await ask("DELETE", `${path}?locale=*`);
  });
  after(() => shared?.faults.stop());

  return {
    service,
    get connection() {
      return connection;
    },
    article: (id, locale = "en") => ({ connection, type: "articles", locale, id }),
    detour,
    make,
    makeArticle: (data = {}, query) =>
      make("articles", { title: unique("Article"), kicker: "Made", ...data }, query),
    change: async (path, data) => {
      await ask("PUT", path, data);
    },
    delete: async (path) => {
      await ask("DELETE", path);
    },
    draft: (id, locale = "en") =>
      plainFind(service, `articles/${id}?status=draft&locale=${locale}`),
    published: (id) => plainFind(service, `articles/${id}`),
  };
}

/** Adds a connection as another extension would, and gives its id. */
export async function connect(
  to: { readonly url: string; readonly tokens: { readonly full: string } },
  token = to.tokens.full,
  environment?: ConnectionEnvironment,
): Promise<string> {
  const given = { name: "Hearth & Compass", url: to.url, token, environment };
  const id = await vscode.commands.executeCommand<string | undefined>("cms.connection.add", given);
  assert.ok(id, "The connection was not kept");
  return id;
}
