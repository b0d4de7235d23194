// The environment that npm runs in: asks nothing, compiles against the running Node, and has a home to write to.
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** remove() takes away what had to be made for want of a usable home. */
export function npmEnvironment() {
  const env = { ...process.env, npm_config_yes: "true", npm_config_update_notifier: "false" };
  // When npm runs this script, it tells it about itself; npm in another folder is not to hear that.
  for (const name of Object.keys(env)) {
    if (/^(npm_(lifecycle|package)_|npm_config_local_prefix$|INIT_CWD$)/.test(name))
      delete env[name];
  }

  // Native modules are compiled against the headers that came with Node: else they would be fetched.
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
