import assert from "node:assert/strict";
import { articlesBeside } from "./articlesBeside.ts";
import { changeInPanel, chooseAction, openDocument } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const box = "Sign In to Magazine as Administrator";

describe("Actions that need an administrator", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const { make, change, find } = articlesBeside(magazine);

  it("Unpublish asks to sign in, asks again for a wrong password, and unpublishes one locale", async () => {
    const { workbench, service } = magazine();
    const { page, tree, dialog, quickInput } = workbench;
    const title = "A Lamp That Goes Out";
    const article = await make("articles", { title, kicker: "Live" });
    await change(article, "locale=fr", { title: `${title}, en français` });
    await change(article, "locale=en&status=draft", { kicker: "Draft", featured: true });
    await tree.expand(tree.row("Articles"));
    await tree.says(tree.row("Articles", title), "modified");
    const offered = async () => {
      const items = await tree.contextMenuItems(
        tree.row("Articles", title),
        "More Publishing Actions",
      );
      return items.map((item) => item.trim()).filter((name) => /Unpublish|Discard/.test(name));
    };
    await untilEqual(offered, ["Discard Changes", "Unpublish"]);
    await openDocument(workbench, "Articles", title);

    await chooseAction(workbench, "Unpublish");
    await quickInput.shows(`${box} (1/2)`);
    const reason = await quickInput.input().getAttribute("placeholder");
    await workbench.screenshot("administering-ways");
    await quickInput.pick("Use email and password");
    await quickInput.answer(`${box} (2/3)`, service.admin.email);
    await quickInput.shows(`${box} (3/3)`);
    const { host } = new URL(service.url);
    await quickInput.message().getByText(`sent only to ${host}`).waitFor();
    await quickInput.answer(`${box} (3/3)`, "not-the-password");
    await quickInput.message().getByText("Invalid credentials").waitFor();
    await workbench.screenshot("administering-wrong-password");
    await quickInput.shows(`${box} (3/3)`);
    const inputState = await Promise.all([
      quickInput.input().getAttribute("type"),
      quickInput.input().inputValue(),
    ]);
    await quickInput.press("Back");
    await quickInput.shows(`${box} (2/3)`);
    const email = await quickInput.input().inputValue();
    await quickInput.accept();
    await quickInput.answer(`${box} (3/3)`, service.admin.password);
    const question = await dialog.text();
    await workbench.screenshot("administering-unpublish-question");
    await dialog.press("Unpublish");

    await tree.says(tree.row("Articles", title), "draft");
    await page
      .locator(".codelens-decoration:visible")
      .getByText("Publish", { exact: true })
      .waitFor();
    await workbench.screenshot("administering-unpublished");
    assert.equal(reason, "Only administrators can unpublish documents.");
    assert.deepEqual(question.split("\n"), [
      `Unpublish '${title}' (en) on Magazine?`,
      "This removes the published version. The draft doesn't change.",
      "The draft differs from the published version in kicker, featured.",
      "Locales that stay published: fr.",
      "Relations that can't be looked up: articles.sections, pages.sections.",
      "The published version stays available in the history of the document.",
    ]);
    assert.deepEqual([inputState, email], [["password", ""], service.admin.email]);
    const versions = await Promise.all(
      ["status=draft&locale=en", "locale=en", "locale=fr"].map((query) => find(article, query)),
    );
    assert.deepEqual(
      versions.map((version) => version?.["title"]),
      [title, undefined, `${title}, en français`],
    );
  });

  it("the status bar names who changed a document last in the admin panel, until the user signs out", async () => {
    const { workbench, service } = magazine();
    const { page, tree } = workbench;
    const title = "Signed by Harriet";
    const article = await make("articles", { title });
    await changeInPanel(service, article, { kicker: "From the panel" });

    await openDocument(workbench, "Articles", title);

    const words = "Last changed in the admin panel by Harriet Penhallow";
    const status = page.locator(`.statusbar-item [aria-label*="${words}"]`);
    await status.waitFor();
    await status.hover();
    await page.locator(".monaco-hover:visible").getByText(words).waitFor();
    await workbench.screenshot("administering-last-editor");
    await page.keyboard.press("Escape");

    await tree.scrollTo(tree.row("Magazine"));
    await tree.contextMenu(tree.row("Magazine"), "Sign Out as Administrator");
    const offered = async () => {
      const items = await tree.contextMenuItems(tree.row("Magazine"), "Sign In");
      return items.filter((item) => item.includes("Administrator")).map((item) => item.trim());
    };
    await untilEqual(offered, ["Sign In as Administrator…"]);
  });
});
