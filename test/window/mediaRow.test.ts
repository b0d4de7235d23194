import { succeeds, until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The media library in the view", function () {
  this.timeout(90_000);
  const magazine = useMagazine();

  it("shows a picture over its row, and opens what can be edited beside the picture", async () => {
    const { workbench } = magazine();
    const { page, tree, editor } = workbench;
    await tree.expand(tree.row("Media"));
    const row = tree.row("Media", "night-sky.png");
    await row.waitFor();

    const thumbnail = page.locator(".monaco-hover img").first();
    await until("No picture was shown", async () => {
      await page.mouse.move(0, 0);
      await row.hover();
      return succeeds(thumbnail.waitFor({ timeout: 3_000 }));
    });
    const loaded = `document.querySelector(".monaco-hover img")?.naturalWidth > 100`;
    await until("The picture was not loaded", () => page.evaluate<boolean>(loaded));
    await workbench.screenshot("media-row");

    await row.click();
    await editor.tab("night-sky.png.cms.json").waitFor();
    await editor.tab("night-sky.png").last().waitFor();
    await workbench.screenshot("media-beside");
  });
});
