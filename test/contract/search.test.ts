import assert from "node:assert/strict";
import { rowFound, titlesFound } from "./found.ts";
import { makeArticle } from "./made.ts";
import { unique } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

describe("_q parameter", () => {
  const word = unique("word");
  const number = String(process.pid * 7919);
  before(async () => {
    await makeArticle({
      ...{ title: "Searched", internalNote: `${word} note`, summary: `${word} summary` },
      ...{ body: `${word} body`, archiveNumber: number },
      metadata: { text: `${word} json` },
      content: [{ type: "paragraph", children: [{ type: "text", text: `${word} blocks` }] }],
      sections: [{ __component: "sections.text", body: `${word} zone` }],
      seo: { metaTitle: `${word} seo` },
    });
  });
  const matchingTitles = ["Searched"];
  for (const [sentence, part, titles] of facts([
    ["searches strings", "summary", matchingTitles],
    ["searches long texts", "body", matchingTitles],
    ["searches private fields too", "note", matchingTitles],
    ["ignores case", "SUMMARY", matchingTitles],
    ["does not search JSON", "json", []],
    ["does not search blocks", "blocks", []],
    ["does not search components", "seo", []],
    ["does not search dynamic zones", "zone", []],
    ["takes % literally", "%", []],
  ] as const)) {
    it(`the _q parameter ${sentence}`, async () => {
      assert.deepEqual(await titlesFound({ _q: `${word} ${part}` }), titles);
    });
  }

  for (const [sentence, cut] of facts([
    ["finds a whole number", 0],
    ["finds a number by a part of it", 1],
  ] as const)) {
    it(`the _q parameter ${sentence}`, async () => {
      const filters = { summary: `${word} summary` };

      assert.deepEqual(await titlesFound({ _q: number.slice(cut), filters }), matchingTitles);
      assert.deepEqual(await titlesFound({ _q: `${number.slice(cut)}x`, filters }), []);
    });
  }

  itFact("the _q parameter finds a number by the id of a row", async () => {
    const filters = { title: "Searched", summary: { $startsWith: word } };
    const { id } = await rowFound<{ id: number }>({ filters });

    assert.deepEqual(await titlesFound({ _q: String(id), filters }), matchingTitles);
  });

  itFact("the _q parameter applies together with filters", async () => {
    const filters = { summary: { $startsWith: word } };

    assert.deepEqual(await titlesFound({ _q: "searched", filters }), matchingTitles);
    assert.deepEqual(await titlesFound({ _q: "nothing", filters }), []);
  });

  it("the _q parameter finds everything when it is empty", async () => {
    assert.deepEqual(
      await titlesFound({ _q: "", filters: { summary: `${word} summary` } }),
      matchingTitles,
    );
  });
});
