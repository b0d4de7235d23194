// `npm run pictures`: opens every dialog, menu and view in a real window. It writes a picture of each, and the outline
// that a screen reader gets, into out/pictures/<look>. `-- dark filter` limits this to one look and to the scenes with
// these names. A run without names also makes the animated picture of the README, and `-- film` makes only that.
// `-- slow` takes no pictures. It measures how long everyday actions take while each request takes 2 s, or as many
// milliseconds as `-- slow 300` says.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/root.ts";
import { savePicture } from "../support/browser.ts";
import { startFaultyProxy } from "../support/faultyProxy.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { Workbench } from "../window/workbench.ts";
import { walkthroughs } from "./looks.ts";
import type { Walkthrough } from "./looks.ts";
import { complaintsAbout } from "./pseudoLocale.ts";
import { film } from "./film.ts";
import { scenes } from "./scenes.ts";
import { leave, readable, settled } from "./walk.ts";
import { measureSlowService } from "./slow.ts";
import type { Walk } from "./walk.ts";

/**
 * Elements that cover everything else. If there is none, the view, the editor's buttons and the status bar are read.
 */
const onTop =
  ".monaco-dialog-box, .quick-input-widget, .monaco-menu, .notification-list-item, .monaco-hover, .suggest-widget.visible";
const below =
  ".part.sidebar, .part.editor .title, .codelens-decoration, .markers-panel, .part.statusbar";
/** All other scenes need these. */
const needed = ["welcome", "connecting"];
const isWanted = (scene: string): boolean =>
  needed.includes(scene) || wantedScenes.length === 0 || wantedScenes.includes(scene);

const words = process.argv.slice(2).filter((word) => !/^(slow|film|\d+)$/.test(word));
const delay = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 2_000);
const isSlow = process.argv.includes("slow");
const isFilm = process.argv.includes("film");
const known = walkthroughs.flatMap(({ looks }) => Object.keys(looks));
const wantedLooks = words.filter((word) => known.includes(word));
const wantedScenes = words.filter((word) => word in scenes);
const unknown = words.filter((word) => !known.includes(word) && !(word in scenes));
if (unknown.length > 0) {
  const all = [...known, ...Object.keys(scenes)].join(", ");
  throw new Error(`There is no ${unknown.join(", ")}; there are ${all}.`);
}

let failed = 0;
/** The faults of the texts, found with the pseudo-locale. */
const complaints = new Set<string>();
if (isSlow) failed = await measureSlowService(delay);
else if (isFilm || words.length === 0) {
  await film().catch((error: unknown) => {
    console.error(error);
    failed += 1;
  });
}
if (!isSlow && !isFilm)
  for (const { looks, ...how } of walkthroughs) {
    const chosen = Object.entries(looks).filter(
      ([name]) => wantedLooks.length === 0 || wantedLooks.includes(name),
    );
    if (chosen.length > 0) await goThrough({ ...how, looks: Object.fromEntries(chosen) });
  }
for (const complaint of complaints) console.log(complaint);
console.log(
  failed === 0
    ? "Every step was done."
    : `${failed} ${isSlow ? "actions are slow" : "scenes broke off"}.`,
);
process.exitCode = failed === 0 && complaints.size === 0 ? 0 : 1;

async function goThrough({ looks, window, sideBar }: Walkthrough): Promise<void> {
  const service = await startService();
  const proxy = await startFaultyProxy(service.url);
  const folder = temporaryFolder();
  const settings = { "window.autoDetectColorScheme": true, "workbench.editor.useModal": "off" };
  const workbench = await Workbench.open({ ...window, settings });
  const others: Service[] = [];
  const startOther = async (): Promise<Service> => {
    const other = await startService();
    others.push(other);
    return other;
  };
  const { translateText } = workbench;
  const walk: Walk = { workbench, service, startOther, proxy, folder: folder.path, translateText };
  try {
    await workbench.openContainer("CMS");
    if (sideBar !== undefined) await workbench.dragSideBar(sideBar);
    for (const scene of Object.keys(scenes).filter(isWanted)) {
      const broken = await play(walk, scene, looks);
      if (broken !== undefined) failed += 1;
      console.log(`${Object.keys(looks).join()}: ${broken ?? scene}`);
      await leave(walk);
    }
  } finally {
    await workbench.close();
    await proxy.stop();
    await Promise.all([service, ...others].map((server) => server.stop()));
    folder.remove();
  }
}

/** Takes a picture of each step of a scene. Resolves with the step that failed, if any. */
async function play(
  walk: Walk,
  scene: string,
  looks: Walkthrough["looks"],
): Promise<string | undefined> {
  for (const [index, [step, act]] of Object.entries(scenes[scene] ?? {}).entries()) {
    const name = `${scene}-${String(index + 1).padStart(2, "0")}-${step}`;
    const before = await readable(walk.workbench);
    const error = await act(walk).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    await settled(walk.workbench, before);
    await picture(walk.workbench, looks, error === undefined ? name : `${name}-FAILED`);
    if ("pseudo-locale" in looks) {
      for (const complaint of await complaintsAbout(walk.workbench)) complaints.add(complaint);
    }
    if (error === undefined) continue;
    console.error(error);
    return `${name} FAILED`;
  }
  return undefined;
}

async function picture(workbench: Workbench, looks: Walkthrough["looks"], name: string) {
  const { page } = workbench;
  const read = await outline(workbench);
  for (const [look, { media, worn }] of Object.entries(looks)) {
    const folder = join(root, "out/pictures", look);
    mkdirSync(folder, { recursive: true });
    await page.emulateMedia(media);
    await page.locator(`.monaco-workbench.${worn}`).waitFor();
    await savePicture(page, join(folder, `${name}.png`));
    writeFileSync(join(folder, `${name}.txt`), read);
  }
}

/**
 * The outline that a screen reader gets: of the elements on top or, without any, of the view, the CodeLenses and the
 * status bar.
 */
async function outline({ page }: Workbench): Promise<string> {
  for (const part of [onTop, below]) {
    const locators = await page.locator(part).filter({ visible: true }).all();
    if (locators.length === 0) continue;
    const texts = await Promise.all(locators.map((locator) => locator.ariaSnapshot()));
    return `${texts.join("\n\n")}\n`;
  }
  return "";
}
