import assert from "node:assert/strict";
import { errorSummary } from "./found.ts";
import { makeArticle, makeDocument, makeInTwoLocales } from "./made.ts";
import { articles, must, unique } from "./realCms.ts";
import { itFact } from "../services/facts.ts";
import { noTitles, bothTitles, titlesInTwoLocales } from "./versions.ts";

type Row = Readonly<Record<string, unknown>>;

async function row(documentId: string, query: string): Promise<Row> {
  const answer = await must("GET", `/articles/${documentId}?${query}`);
  return (answer as { data: Row }).data;
}

describe("Writing a locale", () => {
  const update = async (documentId: string, data: object, locale: string) =>
    articles().update({ documentId, payload: { data }, params: { locale, status: "draft" } });

  it("writing adds a missing localization by update", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error, document] = await update(documentId, { title: "Thé" }, "fr");

    assert.deepEqual([error, document?.locale], [null, "fr"]);
    const french = { draft: "Thé", published: null };
    assert.deepEqual(await titlesInTwoLocales(documentId), [bothTitles("Tea"), french]);
  });

  itFact(
    "writing a locale copies fields that are not localized, but no texts, relations and components",
    async () => {
      const tags = [await makeDocument("/tags", { data: { name: unique("tag") } })];
      const seo = { metaTitle: "Tea" };
      const documentId = await makeArticle({ kicker: "Hot", readingMinutes: 7, tags, seo });

      const [error] = await update(documentId, {}, "fr");

      const french = await row(
        documentId,
        "locale=fr&status=draft&populate[0]=tags&populate[1]=seo",
      );
      const { title, kicker, kind, readingMinutes, tags: its, seo: frenchSeo } = french;
      assert.equal(error, null);
      assert.deepEqual(
        { title, kicker, kind, readingMinutes, tags: its, seo: frenchSeo },
        { title: null, kicker: null, kind: "feature", readingMinutes: 7, tags: [], seo: null },
      );
    },
  );

  itFact(
    "writing a locale checks the required fields when the localization is published",
    async () => {
      const documentId = await makeArticle();
      await update(documentId, {}, "fr");

      const [error] = await articles().publish({ documentId, params: { locale: "fr" } });

      const message = "title must be a `string` type, but the final value was: `null`.";
      assert.deepEqual(errorSummary(error), ["ValidationError", 400, message]);
    },
  );

  itFact(
    "writing a field that is not localized changes the drafts of all locales, and updates their time",
    async () => {
      const documentId = await makeInTwoLocales();
      const before = await row(documentId, "status=draft");

      await update(documentId, { readingMinutes: 9 }, "fr");

      const [draft, published] = [await row(documentId, "status=draft"), await row(documentId, "")];
      assert.deepEqual([draft["readingMinutes"], published["readingMinutes"]], [9, null]);
      assert.ok(String(draft["updatedAt"]) > String(before["updatedAt"]));
    },
  );

  itFact("writing changes a localized field in its own locale only", async () => {
    const documentId = await makeInTwoLocales();
    const before = await row(documentId, "status=draft");

    await update(documentId, { kicker: "Chaud" }, "fr");

    assert.deepEqual(await row(documentId, "status=draft"), before);
  });

  it("writing accepts a locale that the service does not offer, by update", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error, document] = await update(documentId, { title: "Xx" }, "xx");

    assert.deepEqual([error, document?.locale], [null, "xx"]);
  });

  itFact("writing accepts a locale that the service does not offer, by POST", async () => {
    const documentId = await makeArticle({ title: "Xxx" }, "?locale=xx");

    const { locale } = await row(documentId, "locale=xx");
    assert.equal(locale, "xx");
    assert.deepEqual(await titlesInTwoLocales(documentId), [noTitles, noTitles]);
  });

  itFact("writing rejects locale * in update and publish", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [updated] = await update(documentId, { title: "Milk" }, "*");
    const [published] = await articles().publish({ documentId, params: { locale: "*" } });

    const message = "Invalid locale param * provided. Document locales must be strings.";
    const refused = ["ValidationError", 400, message];
    assert.deepEqual([errorSummary(updated), errorSummary(published)], [refused, refused]);
    assert.deepEqual(await titlesInTwoLocales(documentId), [bothTitles("Tea"), noTitles]);
  });
});
