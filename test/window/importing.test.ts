import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainList } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { chooseFile } from "./fileDialog.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Importing a file", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  const magazine = useMagazine();

  after(() => {
    folder.remove();
  });

  const fileOf = (name: string, ...lines: readonly string[]): string => {
    const path = join(folder.path, name);
    writeFileSync(path, lines.join("\r\n"));
    return path;
  };

  /** In VS Code's own dialog, which looks at the folder while one types, and takes nothing before. */
  async function choose(path: string): Promise<void> {
    const { tree, quickInput } = magazine().workbench;
    await tree.contextMenu(tree.row("Categories"), "Import into Collection…");
    await quickInput.shows("Import into Categories on Magazine");
    await chooseFile(quickInput, path);
  }

  const named = async (name: string) =>
    await plainList(magazine().service, `categories?filters[name][$eq]=${name}`);

  it("maps its columns, tells what would become of each record, and keeps what became of it", async () => {
    const { workbench, service } = magazine();
    const { quickInput, dialog, notifications, page } = workbench;
    const [known] = await plainList(service, "categories");
    const [name, slug] = [String(known?.["name"]), String(known?.["slug"])];
    const path = fileOf(
      "categories.csv",
      "Heading;slug;colour",
      "Estuaries;estuaries;blue",
      `${name} Too;${slug};red`,
      "Half;a;row;more",
    );

    await choose(path);
    await quickInput.shows("Import into Categories on Magazine: Map columns to fields");
    await workbench.screenshot("importing-columns");
    await quickInput.pick("Heading");
    await quickInput.shows("Import into Categories on Magazine: Field for Heading");
    await quickInput.pick("name");
    await quickInput.shows("Import into Categories on Magazine: Map columns to fields");
    await quickInput.pick("Continue");
    await quickInput.shows("Import into Categories on Magazine: Match records by");
    await quickInput.pick("slug");
    await quickInput.shows("Import categories.csv: 1 to create, 1 to update, 1 with errors");
    await page.getByRole("tab", { name: /Records with Errors/ }).waitFor();
    await workbench.screenshot("importing-preview");
    await quickInput.pressOn("Estuaries", "Show Before and After");
    await page.getByRole("tab", { name: /Estuaries: create/ }).waitFor();
    await workbench.screenshot("importing-before-and-after");
    await quickInput.pick("Import 2 Records…");
    const question = await dialog.text();
    await dialog.press("Import 2 Records");
    const words = await notifications.text("Imported");
    await workbench.screenshot("importing-done");

    assert.deepEqual(question.split("\n"), [
      "Import categories.csv into Categories on Magazine?",
      "1 to create, 1 to update, 1 with errors.",
      "Not imported: colour.",
      "This collection has no drafts. Saving publishes immediately.",
      "An empty cell clears its field.",
      "The result of each record is saved in categories.csv.results.ndjson.",
      "Undo deletes created documents that nothing points to and restores updated ones. It keeps documents that were changed or published since.",
    ]);
    assert.equal(words, "Imported 2 items. 1 with errors.");
    const found = await Promise.all([named("Estuaries"), named(`${name} Too`)]);
    assert.deepEqual(
      found.map((all) => all.map((one) => one["slug"])),
      [["estuaries"], [slug]],
    );
    const outcomes = readFileSync(`${path}.results.ndjson`, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { line?: number; outcome: string });
    assert.deepEqual(
      outcomes
        .filter(({ line, outcome }) => line && outcome !== "sent")
        .map(({ line, outcome }) => [line, outcome]),
      [
        [4, "failed"],
        [2, "created"],
        [3, "changed"],
      ],
    );
  });
});
