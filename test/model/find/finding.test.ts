import assert from "node:assert/strict";
import { findContent } from "../../../src/model/find/typeSearch.ts";
import { isLongRun } from "../../support/longRun.ts";
import { makeUser } from "../accounts.ts";
import { ask, magazine, make, makeArticle, openModel, unique } from "../magazine.ts";
import { find, reported } from "./finding.ts";

describe("Find Content", () => {
  it("Find Content finds a text in titles and fields of every collection and locale, with publication status", async () => {
    const model = openModel();
    const word = unique("Samovar").replace(" ", "");
    const title = `${word} in Winter`;
    const id = await makeArticle({ title, summary: "Nothing" }, "status=draft");
    await ask("PUT", `articles/${id}?locale=fr`, { title: "Le thé", body: `Un ${word} chaud` });
    await make("tags", { name: `A ${word}` });
    await make("pages", { title: "A page", summary: `Of the ${word.toUpperCase()}.` });

    const results = await find(model, word.toLowerCase());

    assert.deepEqual(reported(results), [
      `articles | en | ${title} | draft`,
      `articles | fr | Le thé | published | body: Un ${word} chaud`,
      `pages | en | A page | published | summary: Of the ${word.toUpperCase()}.`,
      `tags | A ${word} | published`,
    ]);
  });

  it("Find Content finds a text in single, repeated and nested components, and in blocks", async () => {
    const model = openModel();
    const word = unique("Kettle").replace(" ", "");
    const title = unique("Inside");
    const children = [{ type: "text", text: `Put the ${word} on`, bold: true }];
    await makeArticle({ title: `${title} 1`, seo: { metaTitle: `The ${word}` } }, "status=draft");
    const links = [
      { label: "Shop", url: "https://example.com" },
      { label: word, url: "x" },
    ];
    await makeArticle({ title: `${title} 2`, links }, "status=draft");
    await makeArticle({ title: `${title} 3`, content: [{ type: "paragraph", children }] });
    const link = { label: `Buy a ${word}`, url: "x" };
    await ask("PUT", "homepage?status=draft", { callToAction: { heading: "Buy", link } });

    const results = await find(model, word);

    assert.deepEqual(reported(results).sort(), [
      `articles | en | ${title} 1 | draft | seo.metaTitle: The ${word}`,
      `articles | en | ${title} 2 | draft | links.label: ${word}`,
      `articles | en | ${title} 3 | published | content: Put the ${word} on`,
      `homepage | en | Homepage | callToAction.link.label: Buy a ${word}`,
    ]);
    assert.deepEqual(
      [results.unseen, results.failures],
      [["articles.sections", "homepage.sections", "pages.sections"], []],
    );
  });

  it("Find Content finds a text in fields and components of a single type in every locale", async () => {
    const model = openModel();
    const [introWord, inner] = [unique("Patička"), unique("Zápatí")].map((word) =>
      word.replace(" ", ""),
    );
    const link = { label: `Číst ${inner}`, url: "x" };
    await ask("PUT", "homepage?status=draft", { intro: `An ${introWord}` });
    for (const locale of ["fr", "de"]) {
      await ask("PUT", `homepage?status=draft&locale=${locale}`, {
        ...{ heading: `Home ${locale}`, intro: `Un ${introWord}` },
        callToAction: { heading: "Buy", link },
      });
    }

    const [ownHits, innerHits] = [await find(model, introWord!), await find(model, inner!)].map(
      reported,
    );

    // Other tests expect that the homepage has only one locale.
    for (const locale of ["fr", "de"]) await ask("DELETE", `homepage?locale=${locale}`);
    assert.deepEqual(ownHits!.sort(), [
      `homepage | de | Homepage | intro: Un ${introWord}`,
      `homepage | en | Homepage | intro: An ${introWord}`,
      `homepage | fr | Homepage | intro: Un ${introWord}`,
    ]);
    assert.deepEqual(innerHits!.sort(), [
      `homepage | de | Homepage | callToAction.link.label: Číst ${inner}`,
      `homepage | fr | Homepage | callToAction.link.label: Číst ${inner}`,
    ]);
  });

  it("Find Content ignores keys of blocks, and lists blocks as not searched", async () => {
    const model = openModel();
    const results = [await find(model, "indentLevel"), await find(model, '"children":[')];

    assert.deepEqual(
      results.map((result) => [reported(result), result.unseen[0]]),
      [
        [[], "articles.content"],
        [[], "articles.content"],
      ],
    );
  });

  it("Find Content shows no snippet when only a private field contains the text", async () => {
    const model = openModel();
    const note = unique("Secret");
    const title = unique("Article");
    await makeArticle({ title, internalNote: note });

    const results = await find(model, note);

    assert.deepEqual(reported(results), [`articles | en | ${title} | published | : `]);
  });

  it("Find Content finds users by username and by email, and shows the email", async () => {
    const model = openModel();
    const { id, username, email } = await makeUser({
      email: `${unique("post").slice(5)}@example.com`,
    });

    const results = [await find(model, username.toUpperCase()), await find(model, email)];

    const hit = { address: model.at("users", String(id)), title: username, updatedAt: "", email };
    const where = { field: "email", snippet: email };
    assert.deepEqual(
      results.map(({ groups }) => groups.map(({ hits }) => hits)),
      [[[hit]], [[{ ...hit, where }]]],
    );
  });

  it("Find Content shows ten documents of a type, and the list query that finds all", async () => {
    const model = openModel();
    const [word, inner] = [unique("Many").replace(" ", ""), unique("Deep").replace(" ", "")];
    for (let number = 0; number < 11; number += 1) {
      await make("tags", { name: `${word} ${number}` });
      await makeArticle({ seo: { metaTitle: inner } }, "status=draft");
    }

    const results = [await find(model, word), await find(model, inner)];

    const groups = results.flatMap((result) => result.groups);
    assert.deepEqual(
      groups.map(({ collection, hits, more }) => [
        collection.type,
        hits.length,
        Object.keys(more ?? {}),
      ]),
      [
        ["tags", 10, ["search"]],
        ["articles", 10, ["filter"]],
      ],
    );
    const { more = {} } = groups[1]!;
    model.lists.changeListQuery(model.at("articles", "-"), more);
    const { total } = await model.lists.listing(model.at("articles", "-")).open();
    assert.equal(total, 11);
  });

  it("Find Content reports types that the token may not read, and searches the others", async () => {
    const model = openModel({ token: magazine().tokens.custom });
    const name = unique("Tag");
    await make("tags", { name });

    const results = await find(model, name);

    const refused = results.failures.map(({ type, failure }) => [
      type?.name,
      failure.code === "service" && failure.error.name,
    ]);
    assert.deepEqual([...new Set(refused.map(([, why]) => why))], ["ForbiddenError"]);
    assert.deepEqual(reported(results), [`tags | ${name} | published`]);
    assert.deepEqual(refused.map(([name]) => name).sort(), [
      "authors",
      "homepage",
      "pages",
      "site-setting",
      undefined,
    ]);
  });

  it("Find Content accepts any text: quotes, brackets, wildcards, an emoji and a very long one", async () => {
    const model = openModel();
    const odd = ['"', "'; drop table", "[a](b)", "%", "\\", "((", "🍵", "字".repeat(400), "$(x)"];

    // `npm run test:long` also searches for each text alone.
    for (const text of [odd.join(""), ...(isLongRun ? odd : [])]) {
      const { failures } = await find(model, text);
      assert.deepEqual(failures, [], text);
    }
  });

  it("Find Content shows results as they arrive, and stops requests when the search is aborted", async () => {
    const model = openModel();
    const abort = new AbortController();
    const reports: string[][] = [];
    const word = unique("Soon").replace(" ", "");
    await makeArticle({ title: word });
    await make("tags", { name: word });

    const request = { connection: model.connection, text: word, inZones: false };
    const { signal } = new AbortController();
    await findContent(model, { ...request, signal, show: () => undefined });
    const whole = model.log.length;

    const finding = findContent(model, {
      ...request,
      signal: abort.signal,
      show: (results) => {
        reports.push(reported(results));
        if (reported(results).length > 0) abort.abort();
      },
    });
    const requestCount = await finding.then(() => model.log.length - whole);

    assert.equal(reports.at(-1)?.length, 1);
    // How many requests are under way when the first result arrives depends on the database.
    assert.ok(requestCount < whole, `${requestCount} of ${whole}`);
  });
});
