import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/root.ts";
import { startService } from "../support/service.ts";
import { connectedTo } from "../demo/connector.ts";
import { changeElsewhere, draftOf, openDocument } from "../window/documents.ts";
import { Workbench } from "../window/workbench.ts";
import { readable, settled } from "./walk.ts";

const title = "Tea in Winter";
const undo = "CMS: Undo Last Save";

/** Settings that hide what has nothing to do with the film. */
const settings = { "editor.minimap.enabled": false, "workbench.layoutControl.enabled": false };

/** A picture of the film, with the line below it and how long it stays, in milliseconds. */
interface Shot {
  readonly caption: string;
  readonly act: () => Promise<unknown>;
  readonly stays: number;
}

/** The part of the API of sharp that this file uses. The content service installs sharp. */
interface Film {
  gif(options: object): Film;
  toFile(file: string): Promise<{ readonly size: number }>;
}

const sharp = createRequire(join(root, "test/cms/package.json"))("sharp") as (
  shots: readonly Buffer[],
  options: object,
) => Film;

/** Films a save, what it merges and its undo in a real window. Writes out/pictures/save-merge-undo.gif. */
export async function film(): Promise<void> {
  const service = await startService();
  const connection = await connectedTo([{ name: "Magazine", service }]);
  const workbench = await Workbench.open({ ...connection, settings, width: 1000, height: 620 });
  try {
    const { page, tree, editor, quickInput, notifications } = workbench;
    await workbench.openContainer("CMS");
    await workbench.dragSideBar(270);
    await tree.expand(tree.row("Magazine", "Articles"));
    const before = await draftOf(service, title);
    const shots: readonly Shot[] = [
      {
        caption: "A document opens as JSON.",
        act: async () => {
          await openDocument(workbench, "Articles", title);
          await editor.says("Changed ");
        },
        stays: 1_500,
      },
      {
        caption: "You change the summary.",
        act: async () => {
          await editor.change({ summary: "What the kettle knows in January." });
          await page.locator(".codelens-decoration:visible").getByText("1 change").waitFor();
        },
        stays: 2_000,
      },
      {
        caption: "Meanwhile, another user changes the kicker.",
        act: () => changeElsewhere(service, before, { kicker: "In the Kitchen" }),
        stays: 2_500,
      },
      {
        caption: "Ctrl+S saves your change and merges the other one.",
        act: async () => {
          await editor.save();
          await notifications.text("merged");
        },
        stays: 2_500,
      },
      {
        caption: "Undo Last Save …",
        act: async () => {
          await notifications.clear();
          await page.keyboard.press("F1");
          await quickInput.fill(`>${undo}`);
          await quickInput.item(undo).waitFor();
        },
        stays: 1_500,
      },
      {
        caption: "… takes back only your change.",
        act: async () => {
          await quickInput.pick(undo);
          await notifications.text("Undid the last save");
        },
        stays: 3_000,
      },
    ];
    const pictures: Buffer[] = [];
    for (const { caption, act } of shots) {
      await page.evaluate(`document.querySelector("#caption")?.remove()`);
      const words = await readable(workbench);
      await act();
      await settled(workbench, words);
      await page.evaluate(`(${showCaption})(${JSON.stringify(caption)})`);
      pictures.push(await page.screenshot({ style: "html { opacity: 1 !important; }" }));
    }
    const folder = join(root, "out/pictures");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "save-merge-undo.gif");
    // VS Code's flat colors need no dithering, which would make the file larger.
    const gif = { delay: shots.map(({ stays }) => stays), loop: 0, dither: 0, effort: 10 };
    const { size } = await sharp(pictures, { join: { animated: true } })
      .gif(gif)
      .toFile(file);
    console.log(`film: ${file}, ${Math.round(size / 1_000)} kB`);
  } catch (error) {
    await workbench.screenshot("failed-film");
    throw error;
  } finally {
    await workbench.close();
    await service.stop();
  }
}

/** Shows a line at the bottom of the page, over the status bar. */
const showCaption = `(words) => {
  const line = document.createElement("div");
  line.id = "caption";
  line.textContent = words;
  line.style.cssText = "position: fixed; inset: auto 0 0; height: 34px; line-height: 34px; z-index: 9999; background: #1f1f1f; color: white; font-size: 17px; font-weight: 600; text-align: center";
  document.body.append(line);
}`;
