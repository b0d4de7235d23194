import assert from "node:assert/strict";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("A production connection", function () {
  this.timeout(60_000);
  const magazine = useMagazine({
    environment: "production",
  });

  afterEach("lock it, and leave no notification", async () => {
    const { workbench } = magazine();
    await workbench.command("CMS: Lock Connection");
    await workbench.notifications.clear();
  });

  const parts = () => {
    const { workbench, service } = magazine();
    const { page, tree, editor, dialog, notifications } = workbench;
    const lens = (words: string) =>
      page.locator(".codelens-decoration:visible").getByText(words, { exact: true });
    const { host } = new URL(service.url);
    const row = tree.row(/^Magazine$/);
    /** The lock on the tab that is in front. */
    const shut = page.locator(
      ".tab.active [class*=monaco-decoration-iconBadge]:not(.monaco-decoration-text-badge)",
    );
    const standing = page.locator("[id='cms-content-browser.cms-content-browser.cms.document']");
    const unlockedItem = page.locator(".statusbar-item", { hasText: "Magazine unlocked:" });
    /** Resolves when the row of the connection says this, and no more. */
    const says = (lock: string) =>
      untilEqual(
        () => row.locator(".label-description").innerText(),
        `${lock} · Production · ${host}`,
      );
    /** Once all of them are there: until then they are drawn anew, and VS Code loses clicks. */
    const press = async (words: string) => {
      await lens("Publish").waitFor();
      await lens(words).click();
    };
    const shown = { lens, press, host, says, shut, standing, unlockedItem };
    return { workbench, service, page, tree, editor, dialog, notifications, ...shown };
  };

  it("is locked, says so wherever it is named, and its documents are to be read alone", async () => {
    const { workbench, page, editor, dialog, lens, says, shut, standing } = parts();
    const title = "Reading a Paper Map";

    await says("locked");
    await openDocument(workbench, "Articles", title);
    await lens("Unlock").waitFor();
    await standing.getByText("· Magazine · locked · Production").waitFor();
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
  });

  it("is unlocked after a question that names it, then takes edits until it is locked again", async () => {
    const { workbench, service, dialog, editor, press, host, says, shut } = parts();
    const { standing, unlockedItem } = parts();
    const title = "The Fifth Season";
    await openDocument(workbench, "Articles", title);

    await press("Unlock");
    const question = await dialog.text();
    await workbench.screenshot("locking-question");
    await dialog.press("Unlock");
    await says("unlocked");
    await shut.waitFor({ state: "detached" });
    await editor.change({ summary: "Typed on production." });
    await editor.save();
    const saved = await draftOf(service, title);
    await standing.getByText("unlocked").waitFor();
    const left = await unlockedItem.innerText();
    const warned = [standing, unlockedItem].map((item) => item.getAttribute("class"));
    await workbench.screenshot("locking-unlocked");
    await press("Lock");
    await says("locked");
    await shut.waitFor();

    assert.deepEqual(question.split("\n"), [
      'Unlock production connection "Magazine"?',
      host,
      "Changes may go live immediately. It locks again 15 minutes after your last change.",
    ]);
    assert.match(left, /^\s*Magazine unlocked: 1[45] min$/);
    for (const names of await Promise.all(warned)) assert.match(names ?? "", /warning-kind/);
    await unlockedItem.waitFor({ state: "detached" });
    assert.equal(saved["summary"], "Typed on production.");
  });

  it("keeps what was typed before it was locked, and asks before it is saved", async () => {
    const { workbench, service, dialog, editor, lens, notifications } = parts();
    const title = "Reading a Paper Map";
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    await workbench.command("CMS: Unlock Connection");
    await dialog.press("Unlock");
    await lens("Lock").waitFor();
    await editor.change({ summary: "Typed in time." });
    await workbench.command("CMS: Lock Connection");
    await lens("Unlock").waitFor();

    await editor.pressSave();
    await dialog.cancel();
    const refusal = await notifications.text("Failed to save");
    const kept = (await editor.json())["summary"];
    const untouched = await draftOf(service, title);
    await workbench.screenshot("locking-save-refused");
    await notifications.clear();
    await editor.pressSave();
    await dialog.press("Unlock");
    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });

    assert.match(refusal, /Magazine is locked, and nothing was written: unlock it first\./);
    assert.deepEqual([kept, untouched["summary"]], ["Typed in time.", before["summary"]]);
    assert.equal((await draftOf(service, title))["summary"], "Typed in time.");
  });

  it("asks to be unlocked before anything else, and the command goes on", async () => {
    const { workbench, dialog, page, tree, says } = parts();
    await tree.expand(tree.row("Pages"));
    const title = "Reader Survey";
    await tree.says(tree.row("Pages", title), "draft");

    await tree.contextMenu(tree.row("Pages", title), "Publish");
    const first = await dialog.text();
    await dialog.press("Unlock");
    await untilEqual(
      async () => (await dialog.text()).split("\n")[0],
      `Publish '${title}' (en) on Magazine (Production)?`,
    );
    await dialog.cancel();
    await workbench.command("CMS: Lock Connection");
    await says("locked");
    await tree.contextMenu(tree.row("Pages"), "Set Field of All That Match…");
    const second = await dialog.text();
    await dialog.cancel();

    assert.deepEqual(
      [first, second].map((text) => text.split("\n")[0]),
      Array(2).fill('Unlock production connection "Magazine"?'),
    );
    assert.equal(await page.locator(".quick-input-widget").isVisible(), false);
  });

  it("is locked again after the window was loaded anew", async () => {
    const { workbench, dialog, says } = parts();
    await workbench.command("CMS: Unlock Connection");
    await dialog.press("Unlock");
    await says("unlocked");

    await workbench.reload();
    await workbench.openContainer("CMS");

    await says("locked");
  });
});
