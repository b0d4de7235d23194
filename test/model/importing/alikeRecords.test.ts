import assert from "node:assert/strict";
import { openDesk } from "../magazine.ts";
import { fileOf, previewOf, targetOf } from "./files.ts";

describe("Records of a file that are alike", () => {
  it("are refused by the thousand where all have one key, each with the first of the others and how many there are", async () => {
    const desk = openDesk();
    const records = Array.from({ length: 20_000 }, () => ({ content: { readingMinutes: 7 } }));
    const target = targetOf(desk, { key: "readingMinutes" });

    const { refused, planned } = await previewOf({ desk, source: fileOf(...records), target });

    const said = [refused[0], refused.at(-1)].map((one) => one?.failure);
    const [code, count] = ["doubled-record", 19_999];
    assert.deepEqual([planned.length, refused.length], [0, 20_000]);
    assert.deepEqual(said, [
      { code, count, lines: [2, 3, 4, 5, 6] },
      { code, count, lines: [1, 2, 3, 4, 5, 6] },
    ]);
  });
});
