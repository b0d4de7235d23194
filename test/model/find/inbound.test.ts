import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import { findInboundRelations, findPointedIds } from "../../../src/model/find/inboundRelations.ts";
import type { InboundOptions } from "../../../src/model/find/inboundRelations.ts";
import { plainAll } from "../../support/plainHttp.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  draft,
  drafts,
  magazine,
  make,
  makeArticle,
  makeTranslated,
  openModel,
  unique,
} from "../magazine.ts";
import { makeUser } from "../accounts.ts";
import { must, why } from "../outcomes.ts";

const inbound = async (model: TestModel, address: Address, asking: InboundOptions = {}) =>
  findInboundRelations(must(await model.catalogs.service(model.connection.id)), address, asking);

/** The relations to a document: type, path and documentId of each source. */
async function pointers(model: TestModel, address: Address): Promise<string[][]> {
  const relations = must(await inbound(model, address)).relations;
  return relations.map(({ type, path, documentId }) => [type, path, documentId]).sort();
}

describe("findInboundRelations", () => {
  it("findInboundRelations finds the documents that refer to a user", async () => {
    const model = openModel();
    const { id, documentId } = await makeUser();
    const article = await makeArticle({ editor: documentId });
    const author = await make("authors", { name: unique("Author"), account: documentId });
    const address = { connection: model.connection.id, type: "users", id: String(id) };

    const relations = await pointers(model, address);

    assert.deepEqual(relations, [
      ["articles", "editor", article],
      ["authors", "account", author],
    ]);
  });

  it("findInboundRelations finds every document of any type that refers to the document, with its title", async () => {
    const model = openModel();
    const target = await makeArticle();
    const title = unique("Reader");
    const id = await makeArticle({ title, related: [target], sequel: target });
    const page = await make("pages", { title: unique("Page"), leadArticle: target });

    const { relations: inboundRelations, total } = must(
      await inbound(model, model.article(target)),
    );

    const names = inboundRelations.map(({ type, path, documentId, title: name }) =>
      [type, path, documentId, name === title].join(" "),
    );
    assert.deepEqual(
      [names.sort(), total],
      [
        [
          `articles related ${id} true`,
          `articles sequel ${id} true`,
          `pages leadArticle ${page} false`,
        ],
        3,
      ],
    );
  });

  it("findInboundRelations finds relations in every locale, in drafts, and in published versions that changed since", async () => {
    const model = openModel();
    const target = await make("categories", { name: unique("Category") });
    const drafted = await makeArticle({ category: target }, "status=draft");
    const french = await makeArticle();
    await ask("PUT", `articles/${french}?locale=fr`, { title: "Thé", category: target });
    const publishedOnlyId = await makeArticle({ category: target });
    await changeElsewhere(publishedOnlyId, { category: null });

    const relations = await pointers(model, model.at("categories", target));

    const expected = [drafted, french, publishedOnlyId]
      .map((id) => ["articles", "category", id])
      .sort();
    assert.deepEqual(relations, expected);
  });

  it("findInboundRelations finds relations in single types", async () => {
    const model = openModel();
    const author = await make("authors", { name: unique("Author") });
    const put = (featuredAuthors: readonly unknown[]) =>
      ask("PUT", "homepage?status=draft&locale=en", { featuredAuthors });
    const before = await draft("homepage", "locale=en&populate=featuredAuthors");
    await put([author]);

    const relations = await pointers(model, model.at("authors", author));

    await put(before?.["featuredAuthors"] as unknown[]);
    assert.deepEqual(
      relations.map(([type, path]) => [type, path]),
      [["homepage", "featuredAuthors"]],
    );
  });

  it("findInboundRelations excludes the document itself and its own targets", async () => {
    const model = openModel();
    const id = await makeArticle();
    const category = await make("categories", { name: unique("Category") });
    await changeElsewhere(id, { related: [id], category });

    assert.deepEqual(await pointers(model, model.article(id)), []);
  });

  it("findInboundRelations lists what it can't search: dynamic zones, and types that the token may not read", async () => {
    const model = openModel();
    const limited = openModel({ token: magazine().tokens.custom });
    const id = await make("authors", { name: unique("Author") });

    const { unsearchable } = must(await inbound(model, model.at("authors", id)));
    const { unsearchable: more } = must(await inbound(limited, limited.at("authors", id)));

    assert.deepEqual(unsearchable, ["articles.sections", "pages.sections"]);
    assert.deepEqual(more, ["articles.author", "articles.sections", "homepage", "pages.sections"]);
  });

  it("findInboundRelations returns 100 documents for each relation and the total, in one locale on request", async () => {
    const model = openModel();
    const id = await make("tags", { name: unique("tag") });
    const allIds = (query: string) =>
      plainAll(magazine(), `articles?status=draft&fields=documentId&${query}`).then((rows) =>
        rows.map(({ documentId }) => documentId),
      );
    // The service returns this document last, after the first page of 100.
    const last = (await allIds("locale=fr")).at(-1) ?? "";
    const others = (await allIds("locale=en")).filter((other) => other < last).slice(0, 102);
    const connect = [
      ...[...others, last].map((documentId) => ({ documentId, locale: "en" })),
      { documentId: last, locale: "fr" },
    ];
    await ask("PUT", `tags/${id}?status=draft`, { articles: { connect } });

    const { relations: named, total } = must(await inbound(model, model.at("tags", id)));
    const french = must(await inbound(model, model.at("tags", id), { only: "fr" }));
    const german = must(await inbound(model, model.at("tags", id), { only: "de" }));
    await ask("DELETE", `tags/${id}`);

    assert.deepEqual([named.length, total], [100, 104]);
    assert.deepEqual(
      [french.total, french.relations.map(({ documentId, locale }) => [documentId, locale])],
      [1, [[last, "fr"]]],
    );
    assert.equal(german.total, 0);
  });

  it("findInboundRelations returns nothing for a type without inbound relations or a missing document", async () => {
    const model = openModel();

    const relationLists = [
      await pointers(model, model.at("articles", "nothing")),
      await pointers(model, model.single("site-setting")),
    ];

    assert.deepEqual(relationLists, [[], []]);
  });

  it("findPointedIds finds the documents among many that a search for each finds, in all locales or in one", async () => {
    const model = openModel();
    const target = await makeTranslated(unique("Tea"), unique("Thé"));
    const french = await makeArticle({ related: [await makeArticle()] });
    await ask("PUT", `articles/${french}?locale=fr`, { title: "Thé", related: [target] });
    const publishedOnlyId = await makeArticle({ sequel: french });
    await changeElsewhere(publishedOnlyId, { sequel: null });
    await make("pages", { title: unique("Page"), leadArticle: publishedOnlyId });
    // The articles are those of this test.
    for (const [type, count, locales] of [
      ["articles", 4, [undefined, "fr"]],
      ["authors", 2, [undefined]],
      ["categories", 2, [undefined]],
      ["tags", 2, ["fr"]],
    ] as const) {
      const service = must(await model.catalogs.type(model.connection.id, type));
      const rows = await drafts(type, `sort=createdAt:desc&pagination[pageSize]=${count}`);
      const ids = rows.map((row) => textIn(row, "documentId"));
      for (const only of locales) {
        const options = { only, listsVersions: true };
        const pointedIds = must(await findPointedIds(service, ids, { only }));
        for (const id of ids) {
          const { relations } = must(await inbound(model, model.at(type, id), options));
          assert.equal(pointedIds.has(id), relations.length > 0, `${type} ${id} ${only}`);
        }
      }
    }
  });

  it("findInboundRelations fails when the request is aborted", async () => {
    const model = openModel();
    const service = must(await model.catalogs.service(model.connection.id));
    const address = model.article(await makeArticle());

    const outcome = await findInboundRelations(service, address, { signal: AbortSignal.abort() });

    assert.equal(why(outcome), "CmsAbortError");
  });
});
