import assert from "node:assert/strict";
import { addManyArticles } from "../support/manyArticles.ts";
import { openDocument } from "./documents.ts";
import type { Label } from "./tree.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const added = 10_000;

describe("A collection of more than 10,000 documents in the tree", function () {
  this.timeout(120_000);
  const magazine = useMagazine({
    through: (service) => {
      addManyArticles(service.database, added);
      return Promise.resolve(service.url);
    },
  });
  const row = (...path: [Label, ...Label[]]) => magazine().workbench.tree.row(...path);

  it("is loaded whole after a question, shows its last row, and is selected and acted on as one", async () => {
    const { workbench } = magazine();
    const { tree, page, dialog } = workbench;
    await tree.expand(row("Articles"));
    await tree.scrollTo(row("Load More"));
    const [, count = ""] = (await row("Load More").innerText()).split(" of ");
    const total = Number(count.replace(/\D/g, ""));

    await tree.rowAction(row("Load More"), "Load All");
    const question = await dialog.text();
    await workbench.screenshot("browsing-load-all-question");
    await dialog.press("Load All");
    const progress = page.locator(".notifications-toasts").getByText(/^Load All: /);
    await progress.waitFor();
    await progress.waitFor({ state: "detached", timeout: 90_000 });
    await openDocument(workbench, "Articles", `many ${added}`);
    await workbench.command("CMS: Reveal in Tree");
    const selected = page.locator(".customview-tree .monaco-list-row.selected .label-name");
    await untilEqual(() => selected.allInnerTexts(), [`many ${added}`]);
    await workbench.screenshot("browsing-ten-thousand");
    await page.keyboard.press("ControlOrMeta+A");
    await tree.contextMenu(row(`many ${added}`), "Copy IDs of Selected");
    await page.locator(".statusbar").getByText("Copied IDs").waitFor();

    let ids: string[] = [];
    await until("The IDs are not in the clipboard.", async () => {
      ids = (await page.evaluate<string>("navigator.clipboard.readText()")).split("\n");
      return ids.length > 1;
    });
    assert.match(question, /^Load more than 10,000 rows\?\n/);
    assert.ok(total > added);
    assert.deepEqual([ids.length, new Set(ids).size], [total, total]);
  });
});
