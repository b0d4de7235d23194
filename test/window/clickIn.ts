import type { Locator } from "playwright-core";
import { succeeds, until } from "./until.ts";

/** Clicks a button that something shows while the mouse is over it: what is drawn anew does not know of the mouse. */
export async function clickIn(shown: Locator, button: (shown: Locator) => Locator): Promise<void> {
  await until("The button can't be clicked.", async () => {
    await shown.hover();
    return succeeds(button(shown).click({ timeout: 5_000 }));
  });
}
