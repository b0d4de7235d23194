import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenProcessEnds } from "./whenProcessEnds.ts";

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** A folder for one run, which is removed with the process at the latest. */
export function temporaryFolder(): TemporaryFolder {
  // VS Code creates its sockets here, and a socket's path may have only about 100 characters: keep it short.
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
