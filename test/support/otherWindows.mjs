/**
 * The tests of a window that `npm test` leaves out: they need much time, or they repeat in the window what other suites
 * prove. `node test/run.mjs windows` runs them, in ci.yml on each push.
 */
export const otherWindows = [
  // Their windows have profiles of their own, so they run before the others open the shared window.
  "contentFolder.test.ts",
  "localService.test.ts",
  "administering.test.ts",
  "batches.test.ts",
  "bringHere.test.ts",
  "commands.test.ts",
  "conflicts.test.ts",
  "connecting.test.ts",
  "connectionFailures.test.ts",
  "editingConnections.test.ts",
  "filterAndSort.test.ts",
  "finding.test.ts",
  "locales.test.ts",
  "locking.test.ts",
  "markdown.test.ts",
  "media.test.ts",
  "publicationStatus.test.ts",
  "publishing.test.ts",
  "remedies.test.ts",
  "reviewing.test.ts",
  "sequences.test.ts",
  "signingIn.test.ts",
  "tenThousand.test.ts",
  "treeKeys.test.ts",
  "twoWindows.test.ts",
  "undoing.test.ts",
  "users.test.ts",
].map((name) => `test/window/${name}`);
