import assert from "node:assert/strict";
import { Batches } from "../../../src/model/bulk/batch/batches.ts";
import type { BatchTarget, BatchPreview } from "../../../src/model/bulk/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/bulk/batch/batchActions.ts";
import {
  bothVersions,
  changeElsewhere,
  document,
  draft,
  makeArticle,
  makeTranslated,
  openDesk,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { carryOut, group, outcomesOf, selected } from "./carrying.ts";

/** What would be done, and what is left out, by title. */
const linesOf = ({ planned, skipped }: BatchPreview) => ({
  planned: planned.map(({ title, change }) => [title, change]),
  leftOut: skipped.map(({ title, failure }) => [title, failure.code]),
});

describe("A batch", () => {
  it("says of each item what would become of it, and what is left out and why", async () => {
    const desk = openDesk();
    const titles = ["Tea", "Milk", "Cup", "Pot"].map(unique);
    const [tea, milk, cup, pot] = await Promise.all([
      makeArticle({ title: titles[0] }, "status=draft"),
      makeArticle({ title: titles[1] }),
      makeArticle({ title: titles[2] }),
      makeArticle({ title: titles[3] }),
    ]);
    await changeElsewhere(cup, { kicker: "Later" });
    const address = desk.article(pot);
    await desk.open(address);
    await desk.documents.edits.begin(address, "{}");
    const gone = desk.article("gone0000000000000000000000");
    const all = [tea, milk, cup, pot].map((id) => desk.article(id));

    const preview = must(
      await new Batches(desk).preview(
        selected(...all, desk.at("users", "1"), gone),
        publishAction(desk),
      ),
    );

    const { planned, leftOut } = linesOf(preview);
    assert.deepEqual(
      new Map(planned as [string, unknown][]),
      new Map([
        [titles[0], { kind: "published", from: "draft" }],
        [titles[2], { kind: "published", from: "modified" }],
      ]),
    );
    assert.deepEqual(leftOut.map(([, code]) => code).sort(), [
      "gone",
      "no-drafts",
      "unchanged",
      "unsaved",
    ]);
    assert.deepEqual(desk.sent("PUT"), []);
  });

  it("publishes one after the other what was looked at, and tells of each", async () => {
    const desk = openDesk();
    const ids = [await makeArticle({}, "status=draft"), await makeArticle({}, "status=draft")];

    const outcomes = await carryOut(
      desk,
      selected(...ids.map((id) => desk.article(id))),
      publishAction(desk),
    );

    assert.deepEqual(outcomes, ["done", "done"]);
    for (const id of ids) assert.deepEqual(await bothVersions(id, "kicker"), [["Made"], ["Made"]]);
  });

  it("leaves what changed meanwhile as it is, and goes on with the rest", async () => {
    const desk = openDesk();
    const [moved, stayed] = [await makeArticle(), await makeArticle()];
    const batches = new Batches(desk);
    const deed = setFieldAction(desk, "kicker", "Mine");
    const meant = selected(desk.article(moved), desk.article(stayed));
    const { planned } = must(await batches.preview(meant, deed));
    await changeElsewhere(moved, { kicker: "Theirs" });

    const results = await batches.run(planned, deed, { group });

    assert.deepEqual(outcomesOf(results).sort(), ["done", "skipped: changed-meanwhile"]);
    assert.deepEqual(
      [
        (await draft(`articles/${moved}`))?.["kicker"],
        (await draft(`articles/${stayed}`))?.["kicker"],
      ],
      ["Theirs", "Mine"],
    );
  });

  it("deletes in every locale, and only where none of them has changed since", async () => {
    const desk = openDesk();
    const [goes, stays] = [
      await makeTranslated("Tea", "Thé"),
      await makeTranslated("Cup", "Tasse"),
    ];
    const batches = new Batches(desk);
    const deed = deleteAction(desk);
    const meant = selected(desk.article(goes), desk.article(stays));
    const { planned } = must(await batches.preview(meant, deed));
    await changeElsewhere(stays, { title: "Autre" }, "locale=fr");

    const results = await batches.run(planned, deed, { group });

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

  it("is about everything that a place is narrowed to, and none of it need be loaded", async () => {
    const desk = openDesk();
    const word = unique("Harbour");
    const ids: string[] = [];
    for (let index = 0; index < 103; index += 1) {
      ids.push(await makeArticle({ title: `${word} ${index}` }, "status=draft"));
    }
    await makeArticle();
    const place = { connection: desk.connection.id, type: "articles" };
    desk.content.changeListQuery(place, { filter: { title: { $startsWith: `${word} ` } } });
    const meant: BatchTarget = { kind: "matching", place };

    const found = must(await new Batches(desk).find(meant));
    const { planned } = must(
      await new Batches(desk).preview(meant, setFieldAction(desk, "kicker", "Tides")),
    );

    const meantIds = [found, planned].map((all) => all.map(({ address }) => address.id).sort());
    assert.deepEqual(meantIds, [ids.sort(), ids]);
    assert.ok(planned.every(({ address }) => address.locale === "en"));
  });

  it("is about a single type, too", async () => {
    const desk = openDesk();
    const address = desk.single("homepage", "en");
    const meant = selected(address);
    const before = must(await desk.lifecycle.preview(address));
    const deed = setFieldAction(desk, "heading", unique("Welcome"));

    const { planned } = must(await new Batches(desk).preview(meant, deed));

    assert.deepEqual(
      planned.map(({ version }) => version),
      [before.version],
    );
    assert.ok(await document("homepage"));
  });

  it("can be looked at item by item, before and after", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    await changeElsewhere(id, { kicker: "Later" });
    const item = { address: desk.article(id), title: "" };
    const batches = new Batches(desk);

    const live = must(await batches.sides(item, publishAction(desk)));
    const set = must(await batches.sides(item, setFieldAction(desk, "kicker", "Mine")));
    const gone = must(await batches.sides(item, deleteAction(desk)));

    const kickers = [live, set, gone].map(({ before, after }) =>
      [before, after].map((text) => /"kicker": "(\w+)"/.exec(text)?.[1]),
    );
    assert.deepEqual(kickers, [
      ["Made", "Later"],
      ["Later", "Mine"],
      ["Later", undefined],
    ]);
  });
});
