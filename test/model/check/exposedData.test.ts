import assert from "node:assert/strict";
import { ask, makeArticle, openModel } from "../magazine.ts";
import { check, only, some } from "./checking.ts";

const rules = only("exposed-data");
/** In parts, so that no scanner takes the text of this test for a token. */
const token = ["gh", "p_", "A1b2C3d4E5".repeat(4).slice(0, 36)].join("");
const words = (text: string) => [{ type: "paragraph", children: [{ type: "text", text }] }];

describe("Rule exposed-data", () => {
  it("rule exposed-data reports addresses and tokens in published texts, until they are removed", async () => {
    const model = openModel();
    const [published, draft, contact, wiser] = [
      await makeArticle({
        body: "Write to ada@example.com today.",
        content: words(`Use ${token}`),
        metadata: { note: { author: "ada@example.com" } },
      }),
      await makeArticle({ body: "ada@example.com" }, "status=draft"),
      await makeArticle({ contactEmail: "ada@example.com", body: "10 @ 5 each, @ada" }),
      await makeArticle({ body: "ada@example.com" }),
    ];
    await ask("PUT", `articles/${wiser}`, { body: "Write to us." });
    const checked = some(model, "articles", published, draft, contact, wiser);
    const findingsWith = async (settings = {}) => {
      const { findings } = await check(model, checked, { rules, ...settings });
      return findings.map(({ address, path, data }) => [address.id, path.join("."), data]);
    };

    const before = await findingsWith();
    const byDefault = await findingsWith({ rules: {} });
    await ask("PUT", `articles/${published}`, { body: "", content: null, metadata: null });
    const after = await findingsWith();

    assert.deepEqual(before, [
      [published, "body", { kind: "email" }],
      [published, "content.0.children.0.text", { kind: "secret" }],
      [published, "metadata.note.author", { kind: "email" }],
    ]);
    assert.deepEqual([byDefault, after], [[], []]);
  });
});
