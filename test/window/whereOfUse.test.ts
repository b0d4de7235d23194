import { urlBox } from "./addConnection.ts";
import { useWindow } from "./useWindow.ts";

const settings = { "cms.view.everywhere": false };

describe("The view, for a person who wants it only where it is of use", function () {
  this.timeout(60_000);
  const shared = useWindow(() => Promise.resolve({ settings }));

  it("is not there in a folder that has nothing to do with it, until a connection is", async () => {
    const { workbench } = shared();
    const tab = workbench.page.locator(".activitybar").getByRole("tab", { name: "CMS" });
    // Its commands are known: so would be its view.
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
