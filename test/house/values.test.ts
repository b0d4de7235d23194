import assert from "node:assert/strict";
import { filesIn, read } from "./root.ts";

/** The groups of the model that handle contents of documents. */
const groups = [
  ...["content", "reading", "documents", "query", "changes", "bulk", "checks", "environments"],
];

describe("Values of attributes", () => {
  it("are compared by one module of the model", () => {
    const comparing = groups
      .flatMap((group) => filesIn(`src/model/${group}`))
      .filter((path) => read(path).includes("isDeepStrictEqual"));

    assert.deepEqual(comparing, ["src/model/content/equality.ts"]);
  });
});
