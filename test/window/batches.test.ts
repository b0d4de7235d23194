import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { draftsOf, makeDrafts, publishedOf } from "./draftRows.ts";
import { filterByTitle } from "./titleFilter.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Acting on many", function () {
  this.timeout(120_000);
  const magazine = useMagazine();

  const make = (...titles: readonly string[]) =>
    makeDrafts(magazine(), titles, { kicker: "Before" });

  it("names the collection, its locale and its filter before it acts on all that match", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput, dialog } = workbench;
    const articles = tree.row("Articles");
    const made = await make("Kelp Forest North", "Kelp Forest South");
    await filterByTitle(workbench, "Articles", "kelp forest");

    await tree.contextMenu(articles, "Publish All That Match");
    await quickInput.shows("Publish: 2 items on Magazine");
    await quickInput.pick("Publish 2 Documents…");
    const narrowed = await dialog.text();
    await workbench.screenshot("batches-all-that-match");
    await dialog.cancel();
    await tree.rowAction(articles, "Clear Filter");
    await tree.collapse(articles);
    await tree.contextMenu(tree.row("Categories"), "Delete All That Match");
    await quickInput.item("Choose Items…").waitFor();
    await quickInput.input().press("Enter");
    const [, whole] = (await dialog.text()).split("\n");
    await dialog.cancel();

    assert.deepEqual(narrowed.split("\n"), [
      "Publish 2 items to Magazine?",
      "Articles · en · title contains kelp forest",
      "Unpublishing requires signing in as an administrator.",
    ]);
    assert.equal(whole, "Categories: there is no filter, so these are all of them.");
    assert.deepEqual(await publishedOf(service, made), [undefined, undefined]);
  });

  it("shows what would go live, leaves out what is unticked, and lists what became of each", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, dialog, notifications } = workbench;
    const titles = ["A Reed Bed in March", "A Reed Bed in April", "A Reed Bed in May"];
    const articles = await make(...titles);
    const [march, april, may] = titles.map((title) => tree.row("Articles", title));
    const selected = [march!, april!, may!, tree.row("Homepage")] as const;

    await tree.contextMenuOfAll(selected, "Publish Selected");
    await quickInput.shows("Publish: 3 items on Magazine");
    await quickInput.pick("Choose Items…");
    for (const title of titles) await quickInput.tick(title);
    await page.getByPlaceholder("Select at least one").waitFor();
    for (const title of titles.slice(0, 2)) await quickInput.tick(title);
    await quickInput.input().press("Enter");
    await quickInput.item("Publish 2 Documents…").waitFor();
    await workbench.screenshot("batches-preview");
    await quickInput.pressOn("A Reed Bed in April", "Show Before and After");
    await page.getByRole("tab", { name: /A Reed Bed in April: draft → published/ }).waitFor();
    await workbench.screenshot("batches-before-and-after");
    await quickInput.pick("Publish 2 Documents…");
    const question = await dialog.text();
    await dialog.press("Publish 2 Documents");
    const words = await notifications.text("Published");
    await notifications.press("Published", "Show Results");
    await page.getByRole("tab", { name: /Publish: Results/ }).waitFor();
    const link = page.locator(".view-line .detected-link", { hasText: "April" }).first();
    await link.waitFor();
    await workbench.screenshot("batches-results");
    await link.click({ modifiers: ["ControlOrMeta"] });
    await page.getByRole("tab", { name: /^A Reed Bed in April\.cms\.json/ }).waitFor();

    assert.deepEqual(question.split("\n"), [
      "Publish 2 items to Magazine?",
      "Unpublishing requires signing in as an administrator.",
      "Left out: 'Homepage'. Nothing about it would change.",
    ]);
    assert.equal(words, "Published 2 items.");
    const published = await publishedOf(service, articles);
    assert.deepEqual(
      published.map((one) => one !== undefined),
      [true, true, false],
    );
    await tree.says(april!, "published");
  });

  it("sets a field of those that are selected, and takes it back", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput, dialog, notifications } = workbench;
    const titles = ["Salt Marsh at Dusk", "Salt Marsh at Dawn"];
    const articles = await make(...titles);
    const [dusk, dawn] = titles.map((title) => tree.row("Articles", title));
    const kickers = async () => (await draftsOf(service, articles)).map((one) => one?.["kicker"]);
    await tree.contextMenuOfAll([dusk!, dawn!], "Set Field of Selected…");
    await quickInput.shows("Set Field");
    await quickInput.pick("kicker");
    await quickInput.answer("New Value of kicker", "Tides");
    await quickInput.shows('Set kicker to "Tides": 2 items on Magazine');
    await workbench.screenshot("batches-set-field");
    await quickInput.accept();
    await dialog.press("Update 2 Documents");
    await notifications.text("Updated kicker in 2 items.");
    const set = await kickers();
    await notifications.press("Updated kicker", "Undo");
    const question = await dialog.text();
    await dialog.press("Undo 2 Changes");

    await untilEqual(kickers, ["Before", "Before"]);
    assert.deepEqual(set, ["Tides", "Tides"]);
    assert.deepEqual(question.split("\n"), [
      "Undo 2 changes on Magazine?",
      "kicker · Articles · Magazine",
      "Fields that changed again since are left unchanged.",
    ]);
    await notifications.text("Undid 2 changes.");
  });

  it("finds and replaces in what is selected, in the fields that are left ticked, after a look at each", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, dialog, notifications } = workbench;
    const titles = ["The Colour of Eelgrass", "A Bay in Low Light"];
    const articles = await makeDrafts(magazine(), titles, { kicker: "In colour" });
    const [eelgrass, bay] = titles.map((title) => tree.row("Articles", title));
    const texts = async () =>
      (await draftsOf(service, articles)).map((one) => [one?.["title"], one?.["kicker"]]);
    await tree.contextMenuOfAll([eelgrass!, bay!], "Find and Replace in Selected…");
    await quickInput.shows("Find and Replace: Find");
    await quickInput.press("Use Regular Expression (off)");
    await quickInput.fill("([Cc]olo");
    await quickInput.message().filter({ hasText: "This is no regular expression" }).waitFor();
    await quickInput.fill("([Cc]olo)ur");
    await quickInput.message().filter({ hasText: "Use Regular Expression" }).waitFor();
    await workbench.screenshot("replace-what-to-find");
    await quickInput.accept();
    await quickInput.answer("Find and Replace: Replace with", "$1r");
    await quickInput.shows("Find and Replace: Fields to search");
    await quickInput.tick("title");
    await workbench.screenshot("replace-fields");
    await quickInput.input().press("Enter");
    await quickInput.shows("Find and Replace");
    await quickInput.pick("Only en");
    await quickInput.shows('Replace /([Cc]olo)ur/ with "$1r": 2 items on Magazine');
    await workbench.screenshot("replace-preview");
    // Enter on a place opens its document, and the list stays.
    for (let row = 0; row < 3; row += 1) await quickInput.input().press("ArrowDown");
    await quickInput.input().press("Enter");
    await page.getByRole("tab", { name: /The Colour of Eelgrass: 1 place/ }).waitFor();
    await workbench.screenshot("replace-before-and-after");
    await quickInput.pick("Replace in 2 Documents…");
    const question = await dialog.text();
    await dialog.press("Replace in 2 Documents");
    await notifications.text("Replaced text in 2 items.");

    assert.match(question, /^Replace .+ in 2 items on Magazine\?\nFields: code, kicker, /);
    assert.deepEqual(await texts(), [
      ["The Colour of Eelgrass", "In color"],
      ["A Bay in Low Light", "In color"],
    ]);
  });

  it("deletes many only once their number was typed", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, dialog, notifications } = workbench;
    const titles = Array.from({ length: 22 }, (_, index) => `Tidal Note ${index}`);
    for (const title of titles) {
      await plainRequest(service, "POST", "articles?status=draft", { data: { title } });
    }
    await workbench.command("CMS: Refresh");
    await tree.expand(tree.row("Articles"));
    await tree.scrollTo(tree.row("Articles", "Tidal Note 21"));
    const [first, ...others] = titles.map((title) => tree.row("Articles", title));
    const left = async () => {
      const path = "articles?status=draft&fields[0]=title&filters[title][$startsWith]=Tidal Note";
      return (await plainList(service, `${path}&pagination[pageSize]=100`)).length;
    };

    await tree.contextMenuOfAll([first!, ...others], "Delete Selected");
    await quickInput.shows("Delete: 22 items on Magazine");
    await quickInput.accept();
    await dialog.press("Delete 22 Items");
    await quickInput.shows("Delete 22 items from Magazine?");
    const beforeNumber = await left();
    await quickInput.fill("2");
    await quickInput.accept();
    await quickInput.message().filter({ hasText: "Type 22 to continue" }).waitFor();
    await workbench.screenshot("batches-typed");
    const afterWrongNumber = await left();
    await quickInput.fill("22");
    await quickInput.accept();

    // Twenty-two documents are looked at, written down and deleted one by one.
    const toast = page
      .locator(".notification-list-item-message", { hasText: "Deleted 22 items" })
      .first();
    await toast.waitFor({ timeout: 60_000 });
    assert.equal(await notifications.text("Deleted 22"), "Deleted 22 items.");
    assert.deepEqual([beforeNumber, afterWrongNumber, await left()], [22, 22, 0]);
  });
});
