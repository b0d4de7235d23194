import { createRequire } from "node:module";
import { join } from "node:path";
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
    path: join(folder.path, "dist/client.cjs"),
    remove: () => {
      folder.remove();
    },
  };
}

export function loadClient(path: string): Client {
  const require = createRequire(import.meta.url);
  return require(path) as Client;
}
