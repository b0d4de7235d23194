import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { giveUp } from "./documents.ts";
import { draftsOf, makeDrafts, publishedOf } from "./draftRows.ts";
import { filterByTitle } from "./titleFilter.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Acting on many", function () {
  this.timeout(120_000);
  const magazine = useMagazine({ settings: { "workbench.editor.useModal": "off" } });

  afterEach("leave no editor and no notification", async () => {
    await giveUp(magazine().workbench);
  });

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
    await quickInput.accept();
    const narrowed = await dialog.text();
    await workbench.screenshot("batches-all-that-match");
    await dialog.cancel();
    await tree.rowAction(articles, "Clear Filter");
    await tree.collapse(articles);
    await tree.contextMenu(tree.row("Categories"), "Delete All That Match");
    await quickInput.input().press("Enter");
    const [, whole] = (await dialog.text()).split("\n");
    await dialog.cancel();

    assert.deepEqual(narrowed.split("\n"), [
      "Publish: 2 items on Magazine?",
      "Articles · en · title contains kelp forest",
      "What is published can't be taken back from here.",
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
    await tree.select(march!, april!, may!, tree.row("Homepage"));

    await tree.contextMenu(march!, "Publish Selected");
    await quickInput.shows("Publish: 3 items on Magazine");
    for (const title of titles) await quickInput.tick(title);
    await page.getByPlaceholder("Tick at least one").waitFor();
    for (const title of titles.slice(0, 2)) await quickInput.tick(title);
    await workbench.screenshot("batches-preview");
    await quickInput.pressOn("A Reed Bed in April", "Show Before and After");
    await page.getByRole("tab", { name: /A Reed Bed in April: draft → published/ }).waitFor();
    await workbench.screenshot("batches-before-and-after");
    await quickInput.input().press("Enter");
    const question = await dialog.text();
    await dialog.press("Publish 2 Documents");
    const words = await notifications.text("done");
    await notifications.press("done", "Show Results");
    await page.getByRole("tab", { name: /Results\.md/ }).waitFor();
    await workbench.screenshot("batches-results");

    assert.deepEqual(question.split("\n"), [
      "Publish: 2 items on Magazine?",
      "What is published can't be taken back from here.",
      "Left out: 'Homepage'. Nothing about it would change.",
    ]);
    assert.equal(words, "Publish: 2 done.");
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
    await tree.select(dusk!, dawn!);

    await tree.contextMenu(dusk!, "Set Field of Selected");
    await quickInput.shows("Set Field");
    await quickInput.pick("kicker");
    await quickInput.answer("New Value of kicker", "Tides");
    await quickInput.shows('Set kicker to "Tides": 2 items on Magazine');
    await workbench.screenshot("batches-set-field");
    await quickInput.accept();
    await dialog.press('Set kicker to "Tides"');
    await notifications.text("2 done");
    const set = await kickers();
    await notifications.press("2 done", "Undo");
    const question = await dialog.text();
    await dialog.press("Undo");

    await untilEqual(kickers, ["Before", "Before"]);
    assert.deepEqual(set, ["Tides", "Tides"]);
    assert.deepEqual(question.split("\n"), [
      "Undo: 2 items on Magazine?",
      "What changed again since stays as it is.",
    ]);
    await notifications.text("Undo: 2 done.");
  });

  it("finds and replaces in what is selected, in the fields that are left ticked, after a look at each", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, dialog, notifications } = workbench;
    const titles = ["The Colour of Eelgrass", "A Bay in Low Light"];
    const articles = await makeDrafts(magazine(), titles, { kicker: "In colour" });
    const [eelgrass, bay] = titles.map((title) => tree.row("Articles", title));
    const texts = async () =>
      (await draftsOf(service, articles)).map((one) => [one?.["title"], one?.["kicker"]]);
    await tree.select(eelgrass!, bay!);

    await tree.contextMenu(eelgrass!, "Find and Replace in Selected");
    await quickInput.shows("Find and Replace: What to Find");
    await quickInput.press("Use Regular Expression (off)");
    await quickInput.fill("([Cc]olo");
    await quickInput.message().filter({ hasText: "This is no regular expression" }).waitFor();
    await quickInput.fill("([Cc]olo)ur");
    await quickInput.message().filter({ hasText: "Use Regular Expression" }).waitFor();
    await workbench.screenshot("replace-what-to-find");
    await quickInput.accept();
    await quickInput.answer("Find and Replace: What to Put in Its Place", "$1r");
    await quickInput.shows("Find and Replace: Fields to Look In");
    await quickInput.tick("title");
    await workbench.screenshot("replace-fields");
    await quickInput.input().press("Enter");
    await quickInput.shows("Find and Replace");
    await quickInput.pick("In en Alone");
    await quickInput.shows('Replace /([Cc]olo)ur/ with "$1r": 2 items on Magazine');
    await workbench.screenshot("replace-preview");
    await quickInput.pressOn("The Colour of Eelgrass", "Show Before and After");
    await page.getByRole("tab", { name: /1 place · kicker: In colour → In color/ }).waitFor();
    await workbench.screenshot("replace-before-and-after");
    await quickInput.input().press("Enter");
    const question = await dialog.text();
    await dialog.press('Replace /([Cc]olo)ur/ with "$1r"');
    await notifications.text("2 done");

    assert.match(question, /^Replace .+: 2 items on Magazine\?\nLooked in: code, kicker, /);
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
    await tree.select(first!, ...others);
    const left = async () => {
      const path = "articles?status=draft&fields[0]=title&filters[title][$startsWith]=Tidal Note";
      return (await plainList(service, `${path}&pagination[pageSize]=100`)).length;
    };

    await tree.contextMenu(tree.row("Articles", "Tidal Note 0"), "Delete Selected");
    await quickInput.shows("Delete: 22 items on Magazine");
    await quickInput.accept();
    await dialog.press("Delete");
    await quickInput.shows("Delete: 22 items on Magazine?");
    const beforeNumber = await left();
    await quickInput.fill("2");
    await quickInput.accept();
    await quickInput.message().filter({ hasText: "Type 22 to go on" }).waitFor();
    await workbench.screenshot("batches-typed");
    const afterWrongNumber = await left();
    await quickInput.fill("22");
    await quickInput.accept();

    // Twenty-two documents are looked at, written down and deleted one by one.
    const toast = page.locator(".notification-list-item-message", { hasText: "22 done" }).first();
    await toast.waitFor({ timeout: 60_000 });
    assert.equal(await notifications.text("22 done"), "Delete: 22 done.");
    assert.deepEqual([beforeNumber, afterWrongNumber, await left()], [22, 22, 0]);
  });
});
