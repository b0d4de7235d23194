/**
 * The tests of a window that only `npm run test:long` runs. They need much time, or they repeat in the window what
 * test/suite proves through the VS Code API.
 */
export const weeklyWindows = [
  "administering.test.ts",
  "conflicts.test.ts",
  "markdown.test.ts",
  "publishing.test.ts",
  "reviewing.test.ts",
  "sequences.test.ts",
  "tenThousand.test.ts",
  "twoWindows.test.ts",
  "undoing.test.ts",
  "users.test.ts",
];
