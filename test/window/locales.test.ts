import assert from "node:assert/strict";
import { plainFind, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { chooseAction, openDocument, tabOf } from "./documents.ts";
import { openedBy } from "./pageBeside.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The locales of a document", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  async function make(title: string): Promise<PlainDocument> {
    const data = { title, kicker: "Made", readingMinutes: 4 };
    const path = "articles?status=draft";
    const { body } = await plainRequest(magazine().service, "POST", path, { data });
    return (body as { data: PlainDocument }).data;
  }

  const lens = (words: string) =>
    magazine()
      .workbench.page.locator(".codelens-decoration:visible")
      .getByText(words, { exact: true });

  /** Saves the unsaved localization in front. */
  async function save(): Promise<void> {
    await lens("fr · Not on Magazine yet: saving adds this localization")
      .or(lens("de · Not on Magazine yet: saving adds this localization"))
      .first()
      .waitFor();
    await magazine().workbench.command("File: Save");
  }

  it("can be added to from above its text, with the first save; then each is one click away", async () => {
    const { workbench, service } = magazine();
    const { page, quickInput } = workbench;
    const title = "Rain on the Upper Deck";
    const { documentId } = await make(title);
    await openDocument(workbench, "Articles", title);

    await chooseAction(workbench, "Other Locales");
    await quickInput.shows(`Other Locales of '${title}'`);
    await workbench.screenshot("locales-other");
    await quickInput.pick("French (fr)");
    await lens("fr · Not on Magazine yet: saving adds this localization").waitFor();
    await workbench.screenshot("locales-unsaved");
    const path = `articles/${documentId}?locale=fr&status=draft`;
    assert.equal(await plainFind(service, path), undefined);
    await save();

    await page.locator(".statusbar-item", { hasText: "Draft · fr · Magazine" }).waitFor();
    const french = await plainFind(service, `articles/${documentId}?locale=fr&status=draft`);
    assert.deepEqual([french?.["title"], french?.["readingMinutes"]], [title, 4]);
    await workbench.screenshot("locales-added");
    await chooseAction(workbench, "Other Locales");
    await quickInput.pick("English (en)");
    await page.locator(".statusbar-item", { hasText: "Draft · en · Magazine" }).waitFor();
  });

  it("can be added where a single type was opened and has nothing in the chosen locale", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, notifications } = workbench;
    await plainRequest(service, "DELETE", "homepage?locale=de");
    await tree.rowAction(tree.row("Homepage"), "Choose Locale…", quickInput.input());
    await quickInput.shows("Locale of Homepage");
    await quickInput.pick("German (de)");
    await tree.says(tree.row("Homepage"), "de");

    await tree.row("Homepage").click();
    const told = await notifications.text("is not there");
    const all = await notifications.all();
    await workbench.screenshot("locales-missing");
    await notifications.press("is not there", "Add Localization");
    await save();

    await page.locator(".statusbar-item", { hasText: "Draft · de · Magazine" }).waitFor();
    const { heading } = await workbench.editor.json();
    const [english, german] = await Promise.all(
      ["en", "de"].map((locale) => plainFind(service, `homepage?locale=${locale}&status=draft`)),
    );
    assert.deepEqual([told, all], ["'Homepage' is not there in de yet.", [told]]);
    assert.deepEqual([heading, german?.["heading"]], Array(2).fill(english?.["heading"]));
  });

  it("are none where nobody has written a single type, which can be begun", async () => {
    const { workbench, service } = magazine();
    const { tree, notifications, editor } = workbench;
    await plainRequest(service, "DELETE", "site-setting");

    await tree.row("Site Settings").click();
    await notifications.press("It has no content yet.", "Create");

    await editor.tab(tabOf("New Site Settings")).waitFor();
  });

  it("can be added where a document was opened that is not there in its locale any more", async () => {
    const { workbench, service } = magazine();
    const { page, quickInput, notifications } = workbench;
    const title = "The Lamp in the Boathouse";
    const { documentId } = await make(title);
    await plainRequest(service, "PUT", `articles/${documentId}?locale=fr&status=draft`, {
      data: { title },
    });
    await openDocument(workbench, "Articles", title);
    await chooseAction(workbench, "Other Locales");
    await quickInput.pick("French (fr)");
    const french = page.locator(".statusbar-item", { hasText: "Draft · fr · Magazine" });
    await french.waitFor();
    await workbench.command("View: Close All Editors");
    await plainRequest(service, "DELETE", `articles/${documentId}?locale=fr`);

    await workbench.command("View: Reopen Closed Editor");
    await notifications.press(`'${title}' is not there in fr yet.`, "Add Localization");
    await save();

    await french.waitFor();
    const added = await plainFind(service, `articles/${documentId}?locale=fr&status=draft`);
    assert.equal(added?.["kicker"], "Made");
  });

  it("are two documents in the tree that can be compared", async () => {
    const { workbench } = magazine();
    const { page, tree } = workbench;
    const [one, other] = ["A Compass of Brass", "A Compass of Tin"];
    await make(one);
    await make(other);
    await workbench.command("CMS: Refresh");
    await tree.expand(tree.row("Articles"));
    await tree.says(tree.row("Articles", one), "draft");

    const rows = [tree.row("Articles", one), tree.row("Articles", other)] as const;
    await tree.contextMenuOfAll(rows, "Compare Selected");

    const sides = page.locator(".monaco-diff-editor");
    await sides.locator(".original .view-lines").getByText(one).first().waitFor();
    await sides.locator(".modified .view-lines").getByText(other).first().waitFor();
    await workbench.screenshot("locales-compared");
  });

  it("open in the admin panel, and where the connection's template says", async () => {
    const { workbench, service } = magazine();
    const { page, quickInput } = workbench;
    const title = "Where the Tram Turns";
    const { documentId } = await make(title);
    await openDocument(workbench, "Articles", title);

    const admin = await openedBy(page, () => chooseAction(workbench, "Open in Admin"));
    await workbench.command("CMS: Edit Connection…");
    await quickInput.pick("Preview URL");
    const template = `${service.url}/{locale}/{type}?id={documentId}`;
    await quickInput.answer("Edit Magazine (2/2)", template);
    await workbench.screenshot("locales-preview");
    const preview = await openedBy(page, () => chooseAction(workbench, "Preview"));

    const port = new URL(service.url).port;
    const place = `content-manager/collection-types/api::article.article/${documentId}`;
    assert.deepEqual(
      [decodeURI(admin), decodeURI(preview)],
      [`${port}/admin/${place}?plugins[i18n][locale]=en`, `${port}/en/articles?id=${documentId}`],
    );
  });
});
