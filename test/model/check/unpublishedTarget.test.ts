import assert from "node:assert/strict";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import { ask, make, makeArticle, openModel, unique } from "../magazine.ts";
import { check, only, shownIn, some } from "./checking.ts";

const rules = only("unpublished-target");
const publish = (path: string) => ask("PUT", `${path}?status=published`, {});

const fixesIn = ({ fixes = [] }: CheckFinding): string =>
  fixes
    .map((fix) =>
      "target" in fix
        ? `${fix.code} ${fix.target.type} ${fix.target.id} ${fix.target.locale ?? "-"}`
        : fix.code,
    )
    .join(", ");

describe("Rule unpublished-target", () => {
  it("rule unpublished-target reports relations of a published document to targets that are not published", async () => {
    const model = openModel();
    const author = await make("authors?status=draft", { name: unique("Author") });
    const [hidden, publishedId] = [await makeArticle({}, "status=draft"), await makeArticle()];
    const id = await makeArticle({ related: [publishedId, hidden], author });
    const draft = await makeArticle({ related: [hidden], author }, "status=draft");
    const selfRelatedId = await makeArticle();
    await ask("PUT", `articles/${selfRelatedId}`, { related: [selfRelatedId] });

    const articleIds = [id, draft, selfRelatedId, hidden];
    const checked = some(model, "articles", ...articleIds);

    const before = await check(model, checked, { rules });
    await publish(`authors/${author}`);
    await publish(`articles/${hidden}`);
    const after = await check(model, checked, { rules });

    assert.deepEqual(shownIn(before.findings, ...articleIds), [
      "warning 0 en author",
      "warning 0 en related[1]",
    ]);
    assert.deepEqual(shownIn(after.findings, ...articleIds), []);
    assert.deepEqual(
      before.findings
        .filter(({ address }) => address.id === id)
        .map(fixesIn)
        .sort(),
      [
        `publish-target articles ${hidden} en, remove-relation`,
        `publish-target authors ${author} -, remove-relation`,
      ],
    );
  });

  it("rule unpublished-target offers to publish the document, too, for a relation in a component", async () => {
    const model = openModel();
    const hidden = await makeArticle({}, "status=draft");
    const list = { __component: "sections.reading-list", heading: "More", articles: [hidden] };
    const [id, edited] = [
      await makeArticle({ sections: [list] }),
      await makeArticle({ sections: [list] }),
    ];
    await ask("PUT", `articles/${edited}?status=draft`, { kicker: "Edited" });

    const { findings } = await check(model, some(model, "articles", id, edited), { rules });

    const fixes = [id, edited].map((articleId) =>
      findings.filter(({ address }) => address.id === articleId).map(fixesIn),
    );
    assert.deepEqual(fixes, [
      ["publish-with-relations, remove-relation"],
      [`publish-with-relations, publish-target articles ${hidden} en, remove-relation`],
    ]);
  });

  it("rule unpublished-target looks up a target in the locale of the document", async () => {
    const model = openModel();
    const target = await makeArticle();
    await ask("PUT", `articles/${target}?locale=fr&status=draft`, { title: unique("Cible") });
    const id = await makeArticle({ related: [target] });
    await ask("PUT", `articles/${id}?locale=fr`, { title: unique("Article"), related: [target] });

    const { findings } = await check(
      model,
      { kind: "document", address: model.at("articles", id) },
      { rules },
    );

    assert.deepEqual(shownIn(findings, id), ["warning 0 fr related[0]"]);
  });
});
