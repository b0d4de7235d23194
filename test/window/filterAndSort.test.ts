import assert from "node:assert/strict";
import { plainList } from "../support/plainHttp.ts";
import { documentRows, lastChangedFirst } from "./rows.ts";
import { untilEqual } from "./until.ts";
import { beginFilter } from "./titleFilter.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Filter and Sort", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const articles = () => magazine().workbench.tree.row("Articles");
  const shows = async (query: string) => {
    const { workbench, service } = magazine();
    const expected = await plainList(service, `articles?${query}&fields[0]=title`);
    assert.ok(expected.length > 0 && expected.length < 25, query);
    await untilEqual(
      async () => (await documentRows(workbench.tree)).map(([title]) => title),
      expected.map(({ title }) => title),
    );
  };
  const contains = (text: string) => `${lastChangedFirst}&filters[title][$containsi]=${text}`;

  it("Filter and Sort build conditions step by step, choose a status and an order, and are cleared", async () => {
    const { tree, quickInput, screenshot } = bound();
    await tree.expand(articles());

    await tree.contextMenu(articles(), "Filter…");
    await quickInput.shows("Filter Articles");
    await quickInput.fill("title");
    await screenshot("filter-field");
    await quickInput.pick("title");
    await quickInput.shows("Filter Articles: title");
    await screenshot("filter-operator");
    await quickInput.pick("contains");
    // Enter has no effect until the input box opens.
    await quickInput.message().filter({ hasText: "contains" }).waitFor();
    await quickInput.accept();
    await quickInput.message().filter({ hasText: "An empty value matches everything" }).waitFor();
    await quickInput.answer("Filter Articles: title", "tea ");

    await shows(contains("tea"));
    await tree.says(articles(), "title contains tea · en · last changed first");
    await screenshot("filter-filtered");

    await tree.contextMenu(articles(), "Filter…");
    await quickInput.pick("Add Condition…");
    await quickInput.fill("featured");
    await quickInput.pick("featured");
    await quickInput.pick("is false");
    await tree.says(articles(), "title contains tea, featured is false");
    await tree.contextMenu(articles(), "Filter by Status…");
    await quickInput.pick("Published");
    await tree.contextMenu(articles(), "Sort…");
    await quickInput.fill("title");
    await quickInput.pick("title");
    await quickInput.pick("Z to A");

    await tree.says(
      articles(),
      "published · title contains tea, featured is false · en · sorted by title, descending",
    );
    await shows(
      "status=draft&publicationFilter=unmodified&sort=title:desc&filters[title][$containsi]=tea&filters[featured]=false",
    );
    await screenshot("filter-all");
    await tree.rowAction(articles(), "Clear Filter");
    await tree.says(articles(), "240 · en · last changed first");
  });

  it("Filter takes JSON, and says what is wrong with it instead of sending it", async () => {
    const { tree, quickInput, screenshot } = bound();
    await tree.expand(articles());

    await tree.contextMenu(articles(), "Filter…");
    await beginFilter(quickInput);
    await quickInput.fill("Write as JSON");
    await quickInput.pick("Write as JSON…");
    // Until the input box opens, the text would go into the list of fields.
    await quickInput.message().filter({ hasText: "Strapi filter as JSON" }).waitFor();
    await quickInput.fill('{"readingMinutes": {"$between": [1]}}');
    await quickInput.accept();
    await quickInput.message().filter({ hasText: "must be an array of two values" }).waitFor();
    await screenshot("filter-json");
    await quickInput.fill('{"$or": [{"title": "no such"}, {"slug": "no such"}]}');
    await quickInput.accept();

    await tree.row("Articles", "No matches").click();
    await tree.says(articles(), "240 · en · last changed first");
  });

  const bound = () => {
    const { workbench } = magazine();
    const { tree, quickInput } = workbench;
    const screenshot = (name: string) => workbench.screenshot(name);
    return { workbench, tree, quickInput, screenshot };
  };
});
