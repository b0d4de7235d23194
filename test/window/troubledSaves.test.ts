import assert from "node:assert/strict";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { hangUp, refusal } from "../support/loopback.ts";
import { plainRequest } from "../support/plainHttp.ts";
import { draftOf, giveUp, openDocument, tabOf } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";

describe("A save on a way on which things go wrong", function () {
  this.timeout(60_000);
  let faults: Faults;
  const magazine = useMagazine({
    settings: { "workbench.editor.useModal": "off" },
    through: async ({ url }) => (faults = await startFaults(url)).url,
  });

  afterEach("leave no fault, no editor and no notification", async () => {
    faults.heal();
    await giveUp(magazine().workbench);
  });

  after("close the way", async () => {
    await faults.stop();
  });

  async function edited(title: string) {
    const { workbench, service } = magazine();
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    await workbench.editor.change({ summary: "Typed with care." });
    const { editor, quickInput, notifications } = workbench;
    return { workbench, service, editor, quickInput, notifications, before };
  }

  it("goes on once the person has signed in again, where the token was withdrawn", async () => {
    const title = "Reading a Paper Map";
    const { workbench, service, editor, quickInput, notifications } = await edited(title);
    faults.inject(/^PUT/, refusal(401, "UnauthorizedError", "Missing or invalid credentials"));

    await editor.pressSave();
    await quickInput.shows("API Token for Magazine");
    await workbench.screenshot("troubled-sign-in-again");
    faults.heal();
    await quickInput.answer("API Token for Magazine", service.tokens.full);

    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    assert.equal((await draftOf(service, title))["summary"], "Typed with care.");
    assert.deepEqual(await notifications.all(), []);
  });

  it("is done where the service has written it and the answer was lost on the way", async () => {
    const title = "The Fifth Season";
    const { service, before, editor, notifications } = await edited(title);
    const data = { summary: "Typed with care." };
    const path = `articles/${before.documentId}?locale=en&status=draft`;
    faults.inject(/^PUT/, (response, request) => {
      void plainRequest(service, "PUT", path, { data }).then(() => {
        hangUp(response, request);
      });
    });

    await editor.save();

    assert.equal((await draftOf(service, title))["summary"], "Typed with care.");
    assert.deepEqual(await notifications.all(), []);
  });

  it("says that nothing was saved where the service can't be reached, and keeps the text", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, service, before, editor, notifications } = await edited(title);
    faults.inject(/./, hangUp);

    await editor.pressSave();

    const words = await notifications.text("Failed to save");
    await workbench.screenshot("troubled-offline");
    assert.match(words, /can't be reached: .*\. Nothing was saved; your text is kept\./);
    assert.equal((await notifications.all()).length, 1);
    await editor.dirtyTab(tabOf(title)).waitFor();
    assert.deepEqual(await draftOf(service, title), before);
  });
});
