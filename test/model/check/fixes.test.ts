import assert from "node:assert/strict";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { TestModel } from "../testModel.ts";
import { ask, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { check } from "./checking.ts";
import { changeMagazine } from "./database.ts";

/** The findings of a document with the default settings, with their fixes. */
async function findingsIn(model: TestModel, address: Address): Promise<string[]> {
  const { findings } = await check(model, { kind: "document", address });
  return findings.map(toLine).sort();
}

const toLine = ({ rule, path, fixes = [] }: CheckFinding): string =>
  [`${rule} at ${path.join(".")}:`, ...fixes.map(({ code }) => code)].join(" ");

/** Publishes a document as the command Publish does. */
async function publishAgain(model: TestModel, address: Address): Promise<void> {
  const draft = must(await model.publication.preview(address));
  const publishing = must(await model.publication.previewPublish(address, draft));
  must(await model.publication.publish(address, { ...draft, publishing }));
}

describe("Fixes of a check", () => {
  it("fixes of a check publish a document again without another finding, if only its published version is wrong", async () => {
    const model = openModel();
    const author = await make("authors", { name: unique("Author") });
    const target = await makeArticle({}, "status=draft");
    const tags = [
      await make("tags", { name: unique("One") }),
      await make("tags", { name: unique("Two") }),
    ];
    const list = { __component: "sections.reading-list", heading: "More", articles: [target] };
    const [lost, authorless, reordered] = [
      model.article(await makeArticle({ sections: [list] })),
      model.article(await makeArticle({ author })),
      model.article(await makeArticle({ tags })),
    ];
    await ask("PUT", `articles/${target}?status=published`, {});
    await changeMagazine(
      "DELETE FROM authors WHERE document_id = ? AND published_at IS NULL",
      author,
    );
    await changeMagazine(
      `UPDATE articles_tags_lnk SET tag_ord = 10 - tag_ord WHERE article_id =
       (SELECT id FROM articles WHERE document_id = ? AND published_at IS NOT NULL)`,
      reordered.id,
    );

    const before: string[] = [];
    const after: string[] = [];
    for (const address of [lost, authorless, reordered]) {
      before.push(...(await findingsIn(model, address)));
      await publishAgain(model, address);
      after.push(...(await findingsIn(model, address)));
    }
    await changeMagazine("DELETE FROM authors WHERE document_id = ?", author);

    assert.deepEqual(before, [
      "lost-relation at sections.0.articles.0: publish-again compare-with-published",
      "missing-target at author: publish-again compare-with-published",
      "different-order at tags: publish-again compare-with-published",
    ]);
    assert.deepEqual(after, []);
  });

  it("fixes of a check are those that apply to the value of the finding", async () => {
    const model = openModel();
    const slug = unique("slug").replace(" ", "-");
    const code = unique("c").slice(-12);
    await makeArticle({ slug, code }, "status=draft");
    const link = { type: "link", url: "http://localhost:4000/", children: [] };
    const content = [
      { type: "paragraph", children: [{ ...link, children: [{ type: "text", text: "Tea" }] }] },
    ];
    const data = { slug, code, content, title: "   ", body: "![](/uploads/never_there.png)" };
    const id = await makeArticle({ ...data, readingMinutes: 0 }, "status=draft");

    const findings = await findingsIn(model, model.article(id));

    assert.deepEqual(findings, [
      "broken-link at body: edit-link",
      "broken-link at content.0.children.0.url: edit-link",
      "duplicate-value at code: set-field compare-with",
      "duplicate-value at slug: regenerate-slug set-field compare-with",
      "empty-text at title: set-field",
      "invalid-value at readingMinutes: set-field",
    ]);
  });
});
