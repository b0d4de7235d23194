import assert from "node:assert/strict";
import type { PlainDocument } from "../support/plainHttp.ts";
import { articlesBeside } from "./articlesBeside.ts";
import { chooseAction, changeInPanel, openDocument } from "./documents.ts";
import { closeMenu, menuItems } from "./menu.ts";
import { filterByTitle } from "./titleFilter.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const box = "Sign In to Magazine as Administrator";

describe("An administrator", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const { make, change, find } = articlesBeside(magazine);

  /** Makes an article that is live in two locales, and whose draft says something else. */
  async function makeModified(title: string): Promise<PlainDocument> {
    const article = await make("articles", { title, kicker: "Live" });
    await change(article, "locale=fr", { title: `${title}, en français` });
    await change(article, "locale=en&status=draft", { kicker: "Draft", featured: true });
    return article;
  }

  const kickers = async (article: PlainDocument): Promise<unknown[]> => {
    const found = ["status=draft", ""].map((query) => find(article, `locale=en&${query}`));
    return (await Promise.all(found)).map((version) => version?.["kicker"]);
  };

  it("is asked to sign in when Unpublish is used, which is offered to everybody", async () => {
    const { page, tree, command } = parts();
    const { quickInput, dialog } = magazine().workbench;
    const title = "Nobody at the Desk";
    await makeModified(title);
    await tree.expand(tree.row("Articles"));
    await command("CMS: Refresh");
    await tree.says(tree.row("Articles", title), "modified");

    // An editor that comes late closes what is open.
    await untilEqual(async () => {
      await tree.row("Articles", title).click({ button: "right" });
      const items = await menuItems(page, "More Publishing Actions");
      await closeMenu(page);
      return items.map((item) => item.trim()).filter((name) => /Unpublish|Discard/.test(name));
    }, ["Discard Changes", "Unpublish"]);
    await tree.contextMenu(tree.row("Articles", title), "Unpublish");
    await dialog.press("Unpublish");
    await quickInput.shows(`${box} (1/2)`);
    await magazine().workbench.screenshot("administering-asked");
    await quickInput.cancel();
    await tree.says(tree.row("Articles", title), "modified");
  });

  it("signs in by email and password, and is asked again for a wrong one", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput, page } = workbench;
    await tree.scrollTo(tree.row("Magazine"));

    await tree.contextMenu(tree.row("Magazine"), "Sign In as Administrator…");
    await quickInput.shows(`${box} (1/2)`);
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
    assert.deepEqual(
      [await quickInput.input().getAttribute("type"), await quickInput.input().inputValue()],
      ["password", ""],
    );
    await quickInput.press("Back");
    await quickInput.shows(`${box} (2/3)`);
    assert.equal(await quickInput.input().inputValue(), service.admin.email);
    await quickInput.accept();
    await quickInput.answer(`${box} (3/3)`, service.admin.password);

    const words = `${service.admin.email} is an administrator of Magazine`;
    await page.locator(".statusbar").getByText(words).waitFor();
    await workbench.screenshot("administering-signed-in");
    assert.equal(await quickInput.input().isVisible(), false);
  });

  it("discards changes after a question that names the fields, and Undo Last Save brings them back", async () => {
    const { workbench } = magazine();
    const { tree, dialog, editor } = workbench;
    const title = "The Kettle Takes It Back";
    const article = await makeModified(title);
    await workbench.command("CMS: Refresh");
    await tree.says(tree.row("Articles", title), "modified");
    await openDocument(workbench, "Articles", title);

    await tree.contextMenu(tree.row("Articles", title), "Discard Changes");
    const question = await dialog.text();
    await workbench.screenshot("administering-discard-question");
    await dialog.press("Discard Changes");

    await tree.says(tree.row("Articles", title), "published");
    await untilEqual(async () => ((await editor.json()) as { kicker: unknown }).kicker, "Live");
    await workbench.screenshot("administering-discarded");
    assert.deepEqual(question.split("\n"), [
      `Discard the changes of '${title}' (en) on Magazine?`,
      "Goes back to what is published: kicker, featured.",
      "Undo Last Save can bring the changes back.",
    ]);
    assert.deepEqual(await kickers(article), ["Live", "Live"]);
    await workbench.command("CMS: Undo Last Save");
    await untilEqual(() => kickers(article), ["Draft", "Live"]);
  });

  it("unpublishes one locale from above the text, and is told what stays live", async () => {
    const { workbench } = magazine();
    const { page, tree, dialog } = workbench;
    const title = "A Lamp That Goes Out";
    const article = await makeModified(title);
    await workbench.command("CMS: Refresh");
    await tree.says(tree.row("Articles", title), "modified");
    await openDocument(workbench, "Articles", title);

    await chooseAction(workbench, "Unpublish");
    const question = await dialog.text();
    await workbench.screenshot("administering-unpublish-question");
    await dialog.press("Unpublish");

    await tree.says(tree.row("Articles", title), "draft");
    await page
      .locator(".codelens-decoration:visible")
      .getByText("Publish", { exact: true })
      .waitFor();
    await workbench.screenshot("administering-unpublished");
    assert.deepEqual(question.split("\n"), [
      `Unpublish '${title}' (en) on Magazine?`,
      "It is not live any more. The draft stays as it is.",
      "The draft differs from what is live: kicker, featured.",
      "Stays live: fr.",
      "What was live stays in the history of the document.",
    ]);
    assert.deepEqual(await kickers(article), ["Draft", undefined]);
  });

  it("unpublishes all that a filter matches, after a preview", async () => {
    const { workbench } = magazine();
    const { tree, quickInput, dialog } = workbench;
    const titles = ["Ember Days in May", "Ember Days in June"];
    const made = await Promise.all(
      titles.map((title) => make("articles", { title, kicker: "Live" })),
    );
    await workbench.command("CMS: Refresh");
    await filterByTitle(workbench, "Articles", "ember days");

    await tree.contextMenu(tree.row("Articles"), "Unpublish All That Match");
    await quickInput.shows("Unpublish: 2 items on Magazine");
    await quickInput.pick("Unpublish 2 Documents…");
    const question = await dialog.text();
    await workbench.screenshot("administering-unpublish-all");
    await dialog.press("Unpublish 2 Documents");

    const versions = () => Promise.all(made.map((article) => kickers(article)));
    await untilEqual(versions, Array(2).fill(["Live", undefined]));
    await tree.rowAction(tree.row("Articles"), "Clear Filter");
    assert.deepEqual(question.split("\n"), [
      "Unpublish 2 items on Magazine?",
      "Articles · en · title contains ember days",
      "The published versions are removed. The drafts stay as they are.",
      "Undo publishes again where the draft equals what was published.",
    ]);
  });

  it("is named beside what was changed in the admin panel", async () => {
    const { workbench, service } = magazine();
    const { page } = workbench;
    const title = "Signed by Harriet";
    const article = await makeModified(title);
    await changeInPanel(service, article, { kicker: "From the panel" });
    await workbench.command("CMS: Refresh");

    await openDocument(workbench, "Articles", title);

    const words = "Last changed in the admin panel by Harriet Penhallow";
    const status = page.locator(`.statusbar-item [aria-label*="${words}"]`);
    await status.waitFor();
    await status.hover();
    await page.locator(".monaco-hover:visible").getByText(words).waitFor();
    await workbench.screenshot("administering-last-editor");
    await page.keyboard.press("Escape");
  });

  it("signs out, and what only administrators may do is gone", async () => {
    const { workbench } = magazine();
    const { tree } = workbench;
    await tree.scrollTo(tree.row("Magazine"));

    await tree.contextMenu(tree.row("Magazine"), "Sign Out as Administrator");

    const offered = async () => {
      const items = await tree.contextMenuItems(tree.row("Magazine"), "Sign-In");
      return items.filter((item) => item.includes("Administrator")).map((item) => item.trim());
    };
    await untilEqual(offered, ["Sign In as Administrator…"]);
  });

  function parts() {
    const { workbench } = magazine();
    const { page, tree } = workbench;
    return { page, tree, command: (name: string) => workbench.command(name) };
  }
});
