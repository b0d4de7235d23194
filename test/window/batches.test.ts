import assert from "node:assert/strict";
import { plainList } from "../support/plainHttp.ts";
import { make } from "./documents.ts";
import { draftsOf, makeDrafts, publishedOf } from "./draftRows.ts";
import { filterByTitle } from "./titleFilter.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Batch actions", function () {
  this.timeout(120_000);
  const magazine = useMagazine();

  it("Publish Selected asks once, in the list of the documents, skips cleared ones, and lists the results", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, notifications } = workbench;
    const titles = ["A Reed Bed in March", "A Reed Bed in April", "A Reed Bed in May"];
    const articles = await makeDrafts(magazine(), titles);
    const [march, april, may] = titles.map((title) => tree.row("Articles", title));
    const selected = [march!, april!, may!, tree.row("Homepage")] as const;

    await tree.contextMenuOfAll(selected, "Publish Selected");
    await quickInput.shows("Publish 3 documents on Magazine?");
    await quickInput.pick("Choose Items…");
    for (const title of titles) await quickInput.tick(title);
    await page.getByPlaceholder("Select at least one item").waitFor();
    for (const title of titles.slice(0, 2)) await quickInput.tick(title);
    await quickInput.input().press("Enter");
    await quickInput.item("Publish 2 Documents").waitFor();
    await workbench.screenshot("batches-preview");
    await quickInput.pressOn("A Reed Bed in April", "Show Before and After");
    await page.getByRole("tab", { name: /A Reed Bed in April: draft → published/ }).waitFor();
    await workbench.screenshot("batches-before-and-after");
    await quickInput.shows("Publish 2 documents on Magazine?");
    const labels = await quickInput.items();
    await quickInput.pick("Publish 2 Documents");
    const words = await notifications.text("Published 2 documents");
    await notifications.press("Published", "Show Results");
    await page.getByRole("tab", { name: /Publish: Results/ }).waitFor();
    const link = page.locator(".view-line .detected-link", { hasText: "April" }).first();
    await link.waitFor();
    await workbench.screenshot("batches-results");
    // The editor draws the link again when the key is pressed above it, and Playwright would then try again without end.
    await link.click({ modifiers: ["ControlOrMeta"], force: true });
    await page.getByRole("tab", { name: /^A Reed Bed in April\.cms\.json/ }).waitFor();

    assert.deepEqual(labels.slice(0, 7), [
      "Publish 2 Documents",
      "Choose Items…",
      "Show All",
      "Unpublishing requires signing in as an administrator.",
      "Skipped: 'Homepage'. The action wouldn't change anything.",
      ...titles.slice(0, 2),
    ]);
    assert.equal(words, "Published 2 documents.");
    const published = await publishedOf(service, articles);
    assert.deepEqual(
      published.map((version) => version !== undefined),
      [true, true, false],
    );
    await tree.says(april!, "published");
  });

  it("Find and Replace in Selected asks for two texts, lists each match, and replaces in the fields that the list names", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, notifications } = workbench;
    const titles = ["The Colour of Eelgrass", "A Bay in Low Light"];
    const articles = await makeDrafts(magazine(), titles, { kicker: "In colour" });
    const [eelgrass, bay] = titles.map((title) => tree.row("Articles", title));
    const texts = async () =>
      (await draftsOf(service, articles)).map((draft) => [draft?.["title"], draft?.["kicker"]]);
    await tree.contextMenuOfAll([eelgrass!, bay!], "Find and Replace in Selected…");
    await quickInput.shows("Find in Articles on Magazine");
    await quickInput.press("Use Regular Expression (off)");
    await quickInput.fill("([Cc]olo");
    await quickInput.message().filter({ hasText: "The regular expression is not valid" }).waitFor();
    await quickInput.fill("([Cc]olo)ur");
    await quickInput.message().filter({ hasText: "Use Regular Expression" }).waitFor();
    await workbench.screenshot("replace-what-to-find");
    await quickInput.accept();
    await quickInput.answer("Replace in Articles on Magazine", "$1r");
    const question = 'Replace /([Cc]olo)ur/ with "$1r" in 2 documents on Magazine?';
    await quickInput.shows(question);
    await quickInput.pick("Fields…");
    await quickInput.shows("Find and Replace: Select Fields");
    await quickInput.tick("title");
    await workbench.screenshot("replace-fields");
    await quickInput.input().press("Enter");
    await quickInput.shows(question);
    await workbench.screenshot("replace-preview");
    const labels = await quickInput.items();
    await quickInput.pick("Show All");
    await page.getByRole("tab", { name: /^Replace .*\.txt/ }).waitFor();
    await workbench.screenshot("replace-all");
    // Enter on an occurrence opens its document, and the list stays open.
    await quickInput.item("In colour → In color").first().click();
    await page.getByRole("tab", { name: /The Colour of Eelgrass: 1 occurrence/ }).waitFor();
    await workbench.screenshot("replace-before-and-after");
    await quickInput.pick("Replace in 2 Documents");
    await notifications.text("Replaced text in 2 documents.");

    assert.deepEqual(labels.slice(0, 5), [
      "Replace in 2 Documents",
      "Choose Items…",
      "Fields…",
      "Locales…",
      "Show All",
    ]);
    assert.deepEqual(await texts(), [
      ["The Colour of Eelgrass", "In color"],
      ["A Bay in Low Light", "In color"],
    ]);
  });

  it("Delete All Matching Documents names the filter, and asks the user to type the number of more than 20", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput } = workbench;
    const titles = Array.from({ length: 21 }, (_, index) => `Tidal Note ${index}`);
    await Promise.all(titles.map((title) => make(service, "articles?status=draft", { title })));
    const countRemaining = async () => {
      const path = "articles?status=draft&fields[0]=title&filters[title][$startsWith]=Tidal Note";
      return (await plainList(service, `${path}&pagination[pageSize]=100`)).length;
    };
    await filterByTitle(workbench, "Articles", "tidal note");

    await tree.contextMenu(tree.row("Articles"), "Delete All Matching Documents");
    await quickInput.shows("Delete 21 documents from Magazine?");
    await page.getByPlaceholder("Type 21 to continue").waitFor();
    const labels = await quickInput.items();
    await workbench.screenshot("batches-all-that-match");
    await quickInput.pick("Delete 21 Documents");
    const beforeNumber = await countRemaining();
    await quickInput.fill("2");
    await quickInput.pick("Delete 21 Documents");
    await workbench.screenshot("batches-typed");
    const afterWrongNumber = await countRemaining();
    await quickInput.fill("21");
    await untilEqual(() => quickInput.items(), ["Delete 21 Documents"]);
    await quickInput.accept();

    // The service deletes one document after the other.
    await page
      .locator(".notification-list-item-message", { hasText: "Deleted 21 documents." })
      .first()
      .waitFor({ timeout: 60_000 });
    assert.equal(labels[3], "Articles · en · title contains tidal note");
    assert.deepEqual([beforeNumber, afterWrongNumber, await countRemaining()], [21, 21, 0]);
  });
});
