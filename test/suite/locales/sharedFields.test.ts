import assert from "node:assert/strict";
import * as vscode from "vscode";
import { untilEqual } from "../../window/until.ts";
import { edit, open } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Field shared by all locales", () => {
  const magazine = useMagazine();
  const notices = (document: vscode.TextDocument) =>
    vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Information)
      .map(({ range, message }) => [document.getText(range), message]);
  const untilNotices = (document: vscode.TextDocument, expected: string[][]) =>
    untilEqual(() => Promise.resolve(notices(document)), expected);

  it("a shared field shows from edit to save that other locales change, too, unless its old value is back", async () => {
    const id = await magazine.makeArticle({ readingMinutes: 5 });
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: "Français" });
    const document = await open(magazine.article(id));
    const before = notices(document);

    await edit(document, { kicker: "Its own", readingMinutes: 17 });

    const words = "Shared across locales. Saving also changes fr.";
    await untilNotices(document, [["17", words]]);
    await edit(document, { readingMinutes: 5 });
    await untilNotices(document, []);
    await edit(document, { readingMinutes: 17 });
    await untilNotices(document, [["17", words]]);
    await document.save();
    await untilNotices(document, []);
    const french = await magazine.draft(id, "fr");
    assert.deepEqual([before, french?.["readingMinutes"], french?.["kicker"]], [[], 17, null]);
  });

  it("a shared field shows nothing in a document with one locale", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));

    await edit(document, { readingMinutes: 500 });

    // The extension adds errors later than the notices about shared fields. Once the error is there, a notice would be
    // too.
    const errors = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    await untilEqual(() => Promise.resolve(errors().length), 1);
    assert.deepEqual([document.isDirty, notices(document)], [true, []]);
  });
});
