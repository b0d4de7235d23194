import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { hangUp, json, refusal } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, type } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";

/** The service's messages about parts of a document: the marked text and the message. */
const marks = (document: vscode.TextDocument): string[][] =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === "CMS")
    .map(({ range, message }) => [document.getText(range), message]);

const markedIn = (document: vscode.TextDocument) =>
  marks(document)
    .map(([marked]) => marked)
    .sort();

describe("Diagnostics of a rejected save", () => {
  const magazine = useMagazine();

  const openArticle = async (connection = magazine.connection) =>
    open({ ...magazine.article(await magazine.makeArticle()), connection });

  /** Makes the service reject these values, which the schema allows. After `heal` the service accepts them. */
  const refusedBy = async (change: JsonObject) => {
    const detour = await magazine.detour();
    const document = await openArticle(detour.article("").connection);
    const errors = Object.keys(change).map((name) => ({ path: [name], message: `${name} is out` }));
    detour.inject(/^PUT/, refusal(400, "ValidationError", "Out", { errors }));
    await edit(document, change);
    assert.equal(await document.save(), false);
    const heal = () => detour.heal();
    return { document, heal };
  };

  it("diagnostics of a rejected save mark each rejected value until it changes or is saved, wherever the text moves it", async () => {
    const { document, heal } = await refusedBy({ rating: 3, readingMinutes: 90 });

    assert.deepEqual(marks(document).sort(), [
      ["3", "rating is out."],
      ["90", "readingMinutes is out."],
    ]);
    await edit(document, { kicker: "A line\nand another", summary: null });
    await type(document, JSON.stringify(contentOf(document), null, 6));
    await untilEqual(() => Promise.resolve(markedIn(document)), ["3", "90"]);
    await edit(document, { rating: 4 });
    await untilEqual(() => Promise.resolve(markedIn(document)), ["90"]);
    heal();
    const saved = await document.save();
    assert.deepEqual([saved, marks(document)], [true, []]);
  });

  itLong("diagnostics of a rejected save stay while the text is invalid JSON", async () => {
    const { document } = await refusedBy({ rating: 3 });
    const text = document.getText();

    await type(document, text.slice(0, -3));
    // Longer than the pause in typing after which the extension validates a text.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const meanwhile = markedIn(document);
    await type(document, text);

    assert.deepEqual([meanwhile, markedIn(document)], [["3"], ["3"]]);
  });

  it("diagnostics of a rejected save disappear when the document is closed", async () => {
    const { document } = await refusedBy({ rating: 3 });

    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");

    const { uri } = document;
    await untilEqual(() => Promise.resolve(vscode.languages.getDiagnostics(uri).length), 0);
  });

  itLong("diagnostics are absent when a save fails for another reason", async () => {
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
