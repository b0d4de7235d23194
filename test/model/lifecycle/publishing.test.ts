import assert from "node:assert/strict";
import type { State } from "../../../src/model/documents/snapshot/states.ts";
import type { Desk } from "../desk.ts";
import {
  ask,
  bothVersions,
  changeElsewhere,
  document,
  draft,
  makeArticle,
  openDesk,
} from "../magazine.ts";
import { makeTranslated } from "../magazine.ts";
import { articlesOf, withStates } from "../lists.ts";
import { must, why } from "../outcomes.ts";

/** The publication status in the list of articles, after it has arrived. */
async function shownState(desk: Desk, id: string): Promise<State | undefined> {
  await articlesOf(desk).open();
  const rows = await withStates(articlesOf(desk));
  return rows.find((row) => row.id === id)?.state;
}

describe("Publish", () => {
  it("publishes the draft, and updates the status in the tree row", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });
    await changeElsewhere(id, { title: "Milk" });
    const before = await shownState(desk, id);
    const looked = must(await desk.lifecycle.preview(desk.article(id)));

    must(await desk.lifecycle.publish(desk.article(id), looked));
    const published = must(await desk.lifecycle.preview(desk.article(id)));

    assert.deepEqual(
      [before, looked.state, published.state, await shownState(desk, id)],
      ["modified", "modified", "published", "published"],
    );
    assert.deepEqual(await bothVersions(id, "title"), [["Milk"], ["Milk"]]);
  });

  it("makes an open editor load the document again", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({}, "status=draft"));
    await desk.open(address);
    const looked = must(await desk.lifecycle.preview(address));
    const before = must(await desk.documents.stat(address));
    const changes: unknown[] = [];
    desk.documents.onDidChange((change) => changes.push(change));

    must(await desk.lifecycle.publish(address, looked));

    const after = must(await desk.documents.stat(address));
    const { publication } = must(await desk.documents.read(address));
    assert.deepEqual(
      [changes, publication.now?.state],
      [[{ address, kind: "changed" }], "published"],
    );
    assert.ok(after.modified > before.modified);
  });

  it("publishes one locale only", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { title: "Milk" });
    await changeElsewhere(id, { title: "Lait" }, "locale=fr");
    const looked = must(await desk.lifecycle.preview(desk.article(id, "fr")));

    must(await desk.lifecycle.publish(desk.article(id, "fr"), looked));

    const english = await document(`articles/${id}`);
    const french = await document(`articles/${id}`, "locale=fr");
    assert.deepEqual([english?.["title"], french?.["title"]], ["Tea", "Lait"]);
  });

  it("is rejected when the draft changed after the preview", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" }, "status=draft");
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await changeElsewhere(id, { title: "Cup" });

    const outcome = await desk.lifecycle.publish(desk.article(id), looked);

    assert.deepEqual(
      [why(outcome), await document(`articles/${id}`), desk.sent("PUT")],
      ["changed-meanwhile", undefined, []],
    );
  });

  it("succeeds when only the draft's time changed after the preview", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" }, "status=draft");
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await changeElsewhere(id, {});

    must(await desk.lifecycle.publish(desk.article(id), looked));

    assert.deepEqual(await bothVersions(id, "title"), [["Tea"], ["Tea"]]);
  });

  it("updates the status in editors of the other locales", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { title: "Milk" });
    await desk.open(desk.article(id));
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    const french = await desk.stood(desk.article(id, "fr"));
    const before = must(await desk.documents.stat(desk.article(id, "fr")));
    const changes: unknown[] = [];
    desk.documents.onDidChange(({ address, kind }) => changes.push([address.locale, kind]));

    must(await desk.lifecycle.publish(desk.article(id), looked));

    const after = must(await desk.documents.stat(desk.article(id, "fr")));
    const now = await desk.stood(desk.article(id, "fr"));
    assert.deepEqual(
      [french.states, now.states],
      [
        { en: "modified", fr: "published" },
        { en: "published", fr: "published" },
      ],
    );
    assert.deepEqual(changes.sort(), [
      ["en", "changed"],
      ["fr", "changed"],
    ]);
    assert.ok(after.modified > before.modified);
  });

  it("publishes nothing when the service rejects the draft, and reports the invalid field", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: null }, "status=draft");
    const before = await draft(`articles/${id}`);
    const looked = must(await desk.lifecycle.preview(desk.article(id)));

    const outcome = await desk.lifecycle.publish(desk.article(id), looked);

    const error = outcome[0]?.code === "service" ? outcome[0].error : undefined;
    const paths = error?.name === "ValidationError" ? error.issues.map(({ path }) => path) : [];
    assert.deepEqual(
      [paths, await document(`articles/${id}`), await draft(`articles/${id}`)],
      [[["title"]], undefined, before],
    );
  });

  it("sends nothing after the user cancels", async () => {
    const desk = openDesk();
    const id = await makeArticle({}, "status=draft");
    const looked = must(await desk.lifecycle.preview(desk.article(id)));

    const outcome = await desk.lifecycle.publish(desk.article(id), looked, AbortSignal.abort());

    assert.notEqual(why(outcome), undefined);
    assert.deepEqual([desk.sent("PUT"), await document(`articles/${id}`)], [[], undefined]);
  });

  it("publishes a single type in its locale", async () => {
    const desk = openDesk();
    const address = desk.single("homepage", "en");
    await ask("PUT", "homepage?status=draft&locale=en", { heading: "Good morning" });
    const looked = must(await desk.lifecycle.preview(address));

    must(await desk.lifecycle.publish(address, looked));

    const published = await document("homepage", "locale=en");
    assert.deepEqual([looked.state, published?.["heading"]], ["modified", "Good morning"]);
  });

  it("fails with gone for a deleted document", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await ask("DELETE", `articles/${id}?locale=*`);

    const outcome = await desk.lifecycle.publish(desk.article(id), looked);

    assert.deepEqual([why(outcome), await draft(`articles/${id}`)], ["gone", undefined]);
  });
});
