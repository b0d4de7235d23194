import assert from "node:assert/strict";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Saving a document in its editor", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  /** Opens an article, and looks at what the service holds of it. */
  async function opened(title: string) {
    const { workbench, service } = magazine();
    const { page, editor, dialog, notifications } = workbench;
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    return { workbench, service, page, editor, dialog, notifications, before };
  }

  it("asks before it clears what was taken out of the text, writes nothing without a yes, and that alone with one", async () => {
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
    await notifications.clear();

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
});
