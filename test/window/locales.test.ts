import assert from "node:assert/strict";
import { plainFind, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { chooseAction, openDocument, tabOf } from "./documents.ts";
import { openedBy } from "./pageBeside.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Locales of a document", function () {
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

  /** Saves the unsaved localization in the active editor. */
  async function save(): Promise<void> {
    await lens("fr · Saving adds this localization to Magazine")
      .or(lens("de · Saving adds this localization to Magazine"))
      .first()
      .waitFor();
    await magazine().workbench.command("File: Save");
  }

  it("Open Other Locale adds a localization with its first save, and opens the other one", async () => {
    const { workbench, service } = magazine();
    const { page, quickInput } = workbench;
    const title = "Rain on the Upper Deck";
    const { documentId } = await make(title);
    await openDocument(workbench, "Articles", title);

    await chooseAction(workbench, "Open Other Locale");
    await quickInput.shows(`Open Another Locale of '${title}'`);
    await workbench.screenshot("locales-other");
    await quickInput.pick("French (fr)");
    await lens("fr · Saving adds this localization to Magazine").waitFor();
    await workbench.screenshot("locales-unsaved");
    const path = `articles/${documentId}?locale=fr&status=draft`;
    assert.equal(await plainFind(service, path), undefined);
    await save();

    await page.locator(".statusbar-item", { hasText: "Draft · fr · Magazine" }).waitFor();
    const french = await plainFind(service, `articles/${documentId}?locale=fr&status=draft`);
    assert.deepEqual([french?.["title"], french?.["readingMinutes"]], [title, 4]);
    await workbench.screenshot("locales-added");
    await chooseAction(workbench, "Open Other Locale");
    await quickInput.pick("English (en)");
    await page.locator(".statusbar-item", { hasText: "Draft · en · Magazine" }).waitFor();
  });

  it("a notification offers to add the localization that a single type lacks", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, notifications } = workbench;
    await plainRequest(service, "DELETE", "homepage?locale=de");
    await tree.rowAction(tree.row("Homepage"), "Choose Locale…", quickInput.input());
    await quickInput.shows("Locale of Homepage");
    await quickInput.pick("German (de)");
    await tree.says(tree.row("Homepage"), "de");

    await tree.row("Homepage").click();
    const reported = await notifications.text("has no localization in");
    const all = await notifications.all();
    await workbench.screenshot("locales-missing");
    await notifications.press("has no localization in", "Add Localization");
    await save();

    await page.locator(".statusbar-item", { hasText: "Draft · de · Magazine" }).waitFor();
    const { heading } = await workbench.editor.json();
    const [english, german] = await Promise.all(
      ["en", "de"].map((locale) => plainFind(service, `homepage?locale=${locale}&status=draft`)),
    );
    assert.deepEqual([reported, all], ["'Homepage' has no localization in de yet.", [reported]]);
    assert.deepEqual([heading, german?.["heading"]], Array(2).fill(english?.["heading"]));
  });

  it("a notification offers to create a single type that has no content", async () => {
    const { workbench, service } = magazine();
    const { tree, notifications, editor } = workbench;
    await plainRequest(service, "DELETE", "site-setting");

    await tree.row("Site Settings").click();
    await notifications.press("The single type has no content yet.", "Create");

    await editor.tab(tabOf("New Site Settings")).waitFor();
  });

  it("Open in Admin leaves VS Code for the document in its locale, and Preview opens its page beside it", async () => {
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
    await chooseAction(workbench, "Preview");

    const port = new URL(service.url).port;
    const adminPath = `content-manager/collection-types/api::article.article/${documentId}`;
    assert.equal(decodeURI(admin), `${port}/admin/${adminPath}?plugins[i18n][locale]=en`);
    const browser = page.frameLocator("iframe.webview").frameLocator("#active-frame");
    const preview = async () =>
      (await browser.locator(".url-input").inputValue()).replace(/^.*(?:\/proxy\/|:(?=\d+\/))/, "");
    await untilEqual(preview, `${port}/en/articles?id=${documentId}`);
  });
});
