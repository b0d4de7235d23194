import assert from "node:assert/strict";
import { plainList } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import { openDocument, tabOf } from "./documents.ts";
import type { Label } from "./tree.ts";
import { collapseAll, documentRows, lastChangedFirst, stateIn } from "./rows.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The rows of a connection in the tree", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const row = (...path: [Label, ...Label[]]) => magazine().workbench.tree.row(...path);

  afterEach("collapse what was expanded", async () => {
    await collapseAll(magazine().workbench);
    await magazine().workbench.command("CMS: Refresh");
  });

  it("can be browsed with the keyboard alone: expand, load more, open", async () => {
    const { workbench, service } = magazine();
    const { page, editor } = workbench;
    const twoPages = await articles(service, 50);
    const focused = page.locator(".customview-tree .monaco-list-row.focused .label-name");
    const go = async (key: string, label: string) => {
      await until(`The keyboard does not reach ${label}.`, async () => {
        if ((await focused.count()) === 1 && (await focused.innerText()) === label) return true;
        await page.keyboard.press(key);
        return false;
      });
    };
    await workbench.command("CMS: Focus on Content View");

    await page.keyboard.press("Home");
    await go("ArrowDown", "Articles");
    await page.keyboard.press("ArrowRight");
    await row("Articles", "Load More").waitFor();
    await go("ArrowDown", "Load More");
    await page.keyboard.press("Enter");

    const title = twoPages.at(-1)?.["title"] as string;
    await row("Articles", twoPages[25]?.["title"] as string).waitFor();
    // The focus has gone down with its row, to the end of what is loaded now.
    await page.keyboard.press("ArrowUp");
    await untilEqual(() => focused.allInnerTexts(), [title]);
    await workbench.screenshot("browsing-keyboard");
    await page.keyboard.press("Enter");
    await editor.tab(tabOf(title)).waitFor();
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

  it("opens a document with what the service owns folded away, also for the second time", async () => {
    const { workbench } = magazine();
    const { editor, page } = workbench;
    const seen: string[][] = [];

    for (const time of ["first", "second"]) {
      await row("Homepage").click();
      await editor.tab(tabOf("Homepage")).waitFor();
      await until("What the service owns is not folded.", async () => {
        await editor.focus();
        await page.keyboard.press("ControlOrMeta+End");
        const lines = await editor.linesInSight();
        const isFolded = !lines.some((line) => /^"(\$"|createdAt)/.test(line));
        return isFolded && lines.some((line) => line.startsWith('"$schema"'));
      });
      await workbench.screenshot(`browsing-folded-${time}`);
      seen.push(await editor.linesInSight());
      await workbench.command("View: Close All Editors");
    }

    assert.deepEqual(seen[1], seen[0]);
  });
});

/** As many articles as are asked for, in the order of the tree. */
const articles = async (service: Target, count: number) =>
  plainList(
    service,
    `articles?${lastChangedFirst}&locale=en&fields[0]=title&pagination[pageSize]=${count}`,
  );
