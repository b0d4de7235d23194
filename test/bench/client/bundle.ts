import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildExtension } from "../bundle.ts";

export type Client = typeof import("../../../src/client/index.ts");

export interface Bundle {
  readonly path: string;
  remove(): void;
}

/** Builds the client as it ships. */
export function buildClient(): Bundle {
  const folder = buildExtension();
  return {
    path: join(folder.path, "dist/client.js"),
    remove: () => {
      folder.remove();
    },
  };
}

export const loadClient = async (path: string): Promise<Client> =>
  (await import(pathToFileURL(path).href)) as Client;
