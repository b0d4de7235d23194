import assert from "node:assert/strict";
import { ask, make, makeArticle, openModel, unique } from "../magazine.ts";
import { check, only, shownIn, some } from "./checking.ts";
import { changeMagazine } from "./database.ts";

const rules = only("different-order");

describe("Rule different-order", () => {
  it("rule different-order reports lists that the published version has in another order", async () => {
    const model = openModel();
    const tags = [
      await make("tags", { name: unique("One") }),
      await make("tags", { name: unique("Two") }),
      await make("tags", { name: unique("Three") }),
    ];
    const [id, same, edited] = [
      await makeArticle({ tags }),
      await makeArticle({ tags }),
      await makeArticle({ tags }),
    ];
    await ask("PUT", `articles/${edited}?status=draft`, { tags: tags.toReversed() });
    await changeMagazine(
      `UPDATE articles_tags_lnk SET tag_ord = 10 - tag_ord WHERE article_id =
       (SELECT id FROM articles WHERE document_id = ? AND published_at IS NOT NULL)`,
      id,
    );

    const checked = some(model, "articles", id, same, edited);

    const before = await check(model, checked, { rules });
    await ask("PUT", `articles/${id}?status=published`, {});
    const after = await check(model, checked, { rules });

    assert.deepEqual(shownIn(before.findings, id, same, edited), ["warning 0 en tags"]);
    assert.deepEqual(shownIn(after.findings, id, same, edited), []);
  });
});
