import assert from "node:assert/strict";
import { reported } from "./findings.ts";
import { holdFor, link, initialContent } from "./parts.ts";
import type { Row } from "./parts.ts";
import { ruleArticle } from "./rulings.ts";

const rows: readonly Row[] = [
  ["no change", {}, "fine"],
  ["a removed component", { seo: null }, "fine"],
  ["a new component in its place", { seo: { metaTitle: "New" } }, "fine"],
  ["another value in a component", { seo: { id: "$seo.id", metaTitle: "Other" } }, "fine"],
  ["a list for a component", { seo: [] }, "error", "seo: needs-object"],
  ["a text for a component", { seo: "x" }, "error", "seo: needs-object"],
  ["an unknown key", { seo: { metaTitle: "a", bogus: 1 } }, "error", "seo.bogus: unknown-key"],
  [
    "the key toString",
    { seo: { metaTitle: "a", toString: 1 } },
    "error",
    "seo.toString: unknown-key",
  ],
  ["a value of the wrong type", { seo: { metaTitle: 5 } }, "error", "seo.metaTitle: not-a-text"],
  [
    "a value that is too long",
    { seo: { metaTitle: "x".repeat(71) } },
    "error",
    "seo.metaTitle: too-long",
  ],
  [
    "a new component without a required attribute",
    { seo: { noIndex: true } },
    "warning",
    "seo.metaTitle: required",
  ],
  [
    "a required attribute set to null",
    { seo: { metaTitle: null } },
    "warning",
    "seo.metaTitle: required",
  ],
  [
    "a required attribute removed",
    { seo: { id: "$seo.id" } },
    "warning",
    "seo.metaTitle: required",
  ],
  [
    "the id of another component",
    { seo: { id: 99_999, metaTitle: "a" } },
    "fine",
    "seo.id: foreign-id",
  ],
  ["the id null", { seo: { id: null, metaTitle: "a" } }, "fine", "seo.id: foreign-id"],
  [
    "a documentId next to its id",
    { seo: { id: "$seo.id", metaTitle: "a", documentId: "x" } },
    "fine",
  ],
  ["a removed list", { links: null }, "fine"],
  ["a list in another order", { links: ["$links.1", "$links.0"] }, "fine"],
  ["an object for a list", { links: link }, "error", "links: needs-list"],
  [
    "entries that are not objects",
    { links: [null, "x"] },
    "error",
    "links.0: needs-object",
    "links.1: needs-object",
  ],
  [
    "an empty entry",
    { links: [{}] },
    "warning",
    "links.0.label: required",
    "links.0.url: required",
  ],
  [
    "an entry with a foreign id",
    { links: [{ id: 99_999, ...link }] },
    "fine",
    "links.0.id: foreign-id",
  ],
  [
    "an entry of another list",
    { links: ["$sections.0.items.0.source"] },
    "fine",
    "links.0.id: foreign-id",
  ],
];

describe("Validation of components", function () {
  this.timeout(60_000);
  holdFor(rows);

  it("validation of components reports an id that occurs twice, because the service keeps only one entry", async () => {
    const links = ["$links.0", "$links.0"];

    const { done, said, findings, readKept } = await ruleArticle({ links }, initialContent);
    const storedContent = await readKept();

    assert.deepEqual(
      [done, said, reported(findings), (storedContent["links"] as unknown[]).length],
      ["fine", "error", ["links.1.id: doubled-id"], 1],
    );
  });
});
