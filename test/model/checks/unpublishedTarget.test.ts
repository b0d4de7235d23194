import assert from "node:assert/strict";
import { ask, make, makeArticle, openDesk, unique } from "../magazine.ts";
import { allOf, check, only, shownIn } from "./checking.ts";

const rules = only("unpublished-target");
const publish = (path: string) => ask("PUT", `${path}?status=published`, {});

describe("Rule unpublished-target", () => {
  it("reports relations of a published document to targets that are not published", async () => {
    const desk = openDesk();
    const author = await make("authors?status=draft", { name: unique("Author") });
    const [hidden, shown] = [await makeArticle({}, "status=draft"), await makeArticle()];
    const id = await makeArticle({ related: [shown, hidden], author });
    const draft = await makeArticle({ related: [hidden], author }, "status=draft");
    const own = await makeArticle();
    await ask("PUT", `articles/${own}`, { related: [own] });

    const before = await check(desk, allOf(desk, "articles"), { rules });
    await publish(`authors/${author}`);
    await publish(`articles/${hidden}`);
    const after = await check(desk, allOf(desk, "articles"), { rules });

    const made = [id, draft, own, hidden];
    assert.deepEqual(shownIn(before.findings, ...made), [
      "warning 0 en author",
      "warning 0 en related[1]",
    ]);
    assert.deepEqual(shownIn(after.findings, ...made), []);
    assert.deepEqual(
      before.findings
        .filter(({ address }) => address.id === id)
        .flatMap(({ fixes = [] }) => fixes.map((fix) => ("target" in fix ? fix.target : undefined)))
        .map((target) => [target?.type, target?.id, target?.locale])
        .sort(),
      [
        ["articles", hidden, "en"],
        ["authors", author, undefined],
      ],
    );
  });

  it("looks up a target in the locale of the document", async () => {
    const desk = openDesk();
    const target = await makeArticle();
    await ask("PUT", `articles/${target}?locale=fr&status=draft`, { title: unique("Cible") });
    const id = await makeArticle({ related: [target] });
    await ask("PUT", `articles/${id}?locale=fr`, { title: unique("Article"), related: [target] });

    const { findings } = await check(
      desk,
      { kind: "document", address: desk.at("articles", id) },
      { rules },
    );

    assert.deepEqual(shownIn(findings, id), ["warning 0 fr related[0]"]);
  });
});
