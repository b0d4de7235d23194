import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../src/model/foundation/json.ts";
import { until, untilEqual } from "../window/until.ts";
import { contentOf, edit, open, stateOf, tabs, type, untilClean } from "./editors.ts";
import { lensesOf } from "./lenses.ts";
import { openText, textLenses } from "./texts.ts";
import { useMagazine } from "./useMagazine.ts";

interface Section extends JsonObject {
  readonly id: number;
  readonly body: string;
}

const field = (document: vscode.TextDocument) => contentOf(document)["body"];

describe("A rich text edited as Markdown", () => {
  const magazine = useMagazine();

  const opened = async (data: object = {}) => {
    const id = await magazine.makeArticle({ body: "## Why winter\n\nOne.", ...data });
    const document = await open(magazine.article(id));
    const text = await openText(document, "body");
    return { id, document, text };
  };

  it("opens from a lens above its key, under its title and name, in VS Code's own language", async () => {
    const id = await magazine.makeArticle({ title: "Tea in Summer", body: "Iced." });
    const document = await open(magazine.article(id));

    const lenses = await textLenses(document);
    const text = await openText(document, "body");

    assert.deepEqual(
      [lenses.map(({ line }) => line.trim().split(":")[0]), text.languageId, text.getText()],
      [['"body"', '"content"'], "markdown", "Iced."],
    );
    assert.deepEqual(tabs().toSorted(), ["Tea in Summer · body.md", "Tea in Summer.cms.json"]);
  });

  it("is saved as the draft, with that field alone, and both editors are clean", async () => {
    const { id, document, text } = await opened();
    const before = (await magazine.draft(id))!;

    await type(text, 'Two,\nwith "quotes" and a \\ and 🍵.\n');
    const saved = await text.save();

    const { updatedAt, ...after } = (await magazine.draft(id))!;
    const body = 'Two,\nwith "quotes" and a \\ and 🍵.\n';
    assert.deepEqual([saved, { ...after, updatedAt }], [true, { ...before, body, updatedAt }]);
    await untilClean(text, body);
    await untilEqual(() => Promise.resolve([field(document), document.isDirty]), [body, false]);
  });

  it("shows what is typed into the JSON of the document, key by key, and leaves both to be saved", async () => {
    const { document, text } = await opened();

    await edit(document, { body: "Typed over there." });
    await untilClean(text, "Typed over there.");
    await type(text, "Typed over there, and here.");
    const saved = await text.save();

    assert.deepEqual([saved, document.isDirty], [true, false]);
    assert.equal(field(document), "Typed over there, and here.");
  });

  it("shows what the document loads anew", async () => {
    const { id, document, text } = await opened();

    await magazine.change(`articles/${id}?status=draft`, { body: "By somebody else." });
    await vscode.window.showTextDocument(document);
    // What was read a moment ago still answers for half a second.
    await until("The document did not load anew", async () => {
      await vscode.commands.executeCommand("workbench.action.files.revert");
      return document.getText().includes("By somebody else.");
    });

    await untilClean(text, "By somebody else.");
  });

  it("takes other unsaved changes of the document along, since it is one draft", async () => {
    const { id, document, text } = await opened();
    await edit(document, { kicker: "Typed in the JSON" });

    await type(text, "Typed in the Markdown.");
    const saved = await text.save();

    const draft = await magazine.draft(id);
    assert.deepEqual(
      [saved, draft?.["kicker"], draft?.["body"], document.isDirty],
      [true, "Typed in the JSON", "Typed in the Markdown.", false],
    );
  });

  it("is not written over what was typed into the same field of the JSON, nor that over it", async () => {
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

  it("stands in a component, and finds it again where it was moved to", async () => {
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

  it("has to be saved once before it can be edited, where the service has given its entry no id", async () => {
    const { document } = await opened();

    await edit(document, { sections: [{ __component: "sections.text", body: "New" }] });

    const lenses = await textLenses(document);
    assert.deepEqual(
      lenses.map(({ title }) => title),
      ["Edit as Markdown", "Edit as Markdown", "Can't be edited as Markdown before it is saved"],
    );
  });

  it("keeps the ends of lines that the field has, and sends nothing for another form of them", async () => {
    const { id, document, text } = await opened({ body: "One\r\nTwo\r\n" });

    await type(text, "One\nTwo\n");
    await text.save();
    const same = field(document);
    await type(text, "One\nThree\n");
    await text.save();

    const draft = await magazine.draft(id);
    assert.deepEqual([same, draft?.["body"]], ["One\r\nTwo\r\n", "One\r\nThree\r\n"]);
  });

  it("leaves a field without a value as it is, until something is written into it", async () => {
    const detour = await magazine.detour();
    const id = await magazine.makeArticle({ body: null });
    const document = await open(detour.article(id));
    const text = await openText(document, "body");

    await type(text, "x");
    await type(text, "");
    const saved = await text.save();

    assert.deepEqual([saved, field(document), detour.writes], [true, null, []]);
  });

  it("leaves the lens on top of the document alone", async () => {
    const { document, text } = await opened();

    await type(text, "Not in the JSON yet.");

    assert.deepEqual(await lensesOf(document), []);
  });
});
