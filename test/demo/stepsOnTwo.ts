import assert from "node:assert/strict";
import type { Step } from "./stage.ts";

/** A look at both services of `npm run demo -- --two`. */
export const stepsOnTwo: readonly Step[] = [
  {
    name: "show both connections, and lock production",
    run: async ({ workbench }) => {
      const { tree } = workbench;
      await workbench.openContainer("CMS");
      await tree.row("Staging", "Articles").waitFor({ timeout: 30_000 });
      await tree.row("Production", "Articles").waitFor({ timeout: 30_000 });
      await tree.says(tree.row("Production"), "locked");
      const staging = await tree.row("Staging").locator(".label-description").innerText();
      assert.doesNotMatch(staging, /locked/);
    },
  },
  {
    name: "show a document that only staging has",
    run: async ({ workbench: { tree } }) => {
      const draft = "The Last Foghorn";
      await tree.expand(tree.row("Staging", "Articles"));
      await tree.row("Staging", "Articles", draft).waitFor();
      await tree.collapse(tree.row("Staging", "Articles"));
      await tree.expand(tree.row("Production", "Articles"));
      await tree.row("Production", "Articles", "Correction: The Winter Timetable").waitFor();
      assert.equal(await tree.row("Production", "Articles", draft).count(), 0);
    },
  },
];
