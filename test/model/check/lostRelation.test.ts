import assert from "node:assert/strict";
import { ask, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { check, only, shownIn, some } from "./checking.ts";

const rules = only("lost-relation");
const publish = (path: string) => ask("PUT", `${path}?status=published`, {});
const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

describe("Rule lost-relation", () => {
  it("rule lost-relation reports relations of a document that was published before their targets", async () => {
    const model = openModel();
    const [target, waiting] = [
      await makeArticle({ title: unique("Target") }, "status=draft"),
      await makeArticle({ title: unique("Waiting") }, "status=draft"),
    ];
    const lost = await makeArticle({ sections: [readingList(target, waiting)] });
    const fine = await makeArticle();
    await publish(`articles/${target}`);
    const edited = await makeArticle({ sections: [readingList(waiting)] });
    await ask("PUT", `articles/${edited}?status=draft`, { kicker: "Edited" });

    const articleIds = [lost, fine, target, waiting, edited];
    const checked = some(model, "articles", ...articleIds);

    const before = await check(model, checked, { rules });
    await publish(`articles/${lost}`);
    const after = await check(model, checked, { rules });

    assert.deepEqual(shownIn(before.findings, ...articleIds), [
      "error 0 en sections[0].articles[0]",
    ]);
    assert.deepEqual(shownIn(after.findings, ...articleIds), []);
    assert.equal(before.report.findings.error, after.report.findings.error + 1);
  });

  it("rule lost-relation reports nothing for a component that refers to its own document", async () => {
    const model = openModel();
    const id = await makeArticle();
    await ask("PUT", `articles/${id}?status=draft`, { sections: [readingList(id)] });
    await publish(`articles/${id}`);

    const { findings } = await check(
      model,
      { kind: "document", address: model.article(id) },
      { rules },
    );

    assert.deepEqual(findings, []);
  });

  it("rule lost-relation reports nothing after another localization changed a shared media file", async () => {
    const model = openModel();
    const id = await makeArticle();
    await ask("PUT", `articles/${id}?locale=fr`, { title: unique("Article") });
    const [file] = (await ask("GET", "upload/files?pagination[limit]=1")) as [{ id: number }];
    await ask("PUT", `articles/${id}?status=draft`, { cover: file.id });

    const { findings } = await check(
      model,
      { kind: "document", address: model.at("articles", id) },
      { rules },
    );

    assert.deepEqual(findings, []);
  });

  it("rule lost-relation reports nothing while a change of the other side waits to be published", async () => {
    const model = openModel();
    const author = await make("authors", { name: unique("Author") });
    const tag = await make("tags", { name: unique("Tag") });
    const id = await makeArticle();
    for (const path of [`authors/${author}`, `tags/${tag}`]) {
      await ask("PUT", `${path}?status=draft`, { articles: { connect: [id] } });
    }
    const target = { kind: "document", address: model.article(id) } as const;
    const { content } = must(await model.reader.read(target.address));

    const waiting = await check(model, target, { rules });
    for (const path of [`authors/${author}`, `tags/${tag}`]) await publish(path);
    const published = await check(model, target, { rules });

    assert.deepEqual([content["author"] !== null, content["tags"] !== null], [true, true]);
    assert.deepEqual([waiting.findings, published.findings], [[], []]);
  });

  it("rule lost-relation reports a relation of a localization in its own locale", async () => {
    const model = openModel();
    const target = await makeArticle({}, "status=draft");
    await ask("PUT", `articles/${target}?locale=fr&status=draft`, { title: unique("Cible") });
    const id = await makeArticle();
    const content = { title: unique("Article"), sections: [readingList(target)] };
    await ask("PUT", `articles/${id}?locale=fr`, content);
    await ask("PUT", `articles/${target}?locale=fr&status=published`, {});

    const { findings } = await check(
      model,
      { kind: "document", address: model.at("articles", id) },
      { rules },
    );

    assert.deepEqual(shownIn(findings, id), ["error 0 fr sections[0].articles[0]"]);
  });

  it("rule lost-relation reports relations between documents of a type that is not localized", async () => {
    const model = openModel();
    const author = await make("authors?status=draft", { name: unique("Author") });
    const quote = { __component: "sections.quote", text: "So", speaker: "Ada", author };
    const id = await make("pages", { title: unique("Page"), sections: [quote] });
    await publish(`authors/${author}`);

    const { findings } = await check(model, some(model, "pages", id), { rules });

    assert.deepEqual(shownIn(findings, id), ["error 0 en sections[0].author"]);
  });
});
