import assert from "node:assert/strict";
import type { Deed } from "../../src/model/batch/deed.ts";
import { Batches } from "../../src/model/batch/batches.ts";
import type { Meant, Preview } from "../../src/model/batch/batches.ts";
import { deleting, publishing, setting } from "../../src/model/batch/deeds.ts";
import type { Address } from "../../src/model/address.ts";
import type { Desk } from "./desk.ts";
import { edited } from "./desk.ts";
import {
  bothVersions,
  changeElsewhere,
  document,
  draft,
  make,
  makeArticle,
  makeTranslated,
  openDesk,
  unique,
} from "./magazine.ts";
import { must } from "./outcomes.ts";

const group = "batch-1";

const selected = (...addresses: Address[]): Meant => ({
  kind: "selected",
  items: addresses.map((address) => ({ address, title: address.id })),
});

/** Looks at what is meant, and does it. */
async function carryOut(desk: Desk, meant: Meant, deed: Deed): Promise<string[]> {
  const batches = new Batches(desk);
  const { planned } = must(await batches.preview(meant, deed));
  return outcomesOf(await batches.run(planned, deed, { group }));
}

const outcomesOf = (results: Awaited<ReturnType<Batches["run"]>>): string[] =>
  results.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));

/** What would be done, and what is left out, by title. */
const linesOf = ({ planned, leftOut }: Preview) => ({
  planned: planned.map(({ title, change }) => [title, change]),
  leftOut: leftOut.map(({ title, failure }) => [title, failure.code]),
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
        publishing(desk),
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
      publishing(desk),
    );

    assert.deepEqual(outcomes, ["done", "done"]);
    for (const id of ids) assert.deepEqual(await bothVersions(id, "kicker"), [["Made"], ["Made"]]);
  });

  it("leaves what changed meanwhile as it is, and goes on with the rest", async () => {
    const desk = openDesk();
    const [moved, stayed] = [await makeArticle(), await makeArticle()];
    const batches = new Batches(desk);
    const deed = setting(desk, "kicker", "Mine");
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

  it("sets an attribute in drafts and in nothing else of them, and sends nothing where it is so already", async () => {
    const desk = openDesk();
    const [one, same] = [
      await makeArticle({ summary: "Kept" }),
      await makeArticle({ kicker: "New" }),
    ];
    const deed = setting(desk, "kicker", "New");
    const meant = selected(desk.article(one), desk.article(same));

    const preview = must(await new Batches(desk).preview(meant, deed));
    const outcomes = await carryOut(desk, meant, deed);

    assert.deepEqual(
      [
        preview.planned.map(({ change }) => change),
        preview.leftOut.map(({ failure }) => failure.code),
      ],
      [[{ kind: "changed", name: "kicker", before: "Made", after: "New" }], ["unchanged"]],
    );
    assert.deepEqual([outcomes, desk.sent("PUT").length], [["done"], 1]);
    assert.deepEqual(await bothVersions(one, "kicker", "summary"), [
      ["New", "Kept"],
      ["Made", "Kept"],
    ]);
  });

  it("sets a relation, and does not see it changed where it points there already", async () => {
    const desk = openDesk();
    const category = await make("categories", { name: unique("Category") });
    const id = await makeArticle();
    const deed = setting(desk, "category", { documentId: category });

    const first = await carryOut(desk, selected(desk.article(id)), deed);
    const again = must(await new Batches(desk).preview(selected(desk.article(id)), deed));

    const article = await draft(`articles/${id}`, "populate=category");
    const { documentId } = article?.["category"] as { documentId: string };
    assert.deepEqual([first, documentId], [["done"], category]);
    assert.deepEqual(
      again.leftOut.map(({ failure }) => failure.code),
      ["unchanged"],
    );
  });

  it("shows its change in an editor that has the document open", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const opened = await desk.open(address);
    const told: unknown[] = [];
    desk.documents.onDidChange(({ address: { id } }) => told.push(id));

    await carryOut(desk, selected(address), setting(desk, "kicker", "New"));
    const read = must(await desk.documents.read(address));
    await desk.documents.edits.clean(address, read.text);
    must(await desk.save(address, edited(read, { summary: "After" })));

    const { kicker, summary } = (await draft(`articles/${address.id}`)) ?? {};
    assert.equal(opened.content["kicker"], "Made");
    assert.deepEqual([told.includes(address.id), kicker, summary], [true, "New", "After"]);
  });

  it("deletes in every locale, and only where none of them has changed since", async () => {
    const desk = openDesk();
    const [goes, stays] = [
      await makeTranslated("Tea", "Thé"),
      await makeTranslated("Cup", "Tasse"),
    ];
    const batches = new Batches(desk);
    const deed = deleting(desk);
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
    desk.content.narrow(place, { filter: { title: { $startsWith: `${word} ` } } });
    const meant: Meant = { kind: "matching", place };

    const found = must(await new Batches(desk).find(meant));
    const { planned } = must(
      await new Batches(desk).preview(meant, setting(desk, "kicker", "Tides")),
    );

    const meantIds = [found, planned].map((all) => all.map(({ address }) => address.id).sort());
    assert.deepEqual(meantIds, [ids.sort(), ids]);
    assert.ok(planned.every(({ address }) => address.locale === "en"));
  });

  it("is about a single type, too", async () => {
    const desk = openDesk();
    const address = desk.single("homepage", "en");
    const meant = selected(address);
    const before = must(await desk.lifecycle.look(address));
    const deed = setting(desk, "heading", unique("Welcome"));

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

    const live = must(await batches.sides(item, publishing(desk)));
    const set = must(await batches.sides(item, setting(desk, "kicker", "Mine")));
    const gone = must(await batches.sides(item, deleting(desk)));

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
