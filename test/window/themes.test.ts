import { openDocument } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";
import { openWalkthrough, untilPictured, walkthroughSteps } from "./walkthrough.ts";

/** VS Code's own, and the class that a window wears in them. */
const themes = [
  { name: "dark", label: "Dark Modern", worn: "vs-dark" },
  { name: "light", label: "Light Modern", worn: "vs" },
  { name: "high-contrast", label: "Dark High Contrast", worn: "hc-black" },
  { name: "high-contrast-light", label: "Light High Contrast", worn: "hc-light" },
];

describe("What is ours to look at, in dark, light and high contrast", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  for (const { name, label, worn } of themes) {
    it(`is there to be seen in ${name}`, async () => {
      const { workbench } = magazine();
      const { page, tree, editor, quickInput } = workbench;
      const picture = (what: string) => workbench.screenshot(`theme-${name}-${what}`);

      await workbench.command("Preferences: Color Theme");
      await quickInput.fill(label);
      await quickInput.pick(label);
      await page.locator(`.monaco-workbench.${worn}`).waitFor();
      await tree.expand(tree.row("Articles"));
      await openDocument(workbench, "Articles", "Tea in Winter");
      await editor.change({ title: "", summary: `As seen in ${name}.` });
      await page.locator(".codelens-decoration:visible").first().waitFor();
      await tree.says(tree.row("Articles", "Tea in Winter"), "published");
      await picture("document");
      await magazine().clear();
      await openWalkthrough(workbench);
      await walkthroughSteps(page).filter({ hasText: "Publish it" }).click();
      await untilPictured(page);

      await picture("walkthrough");
      await magazine().clear();
    });
  }
});
