import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { contentOf, edit, open } from "../editors.ts";
import { useShownFailures } from "../shownFailures.ts";
import { mark } from "./relationOffers.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Commands for the field at the cursor", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const failures = useShownFailures();

  const actionsAt = async (document: vscode.TextDocument, at: vscode.Position) => {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      new vscode.Range(at, at),
    );
    return actions.map(({ title }) => title);
  };

  it("Choose… replaces a relation in one edit that Undo reverts, and reports at other fields where values can be chosen", async () => {
    const name = unique("Puddings");
    const documentId = await magazine.make("categories", { name });
    const document = await open(magazine.article(await magazine.makeArticle()));
    const at = await mark(document, "category", "n|ull");
    const before = document.getText();

    assert.ok((await actionsAt(document, at)).includes("Choose…"));
    const running = vscode.commands.executeCommand("cms.document.choose", document.uri, at);
    await prompts.accept("Choose a Value for category");
    await running;

    assert.deepEqual(contentOf(document)["category"], { documentId, name });
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), before);

    const atTitle = document.positionAt(before.indexOf('"title"') + 2);
    await vscode.commands.executeCommand("cms.document.choose", document.uri, atTitle);
    await until("Nothing was reported", () => Promise.resolve(failures.length > 0));
    assert.match(failures[0]?.words ?? "", /^There is no value to choose here\. .*a media file/);
  });

  it("Regenerate Slug writes the slug of the current title into the text, which is also offered while the user types it", async () => {
    const title = unique("Ölige Suppen");
    const id = await magazine.makeArticle({
      title: "Old",
      slug: unique("old").replaceAll(" ", "-"),
    });
    const document = await open(magazine.article(id));
    await edit(document, { title });
    const at = document.positionAt(document.getText().indexOf('"slug"') + 2);

    assert.ok((await actionsAt(document, at)).includes("Regenerate Slug"));
    await vscode.commands.executeCommand("cms.document.regenerateSlug", document.uri);

    const { slug } = contentOf(document);
    assert.ok(typeof slug === "string" && slug.startsWith("oelige-suppen"));
    assert.equal((await magazine.draft(id))?.["title"], "Old");
    await edit(document, { title: "Ölige Suppen für alle" });
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      await mark(document, "slug", '"|"'),
    );
    assert.ok(items.some(({ label }) => label === "oelige-suppen-fuer-alle"));
  });
});
