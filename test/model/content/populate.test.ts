import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { populateOf, starShapes } from "../../../src/model/content/requestShape.ts";
import { kitchen, recipes } from "../kitchen.ts";

const media = { fields: ["name", "alternativeText"] };

describe("populateOf", () => {
  it("populateOf populates components and zones in full, relations by title and media by name, no inverse side", () => {
    const populate = populateOf(recipes.attributes, kitchen);

    assert.deepEqual(populate, {
      cook: { fields: ["name"] },
      tags: { fields: ["word"] },
      tasters: { fields: ["username"] },
      cover: media,
      gallery: media,
      seo: { populate: { shareImage: media, canonical: true, keywords: true } },
      links: true,
      sections: {
        on: {
          "sections.text": true,
          "sections.quote": { populate: { author: { fields: ["name"] } } },
        },
      },
    });
  });

  it("populateOf and starShapes populate a zone whose components were deleted, as the client refuses an empty part", () => {
    const attributes = new Map<string, AttributeSchema>([
      ["sections", { type: "dynamiczone", components: [] }],
    ]);
    const service = { type: { ...recipes, attributes }, catalog: kitchen };

    const populates = [populateOf(attributes, kitchen), starShapes(service)[1]?.populate];

    assert.deepEqual(populates, [{ sections: true }, { sections: true }]);
  });

  it("populateOf leaves out private relations", () => {
    const hidden = new Map<string, AttributeSchema>([
      ["owner", { type: "relation", target: "api::cook.cook", private: true }],
    ]);

    const populate = populateOf(hidden, kitchen);

    assert.deepEqual(populate, {});
  });

  it("populateOf requests the documentId of a target without a title or with an unknown type", () => {
    const attributes = new Map<string, AttributeSchema>([
      ["menu", { type: "relation", relation: "oneToOne", target: "api::menu.menu" }],
      ["other", { type: "relation", relation: "oneToOne", target: "api::unknown.unknown" }],
    ]);

    const populate = populateOf(attributes, kitchen);

    assert.deepEqual(populate, {
      menu: { fields: ["documentId"] },
      other: { fields: ["documentId"] },
    });
  });

  it("populateOf terminates for a component that contains itself", () => {
    const branch: AttributeSchema = { type: "component", component: "shared.branch" };
    const attributes = new Map([["branch", branch]]);
    const endless = { ...kitchen, components: new Map([["shared.branch", attributes]]) };

    const populate = populateOf(attributes, endless);

    assert.deepEqual(populate, { branch: { populate: { branch: true } } });
  });
});
