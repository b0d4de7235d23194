import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { blankPage, startBrowser, windowAddress } from "../../support/browser.ts";
import { startCodeServer } from "../../support/codeServer.ts";
import { extensionId } from "../../support/extensionId.ts";
import { startLoopback } from "../../support/loopback.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../window/until.ts";
import { packageExtension } from "../../window/vsix.ts";
import { medianOf } from "../pairs.ts";
import type { Figure, Part } from "../part.ts";

const empty = "cms-content-browser.cms-content-browser-empty";
/**
 * Another copy of the empty extension. It is activated first, so that its time includes the work that all activations
 * share.
 */
const first = "cms-content-browser.cms-content-browser-first";

/** The number of windows that are measured. Another one warms up. */
const rounds = 20;
/** The time limit of a window, in milliseconds. */
const windowTimeoutMs = 60_000;

/** How long each extension takes to activate in one window, in milliseconds, by its ID. */
type Times = Readonly<Record<string, number>>;

const timeOf = (times: Times, id: string): number => times[id] ?? Number.NaN;

interface Prepared {
  readonly all: readonly Times[];
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "activation.overEmptyMs",
    unit: "ms",
    goal: { atMost: 30 },
    what: "Time to activate the extension minus the time to activate an empty extension, in the same window. The extension is installed from the .vsix, has two connections in the settings, and sends no request. Median of 20 windows.",
    measure: ({ all }) =>
      Promise.resolve(
        medianOf(all.map((times) => timeOf(times, extensionId) - timeOf(times, empty))),
      ),
  },
  {
    id: "activation.ms",
    unit: "ms",
    what: "Time to activate the extension. Median of the same 20 windows.",
    measure: ({ all }) => Promise.resolve(medianOf(all.map((times) => timeOf(times, extensionId)))),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const folder = temporaryFolder();
    try {
      return { all: await measureIn(folder.path), stop: () => Promise.resolve() };
    } finally {
      folder.remove();
    }
  },
};

async function measureIn(folder: string): Promise<Times[]> {
  const file = join(folder, "times.txt");
  writeFileSync(file, "");
  const service = await startLoopback();
  const server = await startCodeServer({
    extensions: [
      ...[await packageExtension(), pack("empty", folder)],
      ...[pack("empty", folder, "first"), pack("probe", folder)],
    ],
    env: {
      CMS_BENCH_FILE: file,
      CMS_BENCH_FIRST: first,
      CMS_BENCH_IDS: [extensionId, empty].join(),
    },
    settings: {
      "cms.connections": [
        { id: "staging", url: service.url },
        { id: "live", url: service.url, environment: "production" },
      ],
    },
  });
  const browser = await startBrowser();
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const page = await blankPage(browser);
      await page.goto(windowAddress(server));
      const isReported = () => Promise.resolve(timesIn(file).length > round);
      await until(`Window ${round} has reported nothing.`, isReported, windowTimeoutMs);
      await page.context().close();
    }
  } finally {
    await browser.close();
    await server.stop();
    await service.stop();
  }
  if (service.requests.length > 0) throw new Error("Something was requested that nobody wanted.");
  return timesIn(file).slice(1);
}

const timesIn = (file: string): Times[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Times);

/** Packages an extension of this folder, optionally under another name. */
function pack(name: string, folder: string, as = name): string {
  const stage = join(folder, as);
  cpSync(join(import.meta.dirname, name), stage, { recursive: true });
  const manifest = join(stage, "package.json");
  writeFileSync(
    manifest,
    readFileSync(manifest, "utf8").replace(`browser-${name}`, `browser-${as}`),
  );
  const vsix = join(folder, `${as}.vsix`);
  const packager = createRequire(import.meta.url).resolve("@vscode/vsce/vsce");
  const words = ["package", "--no-dependencies", "--allow-missing-repository", "--skip-license"];
  execFileSync(process.execPath, [packager, ...words, "--out", vsix], {
    cwd: stage,
    stdio: ["ignore", 2, 2],
  });
  return vsix;
}
