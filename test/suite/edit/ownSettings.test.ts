import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, type } from "../editors.ts";
import { useMessages } from "../messages.ts";
import { useSettings } from "../settings.ts";
import { openText } from "../texts.ts";
import { useMagazine } from "../useMagazine.ts";

describe("User settings for files", () => {
  const magazine = useMagazine();
  const set = useSettings();
  const messages = useMessages();

  it("user settings don't change the language of a document, with its schema and auto-save protection", async () => {
    await set("files.associations", { "*.json": "plaintext" });
    const address = magazine.article(await magazine.makeArticle());

    await open(address);

    const language = async () => (await open(address)).languageId;
    await untilEqual(language, "cms-json");
  });

  it("user settings don't change the encoding of the text that is sent, and cause no save by line endings or a final newline", async () => {
    await set("files.encoding", "windows1252");
    await set("files.eol", "\r\n");
    await set("files.trimFinalNewlines", true);
    await set("files.insertFinalNewline", false);
    const detour = await magazine.detour();
    const id = await magazine.makeArticle({ summary: "Crème brûlée" });
    const document = await open(detour.article(id));
    const { summary } = contentOf(document);

    await edit(document, {});
    const saves = [await document.save()];
    const unchanged = [...detour.writes];
    await edit(document, { kicker: "À la carte 🍵" });
    saves.push(await document.save());

    const draft = await magazine.draft(id);
    assert.deepEqual([saves, unchanged], [[true, true], []]);
    assert.deepEqual(
      [summary, draft?.["summary"], draft?.["kicker"]],
      ["Crème brûlée", "Crème brûlée", "À la carte 🍵"],
    );
  });

  it("format on save and trimming send only the user's own changes of a document", async () => {
    await set("editor.formatOnSave", true);
    await set("files.trimTrailingWhitespace", true);
    await set("editor.tabSize", 4);
    const detour = await magazine.detour();
    const summary = "One \u2028two\u2029\u0085 \uFEFF\u202E\u2066\u200F\u061C \t\n ";
    const id = await magazine.makeArticle({ summary, kicker: "Old" });
    const document = await open(detour.article(id));
    const { summary: openedSummary } = contentOf(document);

    await type(document, document.getText().replace('"Old"', '"New  "'));
    const saved = await document.save();

    const draft = await magazine.draft(id);
    assert.deepEqual(
      [openedSummary, saved, detour.writes.map(({ body }) => body), draft?.["summary"]],
      [summary, true, [{ data: { kicker: "New  " } }], summary],
    );
    assert.doesNotMatch(document.getText(), /[\u2028\u2029\u0085\uFEFF\u202E\u2066\u200F\u061C]/);
  });

  const settings = {
    "files.insertFinalNewline": true,
    "files.trimTrailingWhitespace": true,
    "files.trimFinalNewlines": true,
    "files.eol": "\r\n",
  };
  const bodies: Readonly<Record<string, string>> = {
    "without a final line break": "One.  \r\n\nTwo.\t\n \nThree.",
    "with several": "One.  \n\nTwo.\t\r\n \nThree.\n\n\n",
  };
  for (const [what, body] of Object.entries(bodies)) {
    const test = what === "with several" ? itLong : it;
    test(`settings that clean up files change no untouched line of a Markdown text ${what} at its end`, async () => {
      for (const [name, value] of Object.entries(settings)) await set(name, value);
      const detour = await magazine.detour();
      const id = await magazine.makeArticle({ body });
      const document = await open(detour.article(id));
      const text = await openText(document, "body");

      await type(text, text.getText().replace("Two.", "2."));
      const saved = await text.save();

      const edited = body.replace("Two.\t", "2.");
      assert.deepEqual(
        [saved, detour.writes.map(({ body: sent }) => sent)],
        [true, [{ data: { body: edited } }]],
      );
    });
  }

  it("a formatter on save changes no untouched line of a Markdown text", async () => {
    await set("editor.formatOnSave", true);
    const formatter = vscode.languages.registerDocumentFormattingEditProvider("markdown", {
      provideDocumentFormattingEdits(document) {
        const end = document.lineAt(document.lineCount - 1).range.end;
        const trimmed = `${document
          .getText()
          .replaceAll(/[ \t]+$/gm, "")
          .trimEnd()}\n`;
        return [vscode.TextEdit.replace(new vscode.Range(0, 0, end.line, end.character), trimmed)];
      },
    });
    try {
      const detour = await magazine.detour();
      const id = await magazine.makeArticle({ body: "One.  \nTwo.\n\nThree." });
      const document = await open(detour.article(id));
      const text = await openText(document, "body");

      await type(text, text.getText().replace("Three.", "3."));
      const saved = await text.save();

      assert.deepEqual(
        [saved, text.getText(), detour.writes.map(({ body }) => body)],
        [true, "One.\nTwo.\n\n3.\n", [{ data: { body: "One.  \nTwo.\n\n3." } }]],
      );
    } finally {
      formatter.dispose();
    }
  });

  it("a Markdown text without such settings sends removed blanks, and keeps and names hidden characters on untouched lines", async () => {
    const detour = await magazine.detour();
    const id = await magazine.makeArticle({
      body: "One\u2028more\u2029.\nT\u202Ewo\u0085.\nThree.  \nFour.",
    });
    const document = await open(detour.article(id));
    const text = await openText(document, "body");

    // As VS Code does when the user chooses to remove unusual line terminators.
    await type(
      text,
      text
        .getText()
        .replaceAll(/[\u2028\u2029]/g, "")
        .replace("Three.  ", "Three."),
    );
    await text.save();

    assert.deepEqual(
      detour.writes.map(({ body }) => body),
      [{ data: { body: "One\u2028more\u2029.\nT\u202Ewo\u0085.\nThree.\nFour." } }],
    );
    assert.match(messages.texts.join(), /hide or remove: U\+2028, U\+2029, U\+202E, U\+0085\./);
  });
});
