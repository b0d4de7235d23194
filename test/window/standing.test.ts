import assert from "node:assert/strict";
import { plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { openDocument, tabOf } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";

describe("How a document stands", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  /** Makes a document that is published, and whose components have rows. */
  async function publish(title: string): Promise<void> {
    const seo = { metaTitle: title, metaDescription: "Of a test" };
    const data = { title, kicker: "Live", seo };
    const { status } = await plainRequest(magazine().service, "POST", "articles", { data });
    assert.equal(status, 201);
  }

  it("is said alike above its text, on its tab, in the status bar and in the tree", async () => {
    const { workbench } = magazine();
    const { page, tree, editor } = workbench;
    const title = "Letters to the Lighthouse";
    const status = page.locator(".statusbar-item", { hasText: "Magazine" });
    const heading = page.locator(".codelens-decoration:visible").first();
    const tab = page.locator(".tab", { hasText: title });
    await publish(title);
    await tree.expand(tree.row("Articles"));
    await tree.says(tree.row("Articles", title), "published");
    await openDocument(workbench, "Articles", title);
    await heading.getByText("Changed just now").waitFor();
    await status.getByText("Published · en · Magazine").waitFor();
    await workbench.screenshot("standing-published");

    await editor.change({ kicker: "By hand" });
    await editor.save();

    await heading.getByText("Compare", { exact: true }).waitFor();
    await status.getByText("Modified · en · Magazine").waitFor();
    await tree.says(tree.row("Articles", title), "modified");
    await tab.locator(".monaco-icon-label[class*=decoration]").waitFor();
    await workbench.screenshot("standing-modified");
    await workbench.command("View: Close All Editors");
    await status.waitFor({ state: "detached" });
  });

  it("says above the text what was just typed, though the keys went elsewhere at once", async () => {
    const { workbench } = magazine();
    const { page, editor, tree } = workbench;
    const title = "Soup for a Stormy Night";
    await publish(title);
    await openDocument(workbench, "Articles", title);
    const heading = page.locator(".codelens-decoration:visible").first();
    await heading.getByText("Changed just now").waitFor();
    await tree.expand(tree.row("Articles"));
    await editor.focus();

    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await tree.row("Articles").click();

    await heading.getByText("Can't be saved like this").waitFor();
  });

  it("says above the text what a question is about that takes the keys at once", async () => {
    const { workbench, service } = magazine();
    const { page, editor, dialog } = workbench;
    const name = "Tides";
    const { body } = await plainRequest(service, "POST", "categories", { data: { name } });
    const { documentId } = (body as { readonly data: PlainDocument }).data;
    await openDocument(workbench, "Categories", name);
    const heading = page.locator(".codelens-decoration:visible").first();
    await editor.change({ description: "Mine" });
    await heading.getByText("1 change").waitFor();
    const data = { description: "Hers" };
    await plainRequest(service, "PUT", `categories/${documentId}`, { data });

    await editor.pressSave();
    await dialog.text();

    await heading.getByText(/^Changed .+ on Magazine/).waitFor();
    await dialog.cancel();
  });

  it("is compared with what is published from above the text", async () => {
    const { workbench } = magazine();
    const { page, editor } = workbench;
    const title = "A Ferry in Two Versions";
    await publish(title);
    await openDocument(workbench, "Articles", title);
    await editor.change({ kicker: "Not yet live" });
    const lens = page.locator(".codelens-decoration:visible a");

    await lens.getByText("Compare", { exact: true }).click();

    const sides = page.locator(".monaco-diff-editor");
    await sides.locator(".modified .view-lines").getByText('"Not yet live"').waitFor();
    await workbench.screenshot("standing-compared");
    const words = await sides.locator(".view-lines").allInnerTexts();
    assert.equal(
      words.some((text) => text.includes('"id":')),
      false,
    );
    await editor.front(tabOf(title));
  });
});
