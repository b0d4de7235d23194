import type { Locator, Page } from "playwright-core";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

export const walkthroughSteps = (page: Page): Locator => page.locator(".getting-started-step");

/** Opens the walkthrough with VS Code's command, not with the link of the welcome view. */
export async function openWalkthrough(workbench: Workbench): Promise<void> {
  await workbench.command("Welcome: Open Walkthrough...");
  await workbench.quickInput.pick("Get Started with CMS Content Browser");
  await walkthroughSteps(workbench.page).first().waitFor();
}

/** Resolves when the picture of the step is drawn. VS Code shows it in a nested frame. */
export async function untilPictured(page: Page): Promise<void> {
  await until("The step has no picture.", async () => {
    const drawn = page.frames().map((frame) =>
      frame
        .locator('svg[viewBox="0 0 400 240"]')
        .count()
        // The frame was removed in the meantime.
        .catch(() => 0),
    );
    return (await Promise.all(drawn)).some((count) => count > 0);
  });
}
