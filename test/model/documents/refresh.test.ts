import assert from "node:assert/strict";
import { changeElsewhere, makeArticle, openDesk } from "../magazine.ts";

describe("Documents.refresh", () => {
  const opened = async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    await desk.open(address);
    const changes: string[] = [];
    desk.documents.onDidChange(({ kind }) => changes.push(kind));
    return { desk, address, changes };
  };

  it("makes a clean editor load another user's change, once", async () => {
    const { desk, address, changes } = await opened();
    await desk.documents.refresh(address);
    const before = [...changes];

    await changeElsewhere(address.id, { kicker: "Theirs" });
    await desk.documents.refresh(address);
    await desk.documents.refresh(address);

    assert.deepEqual([before, changes], [[], ["changed"]]);
    assert.equal(desk.documents.latestSnapshot(address)?.content["kicker"], "Theirs");
  });

  it("reports another user's change under unsaved changes, and loads nothing", async () => {
    const { desk, address, changes } = await opened();
    await desk.documents.edits.begin(address, desk.documents.latestSnapshot(address)?.text ?? "");
    const before = desk.documents.isChangedElsewhere(address);

    await changeElsewhere(address.id, { kicker: "Theirs" });
    await desk.documents.refresh(address);

    assert.deepEqual(
      [before, desk.documents.isChangedElsewhere(address), changes],
      [false, true, []],
    );
  });
});
