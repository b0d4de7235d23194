import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { addLocalization } from "../addLocalization.ts";
import { ask, draft, make, makeArticle, makeTranslated, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const names = (value: unknown) =>
  (value as { name?: string; title?: string }[]).map((entry) => entry.name ?? entry.title);

const sharedIn = ({ readingMinutes, kind, cover }: JsonObject) => [
  readingMinutes,
  kind,
  (cover as JsonObject | null)?.["id"],
];

/** The numeric id of a file of the media library. */
async function someFile(): Promise<unknown> {
  const [file] = (await ask("GET", "upload/files")) as JsonObject[];
  return file?.["id"];
}

describe("Add Localization", () => {
  it("Add Localization creates a draft with content, relations and shared attributes of another locale", async () => {
    const model = openModel();
    const [category, tag] = [
      await make("categories?status=draft", { name: "Winter" }),
      await make("tags?status=draft", { name: "Snow" }),
    ];
    const id = await makeArticle({
      title: "Tea",
      kicker: "Warm",
      kind: "essay",
      readingMinutes: 7,
      category,
      tags: [tag],
      seo: { metaTitle: "Cups", metaDescription: "Warm cups" },
    });

    const outcome = await addLocalization(model.article(id), "fr", model);

    const localization = must(outcome);
    const french = await draft(`articles/${id}`, "locale=fr&populate=*");
    assert.deepEqual(localization, { address: model.article(id, "fr"), omitted: [], unread: [] });
    const { title, kicker, kind, readingMinutes } = french!;
    assert.deepEqual([title, kicker, kind, readingMinutes], ["Tea", "Warm", "essay", 7]);
    assert.deepEqual(
      [names([french!["category"]]), names(french!["tags"])],
      [["Winter"], ["Snow"]],
    );
    assert.equal((french!["seo"] as { metaTitle: string }).metaTitle, "Cups");
    assert.equal(french!["publishedAt"], null);
  });

  it("Add Localization takes shared attributes from the draft when the published version differs", async () => {
    const model = openModel();
    const cover = await someFile();
    const id = await makeArticle({ title: "Tea", readingMinutes: 7, kind: "essay" });
    await ask("PUT", `articles/${id}?status=published`, {});
    await ask("PUT", `articles/${id}?status=draft`, { readingMinutes: 12, kind: null, cover });

    must(await addLocalization(model.article(id), "fr", model));

    const [english, french] = await Promise.all(
      ["en", "fr"].map((locale) => draft(`articles/${id}`, `locale=${locale}&populate=cover`)),
    );
    const shared = [12, null, cover];
    assert.deepEqual([sharedIn(english!), sharedIn(french!)], [shared, shared]);
  });

  it("Add Localization keeps relations to documents that exist in the locale, and reports the others", async () => {
    const model = openModel();
    const [both, english] = [
      await makeTranslated("Coffee", "Café"),
      await makeArticle({ title: "Milk" }),
    ];
    const id = await makeArticle({ title: "Tea", related: [both, english] });

    const { omitted } = must(await addLocalization(model.article(id), "fr", model));

    const french = await draft(`articles/${id}`, "locale=fr&populate=related");
    const still = await draft(`articles/${id}`, "locale=en&populate=related");
    assert.deepEqual([omitted, names(french!["related"])], [["related (Milk)"], ["Café"]]);
    assert.deepEqual(names(still!["related"]).toSorted(), ["Coffee", "Milk"]);
  });

  it("Add Localization is rejected when the locale exists", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");

    const outcome = await addLocalization(model.article(id), "fr", model);

    const french = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual(
      [why(outcome), model.sent("PUT"), french!["title"]],
      ["locale-there", [], "Thé"],
    );
  });

  it("Add Localization is rejected for an unknown locale and for a type without locales", async () => {
    const model = openModel();
    const [id, tag] = [await makeArticle(), await make("tags?status=draft", { name: "Snow" })];

    const unlisted = await addLocalization(model.article(id), "xx", model);
    const unlocalized = await addLocalization(model.at("tags", tag), "fr", model);

    assert.deepEqual([unlisted, unlocalized].map(why), ["unknown-locale", "unknown-locale"]);
    assert.deepEqual(model.sent("PUT"), []);
  });

  it("Add Localization leaves the shared attributes of other locales unchanged", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kind: "essay" });
    const before = await draft(`articles/${id}`, "locale=en");

    must(await addLocalization(model.article(id), "fr", model));

    assert.deepEqual(await draft(`articles/${id}`, "locale=en"), before);
  });

  it("Add Localization works for a single type", async () => {
    const model = openModel();
    await ask("DELETE", "homepage?locale=de");
    const english = await model.open(model.single("homepage", "en"));

    const localization = must(await addLocalization(model.single("homepage", "en"), "de", model));

    const german = await model.open(localization.address);
    assert.deepEqual(localization.address, model.single("homepage", "de"));
    assert.equal(german.content["heading"], english.content["heading"]);
    assert.ok(german.facts.locales!.includes("en"));
  });

  it("Add Localization creates a journal entry", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });

    must(await addLocalization(model.article(id), "fr", model));

    const [entry] = await model.journal.history(model.article(id, "fr"));
    assert.deepEqual(
      [entry?.action, entry?.outcome, Object.keys(entry?.after ?? {})],
      ["localize", "done", ["fr"]],
    );
  });

  it("Add Localization updates the editors of the other locales", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    await model.open(model.article(id));
    const changed: string[] = [];
    model.documents.onDidChange(({ address }) => changed.push(address.locale ?? ""));

    must(await addLocalization(model.article(id), "fr", model));

    const now = must(await model.documents.read(model.article(id)));
    assert.deepEqual(changed, ["en"]);
    assert.deepEqual(now.facts.locales, ["en", "fr"]);
  });
});
