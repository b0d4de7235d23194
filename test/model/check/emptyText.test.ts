import assert from "node:assert/strict";
import { ask, makeArticle, openModel } from "../magazine.ts";
import { check, only, shownIn, some } from "./checking.ts";

const rules = only("empty-text");
const section = (body: string) => ({ __component: "sections.text", heading: " ", body });

describe("Rule empty-text", () => {
  it("rule empty-text reports required texts that show nothing, until they have content", async () => {
    const model = openModel();
    const [blank, fine] = [
      await makeArticle({ sections: [section("Tea"), section(" \n\t")] }, "status=draft"),
      await makeArticle({ sections: [section("Tea")], body: " ", kicker: "" }, "status=draft"),
    ];
    const empty = await makeArticle({ sections: [section("")], title: "    " }, "status=draft");
    const checked = some(model, "articles", blank, fine, empty);

    const before = await check(model, checked, { rules });
    const corrected = { sections: [section("Tea")], title: "Title" };
    for (const id of [blank, empty]) await ask("PUT", `articles/${id}?status=draft`, corrected);
    const after = await check(model, checked, { rules });

    assert.deepEqual(shownIn(before.findings, blank, fine, empty), [
      "warning 0 en sections[1].body",
      "warning 2 en sections[0].body",
      "warning 2 en title",
    ]);
    assert.deepEqual(shownIn(after.findings, blank, fine, empty), []);
  });
});
