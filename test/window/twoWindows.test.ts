import { useMagazine } from "./useMagazine.ts";
import type { Workbench } from "./workbench.ts";

describe("Two windows on one connection", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  let other: Workbench;

  before("open the second window", async () => {
    other = await magazine().workbench.another();
    await other.openContainer("CMS");
    await other.tree.row("Magazine", "Articles").waitFor();
  });

  it("show the same, and what is changed in one is in the other when somebody turns to it", async () => {
    const { tree, quickInput, page } = magazine().workbench;
    await page.bringToFront();

    await tree.contextMenu(tree.row("Magazine"), "Rename Connection");
    await quickInput.input().fill("Library");
    await quickInput.input().press("Enter");
    await tree.row("Library").waitFor();
    await other.page.bringToFront();

    await other.tree.row("Library", "Articles").waitFor();
    await other.screenshot("two-windows-renamed");
  });

  it("forget it together", async () => {
    const { tree, dialog, page } = magazine().workbench;

    await other.tree.contextMenu(other.tree.row("Library"), "Duplicate Connection");
    await other.quickInput.answer("Duplicate Library", "Second Library");
    await other.tree.row("Second Library").waitFor();
    await page.bringToFront();
    await tree.contextMenu(tree.row("Second Library"), "Remove Connection");
    await dialog.press("Remove");
    await tree.row("Second Library").waitFor({ state: "detached" });
    await other.page.bringToFront();

    await other.tree.row("Second Library").waitFor({ state: "detached" });
  });
});
