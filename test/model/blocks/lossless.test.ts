import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown, toMarkdown } from "../../../src/model/documents/blocks/markdown.ts";
import { findUnsupportedBlock } from "../../../src/model/documents/blocks/unsupportedBlock.ts";
import { anyBlocks, anyMarkdown, sayable } from "./anyBlocks.ts";
import { odd, usual } from "./anyText.ts";

const seed = 20_260_301;

describe("Blocks as Markdown", function () {
  this.timeout(120_000);

  it("come back equal where they are accepted, and are refused by a name where they are not", () => {
    fc.assert(
      fc.property(fc.oneof(anyBlocks, sayable(odd)), (blocks) => {
        const [obstacle, text] = toMarkdown(blocks);

        if (obstacle) assert.match(obstacle.code, /^[a-z-]+$/);
        else assert.deepEqual(fromMarkdown(text, blocks), [null, blocks]);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it("are refused at first sight or not at all, but for formatting that can't be set apart", () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const seen = findUnsupportedBlock(blocks);

        const [obstacle] = toMarkdown(blocks);

        assert.deepEqual(
          obstacle?.code === "ambiguous" ? undefined : (obstacle ?? undefined),
          seen,
        );
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it("are accepted as people write them, nearly all", () => {
    const all = fc.sample(sayable(usual), { numRuns: 1_000, seed: 7 });

    const refused = all.filter((blocks) => toMarkdown(blocks)[0]);

    assert.ok(
      refused.length < 50,
      `${refused.length} of 1000 refused: ${JSON.stringify(refused[0])}`,
    );
  });

  it("that were written as Markdown can be edited as Markdown again", () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const [misfit, blocks] = fromMarkdown(text, null);
        fc.pre(misfit === null);

        const [obstacle, written] = toMarkdown(blocks);

        if (obstacle) assert.equal(obstacle.code, "ambiguous");
        else assert.deepEqual(fromMarkdown(written, blocks), [null, blocks]);
      }),
      { seed, numRuns: 2_000 },
    );
  });
});
