import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { localizationsOf } from "../../../src/model/locales/newLocalization.ts";
import { isShared } from "../../../src/model/schemas/catalog.ts";
import { edited } from "../testModel.ts";
import { ask, make, makeArticle, makeTranslated, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("localizationsOf", () => {
  const foundFor = async (address: Address) =>
    must(await localizationsOf(address, openModel().catalogs)).map((localization) => [
      localization.address.locale,
      localization.snapshot.title,
    ]);

  it("localizationsOf returns the other locales of a document, the default locale first", async () => {
    const id = await makeTranslated("Tea", "Thé");
    await ask("PUT", `articles/${id}?status=draft&locale=de`, { title: "Tee" });
    await ask("PUT", "homepage?status=draft&locale=fr", { heading: "Bienvenue" });
    await ask("DELETE", "homepage?locale=de");
    const model = openModel();

    const article = await foundFor(model.article(id, "it"));
    const homepage = await foundFor(model.single("homepage", "de"));
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

  it("localizationsOf returns nothing for a deleted document or a type without locales", async () => {
    const model = openModel();
    const [id, tag] = [await makeArticle(), await make("tags?status=draft", { name: "Snow" })];
    await ask("DELETE", `articles/${id}?locale=*`);
    await ask("DELETE", `tags/${tag}`);

    assert.deepEqual(await foundFor(model.article(id, "fr")), []);
    assert.deepEqual(await foundFor(model.at("tags", tag)), []);
  });
});

describe("isShared", () => {
  it("isShared returns true for exactly the attributes that a save changes in the other locales", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const [tag] = [await make("tags?status=draft", { name: "Snow" })];
    const files = (await ask("GET", "upload/files")) as { documentId: string }[];
    const change = {
      kicker: "Warm",
      readingMinutes: 9,
      issueDate: "2026-01-02",
      cover: { documentId: files[0]!.documentId },
      tags: [{ documentId: tag }],
    };
    const snapshot = await model.open(model.article(id));
    const before = await model.open(model.article(id, "fr"));

    must(await model.save(model.article(id), edited(snapshot, change)));

    const after = must(await model.reader.read(model.article(id, "fr")));
    const { type } = must(await model.catalogs.type(model.connection.id, "articles"));
    const moved = Object.keys(change).filter(
      (name) => JSON.stringify(before.content[name]) !== JSON.stringify(after.content[name]),
    );
    const shared = Object.keys(change).filter((name) => isShared(type.attributes.get(name)!, type));
    assert.deepEqual([moved, shared], [["readingMinutes", "issueDate", "cover"], moved]);
  });
});
