import assert from "node:assert/strict";
import * as vscode from "vscode";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, type, untilClean } from "../editors.ts";
import { useSettings } from "../settings.ts";
import { useShownFailures } from "../shownFailures.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Undo Last Save", () => {
  const magazine = useMagazine();
  const set = useSettings();
  const failures = useShownFailures();

  const undo = (document: vscode.TextDocument) =>
    vscode.commands.executeCommand("cms.document.undoLastSave", document.uri);
  const titleIn = (document: vscode.TextDocument) => () =>
    Promise.resolve(contentOf(document)["title"]);

  it("Undo Last Save reverts the last save on the service and in the editor", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const document = await open(magazine.article(id));
    await edit(document, { title: unique("Milk"), kicker: "Hot" });
    assert.equal(await document.save(), true);

    await undo(document);

    await untilEqual(titleIn(document), title);
    const draft = await magazine.draft(id);
    assert.deepEqual([draft?.["title"], draft?.["kicker"]], [title, "Made"]);
    await untilClean(document, document.getText());
  });

  it("Undo Last Save changes nothing when there are unsaved changes", async () => {
    const detour = await magazine.detour();
    const document = await open(detour.article(await magazine.makeArticle()));
    await edit(document, { kicker: "Saved" });
    assert.equal(await document.save(), true);
    await edit(document, { kicker: "Unsaved" });
    const { text } = stateOf(document);

    await undo(document);

    assert.deepEqual(stateOf(document), { text, isDirty: true });
    assert.equal(detour.writes.length, 1);
  });

  it("Undo Last Save undoes nothing if another client changed the field since, and names the field", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Saved" });
    assert.equal(await document.save(), true);
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Theirs" });

    await undo(document);

    await untilEqual(
      () => Promise.resolve(failures.map(({ words }) => words)),
      [
        "kicker changed again later. Nothing was undone. Use Show History to see the earlier values.",
      ],
    );
    assert.equal((await magazine.draft(id))?.["kicker"], "Theirs");
  });

  it("Undo in the message of an action undoes nothing if the document was saved since", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Saved since" });
    assert.equal(await document.save(), true);

    await vscode.commands.executeCommand("cms.document.undoLastSave", {
      address: magazine.article(id),
      undoes: "discard",
    });

    await untilEqual(
      () => Promise.resolve(failures.map(({ words, buttons }) => [words, ...buttons])),
      [["The document has been changed since, so nothing was undone.", "Undo Last Save"]],
    );
    assert.equal((await magazine.draft(id))?.["kicker"], "Saved since");
  });

  it("Undo Last Save changes nothing when the journal is off", async () => {
    await set("cms.journal.connections", { "Hearth & Compass": { enabled: false } });
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Hot" });
    assert.equal(await document.save(), true);

    await undo(document);

    assert.equal((await magazine.draft(id))?.["kicker"], "Hot");
  });

  it("Undo Last Save is followed by a save that keeps the restored values", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const document = await open(magazine.article(id));
    await edit(document, { title: unique("Milk") });
    assert.equal(await document.save(), true);
    await undo(document);
    await untilEqual(titleIn(document), title);

    await type(document, document.getText().replace('"Made"', '"Warm"'));
    assert.equal(await document.save(), true);

    const draft = await magazine.draft(id);
    assert.deepEqual([draft?.["title"], draft?.["kicker"]], [title, "Warm"]);
  });
});
