// Stores in a node_modules folder what it was installed from. Deleting the folder also deletes that information.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A hash of the lock file and of the Node version and platform that native modules are compiled for. */
export function fingerprint(folder) {
  const { platform, arch, versions } = process;
  return createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .update(`${platform} ${arch} ${versions.modules}`)
    .digest("hex");
}

export function isDone(folder, wanted) {
  const stamp = stampOf(folder);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

/** Must be called at the end of a step, so that an interrupted step is repeated. */
export function markDone(folder, wanted) {
  writeFileSync(stampOf(folder), wanted);
}

function stampOf(folder) {
  return join(folder, "node_modules/.set-up");
}
