import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { plainFirst, plainList, plainRequest } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { openDocument, tabOf } from "./documents.ts";
import { chooseFile, saveAs } from "./fileDialog.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";
import { textIn } from "../../src/model/foundation/json.ts";

describe("Commands that ask several questions", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  const folder = temporaryFolder();

  after("remove the files", () => folder.remove());

  const fileOf = (name: string, ...lines: readonly string[]): string => {
    const path = join(folder.path, name);
    writeFileSync(path, lines.join("\r\n"));
    return path;
  };

  /** Chooses a file in VS Code's own dialog. */
  async function choose(path: string): Promise<void> {
    const { tree, quickInput } = magazine().workbench;
    await tree.contextMenu(tree.row("Categories"), "Import into Content Type…");
    await quickInput.shows("Import into Categories on Magazine");
    await chooseFile(quickInput, path);
  }

  const named = async (name: string) =>
    await plainList(magazine().service, `categories?filters[name][$eq]=${name}`);

  it("Open asks for the content type, and searches on the service while the user types", async () => {
    const { workbench, service } = magazine();
    const { page, quickInput, editor } = workbench;
    const query = "status=draft&locale=en&_q=sourdough&fields[0]=title&sort[0]=updatedAt:desc";
    const articles = await plainList(service, `articles?${query}&sort[1]=documentId:asc`);

    await workbench.command("CMS: Open");
    await quickInput.shows("Open a Document");
    const types = await quickInput.items();
    await quickInput.pick("Articles");
    await page.getByPlaceholder("Type to search the service").fill("sourdough");

    await untilEqual(
      () => quickInput.items(),
      articles.map((row) => row["title"]),
    );
    await workbench.screenshot("commanding-open-search");
    await quickInput.pick("Your First Loaf of Sourdough");
    await editor.tab(tabOf("Your First Loaf of Sourdough")).waitFor();
    assert.deepEqual(types, [
      ...["Articles", "Authors", "Categories", "Homepage"],
      ...["Pages", "Site Settings", "Tags", "Users"],
    ]);
  });

  it("Count asks for the collection, and shows the number of its documents", async () => {
    const { workbench } = magazine();
    const { quickInput, notifications } = workbench;

    await workbench.command("CMS: Count Documents");
    await quickInput.shows("Count Documents: Choose a Collection");
    await quickInput.pick("Users");

    assert.equal(await notifications.text("Users on"), "Users on Magazine: 40");
    await workbench.screenshot("commanding-count");
  });

  it("Delete is in the Command Palette only while a document is in front, and deletes nothing after Escape", async () => {
    const { workbench, service } = magazine();
    const { quickInput, dialog, page } = workbench;
    const { body: before } = await plainRequest(service, "GET", "articles?status=draft");

    await page.keyboard.press("F1");
    await quickInput.fill(">CMS: Delete");
    await quickInput.item("CMS: Delete All Matching Documents").waitFor();
    const offered = await quickInput.items();
    await workbench.screenshot("commanding-palette");
    await quickInput.cancel();
    await openDocument(workbench, "Articles", "Your First Loaf of Sourdough");
    await workbench.command("CMS: Delete");
    const question = await dialog.text();
    await page.keyboard.press("Escape");

    await untilEqual(() => dialog.isOpen(), false);
    assert.equal(offered.includes("CMS: Delete"), false);
    assert.match(question, /^Delete 'Your First Loaf of Sourdough'/);
    const { body: after } = await plainRequest(service, "GET", "articles?status=draft");
    assert.deepEqual(after, before);
  });

  it("Generate Types rejects a path outside the workspace, asks for the module, and opens the new file", async () => {
    const { workbench } = magazine();
    const { quickInput, editor, page } = workbench;

    await workbench.command("CMS: Generate Types…");
    await quickInput.shows("Generate Types: File");
    const offered = await quickInput.input().inputValue();
    await quickInput.fill("../outside.d.ts");
    await quickInput.accept();
    const complaint = "Enter a file path relative to the workspace folder.";
    await quickInput.message().filter({ hasText: complaint }).waitFor();
    await quickInput.fill(offered);
    await quickInput.accept();
    await quickInput.shows("Generate Types: Declaration");
    await quickInput.pick("Module");
    await quickInput.answer("Generate Types: Module", "../client/index.ts");

    await editor.tab("cms-content-types.d.ts").waitFor();
    await page
      .locator(".statusbar")
      .getByText(/Generated src\/cms-content-types\.d\.ts/)
      .waitFor();
    await workbench.screenshot("generating-types");
    assert.equal(offered, "src/cms-content-types.d.ts");
    assert.match(
      readFileSync(join(magazine().folder, "src/cms-content-types.d.ts"), "utf8"),
      /^declare module "\.\.\/client\/index\.ts" \{$/m,
    );
    assert.equal(existsSync(join(magazine().folder, "../outside.d.ts")), false);
  });

  it("Import into Content Type maps the columns, previews each record, imports them and writes a results log", async () => {
    const { workbench, service } = magazine();
    const { quickInput, notifications, page } = workbench;
    const known = await plainFirst(service, "categories");
    const [name, slug] = [textIn(known, "name"), textIn(known, "slug")];
    const path = fileOf(
      "categories.csv",
      "Heading;slug;colour",
      "Estuaries;estuaries;blue",
      `${name} Too;${slug};red`,
      "Half;a;row;more",
    );

    await choose(path);
    await quickInput.shows("Import: Map Columns to Fields");
    await workbench.screenshot("importing-columns");
    await quickInput.pick("Heading");
    await quickInput.shows("Import: Choose a Field for Heading");
    await quickInput.pick("name");
    await quickInput.shows("Import: Map Columns to Fields");
    await quickInput.pick("Continue");
    await quickInput.shows("Import: Match Records By");
    await quickInput.pick("slug");
    await quickInput.shows("Import categories.csv into Categories on Magazine?");
    const labels = await quickInput.items();
    await quickInput.pick("Line 4");
    await page.getByRole("tab", { name: /^categories\.csv/ }).waitFor();
    await workbench.screenshot("importing-preview");
    await quickInput.pressOn("Estuaries", "Show Before and After");
    await page.getByRole("tab", { name: /Estuaries: create/ }).waitFor();
    await workbench.screenshot("importing-before-and-after");
    await quickInput.pick("Import 2 Records");
    const words = await notifications.text("Imported");
    await workbench.screenshot("importing-done");

    assert.equal(labels[3], "Line 4");
    const notes = [
      "1 to create, 1 to update, 1 with errors",
      "colour isn't mapped to a field, so it isn't imported.",
      "No drafts: Categories. Saving publishes immediately.",
      "An empty cell clears its field.",
      "The result of each record is saved in categories.csv.results.ndjson.",
      "Undo restores updated documents and deletes created documents that aren't referenced. It skips documents that were changed or published after the import.",
    ].join(" ");
    assert.ok(labels.slice(4).join(" ").startsWith(notes), labels.join("\n"));
    assert.equal(words, "Imported 2 records. 1 record has errors and wasn't imported.");
    const matches = await Promise.all([named("Estuaries"), named(`${name} Too`)]);
    assert.deepEqual(
      matches.map((all) => all.map((document) => document["slug"])),
      [["estuaries"], [slug]],
    );
    const outcomes = readFileSync(`${path}.results.ndjson`, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { line?: number; outcome: string });
    assert.deepEqual(
      outcomes
        .filter(({ line, outcome }) => line && outcome !== "sent")
        .map(({ line, outcome }) => `${line} ${outcome}`)
        .sort(),
      ["2 created", "3 changed", "4 failed"],
    );
  });

  it("Export Selected writes the selected documents with the selected fields, and opens the file", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, notifications } = workbench;
    const titles = ["Lighthouse, North", "=Lighthouse South"];
    for (const title of titles) {
      const data = { title, kicker: "Export", seo: { metaTitle: `SEO of ${title}` } };
      await plainRequest(service, "POST", "articles?status=draft", { data });
    }
    await workbench.command("CMS: Refresh");
    await tree.expand(tree.row("Articles"));
    const rows = titles.map((title) => tree.row("Articles", title));
    for (const row of rows) await tree.says(row, "draft");
    const file = join(folder.path, "lighthouses.csv");

    await tree.contextMenuOfAll([rows[0]!, rows[1]!], "Export Selected…");
    await quickInput.shows("Export Articles");
    await workbench.screenshot("exporting-format");
    await quickInput.pick("CSV");
    await page.getByPlaceholder("Select the fields to export").waitFor();
    for (const name of ["slug", "kicker"]) await quickInput.tick(name);
    await workbench.screenshot("exporting-fields");
    // If the focus were on a selected check box, Enter would toggle it again.
    await quickInput.input().press("Enter");
    await page.getByPlaceholder("Choose the locales to export").waitFor();
    await quickInput.accept();
    await quickInput.shows("Export Articles · 2 records");
    await workbench.screenshot("exporting-file");
    await saveAs(quickInput, file);
    const words = await notifications.text("Exported 2 records");
    await workbench.screenshot("exporting-done");
    await notifications.press("Exported 2 records", "Open File");
    await page.getByRole("tab", { name: /lighthouses\.csv/ }).waitFor();

    const lines: Record<string, string>[] = parse(readFileSync(file, "utf8"), { columns: true });
    assert.equal(words, `Exported 2 records to ${file}.`);
    assert.deepEqual(lines.map((line) => [line["title"], line["seo.metaTitle"]]).sort(), [
      ["'=Lighthouse South", "SEO of =Lighthouse South"],
      ["Lighthouse, North", "SEO of Lighthouse, North"],
    ]);
    assert.ok(lines.every((line) => !("kicker" in line || "slug" in line)));
  });
});
