import assert from "node:assert/strict";
import { useWorkbench } from "./useWorkbench.ts";

describe("The window", function () {
  this.timeout(60_000);
  const workbench = useWorkbench();

  it("opens with the extension installed and nothing in the way", async () => {
    const { page, dialog, notifications } = workbench();

    await workbench().command("View: Show Extensions");
    await page.locator(".extension-list-item", { hasText: "CMS Content Browser" }).waitFor();

    await workbench().screenshot("installed");
    assert.deepEqual(await notifications.all(), []);
    assert.equal(await dialog.isOpen(), false);
  });
});
