import assert from "node:assert/strict";
import { refusal } from "../support/loopback.ts";
import { anySecret } from "../support/secretsInUse.ts";
import { openDocument } from "./documents.ts";
import { makeDrafts } from "./draftRows.ts";
import { filesWith } from "./filesWith.ts";
import { logAll } from "./logLevel.ts";
import { openedBy } from "./pageBeside.ts";
import { useFaults } from "./useFaults.ts";
import { giveToken, tokenBox, withdrawn } from "./withdrawnToken.ts";

describe("Command failure", function () {
  this.timeout(60_000);
  const magazine = useFaults();

  it("a command failure names the missing permission, and opens the admin panel's page that grants it", async () => {
    const { workbench, faults } = magazine();
    const { page, notifications } = workbench;
    await openDocument(workbench, "Articles", "The Fifth Season");
    faults.inject(/articles/, refusal(403, "ForbiddenError", "Forbidden"));

    await workbench.command("CMS: Publish");
    const words = await notifications.text("requires the permission");
    await workbench.screenshot("remedies-permission");
    const opened = await openedBy(page, () =>
      notifications.press("requires the permission", "Open Permissions"),
    );

    assert.match(words, /^[\d.:]+ requires the permission Article: find/);
    const { port } = new URL(faults.url);
    assert.equal(opened, `${port}/admin/settings/api-tokens`);
  });

  it("a command failure opens the log after a server error, and the log has no secret", async () => {
    const { workbench, faults } = magazine();
    const { page, notifications, profile } = workbench;
    await logAll(workbench);
    await openDocument(workbench, "Articles", "The Fifth Season");
    faults.inject(/articles/, refusal(500, "InternalServerError", "The boiler is cold"));

    await workbench.command("CMS: Publish");
    const words = await notifications.text("The boiler is cold");
    await notifications.press("The boiler is cold", "Show Log");

    const log = page.locator(".part.panel");
    await log.locator(".view-line", { hasText: "[error] cms.document.publish" }).first().waitFor();
    await workbench.screenshot("remedies-log");
    assert.equal(words, `${new URL(faults.url).host}: The boiler is cold. Connection: Magazine.`);
    assert.notDeepEqual(await filesWith(profile, "[debug] GET /api/articles"), []);
    assert.deepEqual(await filesWith(profile, anySecret()), []);
  });

  it("a command failure is solved by another token: the batch publishes the rest, and the row loads", async () => {
    const { workbench, service, faults } = magazine();
    const { tree, quickInput, notifications } = workbench;
    const titles = ["A Ferry at Noon", "A Ferry at Night"];
    await makeDrafts(magazine(), titles);
    const [noon, night] = titles.map((title) => tree.row("Articles", title));
    const publish = async () => {
      await quickInput.shows("Publish 2 documents on Magazine?");
      await quickInput.accept();
    };

    await tree.contextMenuOfAll([noon!, night!], "Publish Selected");
    faults.inject(/^PUT .*articles/, withdrawn);
    await publish();
    const words = await notifications.text("1 failed");
    await workbench.screenshot("remedies-batch");
    await giveToken(magazine(), "1 failed");
    await publish();

    await notifications.text("Published 2 documents.");
    assert.equal(words, "1 failed, 1 not attempted. Nothing was changed.");
    for (const row of [noon!, night!]) await tree.says(row, "published");
    await tree.collapse(tree.row("Articles"));

    // Two tree items are still selected, but an inline button acts only on its own tree item.
    faults.inject(/tags/, withdrawn);
    await tree.expand(tree.row("Tags"));
    const row = tree.row("Tags", "Token rejected");
    await row.waitFor();

    await row.hover();
    await workbench.screenshot("remedies-row");
    faults.heal();
    await tree.rowAction(row, "Edit Token…", quickInput.input());
    await quickInput.answer(tokenBox, service.tokens.full);

    await tree.row("Tags", "Wool").waitFor();
  });
});
