import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { ConnectionEnvironment } from "../../src/model/connect/connection.ts";
import type { CodeServerOptions } from "../support/codeServer.ts";
import type { Target } from "../support/plainHttp.ts";

const root = resolve(import.meta.dirname, "../..");

/** The folder of the extension that adds the demo's connections. */
export const connectorFolder = join(import.meta.dirname, "connector");

/** A connection that the window has from the start. Its token has full access. */
export interface DemoConnection {
  readonly name: string;
  readonly service: Target;
  readonly environment?: ConnectionEnvironment;
}

/** The pages that the connector can show first, by the number of services. */
export type DemoPage = "one" | "two";

/** The name of each page's file. */
export const pageName = "three-things-to-try.md";

/** The environment variables from which the connector reads the connections to add, and the page to show first. */
export function connectorEnvironment(
  connections: readonly DemoConnection[],
  page?: DemoPage,
): Readonly<Record<string, string>> {
  const given = connections.map(({ name, service: { url, tokens }, environment }) => {
    return { name, url, token: tokens.full, environment };
  });
  return {
    CMS_DEMO_CONNECTIONS: JSON.stringify(given),
    ...(page !== undefined && { CMS_DEMO_PAGE: `${page}/${pageName}` }),
  };
}

/** Options that open a window with those connections from the start, and with this page. */
export async function connectedTo(
  connections: readonly DemoConnection[],
  page?: DemoPage,
): Promise<Pick<CodeServerOptions, "env" | "extensions">> {
  return {
    env: connectorEnvironment(connections, page),
    extensions: [await packageConnector()],
  };
}

/** Packages the connector, once in a run. Resolves with the path of the file. */
export const packageConnector = (): Promise<string> => packageFolder(connectorFolder, "connector");

const packaged = new Map<string, Promise<string>>();

/** Packages an extension that needs no build, once in a run. Resolves with the path of the file. */
export function packageFolder(folder: string, name: string): Promise<string> {
  const packagePath = packaged.get(name) ?? makePackage(folder, name);
  packaged.set(name, packagePath);
  return packagePath;
}

async function makePackage(folder: string, name: string): Promise<string> {
  const vsix = join(root, `out/${name}.vsix`);
  await mkdir(join(root, "out"), { recursive: true });
  const packager = join(root, "node_modules/@vscode/vsce/vsce");
  const words = [
    "package",
    "--no-dependencies",
    "--allow-missing-repository",
    "--skip-license",
    "--out",
    vsix,
  ];
  await promisify(execFile)(process.execPath, [packager, ...words], { cwd: folder });
  return vsix;
}
