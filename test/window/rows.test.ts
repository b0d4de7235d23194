import assert from "node:assert/strict";
import { plainList } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import { startService } from "../support/service.ts";
import { changeElsewhere, draftOf, tabOf } from "./documents.ts";
import type { Label } from "./tree.ts";
import { collapseAll, documentRows, lastChangedFirst, stateIn } from "./rows.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The pages of a collection in the tree", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const row = (...path: [Label, ...Label[]]) => magazine().workbench.tree.row(...path);

  afterEach("collapse what was expanded", async () => {
    await collapseAll(magazine().workbench);
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
    await workbench.command("CMS: Refresh");
  });

  it("turns one page for two quick clicks, and keeps what is loaded", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    const twoPages = await articles(service, 50);
    await tree.expand(row("Articles"));
    await row("Articles", "Load More").waitFor();
    const before = (await documentRows(tree)).map(([title]) => title);

    await row("Articles", "Load More").dblclick();
    await row("Articles", twoPages[25]?.["title"] as string).waitFor();

    await tree.scrollTo(row("Load More"));
    const description = row("Load More").locator(".label-description");
    await untilEqual(() => description.innerText(), "50 of 240");
    const last = twoPages.at(-1)?.["title"] as string;
    // Its state comes after its row: whatever else was asked for is there by then.
    await untilEqual(
      async () => stateIn(await row(last).locator(".label-description").innerText()) !== "",
      true,
    );
    await workbench.screenshot("browsing-two-clicks");
    assert.equal(await description.innerText(), "50 of 240");
    await tree.scrollTo(row(before[0] ?? ""));
    await untilEqual(
      async () => (await documentRows(tree)).slice(0, before.length).map(([title]) => title),
      before,
    );
  });

  it("shows what somebody else has done after Refresh", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    await tree.expand(row("Articles"));
    await row("Articles", "Tea in Winter").waitFor();
    const draft = await draftOf(service, "Your First Loaf of Sourdough");
    await changeElsewhere(service, draft, { title: "Your Second Loaf" });

    await tree.contextMenu(row("Articles"), "Refresh");

    await row("Articles", "Your Second Loaf").waitFor();
    await tree.says(row("Articles", "Your Second Loaf"), "modified");
    await workbench.screenshot("browsing-refreshed");
    assert.equal((await documentRows(tree))[0]?.[0], "Your Second Loaf");
  });

  it("keeps what is loaded when the service starts anew, says so, and goes on by itself", async () => {
    const { workbench, service } = magazine();
    const { tree, notifications } = workbench;
    const { port } = new URL(service.url);
    await tree.expand(row("Tags"));
    await row("Tags", "Load More").waitFor();
    const before = await documentRows(tree);
    await service.stop();

    await row("Tags", "Load More").click();
    const failure = row("Tags", "Not reachable, retrying");
    await failure.waitFor();
    await tree.says(row("Magazine"), "Not reachable, retrying");
    const after = await documentRows(tree);
    await workbench.screenshot("browsing-service-away");
    const again = await startService({ port: Number(port) });
    try {
      await failure.waitFor({ state: "detached" });
      await tree.scrollTo(row("Load More"));
      await tree.says(row("Load More"), "50 of ");
    } finally {
      await again.stop();
    }

    assert.deepEqual(
      after.slice(0, before.length).map(([title]) => title),
      before.map(([title]) => title),
    );
    assert.deepEqual(await notifications.all(), []);
  });
});

/** As many articles as are asked for, in the order of the tree. */
const articles = async (service: Target, count: number) =>
  plainList(
    service,
    `articles?${lastChangedFirst}&locale=en&fields[0]=title&pagination[pageSize]=${count}`,
  );
