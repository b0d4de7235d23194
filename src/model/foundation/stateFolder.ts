import { homedir, platform } from "node:os";
import { isAbsolute, join } from "node:path";

/** The folder of what all programs of this tool keep for a user, by the convention of the platform. */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>): string {
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
