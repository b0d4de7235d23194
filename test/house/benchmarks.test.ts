import assert from "node:assert/strict";
import { partNames, readPart } from "../bench/part.ts";
import { goalOf } from "../bench/report.ts";
import { read } from "./root.ts";

const parts = await Promise.all(
  partNames.map(async (name) => ({ name, ...(await readPart(name)) })),
);
const figures = parts.flatMap((part) => part.figures);

/** The name and the goal of each figure in the tables of docs/benchmarks.md. */
const documented = read("docs/benchmarks.md")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, id]) => id?.startsWith("`"))
  .map(([, id, , goal]) => [id?.replaceAll("`", ""), goal]);

describe("Benchmark figures", () => {
  it("benchmark figures are exactly those of docs/benchmarks.md, with their goals", () => {
    assert.deepEqual(
      documented,
      figures.map(({ id, goal }) => [id, goalOf(goal)]),
    );
  });

  it("benchmark figures have unique ids that start with the name of their benchmark", () => {
    const ids = figures.map(({ id }) => id);
    const foreign = parts.flatMap(({ name, figures }) =>
      figures.map(({ id }) => id).filter((id) => !id.startsWith(`${name}.`)),
    );

    assert.deepEqual(ids, [...new Set(ids)]);
    assert.deepEqual(foreign, []);
  });
});
