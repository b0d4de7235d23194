import type { Page } from "playwright-core";
import { QuickInput } from "./quickInput.ts";
import { succeeds, until } from "./until.ts";

/** Runs the command that the palette shows under that title, category included: "CMS: Add Connection…". */
export async function runCommand(page: Page, title: string): Promise<void> {
  const quickInput = new QuickInput(page);
  // A window that has just come up does not know all commands yet, and a palette that stays open learns of none.
  // An editor that opens or closes late takes the keys, and the palette goes.
  await until(`The palette has no ${title}.`, async () => {
    await page.keyboard.press("F1");
    const isOffered = (await quickInput.takes(`>${title}`)) && (await quickInput.offers(title));
    // By its label: the palette puts what was used lately above what fits best.
    const item = quickInput.item(title);
    const isDone = isOffered && (await succeeds(item.click({ timeout: 2_000 })));
    if (!isDone) await quickInput.cancel();
    return isDone;
  });
}
