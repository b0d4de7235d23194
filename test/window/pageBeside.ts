import type { Page } from "playwright-core";

/** The address that is opened outside the window by that. */
export async function openedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const opening = page.context().waitForEvent("page");
  await press();
  const opened = await opening;
  const address = opened.url();
  // What lies behind another page is not drawn.
  await opened.close();
  // A window in a browser asks its own server for what is on this computer.
  return address.replace(/^.*\/proxy\//, "");
}
