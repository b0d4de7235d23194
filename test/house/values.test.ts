import assert from "node:assert/strict";
import { filesIn, read } from "./root.ts";

/** The groups of the model that handle no contents of documents. */
const otherGroups = ["foundation", "connect", "schemas", "access", "types"];

describe("Values of attributes", () => {
  it("values of attributes are compared by one module of the model", () => {
    const comparing = filesIn("src/model").filter(
      (path) =>
        !otherGroups.includes(path.split("/")[2] ?? "") && read(path).includes("isDeepStrictEqual"),
    );

    assert.deepEqual(comparing, ["src/model/content/equality.ts"]);
  });
});
