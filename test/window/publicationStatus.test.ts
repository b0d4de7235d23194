import assert from "node:assert/strict";
import { plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { openDocument } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Publication status and CodeLenses", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  /** Creates a published document with a component. */
  async function publish(title: string): Promise<void> {
    const seo = { metaTitle: title, metaDescription: "Of a test" };
    const data = { title, kicker: "Live", seo };
    const { status } = await plainRequest(magazine().service, "POST", "articles", { data });
    assert.equal(status, 201);
  }

  it("the publication status agrees above the text, on the tab, in the status bar and in the tree", async () => {
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

  it("a CodeLens shows the error of a text that was just typed, though the tree takes the focus at once", async () => {
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

    await heading.getByText("Can't save.").waitFor();
  });

  it("a CodeLens shows what another client changed while the dialog about it has the focus", async () => {
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
});
