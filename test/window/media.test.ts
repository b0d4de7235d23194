import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { plainRequest } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { openDocument } from "./documents.ts";
import { chooseFile } from "./fileDialog.ts";
import { succeeds, until, untilEqual } from "./until.ts";
import { startUploadHold } from "./uploadHold.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Media files", function () {
  this.timeout(60_000);
  let hold: Awaited<ReturnType<typeof startUploadHold>>;
  const folder = temporaryFolder();
  const magazine = useMagazine({
    through: async ({ url }) => {
      hold = await startUploadHold(url);
      return hold.url;
    },
  });

  after(async () => {
    await hold.stop();
    folder.remove();
  });

  async function opened(title: string) {
    const { workbench, service } = magazine();
    await openDocument(workbench, "Articles", title);
    const { page, editor } = workbench;
    // The page contains only the visible lines of a long text.
    const { cover } = await editor.json();
    await editor.replaceText(`${JSON.stringify({ cover }, null, 2)}\n`);
    const line = (text: string) => page.locator(".view-line", { hasText: text }).first();
    const files = async () => {
      const { body } = await plainRequest(service, "GET", "upload/files");
      return (body as { name: string }[]).map(({ name }) => name);
    };
    return { workbench, editor, line, files };
  }

  async function choose(path: string): Promise<void> {
    const { quickInput } = magazine().workbench;
    await quickInput.shows("Upload to the Media Library of Magazine");
    await chooseFile(quickInput, path);
  }

  /** Resolves when the hover of this element shows a picture that the page has loaded. */
  async function showsPicture(element: Locator): Promise<void> {
    const { page } = magazine().workbench;
    const picture = page.locator(".monaco-hover img").first();
    await until("No picture was shown", async () => {
      // When CodeLenses appear, the text moves away from the pointer.
      await page.mouse.move(0, 0);
      await element.hover();
      return succeeds(picture.waitFor({ timeout: 3_000 }));
    });
    const loaded = `document.querySelector(".monaco-hover img")?.naturalWidth > 100`;
    await until("The picture was not loaded", () => page.evaluate<boolean>(loaded));
  }

  const fileOf = (name: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, "Tea");
    return path;
  };

  it("a media file's image is shown in the hover of its field", async () => {
    const { workbench, line } = await opened("Reading a Paper Map");

    await showsPicture(line('"alternativeText"'));

    await workbench.screenshot("media-hover");
  });

  it("the file that is chosen in a dialog is uploaded, and none when the upload is cancelled", async () => {
    const { workbench, editor, line, files } = await opened("The Fifth Season");
    await line('"cover"').click();

    await workbench.command("CMS: Upload File…");
    await choose(fileOf("kettle.png"));

    await untilEqual(async () => {
      const { cover } = await editor.json();
      return (cover as { name?: string } | null)?.name;
    }, "kettle.png");
    await workbench.screenshot("media-uploaded");
    assert.ok((await files()).includes("kettle.png"));

    const before = await editor.text();
    await line('"cover"').click();
    hold.hold();
    await workbench.command("CMS: Upload File…");
    await choose(fileOf("cancelled.png"));
    const words = await workbench.notifications.text("Uploading");
    await workbench.screenshot("media-uploading");
    await workbench.notifications.press("Uploading", "Cancel");

    await untilEqual(() => Promise.resolve(hold.brokenOff), 1);
    await untilEqual(() => workbench.notifications.all(), []);
    assert.match(words, /cancelled\.png: 100/);
    assert.deepEqual(
      [await editor.text(), (await files()).includes("cancelled.png")],
      [before, false],
    );
  });

  it("a media file's image is shown over its row in the tree, and Open with Picture opens it beside its document", async () => {
    const { workbench } = magazine();
    const { tree, editor } = workbench;
    await tree.expand(tree.row("Media"));
    const row = tree.row("Media", "night-sky.png");
    await row.waitFor();

    await showsPicture(row);
    await workbench.screenshot("media-row");

    await row.click();
    await editor.tab("night-sky.png.cms.json").waitFor();
    await tree.contextMenu(row, "Open with Picture");
    await editor.tab("night-sky.png").last().waitFor();
    await workbench.screenshot("media-beside");
  });
});
