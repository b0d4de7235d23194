// Remembers, inside a node_modules folder, what it was installed from: delete the folder and the memory is gone too.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Of the lock file and of the Node that native modules are compiled for. */
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

/** To be called last: a step that was interrupted has no stamp and starts anew. */
export function markDone(folder, wanted) {
  writeFileSync(stampOf(folder), wanted);
}

function stampOf(folder) {
  return join(folder, "node_modules/.set-up");
}
