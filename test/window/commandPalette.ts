import type { Page } from "playwright-core";
import { QuickInput } from "./quickInput.ts";
import { succeeds, until } from "./until.ts";

/** Runs the command that the palette shows under that title, category included: "CMS: Add Connection…". */
export async function runCommand(page: Page, title: string): Promise<void> {
  const quickInput = new QuickInput(page);
  // A new window doesn't know all commands yet, and an open palette doesn't add commands that are registered later. An
  // editor that opens or closes late takes the focus, and the palette closes.
  await until(`The palette has no ${title}.`, async () => {
    await page.keyboard.press("F1");
    const isOffered = (await quickInput.takes(`>${title}`)) && (await quickInput.offers(title));
    // Clicks the item by its label, because the palette lists recent commands before the best match.
    const item = quickInput.item(title);
    const isDone = isOffered && (await succeeds(item.click({ timeout: 2_000 })));
    if (!isDone) await quickInput.cancel();
    return isDone;
  });
}
