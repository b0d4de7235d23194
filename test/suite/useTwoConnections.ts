import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ConnectionEnvironment } from "../../src/model/connect/connection.ts";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { closeEditors } from "./editors.ts";
import { launchedDefects } from "./launchedService.ts";
import { connect, removeConnections, unique, useMagazine } from "./useMagazine.ts";

type Row = vscode.QuickPickItem;

/** The labels and descriptions of a list, without separators. */
export const rowsOf = ({ items }: vscode.QuickPick<Row>) =>
  items
    .filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)
    .map(({ label, description = "" }) => [label, description]);

/** The headings of a list. */
export const headingsOf = ({ items }: vscode.QuickPick<Row>) =>
  items
    .filter(({ kind, label }) => kind === vscode.QuickPickItemKind.Separator && label !== "")
    .map(({ label }) => label);

interface LiveOptions {
  readonly environment?: ConnectionEnvironment;
  /** The URL of a proxy to the service. */
  readonly url?: string;
}

/**
 * Gives the tests of a describe() two services, as the connections Staging and Live. After each
 * test, the documents of the test are removed, and so are connections with options. The tests share
 * the others.
 */
export function useTwoConnections() {
  // The connections that all tests share are there, too, so that the user chooses between several.
  const { service: live } = useMagazine();
  let staging: Awaited<ReturnType<typeof launchedDefects>>;
  /** The id of Staging, while both connections have no options. */
  let plain: string | undefined;
  const createdPaths: (readonly [service: typeof live, path: string])[] = [];

  before(async () => {
    staging = await launchedDefects();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await closeEditors();
    if (plain === undefined) await removeConnections();
    for (const [service, path] of createdPaths.splice(0))
      await plainRequest(service, "DELETE", path);
  });

  const makeIn = async (service: typeof live, type: string, data: object): Promise<string> => {
    const { body } = await plainRequest(service, "POST", `${type}?status=draft`, { data });
    const { documentId } = (body as { data: PlainDocument }).data;
    createdPaths.push([service, `${type}/${documentId}?locale=*`]);
    return documentId;
  };
  const make = (type: string, data: object): Promise<string> => makeIn(staging, type, data);
  const change = async (service: typeof live, path: string, data: object): Promise<void> => {
    const { status, body } = await plainRequest(service, "PUT", path, { data });
    assert.equal(status, 200, JSON.stringify(body));
  };

  return {
    live,
    get staging() {
      return staging;
    },
    /** Deletes this path after the test. */
    delete: (service: typeof live, path: string): void => {
      createdPaths.push([service, path]);
    },
    /** Creates a draft in Staging and returns its documentId. */
    make,
    makeInLive: (type: string, data: object) => makeIn(live, type, data),
    /** Creates a draft of a tag in Staging. */
    newTag: async () => {
      const name = unique("Tag");
      const slug = name.toLowerCase().replaceAll(" ", "-");
      return { name, slug, id: await make("tags", { name, slug }) };
    },
    change: (path: string, data: object) => change(staging, path, data),
    changeInLive: (path: string, data: object) => change(live, path, data),
    /** The drafts with a slug in Live. They are deleted after the test. */
    copied: async (type: string, slug: string, query = ""): Promise<PlainDocument[]> => {
      const path = `${type}?status=draft&filters[slug][$eq]=${slug}&${query}`;
      const documents = await plainList(live, path);
      for (const { documentId } of documents)
        createdPaths.push([live, `${type}/${documentId}?locale=*`]);
      return documents;
    },
    /** Connects both services. Returns the id of Staging's connection. */
    connectBoth: async (options?: LiveOptions): Promise<string> => {
      if (!options && plain !== undefined) return plain;
      if (plain !== undefined) await removeConnections();
      const { environment, url = live.url } = options ?? {};
      await connect({ ...live, url, connectionName: "Live" }, undefined, environment);
      const id = await connect({ ...staging, connectionName: "Staging" });
      plain = options ? undefined : id;
      return id;
    },
    /** Runs a command on documents of a connection. */
    run: (command: string, connection: string, type: string, ...ids: readonly string[]) => {
      const rows = ids.map((id) => ({
        address: { connection, type, id, ...(type === "articles" && { locale: "en" }) },
      }));
      return vscode.commands.executeCommand(command, rows[0], rows);
    },
  };
}
