import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { plainList } from "../support/plainHttp.ts";
import { plainChange } from "../support/plainWrites.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { addingStep, answerFromName, answerUpToSignIn } from "./addConnection.ts";
import { useService } from "./useService.ts";
import { useWorkbench } from "./useWorkbench.ts";

describe("Pull into Folder beside Git", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words], {
      ...{ cwd: folder.path, encoding: "utf8" },
    });
  const service = useService();
  const workbench = useWorkbench(() => {
    git("init", "--quiet");
    return Promise.resolve({ folder: folder.path, settings: { "git.enabled": true } });
  });
  after(() => folder.remove());

  it("VS Code's Git lists the files that a pull changed, after a list of them was confirmed", async () => {
    const { page, quickInput, tree, dialog, notifications } = workbench();
    const pull = async () => {
      await tree.contextMenu(tree.row("Magazine", "Categories"), "Pull into Folder…");
      await quickInput.shows("Pull Magazine into Folder");
      await quickInput.pick("content");
    };
    await workbench().command("CMS: Add Connection…");
    await answerUpToSignIn(quickInput, service().url);
    await quickInput.pick("API token");
    await quickInput.answer(addingStep(3), service().tokens.full);
    await answerFromName(quickInput, "Magazine");
    await pull();
    assert.match(await dialog.text(), /^Pull \d+ documents of Magazine into content\?/);
    await workbench().screenshot("folder-first-pull");
    await dialog.press("Pull");
    await notifications.text("Pulled");
    await notifications.clear();
    git("add", "--all");
    git("commit", "--quiet", "--message", "Add the content");
    const [category] = await plainList(service(), "categories?sort=slug");
    const { documentId, slug } = category as { documentId: string; slug: string };
    await plainChange(service(), `categories/${documentId}`, { description: "Changed there" });

    await pull();
    await quickInput.shows("Pull Magazine into content?");
    await quickInput.item(`categories/${slug}.json`).waitFor();
    await workbench().screenshot("folder-pull");
    await quickInput.pick("Pull");
    await notifications.text("Files: 1 updated.");
    await workbench().openContainer("Source Control");
    const file = page.locator(".scm-view .monaco-list-row", { hasText: `${slug}.json` });
    await file.first().waitFor();
    await workbench().screenshot("folder-git");

    assert.match(
      git("status", "--porcelain"),
      new RegExp(`^ M content/categories/${slug}.json$`, "m"),
    );
    assert.match(git("diff", "--unified=0"), /^\+ +"description": "Changed there",?$/m);
  });
});
