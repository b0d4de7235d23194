import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");

/** The folder of the extension that hands the demo's connection over. */
export const connectorFolder = join(import.meta.dirname, "connector");

/** The connector, packaged. Resolves with the file's path. */
export async function packageConnector(): Promise<string> {
  const vsix = join(root, "out/connector.vsix");
  const packager = join(root, "node_modules/@vscode/vsce/vsce");
  const words = ["package", "--no-dependencies", "--allow-missing-repository", "--out", vsix];
  await promisify(execFile)(process.execPath, [packager, ...words], { cwd: connectorFolder });
  return vsix;
}
