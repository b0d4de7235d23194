import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addManyArticles } from "../support/manyArticles.ts";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { openDocument } from "./documents.ts";
import { chooseFile, saveAs } from "./fileDialog.ts";
import type { Label } from "./tree.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const added = 10_000;

/** How long an action on all documents may take, in milliseconds. */
const actionTimeoutMs = 90_000;

describe("Large collection", function () {
  this.timeout(180_000);
  const folder = temporaryFolder();
  const magazine = useMagazine({
    through: (service) => {
      addManyArticles(service.database, added);
      return Promise.resolve(service.url);
    },
  });
  const row = (...path: [Label, ...Label[]]) => magazine().workbench.tree.row(...path);

  after(() => folder.remove());

  /** The number of drafts that match the query, in the default locale unless the query names another one. */
  async function count(query: string): Promise<number> {
    const path = `articles?status=draft&pagination[pageSize]=1&${query}`;
    const { body } = await plainRequest(magazine().service, "GET", path);
    return (body as { meta: { pagination: { total: number } } }).meta.pagination.total;
  }

  const says = (words: string) =>
    until(
      `Nothing says: ${words}`,
      async () =>
        (await magazine().workbench.notifications.all()).some((all) => all.includes(words)),
      actionTimeoutMs,
    );

  it("a collection of more than 10,000 documents is exported completely, each document once", async () => {
    const { page, tree, quickInput } = magazine().workbench;
    const file = join(folder.path, "articles.ndjson");

    await tree.contextMenu(row("Articles"), "Export…");
    await quickInput.pick("NDJSON");
    // Exporting one field is enough here and takes half the time of exporting all.
    await page.getByRole("checkbox", { name: "Toggle all checkboxes" }).click();
    await page.getByPlaceholder("Select at least one item").waitFor();
    await quickInput.tick("title");
    await page.getByPlaceholder("Select the fields to export").waitFor();
    await quickInput.input().press("Enter");
    await page.getByPlaceholder("Choose the locales to export").waitFor();
    await quickInput.accept();
    await saveAs(quickInput, file);
    await until("There is no such file", () => Promise.resolve(existsSync(file)), actionTimeoutMs);

    const ids = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { documentId: string }).documentId);
    const total = await count("");
    assert.deepEqual([ids.length, new Set(ids).size, total > added], [total, total, true]);
  });

  it("a collection of more than 10,000 documents skips existing records of a file, and imports the others", async () => {
    const { workbench } = magazine();
    const { page, tree, quickInput } = workbench;
    const file = join(folder.path, "many.ndjson");
    const records = Array.from({ length: 500 }, (_, at) => {
      const number = added - at;
      const record = { title: `many ${number}`, slug: `many-${number}` };
      if (at < 3) return { title: `more ${number}`, slug: `more-${number}` };
      return at < 19 ? { ...record, kicker: "Imported" } : record;
    });
    writeFileSync(file, records.map((record) => JSON.stringify(record)).join("\n"));
    const before = await count("");

    await tree.contextMenu(row("Articles"), "Import into Content Type…");
    await chooseFile(quickInput, file);
    await page
      .getByPlaceholder(
        "Matching documents are updated. Records without a match or a value create documents",
      )
      .waitFor();
    await quickInput.pick("slug");
    const preview = page.getByPlaceholder("Press Enter on a record to compare before and after");
    await preview.waitFor({ timeout: actionTimeoutMs });
    await workbench.screenshot("importing-ten-thousand");
    await preview.press("Enter");
    await says("Imported 19 records");

    const outcomes = readFileSync(`${file}.results.ndjson`, "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { outcome: string }).outcome);
    const became = ["created", "changed", "unchanged"].map(
      (outcome) => outcomes.filter((actualOutcome) => actualOutcome === outcome).length,
    );
    const imported = await count("filters[kicker][$eq]=Imported");
    assert.deepEqual([became, imported, await count("")], [[3, 16, 481], 16, before + 3]);
  });

  it("a collection of more than 10,000 documents is searched in all locales, and a text is replaced", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput } = workbench;
    const [article] = await plainList(
      service,
      "articles?status=draft&filters[title][$eq]=many 777",
    );
    const french = { data: { title: "many 777 en français" } };
    await plainRequest(
      service,
      "PUT",
      `articles/${article?.documentId}?status=draft&locale=fr`,
      french,
    );

    await tree.contextMenu(row("Articles"), "Find and Replace in Content…");
    await quickInput.answer("Find in Articles on Magazine", "many 777");
    await quickInput.answer("Replace in Articles on Magazine", "few 777");
    await quickInput.item("Locales…").click({ timeout: actionTimeoutMs });
    await quickInput.pick("All Locales");
    const action = 'Replace "many 777" with "few 777"';
    const preview = page.getByPlaceholder("Press Enter on an item to compare before and after");
    await preview.waitFor({ timeout: actionTimeoutMs });
    await workbench.screenshot("replace-ten-thousand");
    await quickInput.shows(`${action} in 12 documents on Magazine?`);
    await preview.press("Enter");
    await says("Replaced text in 12 documents");

    const counts = await Promise.all(
      ["many 777", "few 777"].flatMap((title) =>
        ["en", "fr"].map((locale) =>
          count(`locale=${locale}&filters[title][$startsWith]=${encodeURIComponent(title)}`),
        ),
      ),
    );
    assert.deepEqual(counts, [0, 0, 11, 1]);
  });

  it("a collection of more than 10,000 documents loads all rows after a question, for a command on them", async () => {
    const { workbench } = magazine();
    const { tree, page, dialog } = workbench;
    await tree.expand(row("Articles"));
    await tree.scrollTo(row("Load More"));
    const [, count = ""] = (await row("Load More").innerText()).split(" of ");
    const total = Number(count.replace(/\D/g, ""));

    await tree.rowAction(row("Load More"), "Load All");
    const question = await dialog.text();
    await workbench.screenshot("browsing-load-all-question");
    await dialog.press("Load All");
    const progress = page.locator(".notifications-toasts").getByText(/^Loading all items: /);
    await progress.waitFor();
    await progress.waitFor({ state: "detached", timeout: 90_000 });
    await openDocument(workbench, "Articles", `many ${added}`);
    await workbench.command("CMS: Reveal in Tree");
    const selected = page.locator(".customview-tree .monaco-list-row.selected .label-name");
    await untilEqual(() => selected.allInnerTexts(), [`many ${added}`]);
    await workbench.screenshot("browsing-ten-thousand");
    await page.keyboard.press("ControlOrMeta+A");
    await tree.contextMenu(row(`many ${added}`), "Copy IDs of Selected");
    await page
      .locator(".statusbar")
      .getByText(/^Copied .+ IDs$/)
      .waitFor();

    let ids: string[] = [];
    await until("The IDs are not in the clipboard.", async () => {
      ids = (await page.evaluate<string>("navigator.clipboard.readText()")).split("\n");
      return ids.length > 1;
    });
    assert.match(question, /^Load more than 10,000 items\?\n/);
    assert.ok(total > added);
    assert.deepEqual([ids.length, new Set(ids).size], [total, total]);
  });
});
