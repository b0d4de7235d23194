import assert from "node:assert/strict";
import { isArray } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { ask, draft, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { edited } from "../testModel.ts";

const quote = (text: string) => ({ __component: "sections.quote", text, speaker: "Ines" });

const textsIn = (sections: Json = []): Json[] =>
  (isArray(sections) ? sections : []).map((section) => (section as JsonObject)["text"] ?? null);

describe("Removed list entry", () => {
  it("a list entry that another client removed is created again by a save, also after a cancelled conflict", async () => {
    const model = openModel();
    const id = await makeArticle({ sections: [quote("Warm"), quote("Cold")] });
    const address = model.article(id);
    const opened = await model.open(address);
    const [first, second] = opened.content["sections"] as [JsonObject, JsonObject];
    await ask("PUT", `articles/${id}?status=draft`, { sections: [first] });
    await model.documents.edits.begin(address, opened.text);
    must(await model.save(address, edited(opened, { kicker: "New" })));
    // The user types during that save, so the editor doesn't show the removal.
    const sections = [first, { ...second, text: "Icy" }];
    const text = edited(opened, { kicker: "New", sections });

    const cancelled = await model.save(address, text);
    assert.ok(model.documents.choose(address, "mine"));
    must(await model.save(address, text));

    const articleDraft = await draft(`articles/${id}`, "populate[sections][populate]=*");
    assert.deepEqual(
      [why(cancelled), textsIn(articleDraft?.["sections"])],
      ["conflict", ["Warm", "Icy"]],
    );
  });
});
