import assert from "node:assert/strict";
import { Batches } from "../../../src/model/bulk/batch/batches.ts";
import { setFieldAction } from "../../../src/model/bulk/batch/batchActions.ts";
import { edited } from "../desk.ts";
import { bothVersions, draft, make, makeArticle, openDesk, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { carryOut, selected } from "./carrying.ts";

describe("A batch that changes drafts", () => {
  it("sets an attribute in drafts and in nothing else of them, and sends nothing where it is so already", async () => {
    const desk = openDesk();
    const [one, same] = [
      await makeArticle({ summary: "Kept" }),
      await makeArticle({ kicker: "New" }),
    ];
    const deed = setFieldAction(desk, "kicker", "New");
    const meant = selected(desk.article(one), desk.article(same));

    const preview = must(await new Batches(desk).preview(meant, deed));
    const outcomes = await carryOut(desk, meant, deed);

    assert.deepEqual(
      [
        preview.planned.map(({ change }) => change),
        preview.skipped.map(({ failure }) => failure.code),
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
    const deed = setFieldAction(desk, "category", { documentId: category });

    const first = await carryOut(desk, selected(desk.article(id)), deed);
    const again = must(await new Batches(desk).preview(selected(desk.article(id)), deed));

    const article = await draft(`articles/${id}`, "populate=category");
    const { documentId } = article?.["category"] as { documentId: string };
    assert.deepEqual([first, documentId], [["done"], category]);
    assert.deepEqual(
      again.skipped.map(({ failure }) => failure.code),
      ["unchanged"],
    );
  });

  it("shows its change in an editor that has the document open", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const opened = await desk.open(address);
    const told: unknown[] = [];
    desk.documents.onDidChange(({ address: { id } }) => told.push(id));

    await carryOut(desk, selected(address), setFieldAction(desk, "kicker", "New"));
    const read = must(await desk.documents.read(address));
    await desk.documents.edits.markClean(address, read.text);
    must(await desk.save(address, edited(read, { summary: "After" })));

    const { kicker, summary } = (await draft(`articles/${address.id}`)) ?? {};
    assert.equal(opened.content["kicker"], "Made");
    assert.deepEqual([told.includes(address.id), kicker, summary], [true, "New", "After"]);
  });
});
