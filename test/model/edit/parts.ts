import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { facts } from "../../services/facts.ts";
import { reported } from "./findings.ts";
import { judgeArticle, ruleArticle } from "./rulings.ts";
import type { Ruling } from "./rulings.ts";

export const link = { label: "Tea", url: "https://example.com" };

/** The initial content of each article. */
export const initialContent = {
  seo: { metaTitle: "Tea", noIndex: true },
  links: [link, { label: "Milk", url: "/milk" }],
  sections: [
    { __component: "sections.gallery", items: [{ caption: "One", source: link }] },
    { __component: "shared.call-to-action", heading: "Go", link },
  ],
};

export type Row = readonly [what: string, change: JsonObject, ruling: Ruling, ...said: string[]];

/**
 * Defines one test for each row that this run compares with the service, and one test of the validation alone for all
 * rows.
 */
export function holdFor(rows: readonly Row[]): void {
  for (const [what, change, ruling, ...said] of facts(rows)) {
    it(`agrees with the service on ${what} (${ruling})`, async () => {
      const { done, findings, ...ruled } = await ruleArticle(change, initialContent);

      assert.deepEqual([done, ruled.said, reported(findings)], [ruling, ruling, said]);
    });
  }

  it("warns, rejects or finds nothing, for every change and without the service", async () => {
    const results: Row[] = [];
    for (const [what, change] of rows) {
      const { said, findings } = await judgeArticle(change, initialContent);
      results.push([what, change, said, ...reported(findings)]);
    }

    assert.deepEqual(results, rows);
  });
}
