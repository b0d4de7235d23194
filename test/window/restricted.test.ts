import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { addingStep, answerFromName, answerUpToSignIn } from "./addConnection.ts";
import { useService } from "./useService.ts";
import { useWorkbench } from "./useWorkbench.ts";

const untrusted = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
};

/** Writes the settings of a workspace with a connection of its own. */
function writeConnection(folder: string, url: string): void {
  mkdirSync(join(folder, ".vscode"));
  const settings = { "cms.connections": [{ id: "theirs", name: "Theirs", url }] };
  writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify(settings));
}

describe("Untrusted workspace", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  let theirs: Loopback;
  const service = useService();
  const workbench = useWorkbench(async () => {
    theirs = await startLoopback();
    writeConnection(folder.path, theirs.url);
    return { folder: folder.path, settings: untrusted };
  });
  after(async () => {
    await theirs.stop();
    folder.remove();
  });

  it("an untrusted workspace says in the empty view that its connections wait for trust", async () => {
    const { page } = workbench();

    await workbench().openContainer("CMS");

    const welcome = page.locator(".part.sidebar .welcome-view-content");
    await welcome.getByText("This workspace has connections in its settings.").waitFor();
    await welcome.getByRole("button", { name: "Manage Workspace Trust" }).waitFor();
    await welcome.getByRole("button", { name: "Add Connection" }).waitFor();
    await workbench().screenshot("restricted-welcome");
  });

  it("an untrusted workspace shows the connections of the user, and none of its own settings", async () => {
    const { tree, quickInput } = workbench();

    await workbench().command("CMS: Add Connection…");
    await answerUpToSignIn(quickInput, service().url);
    await quickInput.pick("API token");
    await quickInput.answer(addingStep(3), service().tokens.full);
    await answerFromName(quickInput, "Own");

    await tree.row("Own", "Articles").waitFor();
    await tree.row("1 connection waits for trust").waitFor();
    await workbench().screenshot("restricted");
    assert.deepEqual(
      (await tree.rows()).filter((row) => row.startsWith("Theirs")),
      [],
    );
    assert.deepEqual(theirs.requests, []);
  });

  /** Whether the Command Palette has the command, which runs Git in the workspace. */
  async function offersPull(): Promise<boolean> {
    const { page, quickInput } = workbench();
    await page.keyboard.press("F1");
    await quickInput.fill(">CMS: Pull into");
    const isOffered = await quickInput.offers("CMS: Pull into Folder…");
    await quickInput.cancel();
    return isOffered;
  }

  it("a workspace shows its own connections, and its folders can be pulled into, after the user trusts it by the row that says they wait", async () => {
    const { page, tree } = workbench();
    const isOfferedBefore = await offersPull();

    await tree.row("1 connection waits for trust").click();
    await page.getByRole("button", { name: "Trust", exact: true }).click();

    await tree.row("Theirs").waitFor();
    await tree.row("1 connection waits for trust").waitFor({ state: "detached" });
    await workbench().screenshot("restricted-trusted");
    assert.deepEqual([isOfferedBefore, await offersPull()], [false, true]);
  });
});
