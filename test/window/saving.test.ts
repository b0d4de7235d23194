import assert from "node:assert/strict";
import { runCommand } from "./commandPalette.ts";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Saving a document in its editor", function () {
  this.timeout(60_000);
  // Set by the user for every file: a document is saved by its own hand alone.
  const settings = {
    "files.autoSave": "afterDelay",
    "files.autoSaveDelay": 300,
  };
  const magazine = useMagazine({ settings });

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
    assert.match(words, /\(The text is not valid JSON at line 5, column 13\./);
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

    const question =
      "Clear kicker on Magazine?\nYou removed this from the text. The service will store no value for it.";
    assert.equal(await dialog.text(), question);
    await workbench.screenshot("saving-cleared-question");
    await dialog.cancel();
    assert.match(await notifications.text("Failed to save"), /Nothing was saved/);
    assert.equal((await notifications.all()).length, 1);
    await editor.dirtyTab(tabOf(title)).waitFor();
    assert.deepEqual(await draftOf(service, title), before);
  });

  it("asks before a save that VS Code did not announce, and sends nothing after Escape", async () => {
    const title = "The Fifth Season";
    const { workbench, service, page, editor, dialog, notifications, before } = await opened(title);
    await editor.change({ kicker: "By an agent" });

    await runCommand(page, "File: Save without Formatting");

    assert.equal(
      await dialog.text(),
      [
        `Save '${title}' (en) to Magazine?`,
        "It was saved by an extension or an agent, or with Save without Formatting.",
        "Only the draft changes.",
        "Don't Ask Again holds for drafts on Magazine in this window.",
      ].join("\n"),
    );
    await workbench.screenshot("saving-unannounced-question");
    // VS Code puts the first button at the end on some systems.
    assert.deepEqual((await dialog.buttons()).sort(), [
      ...["Don't Save", "Save", "Save and Don't Ask Again", "Show Changes"],
    ]);
    await dialog.cancel();
    assert.match(await notifications.text("Failed to save"), /Nothing was saved/);
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
    await editor.front("settings.json");
    await editor.replaceText(`${await editor.text()}\n`);
    await editor.dirtyTab("settings.json").waitFor({ state: "detached" });
    await editor.tab(tabOf(title)).click();

    await editor.dirtyTab(tabOf(title)).waitFor();
    await workbench.screenshot("saving-no-auto-save");
    assert.deepEqual(await draftOf(service, title), before);
    assert.equal((await editor.json())["summary"], "Not yet.");
  });
});
