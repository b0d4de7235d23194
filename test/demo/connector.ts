import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { ConnectionEnvironment } from "../../src/model/connections/connection.ts";
import type { CodeServerOptions } from "../support/codeServer.ts";
import type { Target } from "../support/plainHttp.ts";

const root = resolve(import.meta.dirname, "../..");

/** The folder of the extension that hands the demo's connection over. */
export const connectorFolder = join(import.meta.dirname, "connector");

/** What the connector is to hand over, where it finds it. */
export function connectorEnvironment(
  { url, tokens }: Target,
  name: string,
  environment?: ConnectionEnvironment,
): Readonly<Record<string, string>> {
  return { CMS_DEMO_CONNECTION: JSON.stringify({ name, url, token: tokens.full, environment }) };
}

/** How a window is opened so that it has that connection from the start. */
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

/** The connector, packaged once a run. Resolves with the file's path. */
export const packageConnector = (): Promise<string> => packageFolder(connectorFolder, "connector");

const packaged = new Map<string, Promise<string>>();

/** An extension that needs no build, packaged once a run. Resolves with the file's path. */
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
