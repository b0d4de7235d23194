// `npm run docs`: puts the tables of commands and settings into README.md, and the pictures that the last window
// tests have taken into docs/pictures.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { read, root } from "../house/root.ts";
import { withTables } from "./tables.ts";

/** The pictures of the README, and the screenshot that each is made of. */
const pictures = {
  document: "main-job-3",
  conflict: "demo-conflict",
  find: "finding-text",
  many: "replace-preview",
};

/** What is used of sharp, which comes with the content service. */
interface Picture {
  extract(region: object): Picture;
  png(options: object): Picture;
  toFile(file: string): Promise<unknown>;
}

const sharp = createRequire(join(root, "test/cms/package.json"))("sharp") as (
  file: string,
) => Picture;
const folder = join(root, "docs/pictures");
/** What a picture is about stands above; below there is more of the same. */
const upper = { left: 0, top: 0, width: 1400, height: 640 };

writeFileSync(join(root, "README.md"), await withTables(read("README.md")));
mkdirSync(folder, { recursive: true });
for (const [name, screenshot] of Object.entries(pictures)) {
  const taken = join(root, `out/screenshots/${screenshot}.png`);
  if (!existsSync(taken)) continue;
  // Neither scaled nor dithered: either makes new colours, and a larger file.
  // Of fewer than 129 colours sharp makes 16, which is too few.
  const png = { palette: true, quality: 80, dither: 0, effort: 10, compressionLevel: 9 };
  const made = join(folder, `${name}.png`);
  await sharp(taken).extract(upper).png(png).toFile(made);
  console.log(`docs/pictures/${name}.png`);
}
