import assert from "node:assert/strict";
import { changeElsewhere, makeArticle, openModel } from "../magazine.ts";

describe("OpenDocuments.refresh", () => {
  const opened = async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    await model.open(address);
    const changes: string[] = [];
    model.documents.onDidChange(({ kind }) => changes.push(kind));
    return { model, address, changes };
  };

  it("OpenDocuments.refresh makes a clean editor load another user's change, once", async () => {
    const { model, address, changes } = await opened();
    await model.documents.refresh(address);
    const before = [...changes];

    await changeElsewhere(address.id, { kicker: "Theirs" });
    await model.documents.refresh(address);
    await model.documents.refresh(address);

    assert.deepEqual([before, changes], [[], ["changed"]]);
    assert.equal(model.documents.latestSnapshot(address)?.content["kicker"], "Theirs");
  });

  it("OpenDocuments.refresh reports another user's change under unsaved changes, and loads nothing", async () => {
    const { model, address, changes } = await opened();
    await model.documents.edits.begin(address, model.documents.latestSnapshot(address)?.text ?? "");
    const before = model.documents.isChangedElsewhere(address);

    await changeElsewhere(address.id, { kicker: "Theirs" });
    await model.documents.refresh(address);

    assert.deepEqual(
      [before, model.documents.isChangedElsewhere(address), changes],
      [false, true, []],
    );
  });
});
