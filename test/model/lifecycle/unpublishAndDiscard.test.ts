import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { Withdrawal } from "../../../src/model/changes/journal/journalEntry.ts";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import { edited } from "../desk.ts";
import type { Desk } from "../desk.ts";
import {
  ask,
  bothVersions,
  changeElsewhere,
  document,
  makeArticle,
  openDesk,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

/** Previews and runs Unpublish or Discard Changes. */
async function withdraw(desk: Desk, kind: Withdrawal, address: Address) {
  const looked = must(await desk.lifecycle.preview(address));
  return desk.lifecycle.withdraw(kind, address, looked);
}

describe("Unpublish", function () {
  this.timeout(60_000);

  it("removes the published version, records it in the journal, and keeps the draft", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });

    must(await withdraw(desk, "unpublish", desk.article(id)));

    const [entry] = await desk.journal.history(desk.article(id));
    assert.deepEqual(await bothVersions(id, "kicker"), [["Draft"], undefined]);
    assert.deepEqual(
      [entry?.action, entry?.outcome, entry?.before["en"]?.["kicker"], entry?.after],
      ["unpublish", "done", "Live", {}],
    );
  });

  it("works for a single type, which can be published again", async () => {
    const desk = await openPanel();
    const address = desk.single("homepage", "en");
    await ask("PUT", "homepage?status=published&locale=en", {});

    must(await withdraw(desk, "unpublish", address));

    const down = await document("homepage");
    must(await desk.lifecycle.publish(address, must(await desk.lifecycle.preview(address))));
    assert.deepEqual(
      [down, typeof (await document("homepage"))?.["heading"]],
      [undefined, "string"],
    );
  });

  it("is rejected when the document was published again after the preview", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await ask("PUT", `articles/${id}?status=published`, { kicker: "Live again" });

    const [failure] = await desk.lifecycle.withdraw("unpublish", desk.article(id), looked);

    assert.equal(failure?.code, "changed-meanwhile");
    assert.deepEqual(await bothVersions(id, "kicker"), [["Live again"], ["Live again"]]);
  });

  it("is declined when the administrator does not sign in", async () => {
    const desk = openDesk();
    const id = await makeArticle({ kicker: "Live" });

    const [failure] = await withdraw(desk, "unpublish", desk.article(id));

    assert.deepEqual(
      [failure, await bothVersions(id, "kicker")],
      [{ code: "declined" }, [["Live"], ["Live"]]],
    );
  });
});

describe("Discard Changes", function () {
  this.timeout(60_000);

  it("resets the draft to the published version, and updates an open editor", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const before = await desk.open(desk.article(id));

    must(await withdraw(desk, "discard", desk.article(id)));

    const after = await desk.open(desk.article(id));
    assert.deepEqual(await bothVersions(id, "kicker"), [["Live"], ["Live"]]);
    assert.deepEqual(
      [
        before.content["kicker"],
        after.content["kicker"],
        (await desk.stood(desk.article(id))).state,
      ],
      ["Draft", "Live", "published"],
    );
  });

  it("keeps unsaved changes in the editor, and a save sends only those", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live", summary: "Old" });
    const address = desk.article(id);
    await changeElsewhere(id, { kicker: "Draft" });
    const opened = await desk.open(address);
    const text = edited(opened, { summary: "Unsaved" });
    await desk.documents.edits.begin(address, text);

    must(await withdraw(desk, "discard", address));
    must(await desk.save(address, text));

    assert.deepEqual(await bothVersions(id, "kicker", "summary"), [
      ["Live", "Unsaved"],
      ["Live", "Old"],
    ]);
  });

  it("is undone by Undo Last Save with the rows of its components", async () => {
    const desk = await openPanel();
    const seo = { metaTitle: "Live", metaDescription: "Of a test" };
    const id = await makeArticle({ seo });
    const address = desk.article(id);
    await changeElsewhere(id, { seo: { ...seo, metaTitle: "Draft" } });
    must(await withdraw(desk, "discard", address));

    must(await undoLastSave(address, desk));

    const draft = await desk.open(address);
    assert.equal((draft.content["seo"] as { metaTitle: string }).metaTitle, "Draft");
  });

  it("is undone by Undo Last Save", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    const address = desk.article(id);
    must(await desk.save(address, edited(await desk.open(address), { kicker: "Draft" })));
    must(await withdraw(desk, "discard", address));

    const undone = must(await undoLastSave(address, desk));

    assert.deepEqual(
      [undone.entry.action, await bothVersions(id, "kicker")],
      ["discard", [["Draft"], ["Live"]]],
    );
  });

  it("is rejected when the draft changed after the preview", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await changeElsewhere(id, { kicker: "Newer" });

    const [failure] = await desk.lifecycle.withdraw("discard", desk.article(id), looked);

    assert.deepEqual(
      [failure?.code, await bothVersions(id, "kicker")],
      ["changed-meanwhile", [["Newer"], ["Live"]]],
    );
  });

  it("is rejected when the draft changed while the administrator signed in again", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const looked = must(await desk.lifecycle.preview(desk.article(id)));
    await desk.store.saveSecret(desk.connection, "admin", "an-ended-token");
    desk.connections.renew(desk.connection.id);
    desk.logins.push(adminLogin());
    desk.meanwhile = () => changeElsewhere(id, { kicker: "Newer" });

    const [failure] = await desk.lifecycle.withdraw("discard", desk.article(id), looked);

    assert.deepEqual(
      [failure?.code, await bothVersions(id, "kicker")],
      ["changed-meanwhile", [["Newer"], ["Live"]]],
    );
  });
});
