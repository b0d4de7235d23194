import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Address } from "../../src/model/foundation/address.ts";
import type { ConnectionEnvironment } from "../../src/model/connect/connection.ts";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { plainFind, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { closeEditors } from "./editors.ts";
import { launchedService } from "./launchedService.ts";

/** A connection through a proxy, for which the test can set faults. */
export interface Detour extends Faults {
  /** The requests since the test called `detour()`. */
  readonly requests: Faults["requests"];
  article(id: string): Address;
  /** The write requests since the test called `detour()`. */
  readonly writes: Faults["requests"];
}

/** The magazine for the tests of a describe(). After each test, the documents that it created are deleted. */
export interface Magazine {
  readonly service: ReturnType<typeof launchedService>;
  /** The id of the connection that the tests share. Its token has all permissions. */
  readonly connection: string;
  article(id: string, locale?: string): Address;
  /** A connection through a proxy that the tests share. After each test all faults are removed. */
  detour(): Promise<Detour>;
  /** Creates a document and returns its documentId. It is a draft unless the query says otherwise. */
  make(type: string, data: object, query?: string): Promise<string>;
  /** Creates an article with a unique title. */
  makeArticle(data?: object, query?: string): Promise<string>;
  /** Changes a document as another client would. */
  change(path: string, data: object): Promise<void>;
  delete(path: string): Promise<void>;
  /** The draft of an article with all its scalar fields. Undefined if there is none. */
  draft(id: string, locale?: string): Promise<PlainDocument | undefined>;
  published(id: string): Promise<PlainDocument | undefined>;
}

/** The connections that all tests share. Each connection costs requests, and the window draws all of them. */
const shared: {
  direct?: Promise<string>;
  detour?: Promise<{ readonly faults: Faults; readonly connection: string }>;
} = {};

/** The connections that the tests of a describe() have added for themselves. */
const added: { readonly id: string; readonly url: string }[] = [];

let uniqueCount = 0;

/** A text that occurs nowhere else in the service. */
export const unique = (word: string): string =>
  `${word} ${Date.now().toString(36)}-${(uniqueCount += 1)}`;

export function useMagazine(): Magazine {
  const service = launchedService();
  const documents: string[] = [];
  let connection = "";
  let faults: Faults | undefined;

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
    const openedDetour = await (shared.detour ??= openDetour(service));
    const { requests } = (faults = openedDetour.faults);
    const earlier = requests.length;
    return {
      ...openedDetour.faults,
      article: (id) => ({
        connection: openedDetour.connection,
        type: "articles",
        locale: "en",
        id,
      }),
      get requests() {
        return requests.slice(earlier);
      },
      get writes() {
        return requests.slice(earlier).filter(({ method }) => method !== "GET");
      },
    };
  };

  before(async () => {
    await closeEditors();
    connection = await (shared.direct ??= add(service));
  });
  afterEach(async () => {
    faults?.heal();
    await closeEditors();
    for (const path of documents.splice(0)) await ask("DELETE", `${path}?locale=*`);
  });
  after(removeConnections);

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

interface Target {
  readonly url: string;
  /** The name of the connection, if it is not that of the magazine. */
  readonly connectionName?: string;
  readonly tokens: { readonly full: string };
}

/** The proxy of the whole run. It ends with the extension host. */
async function openDetour(service: ReturnType<typeof launchedService>) {
  const faults = await startFaults(service.url);
  return { faults, connection: await add({ ...service, url: faults.url }) };
}

/** Adds a connection as another extension would, and returns its id. Call `removeConnections` afterwards. */
export async function connect(...to: Parameters<typeof add>): Promise<string> {
  const id = await add(...to);
  added.push({ id, url: to[0].url });
  return id;
}

/** Removes the connections that `connect` has added, and confirms the questions. */
export async function removeConnections(): Promise<void> {
  const { showWarningMessage } = vscode.window;
  const press = (_words: string, _options: unknown, button: string) => Promise.resolve(button);
  Object.assign(vscode.window, { showWarningMessage: press });
  for (const { id, url } of added.splice(0)) {
    const connection = { id, name: "", url };
    await vscode.commands.executeCommand("cms.connection.remove", { connection });
  }
  Object.assign(vscode.window, { showWarningMessage });
}

async function add(
  to: Target,
  token = to.tokens.full,
  environment?: ConnectionEnvironment,
  previewUrl?: string,
): Promise<string> {
  const { connectionName: name = "Hearth & Compass", url } = to;
  const given = { name, url, token, environment, previewUrl };
  const id = await vscode.commands.executeCommand<string | undefined>("cms.connection.add", given);
  assert.ok(id, "The connection was not kept");
  return id;
}
