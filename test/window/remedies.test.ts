import assert from "node:assert/strict";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { refusal } from "../support/loopback.ts";
import { plainFind } from "../support/plainHttp.ts";
import { draftOf, giveUp, openDocument, tabOf } from "./documents.ts";
import { filesWith } from "./filesWith.ts";
import { until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const tokenBox = "API Token for Magazine";
const withdrawn = refusal(401, "UnauthorizedError", "Missing or invalid credentials");

describe("What did not work", function () {
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

  it("goes on by itself once another token was given, where the token was withdrawn", async () => {
    const { workbench, service } = magazine();
    const { notifications, quickInput, dialog } = workbench;
    const title = "Reading a Paper Map";
    const { documentId } = await draftOf(service, title);
    const published = async () =>
      (await plainFind(service, `articles/${documentId}`))?.["updatedAt"];
    const before = await published();
    await openDocument(workbench, "Articles", title);
    faults.inject(/articles/, withdrawn);

    await workbench.command("CMS: Publish");
    const words = await notifications.text("refused the token");
    await workbench.screenshot("remedies-token");
    faults.heal();
    await notifications.press("refused the token", "Edit Token");
    await quickInput.answer(tokenBox, service.tokens.full);
    await dialog.press("Publish");

    const host = new URL(faults.url).host;
    assert.equal(words, `Magazine: ${host} refused the token: Missing or invalid credentials.`);
    await until("It was not published", async () => (await published()) !== before);
    assert.deepEqual(await notifications.all(), []);
  });

  it("is said once for all that fails by the same, and all of it goes on", async () => {
    const { workbench, service } = magazine();
    const { notifications, quickInput, dialog, editor, profile } = workbench;
    const title = "The Fifth Season";
    await openDocument(workbench, "Articles", title);
    faults.inject(/articles/, withdrawn);

    await workbench.command("CMS: Publish");
    await notifications.text("refused the token");
    await workbench.command("CMS: Duplicate");
    await until("The second one did not fail", async () => {
      return (await filesWith(profile, "[error] cms.document.duplicate")).length > 0;
    });
    const shown = await notifications.all();
    faults.heal();
    await notifications.press("refused the token", "Edit Token");
    await quickInput.answer(tokenBox, service.tokens.full);
    await dialog.text();
    await dialog.cancel();

    assert.equal(shown.length, 1);
    await editor.tab(tabOf(`Copy of ${title}`)).waitFor();
    const left = await notifications.all();
    assert.deepEqual(
      left.filter((words) => words.includes("refused")),
      [],
    );
  });

  it("names the permission that is missing, and leads to where it is ticked", async () => {
    const { workbench } = magazine();
    const { notifications } = workbench;
    await openDocument(workbench, "Articles", "The Fifth Season");
    faults.inject(/articles/, refusal(403, "ForbiddenError", "Forbidden"));

    await workbench.command("CMS: Publish");

    const words = await notifications.text("lacks a permission");
    await workbench.screenshot("remedies-permission");
    assert.match(words, /^Magazine: The token lacks a permission: tick articles: find/);
    assert.match(await workbench.accessibility(".notifications-toasts"), /Open API Tokens/);
  });

  it("is tried again by a button, where nothing can have been done by it", async () => {
    const { workbench } = magazine();
    const { notifications, dialog } = workbench;
    await openDocument(workbench, "Articles", "The Fifth Season");
    faults.inject(/articles/, refusal(429, "RateLimitError", "Slow", {}));

    await workbench.command("CMS: Publish");
    await notifications.text("had too many requests");
    await workbench.screenshot("remedies-busy");
    faults.heal();
    await notifications.press("had too many requests", "Try Again");

    await dialog.text();
    await dialog.cancel();
  });

  it("is mended from its row, too", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput } = workbench;
    faults.inject(/tags/, withdrawn);
    await tree.expand(tree.row("Tags"));
    const row = tree.row("Tags", /refused the token/);
    await row.waitFor();

    await row.hover();
    await workbench.screenshot("remedies-row");
    faults.heal();
    await tree.rowAction(row, "Edit Token");
    await quickInput.answer(tokenBox, service.tokens.full);

    await tree.row("Tags", "Wool").waitFor();
  });
});
