import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../src/model/json.ts";
import { hangUp, json } from "../support/loopback.ts";
import { untilEqual } from "../window/until.ts";
import { contentOf, edit, open, type } from "./editors.ts";
import { useMagazine } from "./useMagazine.ts";

/** What the service said of places in a document: the text that is marked, and the words. */
const marks = (document: vscode.TextDocument): string[][] =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === "CMS")
    .map(({ range, message }) => [document.getText(range), message]);

const markedIn = (document: vscode.TextDocument) =>
  marks(document)
    .map(([marked]) => marked)
    .sort();

describe("The problems of a document", () => {
  const magazine = useMagazine();

  const refused = async (change: JsonObject, data: object = {}) => {
    const document = await open(magazine.article(await magazine.makeArticle(data)));
    await edit(document, change);
    assert.equal(await document.save(), false);
    return document;
  };

  it("stand at the value that the service refused, in its own words", async () => {
    const document = await refused({ rating: 11, kicker: "Fine" });

    const words = "rating must be less than or equal to 5.";
    assert.deepEqual(marks(document), [["11", words]]);
  });

  it("stand at each of the values that were refused", async () => {
    const document = await refused({ rating: 11, readingMinutes: 900 });

    assert.deepEqual(markedIn(document), ["11", "900"]);
  });

  it("stand within a component of a list, and at the key of a value of many lines", async () => {
    const document = await refused(
      { sections: [{ __component: "sections.text", heading: "One", body: "Text" }, {}] },
      {},
    );

    assert.deepEqual(marks(document), [["{", "sections[1] must say its __component."]]);
    await edit(document, { sections: [], category: { name: "A name alone" } });
    await document.save();
    assert.deepEqual(marks(document), [
      ['"category"', "category must name its target by documentId."],
    ]);
  });

  it("go when the value is changed, and stay where it is not", async () => {
    const document = await refused({ rating: 11, readingMinutes: 900 });

    await edit(document, { rating: 4 });

    await untilEqual(() => Promise.resolve(markedIn(document)), ["900"]);
  });

  it("stay at their place while the text around them changes", async () => {
    const document = await refused({ rating: 11 });

    await edit(document, { kicker: "A line\nand another", summary: null });
    await type(document, JSON.stringify(contentOf(document), null, 6));

    await untilEqual(() => Promise.resolve(markedIn(document)), ["11"]);
  });

  it("stay while the text is no JSON for a moment", async () => {
    const document = await refused({ rating: 11 });
    const text = document.getText();

    await type(document, text.slice(0, -3));
    // As long as it takes until a text is looked at that nobody types in.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const meanwhile = markedIn(document);
    await type(document, text);

    assert.deepEqual([meanwhile, markedIn(document)], [["11"], ["11"]]);
  });

  it("go when it is saved", async () => {
    const document = await refused({ rating: 11 });

    await edit(document, { rating: 4 });
    const saved = await document.save();

    assert.deepEqual([saved, marks(document)], [true, []]);
  });

  it("go when it is closed", async () => {
    const document = await refused({ rating: 11 });

    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");

    const { uri } = document;
    await untilEqual(() => Promise.resolve(vscode.languages.getDiagnostics(uri).length), 0);
  });

  it("are not made up where a save failed for another reason", async () => {
    const detour = await magazine.detour();
    const document = await open(detour.article(await magazine.makeArticle()));
    await edit(document, { kicker: "Fine" });

    for (const fault of [hangUp, json("<html>Bad gateway</html>", 502)]) {
      detour.inject(/^PUT/, fault);
      assert.equal(await document.save(), false);
    }

    assert.deepEqual(marks(document), []);
  });
});
