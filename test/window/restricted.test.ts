import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { succeeds, until } from "./until.ts";
import { useWorkbench } from "./useWorkbench.ts";

describe("Untrusted workspace", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  let theirs: Loopback;
  let ownService: Loopback;
  const workbench = useWorkbench(async () => {
    [theirs, ownService] = [await startLoopback(), await startLoopback()];
    mkdirSync(join(folder.path, ".vscode"));
    const entries = [{ id: "theirs", name: "Theirs", url: theirs.url }];
    const settings = JSON.stringify({ "cms.connections": entries });
    writeFileSync(join(folder.path, ".vscode/settings.json"), settings);
    return {
      folder: folder.path,
      settings: {
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
      },
    };
  });
  after(async () => {
    await theirs.stop();
    await ownService.stop();
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
    const { tree, profile } = workbench();
    const path = join(profile, "User/settings.json");
    const settings = JSON.parse(readFileSync(path, "utf8")) as object;
    const connections = [{ id: "own", name: "Own", url: ownService.url }];

    // VS Code may begin to watch the file only some time after the window has opened.
    await until("The user's own connection has no row.", async () => {
      writeFileSync(path, JSON.stringify({ ...settings, "cms.connections": connections }));
      return succeeds(tree.row("Own").waitFor({ timeout: 3_000 }));
    });
    await tree.row("1 connection waits for trust").waitFor();
    await until("The user's own connection sends no request.", () =>
      Promise.resolve(ownService.requests.length > 0),
    );
    await workbench().screenshot("restricted");
    assert.deepEqual(
      (await tree.rows()).filter((row) => row.startsWith("Theirs")),
      [],
    );
    assert.deepEqual(theirs.requests, []);
  });

  it("a workspace shows its own connections after the user trusts it by the row that says they wait", async () => {
    const { page, tree } = workbench();

    await tree.row("1 connection waits for trust").click();
    await page.getByRole("button", { name: "Trust", exact: true }).click();

    await tree.row("Theirs").waitFor();
    await tree.row("1 connection waits for trust").waitFor({ state: "detached" });
    await workbench().screenshot("restricted-trusted");
  });
});
