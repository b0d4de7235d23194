import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainList } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { giveUp } from "./documents.ts";
import { chooseFile } from "./fileDialog.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Importing a file", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  const magazine = useMagazine({ settings: { "workbench.editor.useModal": "off" } });

  afterEach("leave no editor and no notification", async () => {
    await giveUp(magazine().workbench);
  });
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
    await tree.contextMenu(tree.row("Categories"), "Import into Collection");
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
    await quickInput.shows("Import into Categories on Magazine: Which Field Each Column Fills");
    await workbench.screenshot("importing-columns");
    await quickInput.pick("Heading");
    await quickInput.shows("Import into Categories on Magazine: Which Field Heading Fills");
    await quickInput.pick("name");
    await quickInput.shows("Import into Categories on Magazine: Which Field Each Column Fills");
    await quickInput.pick("Go On");
    await quickInput.shows("Import into Categories on Magazine: How Is a Record's Document Found?");
    await quickInput.pick("slug");
    await quickInput.shows("Import categories.csv: New: 1 · changed: 1 · can't be imported: 1");
    await page.getByRole("tab", { name: /What Can't Be Imported/ }).waitFor();
    await workbench.screenshot("importing-preview");
    await quickInput.pressOn("Estuaries", "Show Before and After");
    await page.getByRole("tab", { name: /Estuaries: new/ }).waitFor();
    await workbench.screenshot("importing-before-and-after");
    await quickInput.input().press("Enter");
    const question = await dialog.text();
    await dialog.press("Import");
    const words = await notifications.text("2 done");
    await workbench.screenshot("importing-done");

    assert.deepEqual(question.split("\n"), [
      "Import categories.csv into Categories on Magazine?",
      "New: 1 · changed: 1 · can't be imported: 1.",
      "Left out of each record: colour.",
      "There are no drafts: what is saved is live at once.",
      "An empty cell clears its field.",
      "What becomes of each record is kept in categories.csv.results.ndjson.",
      "Undo deletes what was made, where nothing points to it, and gives back what was changed. What somebody changed or published since stays.",
    ]);
    assert.equal(words, "Import categories.csv: 2 done. Can't be imported: 1.");
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
