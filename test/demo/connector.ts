import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { ConnectionEnvironment } from "../../src/model/connections/connection.ts";
import type { CodeServerOptions } from "../support/codeServer.ts";
import type { Target } from "../support/plainHttp.ts";

const root = resolve(import.meta.dirname, "../..");

/** The folder of the extension that adds the demo's connection. */
export const connectorFolder = join(import.meta.dirname, "connector");

/** The environment variables from which the connector reads the connection to add. */
export function connectorEnvironment(
  { url, tokens }: Target,
  name: string,
  environment?: ConnectionEnvironment,
): Readonly<Record<string, string>> {
  return { CMS_DEMO_CONNECTION: JSON.stringify({ name, url, token: tokens.full, environment }) };
}

/** Options that open a window with that connection from the start. */
export async function connectedTo(
  service: Target,
  name: string,
  environment?: ConnectionEnvironment,
): Promise<Pick<CodeServerOptions, "env" | "extensions">> {
  return {
    env: connectorEnvironment(service, name, environment),
    extensions: [await packageConnector()],
  };
}

/** Packages the connector, once in a run. Resolves with the path of the file. */
export const packageConnector = (): Promise<string> => packageFolder(connectorFolder, "connector");

const packaged = new Map<string, Promise<string>>();

/** Packages an extension that needs no build, once in a run. Resolves with the path of the file. */
export function packageFolder(folder: string, name: string): Promise<string> {
  const made = packaged.get(name) ?? makePackage(folder, name);
  packaged.set(name, made);
  return made;
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
