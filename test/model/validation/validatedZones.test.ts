import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { told } from "./findings.ts";
import { holdFor, link, made } from "./parts.ts";
import type { Row } from "./parts.ts";
import { ruleArticle } from "./rulings.ts";

const zone = (...sections: JsonObject[]): JsonObject => ({ sections });
const gallery = (...items: JsonObject[]): JsonObject =>
  zone({ __component: "sections.gallery", items });

const rows: readonly Row[] = [
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

describe("Zones are looked at as the service looks at them", function () {
  this.timeout(60_000);
  holdFor(rows);

  it("warns of a part that the zone is not made for, though the service takes any", async () => {
    const seo = { __component: "shared.seo", metaTitle: "Tea" };

    const { done, said, findings } = await ruleArticle(zone(seo), made);

    assert.deepEqual(
      [done, said, told(findings)],
      ["fine", "warning", ["sections.0.__component: not-in-zone"]],
    );
  });
});
