import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { plainRequest } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { saveAs } from "./fileDialog.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Exporting", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  const folder = temporaryFolder();

  after(() => {
    folder.remove();
  });

  it("writes what is selected, with the fields that are left ticked, and opens the file", async () => {
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
    await page.getByPlaceholder("Clear the fields to leave out").waitFor();
    for (const name of ["slug", "kicker"]) await quickInput.tick(name);
    await workbench.screenshot("exporting-fields");
    // Where the focus is on a box that was ticked, Enter would tick it again.
    await quickInput.input().press("Enter");
    await page.getByPlaceholder("Which locales are to be exported?").waitFor();
    await quickInput.accept();
    await quickInput.shows("Export Articles · records: 2");
    await workbench.screenshot("exporting-file");
    await saveAs(quickInput, file);
    const words = await notifications.text("Exported records: 2");
    await workbench.screenshot("exporting-done");
    await notifications.press("Exported records: 2", "Open File");
    await page.getByRole("tab", { name: /lighthouses\.csv/ }).waitFor();

    const lines: Record<string, string>[] = parse(readFileSync(file, "utf8"), { columns: true });
    assert.equal(words, `Exported records: 2, to ${file}.`);
    assert.deepEqual(lines.map((line) => [line["title"], line["seo.metaTitle"]]).sort(), [
      ["'=Lighthouse South", "SEO of =Lighthouse South"],
      ["Lighthouse, North", "SEO of Lighthouse, North"],
    ]);
    assert.ok(lines.every((line) => !("kicker" in line || "slug" in line)));
  });

  it("writes a collection in all locales", async () => {
    const { workbench } = magazine();
    const { page, quickInput, notifications } = workbench;
    const file = join(folder.path, "articles.ndjson");

    await workbench.command("CMS: Export…");
    await quickInput.shows("Export");
    await quickInput.pick("Articles");
    await quickInput.shows("Export Articles");
    await quickInput.pick("NDJSON");
    await page.getByPlaceholder("Clear the fields to leave out").waitFor();
    await quickInput.accept();
    await page.getByPlaceholder("Which locales are to be exported?").waitFor();
    await quickInput.pick("All Locales");
    await page.locator(".quick-input-title", { hasText: /Articles · records: \d+/ }).waitFor();
    await saveAs(quickInput, file);
    const words = await notifications.text("Exported");

    const records = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.equal(words, `Exported records: ${records.length}, to ${file}.`);
    assert.deepEqual([...new Set(records.map(({ locale }) => locale))], ["en", "fr", "de"]);
  });
});
