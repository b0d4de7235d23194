import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { contentOf, edit, open } from "../editors.ts";
import { openSeen } from "./seenArticles.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Save, with relations and components", () => {
  const magazine = useMagazine();

  const listOf = async (kind: string): Promise<string[]> => {
    const { body } = await plainRequest(magazine.service, "GET", kind);
    return (body as { data: { documentId: string }[] }).data.map(({ documentId }) => documentId);
  };

  itLong("a save keeps unchanged relations, components and dynamic zones", async () => {
    const [tag] = await listOf("tags");
    const { id, document } = await openSeen(magazine, {
      tags: [tag],
      seo: { metaTitle: "Meta", metaDescription: "A description" },
      sections: [{ __component: "sections.text", heading: "One", body: "Text" }],
    });
    const { tags, seo, sections } = contentOf(document);

    await edit(document, { kicker: "Changed" });
    await document.save();

    const after = contentOf(await open(magazine.article(id)));
    assert.deepEqual([after["tags"], after["seo"], after["sections"]], [tags, seo, sections]);
  });

  it("a save updates a component in place, and sets a relation by its documentId", async () => {
    const [first, second] = await listOf("tags");
    const { document, sent } = await openSeen(magazine, {
      tags: [first],
      seo: { metaTitle: "Meta", metaDescription: "A description" },
    });
    const seo = contentOf(document)["seo"] as JsonObject;

    await edit(document, {
      tags: [{ documentId: second!, name: "whatever" }],
      seo: { ...seo, metaTitle: "Another" },
    });
    const saved = await document.save();

    assert.deepEqual(
      [saved, sent()],
      [
        true,
        [
          {
            data: {
              tags: { set: [{ documentId: second }] },
              seo: { ...seo, metaTitle: "Another" },
            },
          },
        ],
      ],
    );
  });
});
