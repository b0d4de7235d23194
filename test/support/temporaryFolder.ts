import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenProcessEnds } from "./whenProcessEnds.ts";

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Creates a folder for one run. It is deleted when the process ends, unless the caller deletes it before. */
export function temporaryFolder(): TemporaryFolder {
  // VS Code creates its sockets here. The path of a socket is limited to about 100 characters, so this path must be
  // short.
  const isLong = process.platform !== "win32" && tmpdir().length > 30;
  const parent = isLong ? "/tmp" : tmpdir();
  const path = mkdtempSync(join(parent, "cms-"));
  const remove = (): void => {
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    withdraw();
  };
  const withdraw = whenProcessEnds(remove);
  return { path, remove };
}
