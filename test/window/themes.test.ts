import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { giveUp, openDocument } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";

/** VS Code's own, and the class that a window wears in them. */
const themes = [
  { name: "dark", id: "Default Dark Modern", worn: "vs-dark" },
  { name: "light", id: "Default Light Modern", worn: "vs" },
  { name: "high-contrast", id: "Default High Contrast", worn: "hc-black" },
  { name: "high-contrast-light", id: "Default High Contrast Light", worn: "hc-light" },
];

describe("What is ours to look at, in dark, light and high contrast", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  for (const { name, id, worn } of themes) {
    it(`is there to be seen in ${name}`, async () => {
      const { workbench } = magazine();
      const { page, tree, editor } = workbench;
      const picture = (what: string) => workbench.screenshot(`theme-${name}-${what}`);
      const file = join(workbench.profile, "User/settings.json");
      const settings = JSON.parse(readFileSync(file, "utf8")) as object;

      writeFileSync(file, JSON.stringify({ ...settings, "workbench.colorTheme": id }));
      await page.locator(`.monaco-workbench.${worn}`).waitFor();
      await tree.expand(tree.row("Articles"));
      await openDocument(workbench, "Articles", "Tea in Winter");
      await editor.change({ title: "", summary: `As seen in ${name}.` });
      await page.locator(".codelens-decoration:visible").first().waitFor();
      await tree.says(tree.row("Articles", "Tea in Winter"), "modified");
      await picture("document");
      await giveUp(workbench);
      await workbench.command("Welcome: Open Walkthrough...");
      await workbench.quickInput.pick("Get Started with CMS Content Browser");
      await page.locator(".getting-started-step", { hasText: "Publish it" }).click();
      await page.locator(".getting-started-step.expanded", { hasText: "Publish it" }).waitFor();

      await picture("walkthrough");
      await giveUp(workbench);
    });
  }
});
