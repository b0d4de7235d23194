import assert from "node:assert/strict";
import { steps } from "../demo/steps.ts";
import type { Stage } from "../demo/stage.ts";
import { until } from "./until.ts";
import { useService } from "./useService.ts";
import { useNewWindow } from "./useWindow.ts";
import { openWalkthrough, untilPictured, walkthroughSteps } from "./walkthrough.ts";

const connection = "Magazine";

describe("Main job in an empty profile", function () {
  this.timeout(60_000);
  after("leave the side bar as wide as it was", () => workbench().dragSideBar(300));
  const shared = useNewWindow();
  const workbench = () => shared().workbench;
  const service = useService();
  const stage = (): Stage => ({ workbench: workbench(), service: service(), connection });
  const tour = () => walkthroughSteps(workbench().page);

  it("an empty profile opens a window with the extension installed, without a dialog or notification", async () => {
    const { page, dialog, notifications } = workbench();

    await workbench().command("View: Show Extensions");
    await page.locator(".extension-list-item", { hasText: "CMS Content Browser" }).waitFor();

    await workbench().screenshot("installed");
    assert.deepEqual(await notifications.all(), []);
    assert.equal(await dialog.isOpen(), false);
  });

  it("an empty profile shows the welcome view without a connection", async () => {
    const { tree } = workbench();

    await workbench().openContainer("CMS");
    await tree.welcome().waitFor();

    await workbench().screenshot("main-job-0-welcome");
    const buttons = await tree.welcome().getByRole("button").allInnerTexts();
    assert.deepEqual(buttons, ["Add Connection", "import its connections", "walkthrough"]);
    assert.deepEqual(await tree.rows(), []);
  });

  it("the walkthrough opens with five steps, none of them completed", async () => {
    const { tree, page } = workbench();

    // VS Code 1.104 first shows its own walkthrough. It shows the extension's at a later click, after it has searched
    // for other walkthroughs.
    await until("The walkthrough is not shown.", async () => {
      await tree.welcome().getByRole("button", { name: "walkthrough" }).click();
      await tour().first().waitFor();
      return (await page.getByText("Get Started with CMS Content Browser").count()) > 0;
    });

    await untilPictured(page);
    await workbench().screenshot("main-job-0-walkthrough");
    assert.equal(await tour().count(), 5);
    assert.equal(await tour().locator(".codicon.complete").count(), 0);
    await workbench().command("View: Close All Editors");
  });

  it("a connection is added from the welcome view, and shows its collections", async () => {
    const { tree, quickInput, notifications } = workbench();
    const picture = (name: string) => workbench().screenshot(`main-job-0-${name}`);

    await tree.welcome().getByRole("button", { name: "Add Connection" }).click();
    await quickInput.shows("Add Connection (1/5)");
    await picture("url");
    await quickInput.answer("Add Connection (1/5)", service().url);
    await quickInput.shows("Add Connection (2/5)");
    await picture("sign-in");
    await quickInput.pick("API token");
    await quickInput.shows("Add Connection (3/5)");
    await picture("token");
    await quickInput.answer("Add Connection (3/5)", service().tokens.full);
    await quickInput.shows("Add Connection (4/5)");
    await picture("name");
    await quickInput.answer("Add Connection (4/5)", connection);
    await quickInput.shows("Add Connection (5/5)");
    await picture("role");
    await quickInput.pick("Development");

    await tree.row(connection, "Articles").waitFor();
    await picture("connected");
    assert.deepEqual(await notifications.all(), []);
  });

  for (const [index, step] of steps.entries()) {
    it(step.name, async () => {
      await step.run(stage());

      await workbench().screenshot(`main-job-${index + 1}`);
    });
  }

  it("the walkthrough has all five steps completed", async () => {
    await openWalkthrough(workbench());
    await untilPictured(workbench().page);

    await until("A step is not done.", async () => {
      return (await tour().locator(".codicon.complete").count()) === 5;
    });
    await workbench().screenshot("main-job-walkthrough-done");
  });
});
