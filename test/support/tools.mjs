// Checks for the programs that npm needs to install packages.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const oldestNode = [20, 19];
/** The programs that must be on PATH before `npm run setup`. */
export const programs = ["git", "npm", "python3", "make", "g++"];

/** A text that names the missing programs and the command that installs them, or undefined if none is missing. */
export function missingTools() {
  const missing = programs.filter((name) => !findOnPath(name));
  const lines = [];
  if (isOlder(process.versions.node)) {
    lines.push(
      `Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}.`,
    );
  }
  if (missing.length > 0) lines.push(`Missing: ${missing.join(", ")}.`, howToInstall(missing));
  return lines.length > 0 ? lines.join("\n") : undefined;
}

/** The path of the first of these programs that is on PATH. */
export function findOnPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isOlder(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
}

function howToInstall(missing) {
  if (process.platform === "darwin") {
    const others = missing.filter((name) => name !== "npm");
    const commands = [
      ...(others.length > 0 ? ["xcode-select --install"] : []),
      ...(missing.includes("npm") ? ["brew install node"] : []),
    ];
    return `Install with: ${commands.join(" && ")}`;
  }
  return `Install with: sudo apt-get install -y ${missing.join(" ")}`;
}
