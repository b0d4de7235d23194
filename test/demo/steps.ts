import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { plainFind, plainList, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument, Target } from "../support/plainHttp.ts";
import { until } from "../window/until.ts";
import { addDefects, defective } from "./defects.ts";
import type { Step } from "./stage.ts";

const title = "Tea in Winter";
const summary = "What the kettle knows in January.";
const firstPage =
  "articles?status=draft&locale=en&fields[0]=title&sort[0]=updatedAt:desc&sort[1]=documentId:asc";

/** The main job, as a user does it. A plain request to the service checks each step. */
export const steps: readonly Step[] = [
  {
    name: "expand a collection",
    run: async ({ workbench, service, connection }) => {
      const { tree } = workbench;
      await workbench.openContainer("CMS");
      const articles = tree.row(connection, "Articles");
      await articles.waitFor({ timeout: 30_000 });
      await tree.expand(articles);
      const rows = await plainList(service, firstPage);
      await tree.row("Articles", rows.at(-1)?.["title"] as string).waitFor();
      const labels = labelsBelow(await tree.rows(), "Articles").slice(0, 25);
      assert.deepEqual(
        labels,
        rows.map((row) => row["title"]),
      );
    },
  },
  {
    name: "load more",
    run: async ({ workbench, service }) => {
      const { tree } = workbench;
      const total = await totalOf(service);
      await tree.row("Articles", "Load More").click();
      const next = await plainList(service, `${firstPage}&pagination[page]=2`);
      await tree.row("Articles", next[0]?.["title"] as string).waitFor();
      // The collection is scrolled out of sight, so the path can't name it.
      const more = tree.row("Load More");
      await tree.scrollTo(more);
      assert.equal(await more.locator(".label-description").innerText(), `50 of ${total}`);
    },
  },
  {
    name: "open a document",
    run: async ({ workbench, service }) => {
      const { tree, editor } = workbench;
      await tree.scrollTo(tree.row("Articles", title));
      await tree.row("Articles", title).click();
      await editor.tab(`${title}.cms.json`).waitFor();
      const document = await tea(service);
      const text = await editor.text();
      assert.equal((JSON.parse(text) as PlainDocument)["body"], document["body"]);
      await editor.says("Changed ");
    },
  },
  {
    name: "edit and save: the draft changes, and nothing is published",
    run: async ({ workbench, service }) => {
      const { documentId } = await tea(service);
      const before = await plainFind(service, `articles/${documentId}?locale=en`);
      await workbench.editor.change({ summary });
      await workbench.editor.save();
      await workbench.tree.says(workbench.tree.row("Articles", title), "modified");
      const draft = await plainFind(service, `articles/${documentId}?locale=en&status=draft`);
      const published = await plainFind(service, `articles/${documentId}?locale=en`);
      assert.equal(draft?.["summary"], summary);
      assert.deepEqual(published, before);
    },
  },
  {
    name: "publish",
    run: async ({ workbench, service, connection }) => {
      const { documentId } = await tea(service);
      await workbench.command("CMS: Publish");
      const question = await workbench.dialog.text();
      assert.ok(question.startsWith(`Publish '${title}' (en) on ${connection}`), question);
      assert.match(question, /^Changes to publish: summary\.$/m);
      await workbench.screenshot("demo-publish-question");
      await workbench.dialog.press("Publish");
      await workbench.tree.says(workbench.tree.row("Articles", title), "published");
      const published = await plainFind(service, `articles/${documentId}?locale=en`);
      assert.equal(published?.["summary"], summary);
    },
  },
  {
    name: "find",
    run: async ({ workbench, connection }) => {
      const { quickInput, editor } = workbench;
      await workbench.tree.viewAction("Find Content…");
      await quickInput.shows(`Find Content on ${connection}`);
      await quickInput.fill("kettle knows");
      await quickInput.item(title).waitFor();
      await workbench.screenshot("demo-find");
      await quickInput.accept();
      await editor.tab(`${title}.cms.json`).waitFor();
    },
  },
  {
    name: "count",
    run: async ({ workbench, service, connection }) => {
      const total = await totalOf(service);
      await workbench.tree.contextMenu(workbench.tree.row("Articles"), "Count Documents");
      const words = await workbench.notifications.text("Articles on");
      assert.equal(words, `Articles on ${connection}: ${total} in en`);
      await workbench.screenshot("demo-count-answer");
      await workbench.notifications.clear();
    },
  },
  {
    name: "delete a document in every locale",
    run: async ({ workbench, service, connection }) => {
      const rows = await plainList(service, firstPage);
      const victim = rows.find((row) => row["title"] !== title);
      const name = victim?.["title"] as string;
      await workbench.tree.contextMenu(workbench.tree.row("Articles", name), "Delete");
      const question = await workbench.dialog.text();
      assert.ok(question.startsWith(`Delete '${name}' from Articles on ${connection}`), question);
      await workbench.screenshot("demo-delete-question");
      await workbench.dialog.press("Delete");
      await workbench.tree.row("Articles", name).waitFor({ state: "detached" });
      const leftovers = await plainList(
        service,
        `articles?status=draft&locale=*&filters[documentId][$eq]=${victim?.documentId}`,
      );
      assert.deepEqual(leftovers, []);
    },
  },
  {
    name: "save that the service rejects: keeps the text and shows why",
    run: async ({ workbench, service }) => {
      const before = await tea(service);
      await workbench.editor.change({ title: "T".repeat(200) });
      await workbench.editor.pressSave();
      const words = await workbench.notifications.text("Failed to save");
      assert.match(words, /title must have at most 160 characters\. Go to Problem/);
      await workbench.editor.dirtyTab(`${title}.cms.json`).waitFor();
      assert.deepEqual(await tea(service), before);
      await workbench.screenshot("demo-refused-save");
      await workbench.notifications.clear();
      await workbench.command("File: Revert File");
      // The palette closes before the editor has reverted the text.
      await workbench.editor.dirtyTab(`${title}.cms.json`).waitFor({ state: "detached" });
    },
  },
  {
    name: "save with a conflict: asks, and merges the other changes",
    run: async ({ workbench, service }) => {
      const { documentId } = await tea(service);
      await workbench.editor.change({ summary: "Mine." });
      await plainRequest(service, "PUT", `articles/${documentId}?locale=en&status=draft`, {
        data: { slug: "tea-in-the-cold", summary: "Theirs." },
      });
      await workbench.editor.pressSave();
      assert.match(await workbench.dialog.text(), /You also changed summary\. Nothing was saved\./);
      assert.equal((await tea(service))["summary"], "Theirs.");
      await workbench.editor.says(" on Magazine");
      await workbench.screenshot("demo-conflict");
      await workbench.dialog.press("Keep Mine");
      await until("the save arrived", async () => (await tea(service))["summary"] === "Mine.");
      assert.equal((await tea(service))["slug"], "tea-in-the-cold");
      await until("the editor shows both edits", async () =>
        (await workbench.editor.text()).includes('"slug": "tea-in-the-cold"'),
      );
    },
  },
  {
    name: "check content: shows the defects in the Problems panel and in the tree",
    run: async ({ workbench, service, connection }) => {
      const { tree, editor, notifications, page } = workbench;
      const panel = page.locator(".markers-panel");
      await addDefects(service);
      await workbench.command("View: Close All Editors");
      await tree.collapse(tree.row(connection, "Articles"));
      await tree.contextMenu(tree.row(connection), "Check Content");
      const words = await notifications.text("errors");
      await notifications.press("errors", "Show Problems");
      await notifications.clear();
      await panel.getByText("An Island Without Cars").first().click();
      await editor.tab(`${defective}.cms.json`).waitFor();
      await editor.waitForText();
      await tree.says(tree.row(connection), "3 errors, 23 warnings");
      await tree.says(tree.row(connection, "Tags"), "2 errors");
      // At the default width, the numbers don't fit next to the names.
      await workbench.dragSideBar(430);
      await workbench.screenshot("check-content");
      await panel.getByText("lost-relation").first().click();
      await editor.tab("Preview checks.md").waitFor();
      await sectionInSight(page, "lost-relation");
      await workbench.screenshot("check-content-rule");
      assert.match(words, /^3 errors, 23 warnings in \d+ documents\./);
    },
  },
];

/** Resolves when the Markdown preview shows the heading of this section. */
async function sectionInSight(page: Page, name: string): Promise<void> {
  const preview = page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  const heading = preview.getByRole("heading", { name, exact: true });
  await until(`${name} is out of sight.`, async () => {
    const headingBox = await heading.boundingBox();
    const editorBox = await page.locator(".editor-group-container.active").boundingBox();
    return (
      headingBox !== null &&
      editorBox !== null &&
      headingBox.y > editorBox.y &&
      headingBox.y < editorBox.y + editorBox.height
    );
  });
}

/** The draft of the article that the demo uses. */
async function tea(service: Target): Promise<PlainDocument> {
  const [document] = await plainList(
    service,
    `articles?status=draft&locale=en&filters[slug][$startsWith]=tea-in-`,
  );
  assert.ok(document, `the seed has ${title}`);
  return document;
}

async function totalOf(service: Target): Promise<number> {
  const { body } = await plainRequest(service, "GET", "articles?status=draft&locale=en");
  return (body as { meta: { pagination: { total: number } } }).meta.pagination.total;
}

/** The labels of the tree items one level below a tree item. */
function labelsBelow(rows: readonly string[], label: string): string[] {
  const start = rows.findIndex((row) => row.trimStart().startsWith(label));
  const depth = (row: string): number => row.length - row.trimStart().length;
  const level = depth(rows[start] ?? "") + 2;
  const below = rows.slice(start + 1);
  const end = below.findIndex((row) => depth(row) < level);
  return below
    .slice(0, end === -1 ? undefined : end)
    .map((row) => row.trim().replace(/ {2}.*$/, ""));
}
