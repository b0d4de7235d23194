import assert from "node:assert/strict";
import type { Address } from "../../src/model/address.ts";
import { addLocalization, localizationsOf } from "../../src/model/lifecycle/localizing.ts";
import { isShared } from "../../src/model/schemas/shared.ts";
import { edited } from "./desk.ts";
import { ask, draft, makeArticle, makeTranslated, openDesk } from "./magazine.ts";
import { must, why } from "./outcomes.ts";

interface Made {
  readonly data: { readonly documentId: string };
}

async function make(type: string, data: object): Promise<string> {
  const { data: made } = (await ask("POST", `${type}?status=draft`, data)) as Made;
  return made.documentId;
}

const names = (value: unknown) =>
  (value as { name?: string; title?: string }[]).map((one) => one.name ?? one.title);

describe("A localization that is added to a document", () => {
  it("is a draft with the content of another, its relations and what all locales share", async () => {
    const desk = openDesk();
    const [category, tag] = [
      await make("categories", { name: "Winter" }),
      await make("tags", { name: "Snow" }),
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

    const outcome = await addLocalization(desk.article(id), "fr", desk);

    const made = must(outcome);
    const french = await draft(`articles/${id}`, "locale=fr&populate=*");
    assert.deepEqual(made, { address: desk.article(id, "fr"), left: [] });
    const { title, kicker, kind, readingMinutes } = french!;
    assert.deepEqual([title, kicker, kind, readingMinutes], ["Tea", "Warm", "essay", 7]);
    assert.deepEqual(
      [names([french!["category"]]), names(french!["tags"])],
      [["Winter"], ["Snow"]],
    );
    assert.equal((french!["seo"] as { metaTitle: string }).metaTitle, "Cups");
    assert.equal(french!["publishedAt"], null);
  });

  it("points to what is there in its own locale, and says what is not", async () => {
    const desk = openDesk();
    const [both, english] = [
      await makeTranslated("Coffee", "Café"),
      await makeArticle({ title: "Milk" }),
    ];
    const id = await makeArticle({ title: "Tea", related: [both, english] });

    const { left } = must(await addLocalization(desk.article(id), "fr", desk));

    const french = await draft(`articles/${id}`, "locale=fr&populate=related");
    const still = await draft(`articles/${id}`, "locale=en&populate=related");
    assert.deepEqual([left, names(french!["related"])], [["related (Milk)"], ["Café"]]);
    assert.deepEqual(names(still!["related"]).toSorted(), ["Coffee", "Milk"]);
  });

  it("is never written over one that is there", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");

    const outcome = await addLocalization(desk.article(id), "fr", desk);

    const french = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual(
      [why(outcome), desk.sent("PUT"), french!["title"]],
      ["locale-there", [], "Thé"],
    );
  });

  it("is one of the locales that the service lists, and of a type that has locales", async () => {
    const desk = openDesk();
    const [id, tag] = [await makeArticle(), await make("tags", { name: "Snow" })];

    const unlisted = await addLocalization(desk.article(id), "xx", desk);
    const unlocalized = await addLocalization(desk.at("tags", tag), "fr", desk);

    assert.deepEqual([unlisted, unlocalized].map(why), ["unknown-locale", "unknown-locale"]);
    assert.deepEqual(desk.sent("PUT"), []);
  });

  it("leaves the shared fields of the others alone", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kind: "essay" });
    const before = await draft(`articles/${id}`, "locale=en");

    must(await addLocalization(desk.article(id), "fr", desk));

    assert.deepEqual(await draft(`articles/${id}`, "locale=en"), before);
  });

  it("is added to a single type", async () => {
    const desk = openDesk();
    await ask("DELETE", "homepage?locale=de");
    const english = await desk.open(desk.single("homepage", "en"));

    const made = must(await addLocalization(desk.single("homepage", "en"), "de", desk));

    const german = await desk.open(made.address);
    assert.deepEqual(made.address, desk.single("homepage", "de"));
    assert.equal(german.content["heading"], english.content["heading"]);
    assert.ok(german.facts.locales!.includes("en"));
  });

  it("stands in the journal", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });

    must(await addLocalization(desk.article(id), "fr", desk));

    const [entry] = await desk.journal.history(desk.article(id, "fr"));
    assert.deepEqual(
      [entry?.action, entry?.outcome, Object.keys(entry?.after ?? {})],
      ["localize", "done", ["fr"]],
    );
  });

  it("is news to the editors of the other locales", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });
    await desk.open(desk.article(id));
    const changed: string[] = [];
    desk.documents.onDidChange(({ address }) => changed.push(address.locale ?? ""));

    must(await addLocalization(desk.article(id), "fr", desk));

    const now = must(await desk.documents.read(desk.article(id)));
    assert.deepEqual(changed, ["en", "fr"]);
    assert.deepEqual(now.facts.locales, ["en", "fr"]);
  });
});

describe("A document that is missing in a locale", () => {
  const foundFor = async (address: Address) =>
    must(await localizationsOf(address, openDesk().catalogs)).map((one) => [
      one.address.locale,
      one.snapshot.title,
    ]);

  it("is found in the others, the default one first", async () => {
    const id = await makeTranslated("Tea", "Thé");
    await ask("PUT", `articles/${id}?status=draft&locale=de`, { title: "Tee" });
    await ask("DELETE", "homepage?locale=de");
    const desk = openDesk();

    const article = await foundFor(desk.article(id, "it"));
    const homepage = await foundFor(desk.single("homepage", "de"));
    await ask("PUT", "homepage?status=draft&locale=de", { heading: "Willkommen" });

    assert.deepEqual(article[0], ["en", "Tea"]);
    assert.deepEqual(article.slice(1).toSorted(), [
      ["de", "Tee"],
      ["fr", "Thé"],
    ]);
    assert.deepEqual(homepage, [
      ["en", "Homepage"],
      ["fr", "Homepage"],
    ]);
  });

  it("is found nowhere when it is gone, or has no locales", async () => {
    const desk = openDesk();
    const [id, tag] = [await makeArticle(), await make("tags", { name: "Snow" })];
    await ask("DELETE", `articles/${id}?locale=*`);
    await ask("DELETE", `tags/${tag}`);

    assert.deepEqual(await foundFor(desk.article(id, "fr")), []);
    assert.deepEqual(await foundFor(desk.at("tags", tag)), []);
  });
});

describe("What all locales of a document share", () => {
  it("is what a save of one changes in the others: no relation, whatever the schema says", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const [tag] = [await make("tags", { name: "Snow" })];
    const files = (await ask("GET", "upload/files")) as { documentId: string }[];
    const change = {
      kicker: "Warm",
      readingMinutes: 9,
      issueDate: "2026-01-02",
      cover: { documentId: files[0]!.documentId },
      tags: [{ documentId: tag }],
    };
    const snapshot = await desk.open(desk.article(id));
    const before = await desk.open(desk.article(id, "fr"));

    must(await desk.save(desk.article(id), edited(snapshot, change)));

    const after = must(await desk.reader.read(desk.article(id, "fr")));
    const { type } = must(await desk.catalogs.type(desk.connection.id, "articles"));
    const moved = Object.keys(change).filter(
      (name) => JSON.stringify(before.content[name]) !== JSON.stringify(after.content[name]),
    );
    const shared = Object.keys(change).filter((name) => isShared(type.attributes.get(name)!, type));
    assert.deepEqual([moved, shared], [["readingMinutes", "issueDate", "cover"], moved]);
  });
});
