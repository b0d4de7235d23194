import type { Page } from "playwright-core";
import { QuickInput } from "./quickInput.ts";

/** Runs the command that the palette shows under that title, category included: "CMS: Add Connection". */
export async function runCommand(page: Page, title: string): Promise<void> {
  const quickInput = new QuickInput(page);
  await page.keyboard.press("F1");
  await quickInput.fill(`>${title}`);
  // By its label: the palette puts what was used lately above what fits best.
  await quickInput.pick(title);
}
