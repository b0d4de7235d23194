import assert from "node:assert/strict";
import { newLocalization } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { toText } from "../../../src/model/content/documentText.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { undoCreation } from "../../../src/model/history/undoActions.ts";
import { additionEntryOf } from "../../../src/model/history/saveUndo.ts";
import { prepareLocalization } from "../../../src/model/locales/newLocalization.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  draft,
  makeArticle,
  makeTranslated,
  openModel,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** Prepares and opens an unsaved localization, and returns the content of its editor. */
async function begin(model: TestModel, from: Address, locale = "fr") {
  const { address, content, omitted } = must(await prepareLocalization(from, locale, model));
  await model.open(address);
  await model.documents.edits.begin(address, toText(content));
  return { address, content, omitted };
}

const french = (id: string): Promise<JsonObject | undefined> =>
  draft(`articles/${id}`, "locale=fr");

describe("Unsaved localization", () => {
  it("an unsaved localization has the content of the source without shared attributes, and writes nothing", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Warm", readingMinutes: 7 });

    const { address, content } = await begin(model, model.article(id));

    assert.deepEqual(
      [content["title"], content["kicker"], "readingMinutes" in content, "$" in content],
      ["Tea", "Warm", false, false],
    );
    assert.deepEqual(address, newLocalization(model.article(id, "fr")));
    assert.deepEqual([model.sent("PUT"), model.sent("POST")], [[], []]);
    assert.equal(await french(id), undefined);
  });

  it("an unsaved localization is added by its first save, with the current shared attributes", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", readingMinutes: 7 });
    const { address, content } = await begin(model, model.article(id));
    await changeElsewhere(id, { readingMinutes: 12 });

    const { created } = must(await model.save(address, toText({ ...content, title: "Thé" })));

    const [now, english] = [await french(id), await draft(`articles/${id}`, "locale=en")];
    assert.deepEqual(created?.address, model.article(id, "fr"));
    assert.deepEqual(
      [now?.["title"], now?.["readingMinutes"], english?.["title"], english?.["readingMinutes"]],
      ["Thé", 12, "Tea", 12],
    );
    const [entry] = await model.journal.history(model.article(id, "fr"));
    assert.deepEqual([entry?.action, entry?.outcome], ["localize", "done"]);
  });

  it("an unsaved localization is saved after the window was reloaded", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const { address, content } = await begin(model, model.article(id));
    const typed = toText({ ...content, title: "Thé" });

    const reloaded = openModel({ bases: model.bases });
    await reloaded.documents.edits.begin(address, typed);
    must(await reloaded.documents.stat(address, { text: typed }));
    must(await reloaded.save(address, typed));

    assert.equal((await french(id))?.["title"], "Thé");
  });

  it("an unsaved localization reports a conflict when another user added the locale meanwhile", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Warm" });
    const { address, content } = await begin(model, model.article(id));
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, {
      title: "Infusion",
      kicker: "Warm",
    });
    const text = toText({ ...content, title: "Thé" });

    const [failure] = await model.save(address, text);

    assert.ok(failure?.code === "conflict");
    assert.deepEqual(failure.conflict.both, ["title"]);
    assert.equal((await french(id))?.["title"], "Infusion");
    assert.ok(model.documents.choose(address, "theirs"));
    must(await model.save(address, text));
    assert.equal((await french(id))?.["title"], "Infusion");
  });

  it("an unsaved localization replaces another user's locale only after Keep Mine", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Warm" });
    const { address, content } = await begin(model, model.article(id));
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: "Infusion" });
    const text = toText({ ...content, title: "Thé" });
    assert.equal(why(await model.save(address, text)), "conflict");

    model.documents.choose(address, "mine");
    must(await model.save(address, text));

    assert.equal((await french(id))?.["title"], "Thé");
  });

  it("an unsaved localization is not saved when the document was deleted meanwhile", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const { address, content } = await begin(model, model.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);

    const outcome = await model.save(address, toText(content));

    assert.deepEqual([why(outcome), model.sent("PUT")], ["gone", []]);
    assert.equal(await french(id), undefined);
  });

  it("an unsaved localization can't be started for a locale that exists", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");

    const outcome = await prepareLocalization(model.article(id), "fr", model);

    assert.equal(why(outcome), "locale-there");
  });

  it("an unsaved localization is deleted by undoing its first save, unless another user changed it", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", readingMinutes: 7 });
    const frenchAddress = model.article(id, "fr");
    const { address, content } = await begin(model, model.article(id));
    must(await model.save(address, toText(content)));
    const before = await draft(`articles/${id}`, "locale=en");
    const entry = await additionEntryOf(frenchAddress, model.journal);
    assert.ok(entry);
    await changeElsewhere(id, { title: "Leur thé" }, "locale=fr");
    assert.equal(why(await undoCreation(entry, model)), "undo-conflict");
    await changeElsewhere(id, { title: "Tea" }, "locale=fr");

    must(await undoCreation(entry, model));

    const english = await draft(`articles/${id}`, "locale=en");
    assert.equal(await french(id), undefined);
    assert.deepEqual(
      [english?.["title"], english?.["readingMinutes"]],
      ["Tea", before?.["readingMinutes"]],
    );
    assert.equal(await additionEntryOf(frenchAddress, model.journal), undefined);
  });
});
