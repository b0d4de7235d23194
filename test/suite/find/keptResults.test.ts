import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import { plainDelete, plainMakeDraft } from "../../support/plainWrites.ts";
import { until, untilEqual } from "../../window/until.ts";
import { tabs } from "../editors.ts";
import { usePrompts } from "../prompts.ts";
import { enterResult, resultItems, resultLines } from "../resultsView.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Kept results of Find Content", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const word = unique("Kettle").replace(" ", "");
  const query = `Find '${word}' on Magazine`;
  const title = `The ${word}`;
  let ids: readonly string[];

  before("keep what a search finds", async () => {
    const { service, connection: id } = magazine;
    ids = [
      await plainMakeDraft(service, "articles", { title }),
      await plainMakeDraft(service, "articles", { title: "Water", summary: `Boil the ${word}` }),
    ];
    const connection = { id, name: "Magazine", url: service.url };
    const running = vscode.commands.executeCommand("cms.content.find", { connection, text: word });
    const list = await prompts.waitForPick("Find Content on Magazine");
    await until("There is no result", () => Promise.resolve(list.items.length > 2 && !list.busy));
    await prompts.pressButton("Find Content on Magazine", "Keep Results in a View");
    await running;
  });
  after("close the view and delete the documents", async () => {
    await vscode.commands.executeCommand("cms.results.closeAll");
    for (const id of ids) await plainDelete(magazine.service, `articles/${id}?locale=*`);
  });

  /** The row of a document in the view. */
  const rowOf = async (label: string) => {
    const rows = await resultItems();
    const at = rows.findIndex(({ item }) => item.label === label);
    assert.ok(at >= 0, `There is no row ${label}.`);
    return { ...rows[at]!, at };
  };
  const inFront = () => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const address = uri && fromUri(uri);
    return Promise.resolve(address && keyOf(address));
  };
  const selectedText = () => {
    const editor = vscode.window.activeTextEditor;
    return Promise.resolve(editor?.document.getText(editor.selection));
  };

  it("kept results show the text of each document, and offer the commands of its status", async () => {
    const lines = await resultLines();
    const { item } = await rowOf("Water");

    assert.deepEqual(lines.slice(0, 2), [`${query} | 2`, "  Articles | 2"]);
    assert.deepEqual(lines.slice(2, 4).sort(), [
      `    ${title} | en`,
      `    Water | en · summary: Boil the ${word}`,
    ]);
    assert.equal(item.contextValue, "document.draft.locales");
    assert.match(item.accessibilityInformation?.label ?? "", /^Water, draft, en, summary: Boil/);
  });

  it("a row of kept results previews its document at the text, and keeps the tab when it is opened again", async () => {
    const { at } = await rowOf("Water");
    const isPreview = () =>
      Promise.resolve(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview);

    await enterResult(at);
    await untilEqual(inFront, keyOf(magazine.article(ids[1]!)));
    await untilEqual(selectedText, word);
    await untilEqual(isPreview, true);
    await enterResult(at);
    await untilEqual(isPreview, false);

    assert.equal(tabs().length, 1);
  });

  it("the keys of a row of kept results act on its document", async () => {
    await enterResult((await rowOf(title)).at);
    await untilEqual(inFront, keyOf(magazine.article(ids[0]!)));
    await untilEqual(selectedText, word);
    await vscode.env.clipboard.writeText("before");

    await vscode.commands.executeCommand("cms.content.copySelected", "cms.results");
    await vscode.commands.executeCommand("cms.content.renameSelected", "cms.results");

    assert.equal(await vscode.env.clipboard.readText(), ids[0]);
    await untilEqual(selectedText, title);
  });

  it("a row of kept results belongs to its document: after Refresh, the selection doesn't move to another one", async () => {
    const [goes, comes] = ["Goes", "Comes"].map((start) => `${start} ${word}`);
    const [root] = await resultItems();
    const refresh = () => vscode.commands.executeCommand("cms.results.refresh", root?.node);
    const id = await magazine.makeArticle({ title: goes });
    await refresh();
    const before = await resultItems();
    const deletedRow = await rowOf(goes!);

    await magazine.delete(`articles/${id}?locale=*`);
    await magazine.makeArticle({ title: comes });
    await refresh();

    const { item } = await rowOf(comes!);
    const otherIds = before
      .map((row) => row.item.id)
      .filter((rowId) => rowId !== deletedRow.item.id);
    const after = (await resultItems()).map((row) => row.item.id);
    assert.deepEqual(after.toSorted(), [...otherIds, item.id].sort());
  });
});
