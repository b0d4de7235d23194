import { installPackage, pinned } from "./installed.ts";
import type { Installation } from "./installed.ts";

let installation: Installation | undefined;

// Every test of this folder imports this file. The hooks are at its top level, so that all tests share one
// installation.
before("build, pack and install the package", async function () {
  this.timeout(120_000);
  // Mock Service Worker is only installed here. Its version 3 requires Node 22.
  installation = await installPackage(pinned("@types/node"), "msw@2.14.1");
});

after(() => {
  installation?.remove();
});

/** The package, installed in a project outside the repository. */
export function installed(): Installation {
  if (!installation) throw new Error("The package is not installed yet.");
  return installation;
}
