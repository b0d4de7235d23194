import assert from "node:assert/strict";
import { plainList } from "../support/plainHttp.ts";
import { openDocument } from "./documents.ts";
import { collapseAll, documentRows, lastChangedFirst, stateIn } from "./rows.ts";
import type { Label } from "./tree.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("A collection of many pages in the tree", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const row = (...path: [Label, ...Label[]]) => magazine().workbench.tree.row(...path);

  afterEach("collapse what was expanded", async () => {
    await collapseAll(magazine().workbench);
    await magazine().workbench.command("CMS: Refresh");
  });

  it("shows the row of the document that is in front, though its page is not loaded", async () => {
    const { workbench, service } = magazine();
    const { tree, page } = workbench;
    const [oldest] = await plainList(
      service,
      "articles?status=draft&locale=en&sort=updatedAt:asc&pagination[pageSize]=1",
    );
    const title = String(oldest?.["title"]);
    await openDocument(workbench, "Articles", title);

    await workbench.command("CMS: Reveal in Tree");

    const selected = page.locator(".customview-tree .monaco-list-row.selected .label-name");
    await untilEqual(() => selected.allInnerTexts(), [title]);
    await tree.says(row("Load More"), "26 of ");
    await workbench.screenshot("browsing-revealed");
  });

  it("loads what is left with Load All, each row once", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    const all = await plainList(
      service,
      `articles?${lastChangedFirst}&locale=en&fields[0]=title&pagination[pageSize]=100&pagination[page]=3`,
    );
    const last = String(all.at(-1)?.["title"]);
    await tree.expand(row("Articles"));
    await tree.scrollTo(row("Load More"));
    // Rows are drawn again with their states, and a button that is drawn again loses its click.
    await until("The states did not come", async () =>
      (await documentRows(tree)).every(([, words]) => stateIn(words) !== ""),
    );

    await tree.rowAction(row("Load More"), "Load All");

    await row("Load More").waitFor({ state: "detached" });
    await tree.scrollTo(row(last));
    await workbench.screenshot("browsing-all-loaded");
    const titles = (await documentRows(tree)).map(([title]) => title);
    assert.ok(titles.includes(last));
  });
});
