import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { plainFind, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { changeElsewhere, draftOf, openDocument, tabOf } from "./documents.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const textTab = (title: string): string => `${title} · body.md`;

/** Whether the preview of a text says this; it is a page of its own in the page. */
async function previewSays(page: Page, words: string): Promise<boolean> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame
        .getByText(words, { exact: true })
        .count()
        .catch(() => 0),
    ),
  );
  return found.some((count) => count > 0);
}

describe("Prose in a window", function () {
  this.timeout(150_000);
  const magazine = useMagazine({});

  /** Presses the lens above the body of an article. */
  async function opened(title: string) {
    const { workbench, service } = magazine();
    const { page, editor } = workbench;
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    const lenses = page.locator(".codelens-decoration:visible a");
    await lenses.getByText("Edit as Markdown", { exact: true }).first().click();
    await editor.tab(textTab(title)).waitFor();
    await editor.shown();
    return { workbench, service, page, editor, before };
  }

  it("is edited as Markdown beside its document, with VS Code's own preview, and saved as the draft", async () => {
    const title = "Reading a Paper Map";
    const { workbench, service, page, editor, before } = await opened(title);
    assert.equal((await editor.text()).trimEnd(), String(before["body"]).trimEnd());

    await editor.replaceText("## Unfolded\n\nA map is **read**, not *followed*.\n");
    await editor.dirtyTab(textTab(title)).waitFor();
    await workbench.screenshot("markdown-beside-document");
    await editor.save();
    await workbench.command("Markdown: Open Preview");
    await until("The preview shows the text.", () => previewSays(page, "Unfolded"));
    await workbench.screenshot("markdown-preview");
    // A preview is a page of its own, which takes the keys.
    await editor.front(textTab(title));
    await editor.focus();

    const { updatedAt, ...after } = await draftOf(service, title);
    const body = "## Unfolded\n\nA map is **read**, not *followed*.\n";
    assert.deepEqual({ ...after, updatedAt }, { ...before, body, updatedAt });
    assert.deepEqual(await workbench.notifications.all(), []);
  });

  it("asks whose text it is to be where somebody else has changed the same, and says why nothing was saved", async () => {
    const title = "The Fifth Season";
    const { workbench, service, editor, before } = await opened(title);
    await editor.replaceText("Mine.\n");
    await changeElsewhere(service, before, { body: "Theirs." });

    await editor.pressSave();
    const question = await workbench.dialog.text();
    await workbench.dialog.cancel();
    const told = await workbench.notifications.text("body.md");
    const all = await workbench.notifications.all();
    await workbench.screenshot("markdown-conflict");
    const between = await draftOf(service, title);
    await workbench.notifications.clear();
    await editor.front(tabOf(title));
    const choice = workbench.page.locator(".codelens-decoration:visible a");
    await choice.getByText("Keep Mine", { exact: true }).click();
    await editor.dirtyTab(textTab(title)).waitFor({ state: "detached" });
    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });

    assert.match(question, /You also changed body\. Nothing was saved\./);
    assert.match(told, /Somebody else changed body too, and nothing was saved/);
    assert.deepEqual(all, [told]);
    assert.deepEqual(
      [between["body"], (await draftOf(service, title))["body"]],
      ["Theirs.", "Mine.\n"],
    );
  });

  it("is published with what is not saved yet, from where it is typed", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, service, editor, before } = await opened(title);
    await editor.replaceText("Typed and published.\n");

    await workbench.command("CMS: Publish");
    await workbench.dialog.press("Save and Publish");

    const body = "Typed and published.\n";
    const bodyOf = async (status: string) => {
      const path = `articles/${before.documentId}?status=${status}`;
      return (await plainFind(service, path))?.["body"];
    };
    await untilEqual(async () => [await bodyOf("draft"), await bodyOf("published")], [body, body]);
    await editor.dirtyTab(textTab(title)).waitFor({ state: "detached" });
    assert.deepEqual(await workbench.notifications.all(), []);
  });

  it("is back after a reload, unsaved as it was, and can be saved before its document is opened", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, service, editor, before } = await opened(title);
    await editor.replaceText("Written before the reload.\n");
    await editor.front(tabOf(title));
    await workbench.command("View: Close Editor");
    await workbench.keepsUnsaved("Written before the reload.");
    await workbench.keepsTab(textTab(title));

    await workbench.reload();

    await editor.dirtyTab(textTab(title)).waitFor();
    await editor.front(textTab(title));
    const text = await editor.text();
    await editor.save();
    const { updatedAt, ...after } = await draftOf(service, title);
    const body = "Written before the reload.\n";
    assert.equal(text, body);
    assert.deepEqual({ ...after, updatedAt }, { ...before, body, updatedAt });
  });

  it("says after a reload why a field can't be shown any more, and leads to its document", async () => {
    const [titled, gone] = ["The Clock Mender's Bench", "A Bench that Went"];
    const { service, workbench } = magazine();
    const { editor, notifications } = workbench;
    const paragraph = (marks: object) => [
      { type: "paragraph", children: [{ type: "text", text: "Words", ...marks }] },
    ];
    const make = async (title: string) => {
      const data = { title, content: paragraph({}) };
      const path = "articles?status=draft&locale=en";
      const { body } = await plainRequest(service, "POST", path, { data });
      return (body as { data: PlainDocument }).data;
    };
    const made = [await make(titled), await make(gone)];
    for (const title of [titled, gone]) {
      await openDocument(workbench, "Articles", title);
      const lenses = workbench.page.locator(".codelens-decoration:visible a");
      await lenses.getByText("Edit as Markdown", { exact: true }).last().click();
      await editor.tab(`${title} · content.md`).waitFor();
      await editor.front(tabOf(title));
      await workbench.command("View: Close Editor");
    }
    await workbench.keepsTab(`${gone} · content.md`);
    await changeElsewhere(service, made[0]!, { content: paragraph({ underline: true }) });
    await plainRequest(service, "DELETE", `articles/${made[1]!.documentId}?locale=*`);

    await workbench.reload();
    for (const title of [gone, titled]) {
      await editor.tab(`${title} · content.md`).click();
      const pane = workbench.page.locator(".editor-group-container.active");
      // While a window starts, a box that asks is closed again: the centre is asked for when all is there.
      await pane.getByText("The editor could not be opened").waitFor({ timeout: 30_000 });
    }
    const ended = await notifications.text(gone);
    const told = await notifications.text(titled);
    await workbench.screenshot("markdown-obstacle");
    const all = await notifications.all();
    await notifications.press(titled, "Open Document");
    await editor.tab(tabOf(titled)).waitFor();

    assert.deepEqual(
      [told, ended],
      [
        `${titled} · content.md: Can't be edited as Markdown: underlined text`,
        `${gone} · content.md: The document is not on the service any more.`,
      ],
    );
    assert.deepEqual(all.toSorted(), [told, ended].toSorted());
  });
});
