import type { Locator } from "playwright-core";
import { succeeds, until } from "./until.ts";

/**
 * Clicks a button that an element shows while the mouse is over it. An element that was redrawn ignores the mouse until
 * it moves. If VS Code loses the click, the function repeats it until `opened` is visible.
 */
export async function clickIn(
  container: Locator,
  button: (container: Locator) => Locator,
  opened?: Locator,
): Promise<void> {
  await until("The button can't be clicked.", async () => {
    await container.hover();
    if (!(await succeeds(button(container).click({ timeout: 5_000 })))) return false;
    return opened === undefined || succeeds(opened.waitFor({ timeout: 3_000 }));
  });
}
