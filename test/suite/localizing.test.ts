import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../src/files/uri.ts";
import { isNew } from "../../src/model/address.ts";
import { until } from "../window/until.ts";
import { contentOf, edit, open, stateOf } from "./editors.ts";
import { unique, useMagazine } from "./useMagazine.ts";

describe("Add Localization", () => {
  const magazine = useMagazine();

  const front = () => vscode.window.activeTextEditor!.document;

  const addFrench = async (document: vscode.TextDocument): Promise<vscode.TextDocument> => {
    const address = fromUri(document.uri);
    await vscode.commands.executeCommand("cms.document.addLocalization", { address, locale: "fr" });
    return front();
  };

  it("opens an unsaved text, and writes nothing before it is saved", async () => {
    const detour = await magazine.detour();
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const document = await open(detour.article(id));

    const french = await addFrench(document);

    assert.deepEqual([stateOf(french).isDirty, contentOf(french)["title"]], [true, title]);
    assert.deepEqual(detour.writes, []);
    assert.equal(await magazine.draft(id, "fr"), undefined);
  });

  it("shows the unsaved text that is open, with what was typed", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    const french = await addFrench(document);
    await edit(french, { title: "Typed" });
    await vscode.window.showTextDocument(document);

    const again = await addFrench(document);

    assert.equal(again.uri.toString(), french.uri.toString());
    assert.equal(contentOf(again)["title"], "Typed");
  });

  it("adds the localization with its first save, whose tab it then is", async () => {
    const title = unique("Thé");
    const id = await magazine.makeArticle({ readingMinutes: 6 });
    const document = await open(magazine.article(id));
    const french = await addFrench(document);
    await edit(french, { title });

    assert.equal(await french.save(), true);

    await until("The tab did not become the localization", () => {
      const address = fromUri(front().uri);
      return Promise.resolve(address !== undefined && !isNew(address));
    });
    assert.deepEqual(fromUri(front().uri), { ...magazine.article(id), locale: "fr" });
    const draft = await magazine.draft(id, "fr");
    assert.deepEqual([draft?.["title"], draft?.["readingMinutes"]], [title, 6]);
  });
});
