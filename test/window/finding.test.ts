import assert from "node:assert/strict";
import { tabOf } from "./documents.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Find Content", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  it("Find Content opens from a button of the view, groups what it finds, and opens several documents", async () => {
    const { workbench } = magazine();
    const { tree, quickInput, page, editor } = workbench;
    const [smoked, travel] = [
      "Smoked Over Pine: A Season With Lapsang",
      "How Tea Learned to Travel",
    ];

    await tree.viewAction("Find Content…");
    await quickInput.shows("Find Content on Magazine");
    await quickInput.fill("kettle");
    const box = page.locator(".quick-input-widget:visible");
    await box.getByText("Not searched").waitFor();
    await workbench.screenshot("finding-text");
    const labels = await quickInput.items();
    const outline = await workbench.accessibility(".quick-input-widget");
    await box.locator(".quick-input-list-separator", { hasText: "Articles" }).waitFor();
    await quickInput.fill(smoked);
    await quickInput.pressOn(smoked, "Open and Keep Searching");
    await editor.tab(tabOf(smoked)).waitFor();
    await quickInput.fill(travel);
    await untilEqual(async () => (await quickInput.items())[0], travel);
    await workbench.screenshot("finding-several");
    await quickInput.accept();
    await editor.tab(tabOf(travel)).waitFor();

    assert.ok(labels.includes("Tea in Winter"), labels.join("\n"));
    assert.match(outline, /Tea in Winter.* · en/);
    assert.match(outline, /(body|summary): .*kettle/i);
    await editor.tab(tabOf(smoked)).waitFor();
    await until("The document is not shown.", async () =>
      (await editor.text()).includes(`"title": "${travel}"`),
    );
  });

  it("Find Content searches dynamic zones after the button is pressed, and keeps that for the next search", async () => {
    const { workbench } = magazine();
    const { quickInput, page } = workbench;
    const box = page.locator(".quick-input-widget:visible");
    const inZones = box.getByText(/sections\[\d+\]\.heading: At a glance/);

    await workbench.command("CMS: Find Content…");
    await quickInput.fill("At a glance");
    await box.getByText("Not searched").waitFor();
    const before = await inZones.count();
    await quickInput.press("Also search in dynamic zones (off)");
    await inZones.first().waitFor();
    await workbench.screenshot("finding-zones");
    await quickInput.cancel();
    await workbench.command("CMS: Find Content…");
    await quickInput.shows("Find Content on Magazine, Including Dynamic Zones");
    await quickInput.press("Also search in dynamic zones (on)");
    await quickInput.shows("Find Content on Magazine");
    assert.equal(before, 0);
    await quickInput.cancel();
  });

  it("Find Content keeps its results in a view for the keyboard, which Escape leaves and a command closes", async () => {
    const { workbench } = magazine();
    const { quickInput, page, tree, dialog } = workbench;
    const list = tree.row("Find 'kettle' on Magazine");
    const group = tree.row("Find 'kettle' on Magazine", "Articles");
    const section = page.getByRole("button", { name: /^Results\b.*Section$/ });
    const focused = (label: string) =>
      page
        .locator(".monaco-list:focus .monaco-list-row.focused")
        .getByText(label)
        .first()
        .waitFor();

    await workbench.command("CMS: Find Content…");
    await quickInput.fill("kettle");
    await page.locator(".quick-input-widget:visible").getByText("Not searched").waitFor();
    await quickInput.press("Keep Results in a View");
    await focused("Find 'kettle' on Magazine");
    await page.keyboard.press("ArrowDown");
    await focused("Articles");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".monaco-editor .selected-text").first().waitFor();
    await page.locator(".monaco-list:focus").waitFor();
    await workbench.screenshot("finding-results");
    const spoken = await group.getAttribute("aria-label");
    await page.keyboard.press("Delete");
    const [question] = (await dialog.text()).split("\n");
    await dialog.cancel();
    await page.locator(".monaco-list:focus").waitFor();
    await page.keyboard.press("Escape");
    await workbench.command("CMS: Find Content…");
    await quickInput.cancel();
    await list.waitFor();
    const sections = await section.count();
    await workbench.command("CMS: Close All Results");
    await list.waitFor({ state: "detached" });

    assert.match(spoken ?? "", /^Articles, \d+/);
    assert.match(question ?? "", /^Delete '.+' from Articles on Magazine\?$/);
    assert.deepEqual([sections, await section.count()], [1, 0]);
  });
});
