import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import type { BatchPreview } from "../../../src/model/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/batch/documentActions.ts";
import {
  bothVersions,
  changeElsewhere,
  document,
  draft,
  makeArticle,
  makeTranslated,
  openModel,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { previewAndRun, group, outcomesOf, selected } from "./runBatch.ts";

/** The planned changes and the skipped documents, by title. */
const linesOf = ({ planned, skipped }: BatchPreview) => ({
  planned: planned.map(({ title, change }) => [title, change]),
  skipped: skipped.map(({ title, failure }) => [title, failure.code]),
});

describe("Batch", () => {
  it("a batch previews the change of each document, and why others are skipped", async () => {
    const model = openModel();
    const titles = ["Tea", "Milk", "Cup", "Pot"].map(unique);
    const [tea, milk, cup, pot] = await Promise.all([
      makeArticle({ title: titles[0] }, "status=draft"),
      makeArticle({ title: titles[1] }),
      makeArticle({ title: titles[2] }),
      makeArticle({ title: titles[3] }),
    ]);
    await changeElsewhere(cup, { kicker: "Later" });
    const address = model.article(pot);
    await model.open(address);
    await model.documents.edits.begin(address, "{}");
    const missingArticle = model.article("gone0000000000000000000000");
    const all = [tea, milk, cup, pot].map((id) => model.article(id));

    const preview = must(
      await new Batches(model).preview(
        selected(...all, model.at("users", "1"), missingArticle),
        publishAction(model),
      ),
    );

    const { planned, skipped } = linesOf(preview);
    assert.deepEqual(
      new Map(planned as [string, unknown][]),
      new Map([
        [titles[0], { kind: "published", from: "draft" }],
        [titles[2], { kind: "published", from: "modified" }],
      ]),
    );
    assert.deepEqual(skipped.map(([, code]) => code).sort(), [
      "gone",
      "no-drafts",
      "unchanged",
      "unsaved",
    ]);
    assert.deepEqual(model.sent("PUT"), []);
  });

  it("a batch publishes the planned documents and returns a result for each", async () => {
    const model = openModel();
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];

    const outcomes = await previewAndRun(
      model,
      selected(...ids.map((id) => model.article(id))),
      publishAction(model),
    );

    assert.deepEqual(outcomes, ["done", "done"]);
    for (const id of ids) assert.deepEqual(await bothVersions(id, "kicker"), [["Made"], ["Made"]]);
  });

  it("a batch skips a document that changed after the preview, and continues with the rest", async () => {
    const model = openModel();
    const [moved, stayed] = [await makeArticle(), await makeArticle()];
    const batches = new Batches(model);
    const action = setFieldAction(model, "kicker", "Mine");
    const target = selected(model.article(moved), model.article(stayed));
    const { planned } = must(await batches.preview(target, action));
    await changeElsewhere(moved, { kicker: "Theirs" });

    const results = await batches.run(planned, action, { group });

    assert.deepEqual(outcomesOf(results).sort(), ["done", "skipped: changed-meanwhile"]);
    assert.deepEqual(
      [
        (await draft(`articles/${moved}`))?.["kicker"],
        (await draft(`articles/${stayed}`))?.["kicker"],
      ],
      ["Theirs", "Mine"],
    );
  });

  it("a batch deletes in every locale, and skips a document that changed in one of them", async () => {
    const model = openModel();
    const [goes, stays] = [
      await makeTranslated("Tea", "Thé"),
      await makeTranslated("Cup", "Tasse"),
    ];
    const batches = new Batches(model);
    const action = deleteAction(model);
    const target = selected(model.article(goes), model.article(stays));
    const { planned } = must(await batches.preview(target, action));
    await changeElsewhere(stays, { title: "Autre" }, "locale=fr");

    const results = await batches.run(planned, action, { group });

    const change = { kind: "deleted", from: "published", locales: ["en", "fr"] };
    assert.deepEqual(
      planned.map((item) => item.change),
      [change, change],
    );
    assert.deepEqual(outcomesOf(results).sort(), ["done", "skipped: changed-meanwhile"]);
    assert.deepEqual(
      [await draft(`articles/${goes}`, "locale=fr"), (await draft(`articles/${stays}`))?.["title"]],
      [undefined, "Cup"],
    );
  });

  it("a batch includes a single type", async () => {
    const model = openModel();
    const address = model.single("homepage", "en");
    const target = selected(address);
    const before = must(await model.publication.preview(address));
    const action = setFieldAction(model, "heading", unique("Welcome"));

    const { planned } = must(await new Batches(model).preview(target, action));

    assert.deepEqual(
      planned.map(({ version }) => version),
      [before.version],
    );
    assert.ok(await document("homepage"));
  });

  it("a batch shows the text of a document before and after the action", async () => {
    const model = openModel();
    const id = await makeArticle();
    await changeElsewhere(id, { kicker: "Later" });
    const item = { address: model.article(id), title: "" };
    const batches = new Batches(model);

    const live = must(await batches.sides(item, publishAction(model)));
    const set = must(await batches.sides(item, setFieldAction(model, "kicker", "Mine")));
    const deletionSides = must(await batches.sides(item, deleteAction(model)));

    const kickers = [live, set, deletionSides].map(({ before, after }) =>
      [before, after].map((text) => /"kicker": "(\w+)"/.exec(text)?.[1]),
    );
    assert.deepEqual(kickers, [
      ["Made", "Later"],
      ["Later", "Mine"],
      ["Later", undefined],
    ]);
  });
});
