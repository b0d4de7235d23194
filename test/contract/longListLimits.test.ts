import assert from "node:assert/strict";
import type { Filters } from "../../src/client/index.ts";
import { titlesFound } from "./found.ts";
import { articles } from "./realCms.ts";
import { ada, bo, cy, longList, ownShelf, unsigned } from "./shelf.ts";
import { facts } from "../services/facts.ts";

describe("Length of a filter list", () => {
  const { kicker, article, author, tag, find } = ownShelf();

  const alone: Readonly<Record<string, () => Filters>> = {
    $in: () => ({ documentId: { $in: longList(250, article[ada], article[bo]) } }),
    "$in of a to-one relation": () => ({
      author: { documentId: { $in: longList(250, author["Ada"], author["Bo"]) } },
    }),
    "$in of a to-many relation": () => ({
      tags: { documentId: { $in: longList(250, tag["red"], tag["green"], tag["blue"]) } },
    }),
  };
  const foundAlone = [
    [ada, bo],
    [ada, bo],
    [ada, bo, cy],
  ];
  for (const [at, [sentence, filters]] of facts([...Object.entries(alone).entries()])) {
    it(`the length of a filter list can be 250 values for ${sentence}`, async () => {
      const titles = await titlesFound({ filters: filters(), sort: ["title:asc"] });

      assert.deepEqual(titles, foundAlone[at]);
    });
  }

  it("the length of a filter list can be 250 values for $notIn", async () => {
    const result = await find({ documentId: { $notIn: longList(250, article[ada], article[cy]) } });

    assert.deepEqual(result, [bo, unsigned]);
  });

  it("the length of a filter list can be 250 values as long as a documentId", async () => {
    const $in = longList(250, article[ada]).map((id) => id.padStart(24, "x"));

    assert.deepEqual(await titlesFound({ filters: { documentId: { $in } } }), [ada]);
  });

  it("the length of a filter list is limited by the URL, which the client rejects before the service", async () => {
    for (let length = 15_900; length < 16_400; length += 20) {
      const params = { filters: { kicker, title: "x".repeat(length) } };
      const [error] = await articles().count({ params });

      assert.ok(error === null || error.name === "RequestError", `${length}: ${error?.message}`);
    }
  });

  for (const [sentence, list] of facts([
    ["that needs more than 1000 parameters", longList(1001)],
    ["that needs a URL of more than 16 KiB", longList(250).map((id) => id.padStart(40, "x"))],
  ] as const)) {
    it(`a filter list ${sentence} is rejected before sending`, async () => {
      const result = await find({ title: { $in: list } });

      assert.equal((result as unknown[])[0], "RequestError");
    });
  }
});
