import type { Page } from "playwright-core";

/** The address that this action opens outside the window. */
export async function openedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const opening = page.context().waitForEvent("page");
  await press();
  const opened = await opening;
  const address = opened.url();
  // The browser doesn't draw a page behind another one.
  await opened.close();
  // A window in a browser reaches addresses on this computer through its own server.
  return address.replace(/^.*\/proxy\//, "");
}
