import assert from "node:assert/strict";
import { factsIn } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  document,
  draft,
  magazine,
  makeArticle,
  openModel,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** The documentId of the article that has a value for every attribute. */
async function showpiece(): Promise<string> {
  const articles = (await document("articles", "filters[title][$eq]=Tea in Winter")) as unknown;
  return (articles as [{ documentId: string }])[0].documentId;
}

describe("Opened document", () => {
  it("an opened document lists attributes in the schema's order, without private, password and inverse ones", async () => {
    const model = openModel();
    const address = model.article(await showpiece());

    const { content, title } = await model.open(address);

    const { type } = must(await model.catalogs.type(address.connection, "articles"));
    const hidden = ["previewPassword", "internalNote", "prequel"];
    const expected = [...type.attributes.keys()].filter((name) => !hidden.includes(name));
    assert.deepEqual(Object.keys(content), [...expected, "$schema", "$"]);
    assert.equal(title, "Tea in Winter");
  });

  it("an opened document shows ids, times and locales in $", async () => {
    const model = openModel();
    const id = await showpiece();

    const snapshot = await model.open(model.article(id));

    const draftRow = await draft(`articles/${id}`);
    assert.deepEqual(factsIn(snapshot), {
      documentId: id,
      locale: "en",
      createdAt: draftRow?.["createdAt"],
      updatedAt: draftRow?.["updatedAt"],
      locales: ["de", "en", "fr"],
    });
    assert.equal(snapshot.isReadonly, false);
  });

  it("an opened document shows the draft, and has the status modified when the published version differs", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Published" });
    await changeElsewhere(id, { title: "Changed since" });

    const { content } = await model.open(model.article(id));
    const { state } = await model.stood(model.article(id));

    assert.deepEqual([content["title"], state], ["Changed since", "modified"]);
  });

  it("an opened document has a null publication time while no version is published", async () => {
    const model = openModel();
    const id = await makeArticle({}, "status=draft");

    const { publishedAt, states, state } = await model.stood(model.article(id));

    assert.deepEqual([publishedAt, states, state], [null, { en: "draft" }, "draft"]);
  });

  it("an opened document is read once for a stat and the read beside it", async () => {
    const model = openModel();
    const id = await makeArticle();
    // The first read of a document of a type also checks the type's route, so another document is opened first.
    await model.open(model.article(await makeArticle()));

    await model.open(model.article(id));

    const reads = model.sent("GET").filter((path) => path === `articles/${id}`);
    assert.deepEqual(reads, [`articles/${id}`]);
  });

  it("an opened document gets another size and a later time after a change of the same length", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea for one" }, "status=draft");
    const address = model.article(id);
    const before = await model.open(address);
    const first = must(await model.documents.stat(address));

    await changeElsewhere(id, { title: "Tea for two" });
    await model.noticeChange(address);
    const after = must(await model.documents.read(address));
    const second = must(await model.documents.stat(address));

    assert.equal(after.text.length, before.text.length);
    assert.notEqual(after.text, before.text);
    assert.notEqual(second.size, first.size);
    assert.ok(second.modified > first.modified);
  });

  it("an opened document fails with different codes for a missing document, localization and type", async () => {
    const model = openModel();

    const outcomes = await Promise.all([
      model.documents.read(model.article("nobody")),
      model.documents.stat(model.article(await makeArticle(), "fr")),
      model.documents.read(model.at("novels", "any")),
      model.documents.read(model.at("users", "9999")),
      model.documents.read(model.single("homepage", "es")),
    ]);

    assert.deepEqual(outcomes.map(why), ["gone", "gone", "no-type", "gone", "nothing-yet"]);
  });

  it("an opened document leaves out relations that the token may not read", async () => {
    const model = openModel({ token: magazine().tokens.custom });

    const { content } = await model.open(model.article(await showpiece()));

    const names = ["category", "tags", "author", "editor"].filter((name) => name in content);
    assert.deepEqual(names, ["category", "tags"]);
  });
});

describe("Opened documents of other types", () => {
  it("a single type opens without an id in each of its locales", async () => {
    const model = openModel();
    for (const locale of ["en", "fr"]) {
      await ask("PUT", `homepage?status=published&locale=${locale}`, {});
    }

    const { content, title } = await model.open(model.single("homepage", "de"));
    const standings = [
      await model.stood(model.single("homepage", "en")),
      await model.stood(model.single("homepage", "de")),
    ];

    const germanDraft = await draft("homepage", "locale=de");
    const states = { de: "draft", en: "published", fr: "published" };
    assert.deepEqual([title, content["heading"]], ["Homepage", germanDraft?.["heading"]]);
    assert.deepEqual(
      standings.map(({ state, states }) => [state, states]),
      [
        ["published", states],
        ["draft", states],
      ],
    );
  });

  it("a document of a type without draft & publish shows no publication status", async () => {
    const model = openModel();
    const [category] = (await document("categories")) as unknown as [{ documentId: string }];

    const snapshots = [
      await model.open(model.at("categories", category.documentId)),
      await model.open(model.single("site-setting")),
    ];

    assert.deepEqual(
      snapshots.map((snapshot) => [
        snapshot.publication.knownValue?.state,
        Object.keys(factsIn(snapshot)),
      ]),
      Array(2).fill([undefined, ["documentId", "createdAt", "updatedAt"]]),
    );
  });

  it("an opened user shows the role by name, and no password", async () => {
    const model = openModel();
    const address = model.at("users", "1");

    const { content, title, isReadonly } = await model.open(address);

    const stat = must(await model.documents.stat(address));
    const { username, email, role } = content as { username: string; email: string; role: object };
    assert.deepEqual(
      [title, isReadonly, stat.isReadonly, "password" in content, Object.keys(role)],
      [username, false, false, false, ["id", "name"]],
    );
    assert.match(email, /@example\./);
  });
});
