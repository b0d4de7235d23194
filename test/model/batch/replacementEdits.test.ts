import assert from "node:assert/strict";
import { editsIn, maxOccurrences } from "../../../src/model/batch/replacementEdits.ts";
import { toReplacement } from "../../../src/model/batch/textPattern.ts";
import { must } from "../outcomes.ts";
import { fields, plainly, service } from "./recipes.ts";

describe("Edits of a large document", () => {
  it("edits of 10,000 list entries and blocks read each text at most eight times", async () => {
    let reads = 0;
    const entries = Array.from({ length: 10_000 }, (_, at) => at);
    const textNodeOf = (at: number) => ({
      type: "text",
      get text() {
        reads += 1;
        return `Tea ${at}`;
      },
    });
    const content = {
      steps: entries.map((at) => ({ type: "paragraph", children: [textNodeOf(at)] })),
      links: entries.map((at) => ({
        id: at,
        get label() {
          reads += 1;
          return `Tea ${at}`;
        },
      })),
    };
    const replacement = must(toReplacement({ ...plainly, text: "tea", replacement: "Milk" }));

    const edits = must(await editsIn(content, { ...replacement, fields }, service));

    assert.deepEqual(
      edits.map(({ name, count, occurrences }) => [name, count, occurrences.length]),
      [
        ["steps", entries.length, maxOccurrences],
        ["links", entries.length, maxOccurrences],
      ],
    );
    assert.ok(reads <= 8 * 2 * entries.length, `${reads} reads`);
  });
});
