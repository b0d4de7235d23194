import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown, toMarkdown } from "../../../../src/model/content/markdown/blocksMarkdown.ts";
import { findUnsupportedBlock } from "../../../../src/model/content/markdown/unsupportedBlock.ts";
import { anyBlocks, anyMarkdown, sayable } from "./anyBlocks.ts";
import { odd, usual } from "./anyText.ts";
import { caseCount } from "../../../support/longRun.ts";

/** The seed is fixed, so each run has the same cases. CMS_SEED changes it. */
const seed = Number(process.env["CMS_SEED"] ?? 20_260_301);
const numRuns = caseCount(60);

describe("Blocks as Markdown", function () {
  this.timeout(120_000);

  it("blocks convert to Markdown and back without loss, or are rejected with a code", () => {
    fc.assert(
      fc.property(fc.oneof(anyBlocks, sayable(odd)), (blocks) => {
        const [unsupported, text] = toMarkdown(blocks);

        if (unsupported) assert.match(unsupported.code, /^[a-z-]+$/);
        else assert.deepEqual(fromMarkdown(text, blocks), [null, blocks]);
      }),
      { seed, numRuns },
    );
  });

  it("findUnsupportedBlock rejects blocks exactly when toMarkdown does, except as ambiguous", () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const unsupportedBlock = findUnsupportedBlock(blocks);

        const [unsupported] = toMarkdown(blocks);

        assert.deepEqual(
          unsupported?.code === "ambiguous" ? undefined : (unsupported ?? undefined),
          unsupportedBlock,
        );
      }),
      { seed, numRuns },
    );
  });

  it("blocks with usual text are accepted in more than 95% of cases", () => {
    const all = fc.sample(sayable(usual), { numRuns, seed: 7 });

    const refused = all.filter((blocks) => toMarkdown(blocks)[0]);

    assert.ok(
      refused.length < all.length / 20,
      `${refused.length} of ${all.length} refused: ${JSON.stringify(refused[0])}`,
    );
  });

  it("blocks convert to Markdown again after they were read from Markdown", () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const [problem, blocks] = fromMarkdown(text, null);
        fc.pre(problem === null);

        const [unsupported, written] = toMarkdown(blocks);

        if (unsupported) assert.equal(unsupported.code, "ambiguous");
        else assert.deepEqual(fromMarkdown(written, blocks), [null, blocks]);
      }),
      { seed, numRuns },
    );
  });
});
