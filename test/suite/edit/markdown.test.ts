import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, tabs, type, untilClean } from "../editors.ts";
import { lensesOf } from "../lenses.ts";
import { openText, textLenses } from "../texts.ts";
import { useMagazine } from "../useMagazine.ts";

interface Section extends JsonObject {
  readonly id: number;
  readonly body: string;
}

const field = (document: vscode.TextDocument) => contentOf(document)["body"];

describe("Markdown editor of a rich text field", () => {
  const magazine = useMagazine();

  const opened = async (data: object = {}) => {
    const id = await magazine.makeArticle({ body: "## Why winter\n\nOne.", ...data });
    const document = await open(magazine.article(id));
    const text = await openText(document, "body");
    return { id, document, text };
  };

  it("a Markdown editor opens from a CodeLens above its key, except in a new component before a save", async () => {
    const id = await magazine.makeArticle({ title: "Tea in Summer", body: "Iced." });
    const document = await open(magazine.article(id));

    const lenses = await textLenses(document);
    const text = await openText(document, "body");
    await edit(document, { sections: [{ __component: "sections.text", body: "New" }] });
    const withComponent = await textLenses(document);

    assert.deepEqual(
      [lenses.map(({ line }) => line.trim().split(":")[0]), text.languageId, text.getText()],
      [['"body"', '"content"'], "markdown", "Iced."],
    );
    assert.deepEqual(tabs().toSorted(), ["Tea in Summer · body.md", "Tea in Summer.cms.json"]);
    assert.deepEqual(
      withComponent.map(({ title }) => title),
      ["Edit as Markdown", "Edit as Markdown", "Save the document to edit this field as Markdown"],
    );
  });

  it("saving a Markdown editor saves its field and other unsaved changes of the document to the draft, and no others", async () => {
    const { id, document, text } = await opened();
    const before = (await magazine.draft(id))!;

    await type(text, 'Two,\nwith "quotes" and a \\ and 🍵.\n');
    const saved = await text.save();

    const { updatedAt, ...after } = (await magazine.draft(id))!;
    const body = 'Two,\nwith "quotes" and a \\ and 🍵.\n';
    assert.deepEqual([saved, { ...after, updatedAt }], [true, { ...before, body, updatedAt }]);
    await untilClean(text, body);
    await untilEqual(() => Promise.resolve([field(document), document.isDirty]), [body, false]);

    await edit(document, { body: "Typed over there.", kicker: "Typed in the JSON" });
    await untilClean(text, "Typed over there.");
    await type(text, "Typed over there, and here.");
    const savedAgain = await text.save();

    const draft = await magazine.draft(id);
    const both = "Typed over there, and here.";
    assert.deepEqual([savedAgain, document.isDirty, field(document)], [true, false, both]);
    assert.deepEqual([draft?.["kicker"], draft?.["body"]], ["Typed in the JSON", both]);
  });

  itLong("a Markdown editor follows a reload of the document", async () => {
    const { id, document, text } = await opened();

    await magazine.change(`articles/${id}?status=draft`, { body: "By somebody else." });
    await vscode.window.showTextDocument(document);
    // The extension reuses a read for half a second.
    await until("The document did not load anew", async () => {
      await vscode.commands.executeCommand("workbench.action.files.revert");
      return document.getText().includes("By somebody else.");
    });

    await untilClean(text, "By somebody else.");
  });

  it("a Markdown editor and the JSON don't overwrite each other's edits", async () => {
    const { id, document, text } = await opened();
    const before = await magazine.draft(id);
    await type(text, "Mine, in the Markdown.");
    await edit(document, { body: "Mine, in the JSON." });

    const saves = [await text.save(), await text.save()];

    assert.deepEqual(
      [saves, stateOf(text), field(document), document.isDirty, await magazine.draft(id)],
      [
        [false, false],
        { text: "Mine, in the Markdown.", isDirty: true },
        "Mine, in the JSON.",
        true,
        before,
      ],
    );
  });

  it("a Markdown editor follows its component to another position", async () => {
    const text = (heading: string, body: string) => ({
      __component: "sections.text",
      heading,
      body,
    });
    const id = await magazine.makeArticle({ sections: [text("A", "First"), text("B", "Second")] });
    const document = await open(magazine.article(id));
    const { sections } = contentOf(document) as unknown as { sections: Section[] };
    const second = await openText(document, "sections", `sections.text@${sections[1]!.id}`, "body");

    await edit(document, { sections: sections.toReversed() });
    await type(second, "Second, and first");
    const saved = await second.save();

    const after = contentOf(document) as unknown as { sections: Section[] };
    assert.deepEqual(
      [saved, after.sections.map(({ body }) => body)],
      [true, ["Second, and first", "First"]],
    );
  });

  itLong("a Markdown editor doesn't change the CodeLens at the top of the document", async () => {
    const { document, text } = await opened();

    await type(text, "Not in the JSON yet.");

    assert.deepEqual(await lensesOf(document), []);
  });
});
