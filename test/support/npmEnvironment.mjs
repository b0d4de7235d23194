// The environment for npm. In it, npm asks no questions, compiles for the running Node, and has a writable home folder.
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** remove() deletes the temporary home folder, if one was necessary. */
export function npmEnvironment() {
  const env = { ...process.env, npm_config_yes: "true", npm_config_update_notifier: "false" };
  // If npm runs this script, it sets variables that describe the current package. They don't apply to other folders.
  for (const name of Object.keys(env)) {
    if (/^(npm_(lifecycle|package)_|npm_config_local_prefix$|INIT_CWD$)/.test(name))
      delete env[name];
  }

  // Native modules are compiled with the headers of the installed Node. Without this setting, npm would download them.
  const node = dirname(dirname(process.execPath));
  if (existsSync(join(node, "include/node/node.h"))) env.npm_config_nodedir = node;

  if (isWritableFolder(env.HOME)) return { env, remove: () => {} };
  const home = mkdtempSync(join(tmpdir(), "cms-home-"));
  return {
    env: { ...env, HOME: home, npm_config_cache: join(home, ".npm") },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function isWritableFolder(path) {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
