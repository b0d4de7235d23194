import assert from "node:assert/strict";
import { draft, makeArticle, makeTranslated, openModel, unique } from "../magazine.ts";
import { fileOf, importAll, linesOf, previewOf, targetOf } from "./files.ts";
import { idOf } from "./imported.ts";

describe("Import of several locales", () => {
  it("an import creates one document from records of several locales, and adds a missing locale to one", async () => {
    const model = openModel();
    const [english, french] = [unique("Tea"), unique("Thé")];
    const existingId = await makeArticle({ title: unique("Milk"), readingMinutes: 5 });
    const german = unique("Milch");
    const source = fileOf(
      { documentId: "old1", locale: "fr", content: { title: french, kind: "essay" } },
      { documentId: "old1", locale: "en", content: { title: english, kind: "history" } },
      { documentId: existingId, locale: "de", content: { title: german, readingMinutes: 7 } },
      { documentId: "old2", locale: "xx", content: { title: french } },
    );

    const plan = await previewOf({ model, source, target: targetOf(model, { key: "documentId" }) });
    const outcomes = await importAll({
      ...{ model, source },
      target: targetOf(model, { key: "documentId" }),
    });

    assert.deepEqual(linesOf(plan).planned, [
      [1, "create"],
      [2, "localize"],
      [3, "localize"],
    ]);
    assert.deepEqual(
      [linesOf(plan).refused, plan.ignoringSharedFields],
      [[[4, "unknown-locale"]], [2, 3]],
    );
    assert.deepEqual(
      outcomes.map(([, outcome]) => outcome),
      ["done", "done", "done"],
    );
    assert.equal(await idOf(english), await idOf(french, "fr"));
    const { kind } = (await draft(`articles/${(await idOf(english)) ?? ""}`)) ?? {};
    const { title, readingMinutes } = (await draft(`articles/${existingId}`, "locale=de")) ?? {};
    assert.deepEqual([kind, title, readingMinutes], ["essay", german, 5]);
  });

  it("an import takes shared fields from the first record of a document, also in a second run", async () => {
    const model = openModel();
    const documentId = await makeTranslated(unique("Cup"), unique("Tasse"));
    const source = fileOf(
      { documentId, locale: "en", content: { readingMinutes: 7 } },
      { documentId, locale: "fr", content: { readingMinutes: 8, kicker: "Neuf" } },
    );
    const setup = { model, source, target: targetOf(model, { key: "documentId" }) };

    const plan = await previewOf(setup);
    await importAll(setup);
    const again = await previewOf(setup);

    assert.deepEqual(
      [
        linesOf(plan).planned,
        plan.ignoringSharedFields,
        linesOf(again).unchanged,
        again.ignoringSharedFields,
      ],
      [
        [
          [1, "change readingMinutes"],
          [2, "change kicker"],
        ],
        [2],
        [1, 2],
        [2],
      ],
    );
    const rows = ["en", "fr"].map((locale) => draft(`articles/${documentId}`, `locale=${locale}`));
    assert.deepEqual(
      (await Promise.all(rows)).map((row) => row?.["readingMinutes"]),
      [7, 7],
    );
  });
});
