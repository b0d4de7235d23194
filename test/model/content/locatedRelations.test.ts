import assert from "node:assert/strict";
import { relationsIn } from "../../../src/model/content/references.ts";
import { kitchen, recipes } from "../kitchen.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const describeRelations = (content: JsonObject) =>
  relationsIn(content, { type: recipes, catalog: kitchen }).map(
    ({ path, target, documentId, title }) => [path.join("."), target, documentId, title],
  );

describe("relationsIn", () => {
  it("relationsIn finds relations with their paths in lists, components and dynamic zones", () => {
    const content = {
      cook: { documentId: "a", name: "Anna" },
      tags: [{ documentId: "b", word: "hot" }, { documentId: "c" }],
      sections: [
        { __component: "sections.text", author: { documentId: "x" } },
        { __component: "sections.quote", author: { documentId: "d", name: "Dora" } },
      ],
      tasters: [{ documentId: "e", username: "emil" }],
    };

    assert.deepEqual(describeRelations(content), [
      ["cook", "api::cook.cook", "a", "Anna"],
      ["tags.0", "api::tag.tag", "b", "hot"],
      ["tags.1", "api::tag.tag", "c", ""],
      ["sections.1.author", "api::cook.cook", "d", "Dora"],
      ["tasters.0", "plugin::users-permissions.user", "e", "emil"],
    ]);
  });

  it("relationsIn accepts a bare documentId and ignores incomplete text", () => {
    const id = "ik4z3abcdefghijklmnopqrs";

    assert.deepEqual(describeRelations({ cook: id, tags: ["ho", id, 4, null] }), [
      ["cook", "api::cook.cook", id, ""],
      ["tags.1", "api::tag.tag", id, ""],
    ]);
  });

  it("relationsIn omits inverse sides, media and attributes that the schema doesn't have", () => {
    const reference = { documentId: "a" };

    assert.deepEqual(
      describeRelations({
        menu: reference,
        cover: reference,
        toString: reference,
        seo: { shareImage: reference },
      }),
      [],
    );
  });
});
