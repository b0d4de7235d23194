import { plainList } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import { openDocument, tabOf } from "./documents.ts";
import type { Label } from "./tree.ts";
import { collapseAll, lastChangedFirst } from "./rows.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";
import { textIn } from "../../src/model/foundation/json.ts";

describe("Content view", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const row = (...path: [Label, ...Label[]]) => magazine().workbench.tree.row(...path);

  afterEach("collapse what was expanded", async () => {
    await collapseAll(magazine().workbench);
    await magazine().workbench.command("CMS: Refresh");
  });

  it("the content view expands a collection, loads rows and opens a document by keyboard alone", async () => {
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
    // The focus has moved down with Load More, to the end of the loaded tree items.
    await page.keyboard.press("ArrowUp");
    await untilEqual(() => focused.allInnerTexts(), [title]);
    await workbench.screenshot("browsing-keyboard");
    await page.keyboard.press("Enter");
    await editor.tab(tabOf(title)).waitFor();
  });

  it("Reveal in Tree selects the row of the document in front, though its page is not loaded", async () => {
    const { workbench, service } = magazine();
    const { tree, page } = workbench;
    const [oldest] = await plainList(
      service,
      "articles?status=draft&locale=en&sort=updatedAt:asc&pagination[pageSize]=1",
    );
    const title = textIn(oldest ?? {}, "title");
    await openDocument(workbench, "Articles", title);

    await workbench.command("CMS: Reveal in Tree");

    const selected = page.locator(".customview-tree .monaco-list-row.selected .label-name");
    await untilEqual(() => selected.allInnerTexts(), [title]);
    await tree.says(row("Load More"), "26 of ");
    await workbench.screenshot("browsing-revealed");
  });
});

/** This many articles, in the order of the tree. */
const articles = async (service: Target, count: number) =>
  plainList(
    service,
    `articles?${lastChangedFirst}&locale=en&fields[0]=title&pagination[pageSize]=${count}`,
  );
