import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { told } from "./findings.ts";
import { ruleArticle, short } from "./rulings.ts";
import type { Ruling } from "./rulings.ts";

export const link = { label: "Tea", url: "https://example.com" };

/** What each article begins with. */
export const made = {
  seo: { metaTitle: "Tea", noIndex: true },
  links: [link, { label: "Milk", url: "/milk" }],
  sections: [
    { __component: "sections.gallery", items: [{ caption: "One", source: link }] },
    { __component: "shared.call-to-action", heading: "Go", link },
  ],
};

export type Row = readonly [what: string, change: JsonObject, ruling: Ruling, ...said: string[]];

/** A test a row: what is said without asking is what the service does. */
export function holdFor(rows: readonly Row[]): void {
  for (const [what, change, ruling, ...said] of rows) {
    it(`${what}: ${ruling}, ${short(change)}`, async () => {
      const { done, findings, ...ruled } = await ruleArticle(change, made);

      assert.deepEqual([done, ruled.said, told(findings)], [ruling, ruling, said]);
    });
  }
}
