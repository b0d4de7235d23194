import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { chooseFile, saveAs } from "./fileDialog.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Edit, Export and Import Connections", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  const magazine = useMagazine();
  const file = join(folder.path, "connections.json");

  after(() => folder.remove());

  it("Edit Connection changes the name, the hidden collections and the environment, and keeps the rest", async () => {
    const { workbench } = magazine();
    const { tree, quickInput } = workbench;

    await tree.contextMenu(tree.row("Magazine"), "Edit Connection…");
    await quickInput.shows("Edit Magazine (1/2)");
    await workbench.screenshot("sharing-edit");
    await quickInput.pick("Name");
    await quickInput.answer("Edit Magazine (2/2)", "Library");
    await tree.row("Library", "Articles").waitFor();
    await tree.contextMenu(tree.row("Library"), "Edit Connection…");
    await quickInput.pick("Hidden Collections");
    await quickInput.answer("Edit Library (2/2)", "pages, users");
    await tree.row("Library", "Pages").waitFor({ state: "detached" });
    await tree.contextMenu(tree.row("Library"), "Edit Connection…");
    await quickInput.pick("Environment");
    await quickInput.shows("Edit Library (2/2)");
    await quickInput.pick("Staging");

    await tree.says(tree.row("Library"), "Staging");
    await tree.row("Library", "Articles").waitFor();
  });

  it("Export Connections writes a file without a secret, and Import Connections asks for a token", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput, notifications } = workbench;

    await tree.contextMenu(tree.row("Library"), "Export Connections…");
    await saveAs(quickInput, file);
    await notifications.text("Exported 1 connection.");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace('"Library"', '"From a File"'));
    await workbench.command("CMS: Import Connections…");
    await chooseFile(quickInput, file);
    await quickInput.item("From a File").waitFor();
    await workbench.screenshot("sharing-import");
    await quickInput.input().press("Enter");
    await notifications.text("Imported 1 connection.");
    await tree.expand(tree.row("From a File"));

    await tree.row("From a File", "Enter a Token").waitFor();
    await workbench.screenshot("sharing-imported");
    const [[exported]] = Object.values(JSON.parse(text) as object) as [[{ readonly id: string }]];
    const { id, ...said } = exported;
    assert.match(id, /^[a-z0-9]{8}$/);
    assert.deepEqual(said, {
      name: "Library",
      url: service.url,
      environment: "staging",
      hide: ["pages", "users"],
    });
  });
});
