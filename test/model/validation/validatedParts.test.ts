import assert from "node:assert/strict";
import { told } from "./findings.ts";
import { holdFor, link, made } from "./parts.ts";
import type { Row } from "./parts.ts";
import { ruleArticle } from "./rulings.ts";

const rows: readonly Row[] = [
  ["nothing changed", {}, "fine"],
  ["a component taken away", { seo: null }, "fine"],
  ["a new one in its place", { seo: { metaTitle: "New" } }, "fine"],
  ["another value in it", { seo: { id: "$seo.id", metaTitle: "Other" } }, "fine"],
  ["a list for a component", { seo: [] }, "error", "seo: needs-object"],
  ["a text for a component", { seo: "x" }, "error", "seo: needs-object"],
  [
    "a key that it has not",
    { seo: { metaTitle: "a", bogus: 1 } },
    "error",
    "seo.bogus: unknown-key",
  ],
  [
    "the key of any object",
    { seo: { metaTitle: "a", toString: 1 } },
    "error",
    "seo.toString: unknown-key",
  ],
  ["a value of the wrong kind", { seo: { metaTitle: 5 } }, "error", "seo.metaTitle: not-a-text"],
  ["a value too long", { seo: { metaTitle: "x".repeat(71) } }, "error", "seo.metaTitle: too-long"],
  ["what is required, left out", { seo: { noIndex: true } }, "warning", "seo.metaTitle: required"],
  ["what is required, null", { seo: { metaTitle: null } }, "warning", "seo.metaTitle: required"],
  ["what is required, taken out", { seo: { id: "$seo.id" } }, "warning", "seo.metaTitle: required"],
  [
    "the id of another component",
    { seo: { id: 99_999, metaTitle: "a" } },
    "error",
    "seo.id: foreign-id",
  ],
  ["no id", { seo: { id: null, metaTitle: "a" } }, "error", "seo.id: foreign-id"],
  ["its id in quotes", { seo: { id: "$seo.id", metaTitle: "a", documentId: "x" } }, "fine"],
  ["a list taken away", { links: null }, "fine"],
  ["a list in another order", { links: ["$links.1", "$links.0"] }, "fine"],
  ["an object for a list", { links: link }, "error", "links: needs-list"],
  [
    "no object in a list",
    { links: [null, "x"] },
    "error",
    "links.0: needs-object",
    "links.1: needs-object",
  ],
  [
    "an entry without all",
    { links: [{}] },
    "warning",
    "links.0.label: required",
    "links.0.url: required",
  ],
  [
    "an entry with a foreign id",
    { links: [{ id: 99_999, ...link }] },
    "error",
    "links.0.id: foreign-id",
  ],
  [
    "an entry of another list",
    { links: ["$sections.0.items.0.source"] },
    "error",
    "links.0.id: foreign-id",
  ],
];

describe("Components and lists are looked at as the service looks at them", function () {
  this.timeout(60_000);
  holdFor(rows);

  it("calls an id that stands twice an error: the service keeps one of the two", async () => {
    const links = ["$links.0", "$links.0"];

    const { done, said, findings, kept } = await ruleArticle({ links }, made);

    assert.deepEqual(
      [done, said, told(findings), (kept["links"] as unknown[]).length],
      ["fine", "error", ["links.1.id: doubled-id"], 1],
    );
  });
});
