import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { changeElsewhere, draftOf, make, openDocument, tabOf } from "./documents.ts";
import { until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";
import { textIn } from "../../src/model/foundation/json.ts";

const textTab = (title: string): string => `${title} · body.md`;

/** Whether the Markdown preview, which is a frame of the page, shows these words. */
async function previewSays(page: Page, words: string): Promise<boolean> {
  const counts = await Promise.all(
    page.frames().map((frame) =>
      frame
        .getByText(words, { exact: true })
        .count()
        .catch(() => 0),
    ),
  );
  return counts.some((count) => count > 0);
}

describe("Edit as Markdown", function () {
  this.timeout(150_000);
  const magazine = useMagazine();

  /** Opens an article, and then its body by the CodeLens above it. */
  async function opened(title: string) {
    const { workbench, service } = magazine();
    const { page, editor } = workbench;
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    const lenses = page.locator(".codelens-decoration:visible a");
    await lenses.getByText("Edit as Markdown", { exact: true }).first().click();
    await editor.tab(textTab(title)).waitFor();
    await editor.waitForText();
    return { workbench, service, page, editor, before };
  }

  it("Edit as Markdown opens the field beside its document, shows the preview, and saves it to the draft", async () => {
    const title = "Reading a Paper Map";
    const { workbench, service, page, editor, before } = await opened(title);
    assert.equal((await editor.text()).trimEnd(), textIn(before, "body").trimEnd());

    await editor.replaceText("## Unfolded\n\nA map is **read**, not *followed*.\n");
    await editor.dirtyTab(textTab(title)).waitFor();
    await workbench.screenshot("markdown-beside-document");
    await editor.save();
    await workbench.command("Markdown: Open Preview");
    await until("The preview does not show the text.", () => previewSays(page, "Unfolded"));
    await workbench.screenshot("markdown-preview");
    // Until here the preview has the focus.
    await editor.front(textTab(title));
    await editor.focus();

    const { updatedAt, ...after } = await draftOf(service, title);
    const body = "## Unfolded\n\nA map is **read**, not *followed*.\n";
    assert.deepEqual({ ...after, updatedAt }, { ...before, body, updatedAt });
    assert.deepEqual(await workbench.notifications.all(), []);
  });

  it("Edit as Markdown restores an unsaved field after a reload, and says why other fields can't be shown", async () => {
    const title = "Slow Down at the Landing";
    const [underlined, deleted] = ["The Clock Mender's Bench", "A Bench that Went"];
    const { workbench, service, editor, before } = await opened(title);
    const { page, notifications } = workbench;
    const closeDocument = async (of: string) => {
      await editor.front(tabOf(of));
      await workbench.command("View: Close Editor");
    };
    const paragraph = (marks: object) => [
      { type: "paragraph", children: [{ type: "text", text: "Words", ...marks }] },
    ];
    await editor.replaceText("Written before the reload.\n");
    await closeDocument(title);
    const documents: PlainDocument[] = [];
    for (const other of [underlined, deleted]) {
      const data = { title: other, content: paragraph({}) };
      documents.push(await make(service, "articles?status=draft&locale=en", data));
      await openDocument(workbench, "Articles", other);
      const lenses = page.locator(".codelens-decoration:visible a");
      await lenses.getByText("Edit as Markdown", { exact: true }).last().click();
      await editor.tab(`${other} · content.md`).waitFor();
      await closeDocument(other);
    }
    await workbench.keepsUnsaved("Written before the reload.");
    await workbench.keepsTab(`${deleted} · content.md`);
    await changeElsewhere(service, documents[0]!, { content: paragraph({ underline: true }) });
    await plainRequest(service, "DELETE", `articles/${documents[1]!.documentId}?locale=*`);

    await workbench.reload();

    for (const other of [deleted, underlined]) {
      await editor.tab(`${other} · content.md`).click();
      const pane = page.locator(".editor-group-container.active");
      // The extension starts first, which takes a while.
      await pane.getByText("The editor could not be opened").waitFor({ timeout: 40_000 });
    }
    const words = [await notifications.text(underlined), await notifications.text(deleted)];
    await workbench.screenshot("markdown-obstacle");
    assert.deepEqual(words, [
      `${underlined} · content.md: Can't edit as Markdown: underlined text`,
      `${deleted} · content.md: The document no longer exists on the service.`,
    ]);
    assert.deepEqual((await notifications.all()).toSorted(), words.toSorted());
    await notifications.press(underlined, "Open Document");
    await editor.tab(tabOf(underlined)).waitFor();

    await editor.dirtyTab(textTab(title)).waitFor();
    await editor.front(textTab(title));
    const body = "Written before the reload.\n";
    assert.equal(await editor.text(), body);
    await editor.save();
    const { updatedAt, ...after } = await draftOf(service, title);
    assert.deepEqual({ ...after, updatedAt }, { ...before, body, updatedAt });
  });
});
