import assert from "node:assert/strict";
import type { JsonObject } from "../../src/model/json.ts";
import { told } from "./findings.ts";
import { ruleArticle, short } from "./rulings.ts";
import type { Ruling } from "./rulings.ts";

const link = { label: "Tea", url: "https://example.com" };
const zone = (...sections: JsonObject[]): JsonObject => ({ sections });
const gallery = (...items: JsonObject[]): JsonObject =>
  zone({ __component: "sections.gallery", items });

/** What each article of this file begins with. */
const made = {
  seo: { metaTitle: "Tea", noIndex: true },
  links: [link, { label: "Milk", url: "/milk" }],
  sections: [
    { __component: "sections.gallery", items: [{ caption: "One", source: link }] },
    { __component: "shared.call-to-action", heading: "Go", link },
  ],
};

type Row = readonly [what: string, change: JsonObject, ruling: Ruling, ...said: string[]];

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
  ["a zone taken away", { sections: null }, "fine"],
  ["a part without its kind", zone({ heading: "a" }), "error", "sections.0: needs-component"],
  [
    "a part whose kind is a number",
    { sections: [{ __component: 5 }] },
    "error",
    "sections.0: needs-component",
  ],
  [
    "a kind that is not there",
    zone({ __component: "a.b" }),
    "error",
    "sections.0.__component: no-such-component",
  ],
  [
    "an unknown key in a part",
    zone({ __component: "sections.text", body: "a", b: 1 }),
    "error",
    "sections.0.b: unknown-key",
  ],
  [
    "a part without what is required",
    zone({ __component: "sections.text" }),
    "warning",
    "sections.0.body: required",
  ],
  [
    "a part with a foreign id",
    zone({ __component: "sections.text", body: "a", id: 99_999 }),
    "error",
    "sections.0.id: foreign-id",
  ],
  [
    "the id of a part of another kind",
    zone({ __component: "sections.text", body: "a", id: "$sections.1.id" }),
    "error",
    "sections.0.id: foreign-id",
  ],
  [
    "a required component left out",
    zone({ __component: "shared.call-to-action", heading: "a" }),
    "warning",
    "sections.0.link: required",
  ],
  [
    "a required component that is empty",
    zone({ __component: "shared.call-to-action", heading: "a", link: {} }),
    "warning",
    "sections.0.link.label: required",
    "sections.0.link.url: required",
  ],
  [
    "too many entries",
    gallery(...Array.from({ length: 13 }, () => ({ caption: "a" }))),
    "warning",
    "sections.0.items: too-many",
  ],
  [
    "an empty list that may be",
    zone({ __component: "sections.fact-box", heading: "a", facts: [] }),
    "fine",
  ],
  ["ids in what is made anew", gallery({ id: 99_999, source: { id: 99_999, ...link } }), "fine"],
  [
    "a foreign id deep inside",
    {
      sections: [
        {
          __component: "sections.gallery",
          id: "$sections.0.id",
          items: [{ id: "$sections.0.items.0.id", source: { id: 99_999, ...link } }],
        },
      ],
    },
    "error",
    "sections.0.items.0.source.id: foreign-id",
  ],
  [
    "a value deep inside",
    {
      sections: [
        {
          __component: "sections.gallery",
          id: "$sections.0.id",
          items: [
            {
              id: "$sections.0.items.0.id",
              source: { id: "$sections.0.items.0.source.id", label: 5, url: "/" },
            },
          ],
        },
      ],
    },
    "error",
    "sections.0.items.0.source.label: not-a-text",
  ],
];

describe("Components, lists and zones are looked at as the service looks at them", function () {
  this.timeout(60_000);
  for (const [what, change, ruling, ...said] of rows) {
    it(`${what}: ${ruling}, ${short(change)}`, async () => {
      const { done, findings, ...ruled } = await ruleArticle(change, made);

      assert.deepEqual([done, ruled.said, told(findings)], [ruling, ruling, said]);
    });
  }

  it("warns of a part that the zone is not made for, though the service takes any", async () => {
    const seo = { __component: "shared.seo", metaTitle: "Tea" };

    const { done, said, findings } = await ruleArticle(zone(seo), made);

    assert.deepEqual(
      [done, said, told(findings)],
      ["fine", "warning", ["sections.0.__component: not-in-zone"]],
    );
  });

  it("calls an id that stands twice an error: the service keeps one of the two", async () => {
    const links = ["$links.0", "$links.0"];

    const { done, said, findings, kept } = await ruleArticle({ links }, made);

    assert.deepEqual(
      [done, said, told(findings), (kept["links"] as unknown[]).length],
      ["fine", "error", ["links.1.id: doubled-id"], 1],
    );
  });
});
