// `npm run docs`: writes the tables of docs/commands.md and docs/settings.md from the manifest. Copies the screenshots
// of the last window tests, and the animated picture of the last `npm run pictures`, to docs/pictures.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../house/root.ts";
import { tablePages, withTable } from "./tables.ts";

/** The upper part of most screenshots shows the feature. The lower part adds nothing new. */
const upper = 640;

/** The screenshot for each picture in the README and in the pages of docs, and how much of its height they show. */
const pictures = {
  conflict: ["demo-conflict", upper],
  find: ["finding-text", upper],
  many: ["replace-preview", upper],
  check: ["check-content", 900],
} as const;

/** The part of the API of sharp that this script uses. The content service installs sharp. */
interface Picture {
  extract(region: object): Picture;
  png(options: object): Picture;
  toFile(file: string): Promise<unknown>;
}

const sharp = createRequire(join(root, "test/cms/package.json"))("sharp") as (
  file: string,
) => Picture;
const folder = join(root, "docs/pictures");

for (const page of tablePages) writeFileSync(join(root, page), await withTable(page));
mkdirSync(folder, { recursive: true });
const film = "save-merge-undo.gif";
const filmPath = join(root, "out/pictures", film);
if (existsSync(filmPath)) copyFileSync(filmPath, join(folder, film));
for (const [name, [screenshot, height]] of Object.entries(pictures)) {
  const screenshotPath = join(root, `out/screenshots/${screenshot}.png`);
  if (!existsSync(screenshotPath)) continue;
  // Scaling and dithering would add colors and make the file larger. For fewer than 129 colors, sharp uses a palette of
  // 16 colors, which is too few.
  const png = { palette: true, quality: 80, dither: 0, effort: 10, compressionLevel: 9 };
  const picturePath = join(folder, `${name}.png`);
  await sharp(screenshotPath)
    .extract({ left: 0, top: 0, width: 1400, height })
    .png(png)
    .toFile(picturePath);
  console.log(`docs/pictures/${name}.png`);
}
