import { homedir, platform } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../model/connections/network.ts";

/** The folder in which the command line keeps its journal, by the convention of the platform. */
export function stateFolder(environment: Environment): string {
  const name = "cms-content";
  const home = homedir();
  switch (platform()) {
    case "darwin":
      return join(home, "Library", "Application Support", name);
    case "win32":
      return join(folderIn(environment["LOCALAPPDATA"]) ?? join(home, "AppData", "Local"), name);
    default:
      return join(folderIn(environment["XDG_STATE_HOME"]) ?? join(home, ".local", "state"), name);
  }
}

/** A relative path counts as unset. */
const folderIn = (path = ""): string | undefined => (isAbsolute(path) ? path : undefined);
