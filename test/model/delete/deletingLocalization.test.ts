import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { restoreDeleted } from "../../../src/model/history/restoration.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  document,
  draft,
  makeArticle,
  makeTranslated,
  openModel,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changesIn } from "../watching.ts";

const french = (model: TestModel, id: string) => ({ ...model.article(id), locale: "fr" });

async function previewOf(model: TestModel, address: Address) {
  const previewed = must(await model.publication.preview(address));
  const inbound = must(await model.publication.inbound(address, { only: address.locale }));
  return { ...previewed, inbound };
}

describe("Delete Localization", () => {
  it("Delete Localization deletes draft and published version, and leaves the other locale unchanged", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { kicker: "Draft only", readingMinutes: 9 });
    const address = french(model, id);
    const versions = () =>
      Promise.all([
        draft(`articles/${id}`, "populate=*"),
        document(`articles/${id}`, "populate=*"),
      ]);
    const before = await versions();
    const previewed = await previewOf(model, address);

    must(await model.publication.deleteLocalization(address, previewed));

    const remainingVersions = [
      await draft(`articles/${id}`, "locale=fr"),
      await document(`articles/${id}`, "locale=fr"),
    ];
    const withoutLocalizations = (all: typeof before) =>
      all.map((version) => ({ ...version, localizations: null }));
    assert.deepEqual(remainingVersions, [undefined, undefined]);
    assert.deepEqual(withoutLocalizations(await versions()), withoutLocalizations(before));
  });

  it("Delete Localization changes only the two versions of the locale in the database", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(model, id);
    const previewed = await previewOf(model, address);

    const changes = await changesIn(async () => {
      must(await model.publication.deleteLocalization(address, previewed));
    });

    const versions = ["draft", "published"].map((version) => `articles/${id}/fr/${version}`);
    assert.deepEqual(Object.keys(changes).toSorted(), versions);
  });

  it("Delete Localization is rejected when the locale changed after the preview", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(model, id);
    const previewed = await previewOf(model, address);
    await changeElsewhere(id, { title: "Infusion" }, "locale=fr");

    const outcome = await model.publication.deleteLocalization(address, previewed);

    assert.deepEqual([why(outcome), model.sent("DELETE")], ["changed-meanwhile", []]);
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["title"], "Infusion");
  });

  it("Delete Localization is rejected when the locale is the last one, because the service would delete the document", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(model, id);
    const previewed = await previewOf(model, address);
    await ask("DELETE", `articles/${id}?locale=en`);

    const outcome = await model.publication.deleteLocalization(address, previewed);

    assert.deepEqual([why(outcome), model.sent("DELETE")], ["changed-meanwhile", []]);
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["title"], "Thé");
  });

  it("Delete Localization can be undone by a restore, which keeps the current shared attributes", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { kicker: "Chaud", readingMinutes: 5 }, "locale=fr");
    const address = french(model, id);
    must(await model.publication.deleteLocalization(address, await previewOf(model, address)));
    await changeElsewhere(id, { readingMinutes: 8 });
    const [entry] = await model.journal.deleted(model.connection.id);
    assert.ok(entry);
    assert.deepEqual(
      [entry.address, entry.live, Object.keys(entry.before)],
      [address, ["fr"], ["fr"]],
    );

    const restored = must(await restoreDeleted(entry, model));

    const [now, english] = [
      await draft(`articles/${id}`, "locale=fr"),
      await draft(`articles/${id}`, "locale=en"),
    ];
    assert.deepEqual(restored.address, address);
    assert.deepEqual(
      [now?.["title"], now?.["kicker"], now?.["readingMinutes"], english?.["readingMinutes"]],
      ["Thé", "Chaud", 8, 8],
    );
    assert.equal(why(await restoreDeleted(entry, model)), "still-there");
  });

  it("Delete Localization closes the editor of the locale, and updates the editors of the others", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(model, id);
    await model.open(address);
    await model.open(model.article(id));
    const changes: string[] = [];
    model.documents.onDidChange((change) =>
      changes.push(`${change.kind} ${change.address.locale}`),
    );

    must(await model.publication.deleteLocalization(address, await previewOf(model, address)));

    assert.deepEqual(changes, ["deleted fr", "changed en"]);
  });

  it("Delete Localization works for a single type", async () => {
    const model = openModel();
    const english = must(await model.publication.preview(model.single("homepage", "en")));
    const locales = english.facts.locales ?? [];
    if (!locales.includes("de")) {
      await ask("PUT", "homepage?locale=de&status=draft", { heading: "Willkommen" });
    }
    const address = { ...model.single("homepage"), locale: "de" };

    must(await model.publication.deleteLocalization(address, await previewOf(model, address)));

    assert.equal(await draft("homepage", "locale=de"), undefined);
    const now = must(await model.publication.preview(model.single("homepage", "en")));
    assert.deepEqual(now.content["heading"], english.content["heading"]);
    const [entry] = await model.journal.deleted(model.connection.id);
    assert.ok(entry);
    must(await restoreDeleted(entry, model));
    assert.ok(await draft("homepage", "locale=de"));
  });

  it("Delete Localization is rejected for a type without locales", async () => {
    const model = openModel();
    const id = await makeArticle();
    const previewed = await previewOf(model, model.article(id));

    const outcome = await model.publication.deleteLocalization(
      { ...model.at("tags", id), locale: "fr" },
      previewed,
    );

    assert.deepEqual([why(outcome), model.sent("DELETE")], ["unknown-locale", []]);
  });
});
