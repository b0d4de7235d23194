import { pathToFileURL } from "node:url";
import { installPackage, pinned } from "../../package/installed.ts";
import type { Installation } from "../../package/installed.ts";

export type Client = typeof import("../../../src/client/index.ts");

/** Installs the npm package as its users do, with the version of undici that this project uses. */
export const installClient = (): Promise<Installation> => installPackage(pinned("undici"));

export const loadClient = async (path: string): Promise<Client> =>
  (await import(pathToFileURL(path).href)) as Client;
