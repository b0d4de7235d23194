import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { changeElsewhere, draftOf, giveUp, openDocument, tabOf } from "./documents.ts";
import { until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Saving a document in its editor", function () {
  this.timeout(60_000);
  // Set by the user for every file: a document is saved by its own hand alone.
  const settings = {
    "files.autoSave": "afterDelay",
    "files.autoSaveDelay": 300,
    "workbench.editor.useModal": "off",
  };
  const magazine = useMagazine({ settings });

  afterEach("leave no editor and no notification", async () => {
    await giveUp(magazine().workbench);
  });

  /** Opens an article, and looks at what the service holds of it. */
  async function opened(title: string) {
    const { workbench, service } = magazine();
    const { page, editor, dialog, notifications } = workbench;
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    return { workbench, service, page, editor, dialog, notifications, before };
  }

  it("says once at which line and column a text is not JSON, and keeps it", async () => {
    const title = "Reading a Paper Map";
    const { workbench, service, editor, notifications, before } = await opened(title);
    const broken = (await editor.text()).replace('"kicker": "', '"kicker": , "');
    await editor.replaceText(broken);

    await editor.pressSave();

    const words = await notifications.text("Failed to save");
    await workbench.screenshot("saving-invalid-json");
    assert.match(words, /not valid JSON at line 6, column 13\./);
    assert.equal((await notifications.all()).length, 1);
    await editor.dirtyTab(tabOf(title)).waitFor();
    assert.equal(await editor.text(), broken);
    assert.deepEqual(await draftOf(service, title), before);
  });

  it("asks before it clears what was taken out of the text, and writes nothing without a yes", async () => {
    const title = "The Fifth Season";
    const { workbench, service, editor, dialog, notifications, before } = await opened(title);
    await editor.change({ kicker: undefined });

    await editor.pressSave();

    const question = "Clear kicker?\nWhat was taken out of the text is emptied on the service.";
    assert.equal(await dialog.text(), question);
    await workbench.screenshot("saving-cleared-question");
    await dialog.cancel();
    assert.match(await notifications.text("Failed to save"), /Nothing was saved/);
    assert.equal((await notifications.all()).length, 1);
    await editor.dirtyTab(tabOf(title)).waitFor();
    assert.deepEqual(await draftOf(service, title), before);
  });

  it("clears what was taken out of the text when the person agrees, and nothing else", async () => {
    const title = "The Fifth Season";
    const { service, editor, dialog, notifications, before } = await opened(title);
    await editor.change({ kicker: undefined });

    await editor.pressSave();
    await dialog.press("Clear and Save");

    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    const after = await draftOf(service, title);
    assert.deepEqual(after, { ...before, kicker: null, updatedAt: after["updatedAt"] });
    assert.deepEqual(await notifications.all(), []);
  });

  it("shows both sides of a conflict, also of equal length, and has written nothing", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, service, page, editor, notifications, before } = await opened(title);
    const mine = String(before["kicker"]).toUpperCase();
    await editor.change({ kicker: mine });
    await changeElsewhere(service, before, { kicker: reversed(before["kicker"]) });
    const theirs = await draftOf(service, title);

    await editor.pressSave();
    await notifications.text("newer");
    const asked = await notifications.all();
    await workbench.screenshot("saving-conflict");
    await notifications.press("newer", "Compare");

    const side = (name: string) => page.locator(`.monaco-diff-editor .${name} .view-lines`);
    await side("original").getByText(reversed(before["kicker"])).waitFor();
    await side("modified").getByText(mine).waitFor();
    await workbench.screenshot("saving-compare");
    assert.equal(asked.length, 1);
    assert.deepEqual(await draftOf(service, title), theirs);
    await workbench.command("View: Close Editor");
  });

  it("sends the person's own change alone when a conflict is overwritten", async () => {
    const title = "Trees Older Than the Border";
    const { workbench, service, editor, notifications, before } = await opened(title);
    await editor.change({ summary: "What I say of it." });
    await changeElsewhere(service, before, { kicker: reversed(before["kicker"]) });

    await editor.pressSave();
    await notifications.press("newer", "Overwrite");

    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    await until("The editor shows what the other one wrote.", async () =>
      (await editor.text()).includes(reversed(before["kicker"])),
    );
    await workbench.screenshot("saving-overwritten");
    const after = await draftOf(service, title);
    const both = { summary: "What I say of it.", kicker: reversed(before["kicker"]) };
    assert.deepEqual(after, { ...before, ...both, updatedAt: after["updatedAt"] });
  });

  it("does not bring back what somebody else has deleted, and keeps the text", async () => {
    const title = "Midsummer at Minus Thirty";
    const { workbench, service, editor, notifications, before } = await opened(title);
    await editor.change({ summary: "Still here." });
    await plainRequest(service, "DELETE", `articles/${before.documentId}?locale=*`);

    await editor.pressSave();

    const words = await notifications.text("Failed to save");
    await workbench.screenshot("saving-deleted-elsewhere");
    assert.match(words, /The document is not on the service any more/);
    assert.equal((await notifications.all()).length, 1);
    assert.equal((await editor.json())["summary"], "Still here.");
    const query = `status=draft&locale=*&filters[title]=${title}`;
    assert.deepEqual(await plainList(service, `articles?${query}`), []);
  });

  it("sends what the person wrote and says that the service owns $", async () => {
    const title = "Machines That Predicted the Sea";
    const { workbench, service, editor, notifications, before } = await opened(title);
    await editor.change({ summary: "Brass and tides.", $: { documentId: "mine" } });

    await editor.save();

    const words = "Not sent: $ and $schema belong to the service.";
    assert.equal(await notifications.text("$schema"), words);
    await workbench.screenshot("saving-facts");
    assert.deepEqual(await notifications.all(), [words]);
    const after = await draftOf(service, title);
    assert.deepEqual(after, {
      ...before,
      summary: "Brass and tides.",
      updatedAt: after["updatedAt"],
    });
    await until("The editor shows what the service says.", async () =>
      (await editor.text()).includes(`"documentId": "${before.documentId}"`),
    );
  });

  it("sends nothing when only the form of the text has changed", async () => {
    const title = "Nine Thousand Green Benches";
    const { workbench, service, editor, notifications, before } = await opened(title);
    await editor.replaceText(`${JSON.stringify(await editor.json())}\n`);

    await editor.save();

    await workbench.screenshot("saving-nothing-to-send");
    assert.deepEqual(await draftOf(service, title), before);
    assert.deepEqual(await notifications.all(), []);
  });

  it("waits for the person where the user's own settings save after a delay", async () => {
    const title = "The Jumper the Prince Wore";
    const { workbench, service, editor, before } = await opened(title);
    await editor.change({ summary: "Not yet." });

    // A file of another kind, edited later, is saved by itself: so the delay is over for both.
    await workbench.command("Preferences: Open User Settings (JSON)");
    await editor.dirtyTab("settings.json").waitFor({ state: "detached" });
    await editor.shown();
    await editor.replaceText(`${await editor.text()}\n`);
    await editor.dirtyTab("settings.json").waitFor({ state: "detached" });
    await editor.tab(tabOf(title)).click();

    await editor.dirtyTab(tabOf(title)).waitFor();
    await workbench.screenshot("saving-no-auto-save");
    assert.deepEqual(await draftOf(service, title), before);
    assert.equal((await editor.json())["summary"], "Not yet.");
  });

  it("lets a user be read and not be edited", async () => {
    const { workbench } = magazine();
    const { editor, page } = workbench;
    await openDocument(workbench, "Users", "freya.lindholm");
    const before = await editor.text();

    await editor.focus();
    await page.keyboard.type("x");

    const message = page.locator(".monaco-editor-overlaymessage");
    await message.getByText("Editor is read-only because the file is read-only.").waitFor();
    await workbench.screenshot("saving-user-read-only");
    assert.equal(await editor.text(), before);
    assert.equal(await editor.dirtyTab(tabOf("freya.lindholm")).count(), 0);
  });
});

/** Another text of the same length. */
function reversed(value: unknown): string {
  return Array.from(String(value)).reverse().join("");
}
