import { pathToFileURL } from "node:url";
import { installPackage, pinned, template } from "../../package/installed.ts";

export type Client = typeof import("../../../src/client/index.ts");

export interface InstalledClient {
  /** The path of the main module. */
  readonly path: string;
  remove(): void;
}

/** Installs the npm package as its users do, with the version of undici that this project uses. */
export async function installClient(): Promise<InstalledClient> {
  const installation = await installPackage(pinned("undici"));
  return {
    path: installation.resolve(template.name),
    remove: () => installation.remove(),
  };
}

export const loadClient = async (path: string): Promise<Client> =>
  (await import(pathToFileURL(path).href)) as Client;
