import { urlBox } from "./addConnection.ts";
import { useWindow } from "./useWindow.ts";

const settings = { "cms.view.everywhere": false };

describe("Setting cms.view.everywhere", function () {
  this.timeout(60_000);
  const shared = useWindow(() => Promise.resolve({ settings }));

  it("cms.view.everywhere hides the view in an unrelated folder when off, until there is a connection", async () => {
    const { workbench } = shared();
    const tab = workbench.page.locator(".activitybar").getByRole("tab", { name: "CMS" });
    // Once the palette has the extension's commands, VS Code also knows its views.
    await workbench.command("CMS: Add Connection…");
    await workbench.quickInput.shows(urlBox);
    await workbench.quickInput.cancel();
    await tab.waitFor({ state: "detached" });
    await workbench.screenshot("where-of-use-nothing");

    const connection = { id: "one", name: "One", url: "http://127.0.0.1:9" };
    await shared().set({ ...settings, "cms.connections": [connection] });

    await tab.waitFor();
    await workbench.screenshot("where-of-use-connection");
  });
});
