import assert from "node:assert/strict";
import { extensionId } from "../support/extensionId.ts";
import { draftOf, openDocument } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Production connection", function () {
  this.timeout(60_000);
  const magazine = useMagazine({
    environment: "production",
  });

  const parts = () => {
    const { workbench, service } = magazine();
    const { page, tree, editor, dialog } = workbench;
    const lens = (words: string) =>
      page.locator(".codelens-decoration:visible").getByText(words, { exact: true });
    const { host } = new URL(service.url);
    const row = tree.row(/^Magazine$/);
    /** The lock icon on the active tab. */
    const shut = page.locator(
      ".tab.active [class*=monaco-decoration-iconBadge]:not(.monaco-decoration-text-badge)",
    );
    const status = page.locator(`[id='${extensionId}.cms.document']`);
    const unlockedItem = page.locator(".statusbar-item", { hasText: "Magazine unlocked:" });
    /** Resolves when the description of the connection's tree item is exactly this text. */
    const says = (lock: string) =>
      untilEqual(
        () => row.locator(".label-description").innerText(),
        `${lock} · Production · ${host}`,
      );
    /** Clicks a CodeLens when all of them are visible. VS Code redraws them until then and loses clicks. */
    const press = async (words: string) => {
      await lens("Publish").waitFor();
      await lens(words).click();
    };
    const lockView = { lens, press, host, says, shut, standing: status, unlockedItem };
    return { workbench, service, page, editor, dialog, ...lockView };
  };

  it("a production connection shows the lock everywhere and rejects typing, until it is unlocked", async () => {
    const { workbench, service, page, editor, dialog, lens, press, host, says, shut } = parts();
    const { standing: status, unlockedItem } = parts();
    const title = "Reading a Paper Map";

    await says("locked");
    await openDocument(workbench, "Articles", title);
    await lens("Unlock").waitFor();
    await status.getByText("· Magazine · Production").waitFor();
    await shut.waitFor();
    const before = await editor.text();
    await editor.focus();
    await page.keyboard.type("x");
    await page
      .getByText("Editor is read-only")
      .or(page.getByText("read-only editor"))
      .first()
      .waitFor();
    await workbench.screenshot("locking-locked");
    const button = page
      .locator(".editor-actions")
      .getByRole("button", { name: "Unlock Connection" });
    await button.waitFor();
    await page.locator(".statusbar").getByText("Read-only: unlock Magazine").click();
    await dialog.cancel();
    assert.equal(await editor.text(), before);
    assert.match(await workbench.accessibility(".part.sidebar"), /locked, Production/);

    await press("Unlock");
    const question = await dialog.text();
    await workbench.screenshot("locking-question");
    await dialog.press("Unlock");
    await says("unlocked");
    await shut.waitFor({ state: "detached" });
    await editor.change({ summary: "Typed on production." });
    await editor.save();
    await status.getByText("unlocked").waitFor();
    const unlockedText = await unlockedItem.innerText();
    const warned = [status, unlockedItem].map((item) => item.getAttribute("class"));
    await workbench.screenshot("locking-unlocked");
    for (const names of await Promise.all(warned)) assert.match(names ?? "", /warning-kind/);
    await press("Lock");
    await says("locked");
    await shut.waitFor();
    await unlockedItem.waitFor({ state: "detached" });

    assert.deepEqual(question.split("\n"), [
      "Unlock the production connection 'Magazine'?",
      host,
      "Changes may be published immediately. The connection locks again 15 minutes after your last change.",
    ]);
    assert.match(unlockedText, /^\s*Magazine unlocked: 1[45] min$/);
    assert.equal((await draftOf(service, title))["summary"], "Typed on production.");
  });
});
