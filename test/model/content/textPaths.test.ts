import assert from "node:assert/strict";
import { inRequests, textPathsIn } from "../../../src/model/content/textPaths.ts";
import type { TextPath } from "../../../src/model/content/textPaths.ts";
import { kitchen } from "../kitchen.ts";

/** The number of tables that a service joins for a filter on these paths. It joins two for each component in a path. */
const joins = (paths: readonly TextPath[]): number =>
  paths.reduce((sum, path) => sum + 2 * (path.length - 1), 0);

const pathsOf = (count: number, depth: number): TextPath[] =>
  Array.from({ length: count }, (_, at) => [
    ...Array.from({ length: depth }, (__, level) => `part${level}`),
    `text${at}`,
  ]);

describe("inRequests", () => {
  for (const [count, depth] of [
    [25, 2],
    [40, 1],
    [30, 4],
    [3, 40],
  ] as const) {
    it(`inRequests joins fewer tables than SQLite and MySQL allow, for ${count} texts in ${depth} components each`, () => {
      const paths = pathsOf(count, depth);

      const requests = inRequests(paths, 10);

      const tooMany = requests.filter((request) => request.length > 1 && joins(request) > 60);
      assert.deepEqual(tooMany, []);
      assert.deepEqual(requests.flat(), paths);
    });
  }

  it("inRequests returns one request when the database can join all tables", () => {
    assert.equal(inRequests(pathsOf(25, 1), 10).length, 1);
  });
});

describe("textPathsIn", () => {
  it("textPathsIn names the text in blocks after all other text", () => {
    const quote = new Map([
      ["body", { type: "blocks" }],
      ["title", { type: "string" }],
      ["source", { type: "component", component: "parts.source" }],
    ]);
    const source = new Map([
      ["note", { type: "blocks" }],
      ["name", { type: "string" }],
    ]);
    const components = new Map([
      ["parts.quote", quote],
      ["parts.source", source],
    ]);

    assert.deepEqual(textPathsIn("parts.quote", { ...kitchen, components }), [
      ["title"],
      ["source", "name"],
      ["body"],
      ["source", "note"],
    ]);
  });
});
