import assert from "node:assert/strict";
import { findContent } from "../../../src/model/find/typeSearch.ts";
import { makeUser } from "../accounts.ts";
import { ask, draft, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { find, reported } from "./finding.ts";

describe("Find Content, for references", () => {
  const idOf = async (type: string, query = "") =>
    (await draft(type, query))?.["documentId"] as string;

  it("Find Content finds a document by documentId in each of its locales", async () => {
    const model = openModel();
    const [title, french] = [unique("Title"), unique("Titre")];
    const id = await makeArticle({ title }, "status=draft");
    await ask("PUT", `articles/${id}?locale=fr`, { title: french });

    const results = await find(model, id);

    assert.deepEqual(reported(results).sort(), [
      `articles | en | ${title} | draft`,
      `articles | fr | ${french} | published`,
    ]);
  });

  it("Find Content finds a single type and a user by a reference", async () => {
    const model = openModel();
    const user = await makeUser();
    const { documentId } = user;

    const results = [
      await find(model, await idOf("homepage")),
      await find(model, documentId),
      await find(model, `user ${user.id}`),
    ];

    const address = model.at("users", String(user.id));
    const addresses = results.map(({ groups }) =>
      groups.flatMap(({ hits }) => hits.map((hit) => hit.address)),
    );
    const [homepages = [], ...accounts] = addresses;
    assert.ok(homepages.every(({ type }) => type === "homepage"));
    assert.deepEqual(
      homepages.filter(({ locale }) => locale === "en"),
      [model.single("homepage", "en")],
    );
    assert.deepEqual(accounts, [[address], [address]]);
  });

  it("Find Content finds a document by its URL at the service and in the admin panel", async () => {
    const model = openModel();
    const { url, apiPrefix } = magazine();
    const id = await makeArticle();
    await ask("PUT", `articles/${id}?locale=fr`, { title: unique("Titre") });
    const user = await makeUser();
    const { documentId } = user;
    const panel = `${url}/admin/content-manager`;

    const results: unknown[] = [];
    for (const text of [
      `${url}/${apiPrefix}/articles/${id}?locale=fr`,
      `${url}/${apiPrefix}/homepage`,
      `${url}/${apiPrefix}/users/${user.id}`,
      `${panel}/collection-types/api::article.article/${id}?plugins[i18n][locale]=fr`,
      `${panel}/single-types/api::homepage.homepage?plugins[i18n][locale]=de`,
      `${panel}/collection-types/plugin::users-permissions.user/${documentId}`,
    ]) {
      const { groups } = await find(model, text);
      results.push(groups.flatMap(({ hits }) => hits.map(({ address }) => address)));
    }

    const account = model.at("users", String(user.id));
    assert.deepEqual(results, [
      [model.article(id, "fr")],
      [model.single("homepage", "en")],
      [account],
      [model.article(id, "fr")],
      [model.single("homepage", "de")],
      [account],
    ]);
  });

  it("Find Content finds a document by the URL of its web page, by draft or published version", async () => {
    const model = openModel();
    const previewUrl = "https://www.example.com/{locale}/{slug}?version={status}";
    await model.connections.change(model.connection, { previewUrl, adminUrl: "" });
    const slug = unique("tea").replace(" ", "-");
    const id = await makeArticle({ slug });
    const addresses = async (url: string) =>
      (await find(model, url)).groups.flatMap(({ hits }) =>
        hits.map(({ address, state }) => [address, state]),
      );

    const asPublished = await addresses(`https://www.example.com/en/${slug}`);
    const asDraft = await addresses(`https://www.example.com/en/${slug}?version=draft`);
    await ask("PUT", `articles/${id}?status=draft`, { slug: `${slug}-new` });
    const renamed = await addresses(`https://www.example.com/en/${slug}/`);
    const elsewhere = [
      await addresses(`https://www.example.com/fr/${slug}`),
      await addresses(`https://www.example.com/xx/${slug}`),
    ];

    assert.deepEqual(asPublished, [[model.article(id), "published"]]);
    assert.deepEqual(asDraft, asPublished);
    assert.deepEqual(renamed, [[model.article(id), "modified"]]);
    assert.deepEqual(elsewhere, [[], []]);
  });

  it("Find Content searches the URL as text when no document has it", async () => {
    const model = openModel();
    const title = unique("Linking");
    const url = `${magazine().url}/${magazine().apiPrefix}/articles/none${process.pid}`;
    await makeArticle({ title, summary: `See ${url}.` });

    const results = await find(model, url);

    assert.deepEqual(reported(results), [
      `articles | en | ${title} | published | summary: See ${url}.`,
    ]);
  });

  it("Find Content finds the document on the connection that the URL belongs to", async () => {
    const model = openModel();
    const other = { id: "othr0000", name: "Other", url: "http://127.0.0.1:9" };
    model.store.connections = [other, model.connection];
    const id = await makeArticle();

    const outcome = await findContent(model, {
      connection: other,
      text: `${magazine().url}/${magazine().apiPrefix}/articles/${id}`,
      inZones: false,
      signal: new AbortController().signal,
      show: () => undefined,
    });

    const { groups } = must(outcome);
    assert.deepEqual(
      groups.flatMap(({ hits }) => hits.map(({ address }) => address)),
      [model.article(id)],
    );
  });
});
