import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

export type Client = typeof import("../../../src/client/index.ts");

export interface Bundle {
  readonly path: string;
  remove(): void;
}

/** Builds the client as it ships, aside: what others build into dist stays as it is. */
export function buildClient(): Bundle {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const folder = temporaryFolder();
  symlinkSync(join(root, "src"), join(folder.path, "src"), "junction");
  execFileSync(process.execPath, [join(root, "esbuild.mjs"), "--production"], {
    cwd: folder.path,
    stdio: ["ignore", 2, 2],
  });
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
