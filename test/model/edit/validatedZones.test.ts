import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { reported } from "./findings.ts";
import { holdFor, link, initialContent } from "./parts.ts";
import type { Row } from "./parts.ts";
import { ruleArticle } from "./rulings.ts";

const zone = (...sections: JsonObject[]): JsonObject => ({ sections });
const gallery = (...items: JsonObject[]): JsonObject =>
  zone({ __component: "sections.gallery", items });

const rows: readonly Row[] = [
  ["a removed zone", { sections: null }, "fine"],
  ["an entry without __component", zone({ heading: "a" }), "error", "sections.0: needs-component"],
  [
    "an entry whose __component is a number",
    { sections: [{ __component: 5 }] },
    "error",
    "sections.0: needs-component",
  ],
  [
    "an unknown component",
    zone({ __component: "a.b" }),
    "error",
    "sections.0.__component: no-such-component",
  ],
  [
    "an unknown key in an entry",
    zone({ __component: "sections.text", body: "a", b: 1 }),
    "error",
    "sections.0.b: unknown-key",
  ],
  [
    "an entry without a required attribute",
    zone({ __component: "sections.text" }),
    "warning",
    "sections.0.body: required",
  ],
  [
    "an entry with a foreign id",
    zone({ __component: "sections.text", body: "a", id: 99_999 }),
    "fine",
    "sections.0.id: foreign-id",
  ],
  [
    "the id of an entry of another component",
    zone({ __component: "sections.text", body: "a", id: "$sections.1.id" }),
    "fine",
    "sections.0.id: foreign-id",
  ],
  [
    "a required component that is missing",
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
    "an empty list that is allowed",
    zone({ __component: "sections.fact-box", heading: "a", facts: [] }),
    "fine",
  ],
  ["ids in new components", gallery({ id: 99_999, source: { id: 99_999, ...link } }), "fine"],
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
    "fine",
    "sections.0.items.0.source.id: foreign-id",
  ],
  [
    "an invalid value deep inside",
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

describe("Validation of dynamic zones", function () {
  this.timeout(60_000);
  holdFor(rows);

  it("validation warns about a component that the zone doesn't allow, although the service accepts it", async () => {
    const seo = { __component: "shared.seo", metaTitle: "Tea" };

    const { done, said, findings } = await ruleArticle(zone(seo), initialContent);

    assert.deepEqual(
      [done, said, reported(findings)],
      ["fine", "warning", ["sections.0.__component: not-in-zone"]],
    );
  });
});
