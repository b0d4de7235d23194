import assert from "node:assert/strict";
import { filesIn, read } from "./root.ts";

/** The values that occur more than once. */
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

describe("Names in src", () => {
  const exported = (text: string): string[] =>
    [...text.matchAll(/^export (?:(?:abstract|async|declare|default) )*\w+\*? (\w+)/gm)].map(
      ([, name = ""]) => name,
    );

  it("are exported by one file each", () => {
    assert.deepEqual(
      repeated(filesIn("src").flatMap((path) => [...new Set(exported(read(path)))])),
      [],
    );
  });

  it("are found in source text", () => {
    assert.deepEqual(exported("export async function read(\nexport class A {\nexport const B ="), [
      "read",
      "A",
      "B",
    ]);
  });

  it("are file names once in each layer, except index.ts", () => {
    const files = filesIn("src").map((path) => path.split("/").slice(1));
    const names = files.map((parts) => `${parts[0]}: ${parts.at(-1)}`);
    assert.deepEqual(repeated(names.filter((name) => !name.endsWith(": index.ts"))), []);
  });
});
