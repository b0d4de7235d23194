import * as vscode from "vscode";
import type { ConnectionEnvironment } from "../../src/model/connect/connection.ts";
import type { Side, Sides } from "../../src/model/compare/documentPairs.ts";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { plainMakeDraft } from "../support/plainWrites.ts";
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
 * Gives the tests of a describe() two services, the source as the connection Staging and the target as Live. After each
 * test, the documents of the test are removed, and so are connections with options. The tests share
 * the others.
 */
export function useTwoConnections() {
  // The connections that all tests share are there, too, so that the user chooses between several.
  const { service: to } = useMagazine();
  type Service = typeof to;
  let from: Service;
  /** The id of Staging, while both connections have no options. */
  let plain: string | undefined;
  let live = "";
  const createdPaths: (readonly [side: Side, path: string])[] = [];

  before(async () => {
    from = await launchedDefects();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await closeEditors();
    if (plain === undefined) await removeConnections();
    for (const [side, path] of createdPaths.splice(0))
      await plainRequest(services()[side], "DELETE", path);
  });

  const services = (): Sides<Service> => ({ from, to });
  const makeDraft = async (side: Side, type: string, data: object): Promise<string> => {
    const documentId = await plainMakeDraft(services()[side], type, data);
    createdPaths.push([side, `${type}/${documentId}?locale=*`]);
    return documentId;
  };

  return {
    services,
    /** Deletes this path after the test. */
    deleteLater: (side: Side, path: string): void => {
      createdPaths.push([side, path]);
    },
    /** Creates a draft, deletes it after the test, and returns its documentId. */
    makeDraft,
    /** Creates a draft of a tag in Staging. */
    newTag: async () => {
      const name = unique("Tag");
      const slug = name.toLowerCase().replaceAll(" ", "-");
      return { name, slug, id: await makeDraft("from", "tags", { name, slug }) };
    },
    /** The drafts with a slug in Live. They are deleted after the test. */
    copied: async (type: string, slug: string, query = ""): Promise<PlainDocument[]> => {
      const path = `${type}?status=draft&filters[slug][$eq]=${slug}&${query}`;
      const documents = await plainList(to, path);
      for (const { documentId } of documents)
        createdPaths.push(["to", `${type}/${documentId}?locale=*`]);
      return documents;
    },
    /** Connects both services. Returns the id of Staging's connection. */
    connectBoth: async (options?: LiveOptions): Promise<string> => {
      if (!options && plain !== undefined) return plain;
      if (plain !== undefined) await removeConnections();
      const { environment, url = to.url } = options ?? {};
      live = await connect({ ...to, url, connectionName: "Live" }, undefined, environment);
      const id = await connect({ ...from, connectionName: "Staging" });
      plain = options ? undefined : id;
      return id;
    },
    /** The id of Live's connection. */
    live: () => live,
    /** Runs a command on documents of a connection. */
    run: (command: string, connection: string, type: string, ...ids: readonly string[]) => {
      const rows = ids.map((id) => ({
        address: { connection, type, id, ...(type === "articles" && { locale: "en" }) },
      }));
      return vscode.commands.executeCommand(command, rows[0], rows);
    },
  };
}
