import assert from "node:assert/strict";
import * as vscode from "vscode";
import { contentOf, edit, open, tabs } from "../editors.ts";
import { openText, textUri } from "../texts.ts";
import { useMagazine } from "../useMagazine.ts";

describe("File of a Markdown field", () => {
  const magazine = useMagazine();
  const { fs } = vscode.workspace;

  const codeOf = async (promise: Thenable<unknown>): Promise<string> =>
    promise.then(
      () => "no error",
      (error: unknown) => (error instanceof vscode.FileSystemError ? error.code : String(error)),
    );

  it("the file of a Markdown field has one tab, whatever the title of its document was", async () => {
    const id = await magazine.makeArticle({ title: "Old Title", body: "One." });
    const document = await open(magazine.article(id));
    await openText(document, "body");
    await edit(document, { title: "New Title" });
    await document.save();
    await closeDocument();

    const renamed = await open(magazine.article(id));
    await vscode.commands.executeCommand("cms.document.editAsMarkdown", renamed.uri, "body");

    assert.deepEqual(
      tabs().filter((label) => label.endsWith(".md")),
      ["Old Title · body.md"],
    );
  });

  it("the file of a Markdown field exists only with field and document, and accepts writes only from editors that have read it", async () => {
    const id = await magazine.makeArticle({ body: "One." });
    const document = await open(magazine.article(id));
    const uris = [["nobody"], ["title", "body"], ["sections", "sections.text@1", "body"]].map(
      (segments) => textUri(document, ...segments),
    );
    const removedUri = textUri({ uri: document.uri.with({ query: "gone" }) }, "body");
    const [uri, other] = [textUri(document, "body"), textUri(document, "other")];
    const bytes = new TextEncoder().encode("Past the editor.");

    const missing = await Promise.all(
      [...uris, removedUri].map((fileUri) => codeOf(fs.readFile(fileUri))),
    );
    const codes = [
      await codeOf(fs.writeFile(uri, bytes)),
      await codeOf(fs.rename(uri, other)),
      await codeOf(fs.delete(uri)),
    ];

    assert.deepEqual(missing, ["FileNotFound", "FileNotFound", "FileNotFound", "FileNotFound"]);
    assert.equal(codes.includes("no error"), false, codes.join());
    assert.deepEqual([contentOf(document)["body"], document.isDirty], ["One.", false]);
  });
});

const closeDocument = async (): Promise<void> => {
  const { TabInputText, window } = vscode;
  const all = window.tabGroups.all.flatMap((group) => group.tabs);
  await window.tabGroups.close(
    all.filter(({ input }) => input instanceof TabInputText && input.uri.scheme === "cms"),
  );
};
