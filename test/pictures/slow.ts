import type { Locator } from "playwright-core";
import { startFaultyProxy } from "../support/faultyProxy.ts";
import { startService } from "../support/service.ts";
import { connectedTo } from "../demo/connector.ts";
import { tabOf } from "../window/documents.ts";
import { makeDrafts } from "../window/draftRows.ts";
import { until } from "../window/until.ts";
import { Workbench } from "../window/workbench.ts";
import { choose, command, pick, press, select, type } from "./walk.ts";
import type { Act, Walk } from "./walk.ts";

/** The most milliseconds from the click to the result where each request takes 300 ms. */
const limitsAt300 = new Map([
  ["Open a document: show the tab", 500],
  ["Open a document: show the text", 1_000],
  ["Publish: show the question", 1_500],
]);
/** The most milliseconds without a sign of progress, at any delay. */
const unannouncedLimit = 500;
/** How long an action may take, in milliseconds. */
const limit = 120_000;

interface Timed {
  readonly name: string;
  /** From the click to the result, in milliseconds. */
  readonly total: number;
  /** The longest time without any sign of progress, in milliseconds. */
  readonly unannounced: number;
  readonly requests: number;
}

type Measure = (name: string, click: Act, result: () => Promise<unknown>) => Promise<void>;

/**
 * Measures how long everyday actions take, from the click to the result, while each request is
 * delayed. Returns how many of them take longer than they may.
 */
export async function measureSlowService(delay: number): Promise<number> {
  const service = await startService();
  const proxy = await startFaultyProxy(service.url);
  const connection = await connectedTo([
    { name: "Magazine", service: { ...service, url: proxy.url } },
  ]);
  const workbench = await Workbench.open(connection);
  try {
    const timed: Timed[] = [];
    const translateText = (text: string): string => text;
    const { profile: folder } = workbench;
    const walk: Walk = {
      workbench,
      service,
      startOther: startService,
      proxy,
      folder,
      translateText,
    };
    const measure: Measure = async (name, click, result) => {
      const timing = await timeOne(walk, name, click, result);
      timed.push(timing);
      console.log(lineOf(timing));
    };
    proxy.meet(() => ({ kind: "request delayed", milliseconds: delay }));
    await workDay(walk, measure, delay);
    const slow = timed.filter(({ name, total, unannounced }) => {
      const limitMs = delay <= 300 ? limitsAt300.get(name) : undefined;
      return unannounced > unannouncedLimit || (limitMs !== undefined && total > limitMs);
    });
    console.log(`\n${tableOf(timed)}\n`);
    for (const { name } of slow) console.log(`${name} takes longer than it may.`);
    return slow.length;
  } finally {
    await workbench.close();
    await proxy.stop();
    await service.stop();
  }
}

async function workDay(walk: Walk, measure: Measure, delay: number): Promise<void> {
  const { workbench, proxy } = walk;
  const { tree, editor, dialog, quickInput, notifications, page } = workbench;
  const waiterFor = (locator: Locator) => () => locator.waitFor({ timeout: limit });
  const titled = (title: string) =>
    waiterFor(page.locator(".quick-input-title", { hasText: title }).first());
  const box = waiterFor(page.locator(".monaco-dialog-box"));
  const articles = tree.row("Articles");
  const tea = tree.row("Articles", "Tea in Winter");

  await measure(
    "Connect: show the collections",
    () => workbench.openContainer("CMS"),
    waiterFor(tree.row("Magazine", "Articles")),
  );
  await measure("Expand a collection", expandWithoutWaiting, waiterFor(tea));
  await measure(
    "Open a document: show the tab",
    async () => tree.row("Magazine", "Homepage").click(),
    waiterFor(editor.tab(tabOf("Homepage"))),
  );
  await measure(
    "Open a document: show the text",
    async () => tea.click(),
    waiterFor(page.locator(".view-line", { hasText: '"tea-in-winter"' })),
  );
  await editor.change({ summary: "What the kettle knows in January." });
  await measure(
    "Save a document",
    async () => editor.pressSave(),
    () => editor.dirtyTab(tabOf("Tea in Winter")).waitFor({ state: "detached", timeout: limit }),
  );
  await measure("Publish: show the question", command("CMS: Publish"), box);
  await measure("Publish: publish the document", press("Publish"), () =>
    tree.says(tea, "published"),
  );
  await measure("Count a collection", choose("Articles", "Count Documents"), () =>
    notifications.text("Articles on"),
  );
  await notifications.clear();
  await measure(
    "Find Content: show the results",
    async (all) => {
      await command("CMS: Find Content…")(all);
      await quickInput.fill("kettle");
    },
    waiterFor(quickInput.item("Tea in Winter")),
  );
  await quickInput.cancel();
  await measure("Delete: show the question", choose(["Articles", "Tea in Winter"], "Delete"), box);
  await dialog.cancel();

  await choose("Articles", "Filter…")(walk);
  await pick("title")(walk);
  await pick("contains")(walk);
  await quickInput.message().filter({ hasText: "contains" }).waitFor();
  await measure("Filter a collection", type("tea"), () =>
    tree.says(articles, "title contains tea"),
  );
  await tree.rowAction(articles, "Clear Filter");

  proxy.meet(() => undefined);
  const titles = Array.from({ length: 5 }, (_, index) => `A Slow Afternoon ${index}`);
  await makeDrafts(walk, titles);
  const [first = "", ...others] = titles;
  await select("Articles", first, ...others)(walk);
  proxy.meet(() => ({ kind: "request delayed", milliseconds: delay }));
  await measure(
    "Publish 5 selected: show the list that asks",
    choose(["Articles", first], "Publish Selected"),
    titled("Publish 5 documents"),
  );
  await measure("Publish 5 selected: publish them", pick("Publish 5 Documents"), () =>
    waiterFor(
      page.locator(".notification-list-item-message", { hasText: "Published 5" }).first(),
    )(),
  );
}

const expandWithoutWaiting: Act = async ({ workbench: { tree } }) => {
  await tree.row("Articles").locator(".monaco-tl-twistie").click();
};

/** Signs of progress: a progress bar, or an icon that turns. */
const progress =
  ".monaco-progress-container.active, .codicon-modifier-spin, .codicon-tree-item-loading, .codicon-loading";

async function timeOne(walk: Walk, name: string, click: Act, result: () => Promise<unknown>) {
  const { page } = walk.workbench;
  const before = walk.proxy.passages.length;
  await click(walk);
  const start = performance.now();
  let last = start;
  let unannounced = 0;
  let isDone = false;
  const end = result().then(() => {
    isDone = true;
    return performance.now();
  });
  // The caller awaits `end` and so gets its failure.
  end.catch(() => (isDone = true));
  await until(
    `${name} did not end.`,
    async () => {
      const isShown = (await page.locator(progress).filter({ visible: true }).count()) > 0;
      const now = performance.now();
      unannounced = Math.max(unannounced, now - last);
      if (isShown) last = now;
      return isDone;
    },
    limit,
  );
  const total = (await end) - start;
  const requests = walk.proxy.passages.length - before;
  return { name, total, unannounced: Math.min(unannounced, total), requests };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

const lineOf = ({ name, total, unannounced, requests }: Timed): string =>
  `| ${name} | ${seconds(total)} s | ${seconds(unannounced)} s | ${requests} |`;

const tableOf = (timed: readonly Timed[]): string =>
  [
    "| Action | From click to result | Longest time without a sign of progress | Requests |",
    "| --- | --- | --- | --- |",
    ...timed.map(lineOf),
  ].join("\n");
