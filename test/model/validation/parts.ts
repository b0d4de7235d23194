import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { reported } from "./findings.ts";
import { ruleArticle } from "./rulings.ts";
import type { Ruling } from "./rulings.ts";

export const link = { label: "Tea", url: "https://example.com" };

/** The initial content of each article. */
export const made = {
  seo: { metaTitle: "Tea", noIndex: true },
  links: [link, { label: "Milk", url: "/milk" }],
  sections: [
    { __component: "sections.gallery", items: [{ caption: "One", source: link }] },
    { __component: "shared.call-to-action", heading: "Go", link },
  ],
};

export type Row = readonly [what: string, change: JsonObject, ruling: Ruling, ...said: string[]];

/** Defines one test per row: the validation and the service return the same result. */
export function holdFor(rows: readonly Row[]): void {
  for (const [what, change, ruling, ...said] of rows) {
    it(`agrees with the service on ${what} (${ruling})`, async () => {
      const { done, findings, ...ruled } = await ruleArticle(change, made);

      assert.deepEqual([done, ruled.said, reported(findings)], [ruling, ruling, said]);
    });
  }
}
