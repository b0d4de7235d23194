import type { Locator } from "playwright-core";
import { succeeds, until } from "./until.ts";

/**
 * Clicks a button that something shows while the mouse is over it: what is drawn anew does not know of the mouse. Where
 * VS Code loses the click, it is done again until what it opens is there.
 */
export async function clickIn(
  shown: Locator,
  button: (shown: Locator) => Locator,
  opened?: Locator,
): Promise<void> {
  await until("The button can't be clicked.", async () => {
    await shown.hover();
    if (!(await succeeds(button(shown).click({ timeout: 5_000 })))) return false;
    return opened === undefined || succeeds(opened.waitFor({ timeout: 3_000 }));
  });
}
