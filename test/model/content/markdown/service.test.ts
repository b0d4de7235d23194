import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { fromMarkdown, toMarkdown } from "../../../../src/model/content/markdown/blocksMarkdown.ts";
import type { Json, JsonObject } from "../../../../src/model/foundation/json.ts";
import { ask, draft, magazine, makeArticle } from "../../magazine.ts";
import { anyMarkdown } from "./anyBlocks.ts";

/** The content of every article of the seed, in every locale. */
async function everyContent(): Promise<Json[]> {
  const query = "status=draft&locale=*&fields=content&sort=id&pagination[pageSize]=100";
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask("GET", `articles?${query}&pagination[page]=${page}`);
    const { data } = answer as { data: readonly JsonObject[] };
    if (data.length === 0) return all;
    all.push(...data.map(({ content }) => content ?? null));
  }
}

describe("Blocks from the service", function () {
  this.timeout(60_000);

  it("blocks from the service convert to Markdown and back without loss for every article of the magazine", async () => {
    assert.ok(magazine());
    const written = (await everyContent()).filter((content) => content !== null);

    const different = written.filter((content) => {
      const [unsupported, text] = toMarkdown(content);
      return unsupported ?? !isDeepStrictEqual(fromMarkdown(text, content)[1], content);
    });

    assert.deepEqual([different, written.length > 200], [[], true]);
  });

  it("blocks that were read from any Markdown are stored by the service unchanged", async () => {
    const id = await makeArticle({}, "status=draft");
    const blocks = fc.sample(anyMarkdown, { numRuns: 600, seed: 5 }).flatMap((text) => {
      const [problem, parsedBlocks] = fromMarkdown(text, null);
      // Links are skipped, because the service has its own rules for their URLs.
      return problem || JSON.stringify(parsedBlocks).includes('"link"') ? [] : parsedBlocks;
    });

    await ask("PUT", `articles/${id}?status=draft`, { content: blocks });

    const { content } = (await draft(`articles/${id}`))!;
    assert.deepEqual([content, blocks.length > 500], [blocks, true]);
    await ask("DELETE", `articles/${id}?locale=*`);
  });
});
