import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SaveProgress } from "../../../src/files/save/saveProgress.ts";
import { TabMarks } from "../../../src/editor/edit/tabMarks.ts";
import { toUri } from "../../../src/files/shared/documentUri.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open } from "../editors.ts";
import { aboveOf } from "../lenses.ts";
import { useTrees } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";

const changed = "Changed on the service";

describe("Document editor", () => {
  const magazine = useMagazine();
  const openTree = useTrees();
  const refresh = () => vscode.commands.executeCommand("cms.content.refresh");
  const isMarked = async (document: vscode.TextDocument) =>
    (await aboveOf(document)).includes(changed);

  it("a document editor reloads on a tree refresh without unsaved changes", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));

    // As long as the kicker before.
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Edam" });
    await refresh();

    await untilEqual(
      () => Promise.resolve([contentOf(document)["kicker"], document.isDirty]),
      ["Edam", false],
    );
  });

  it("a document editor reports a remote change on a tree refresh, and keeps unsaved changes", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "By me" });
    const before = await isMarked(document);

    await magazine.change(`articles/${id}?status=draft`, { summary: "By somebody else" });
    await refresh();

    await untilEqual(() => isMarked(document), true);
    assert.equal(before, false);
    assert.deepEqual([contentOf(document)["kicker"], document.isDirty], ["By me", true]);
    await document.save();
    await untilEqual(() => isMarked(document), false);
  });

  it("a document editor shows the publication status on its tab, and a slow save until it ends", async () => {
    const address = magazine.article(await magazine.makeArticle());
    const { model } = openTree();
    const treeAddress = { ...address, connection: model.connection.id };
    const uri = toUri(treeAddress, { connectionName: "Magazine", title: "Tea" });
    const { documents, locks } = model;
    const underWay = new SaveProgress(documents);
    const marks = new TabMarks({ documents, locks, underWay });
    const reported: string[] = [];
    marks.onDidChangeFileDecorations((uris) => reported.push(...(uris ?? []).map(String)));
    const mark = () => Promise.resolve(marks.provideFileDecoration(uri)?.tooltip);
    let end: ((outcome: string) => void) | undefined;
    const step = new Promise<string>((resolve) => {
      end = resolve;
    });

    // VS Code asks before the document is read.
    const before = await mark();
    await documents.read(treeAddress);
    await untilEqual(mark, "Draft");
    const saving = underWay.show(treeAddress, step);
    await untilEqual(mark, "Saving");
    end?.("saved");

    assert.equal(await saving, "saved");
    await untilEqual(mark, "Draft");
    marks.dispose();
    assert.equal(before, undefined);
    assert.ok(reported.includes(uri.toString()));
  });
});
