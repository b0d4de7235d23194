import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import { startService } from "../support/service.ts";
import { changeElsewhere, draftOf, tabOf } from "./documents.ts";
import { documentRows, firstArticles, lastChangedFirst, stateIn } from "./rows.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The tree of a connection", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const row = (...path: [string, ...string[]]) => magazine().workbench.tree.row(...path);

  afterEach("close what was opened", async () => {
    const { workbench } = magazine();
    const { tree } = workbench;
    await tree.scrollTo(row("Magazine"));
    for (const name of ["Articles", "Pages", "Tags", "Users"]) {
      await tree.scrollTo(row(name));
      await tree.collapse(row(name));
    }
    await workbench.command("View: Close All Editors");
  });

  it("shows the first page of a collection, last changed first, with the state in a word and a shape", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    const expected = await firstArticles(service);

    await tree.expand(row("Articles"));

    const shown = async () =>
      (await documentRows(tree)).map(([title, words]) => [title, stateIn(words)]);
    await untilEqual(
      shown,
      expected.map(({ title, state }) => [title, state]),
    );
    await workbench.screenshot("browsing-articles");
    for (const state of ["draft", "published", "modified"]) {
      const { title = "" } = expected.find((article) => article.state === state) ?? {};
      await row("Articles", title).locator(`.codicon-${shapes[state]}`).waitFor();
    }
    const [head = ""] = (await tree.rows()).filter((text) => text.includes("Articles"));
    assert.equal(head.trim(), "Articles  240 · en · last changed first");
  });

  it("has a name for every row that says what its icon says", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    const expected = await firstArticles(service);
    await tree.expand(row("Articles"));
    await tree.says(row("Articles", expected.at(-1)?.title ?? ""), expected.at(-1)?.state ?? "");

    const outline = await workbench.accessibility(".customview-tree");

    const names = [...outline.matchAll(/- treeitem "?(.*?)"?(?: \[.*)?:?$/gm)].map(
      ([, name]) => name,
    );
    const rows = await tree.rows();
    assert.equal(names.length, rows.length);
    for (const { title, state } of expected) {
      const name = names.find((text) => text?.startsWith(`${title}, `));
      assert.ok(name?.includes(`, ${state} · `), `${title} is ${state}: ${String(name)}`);
    }
    const host = new URL(service.url).host;
    assert.ok(names.includes(`Connection Magazine, ${host}`), names.join("\n"));
    assert.ok(names.includes("Load More, 25 of 240"), names.join("\n"));
  });

  it("can be browsed with the keyboard alone: expand, load more, open", async () => {
    const { workbench, service } = magazine();
    const { page, editor } = workbench;
    const twoPages = await articles(service, 50);
    const focused = page.locator(".customview-tree .monaco-list-row.focused .label-name");
    const go = async (key: string, label: string) => {
      await until(`The keyboard does not reach ${label}.`, async () => {
        if ((await focused.count()) === 1 && (await focused.innerText()) === label) return true;
        await page.keyboard.press(key);
        return false;
      });
    };
    await workbench.command("CMS: Focus on Content View");

    await page.keyboard.press("Home");
    await go("ArrowDown", "Articles");
    await page.keyboard.press("ArrowRight");
    await row("Articles", "Load More").waitFor();
    await go("ArrowDown", "Load More");
    await page.keyboard.press("Enter");

    const title = twoPages.at(-1)?.["title"] as string;
    await row("Articles", twoPages[25]?.["title"] as string).waitFor();
    // The focus has gone down with its row, to the end of what is loaded now.
    await page.keyboard.press("ArrowUp");
    await untilEqual(() => focused.allInnerTexts(), [title]);
    await workbench.screenshot("browsing-keyboard");
    await page.keyboard.press("Enter");
    await editor.tab(tabOf(title)).waitFor();
    await workbench.command("CMS: Refresh");
  });

  it("turns one page for two quick clicks, and keeps what is loaded", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    const twoPages = await articles(service, 50);
    await tree.expand(row("Articles"));
    await row("Articles", "Load More").waitFor();
    const before = (await documentRows(tree)).map(([title]) => title);

    await row("Articles", "Load More").dblclick();
    await row("Articles", twoPages[25]?.["title"] as string).waitFor();

    await tree.scrollTo(row("Load More"));
    const description = row("Load More").locator(".label-description");
    await untilEqual(() => description.innerText(), "50 of 240");
    const last = twoPages.at(-1)?.["title"] as string;
    // Its state comes after its row: whatever else was asked for is there by then.
    await untilEqual(
      async () => stateIn(await row(last).locator(".label-description").innerText()) !== "",
      true,
    );
    await workbench.screenshot("browsing-two-clicks");
    assert.equal(await description.innerText(), "50 of 240");
    await tree.scrollTo(row(before[0] ?? ""));
    await untilEqual(
      async () => (await documentRows(tree)).slice(0, before.length).map(([title]) => title),
      before,
    );
  });

  it("shows users with their e-mail, and says who is blocked or unconfirmed", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    const { body } = await plainRequest(service, "GET", "users?sort=username:asc&limit=25");
    const users = body as {
      username: string;
      email: string;
      blocked: boolean;
      confirmed: boolean;
    }[];

    await tree.expand(row("Users"));

    await row("Users", users.at(-1)?.username ?? "").waitFor();
    const expected = users.map(({ username, email, blocked, confirmed }) => [
      username,
      [email, ...(blocked ? ["blocked"] : []), ...(confirmed ? [] : ["unconfirmed"])].join(" · "),
    ]);
    await workbench.screenshot("browsing-users");
    assert.deepEqual((await documentRows(tree)).slice(0, users.length), expected);
    assert.ok(expected.some(([, words]) => words?.endsWith("blocked")));
    assert.ok(expected.some(([, words]) => words?.endsWith("unconfirmed")));
  });

  it("shows a collection in the locale that is chosen on its row", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput } = workbench;
    const french = await plainList(
      service,
      `articles?${lastChangedFirst}&locale=fr&fields[0]=title`,
    );

    await tree.rowAction(row("Articles"), "Choose Locale");
    await quickInput.shows("Locale of Articles");
    const choices = await quickInput.items();
    await workbench.screenshot("browsing-locales");
    await quickInput.pick("French (fr)");
    await tree.expand(row("Articles"));

    await untilEqual(
      async () => (await documentRows(tree)).map(([title]) => title),
      french.map(({ title }) => title),
    );
    await tree.says(row("Articles"), "66 · fr · last changed first");
    await workbench.screenshot("browsing-french");
    assert.deepEqual(choices, ["English (en)", "French (fr)", "German (de)"]);
    await tree.rowAction(row("Articles"), "Choose Locale");
    await quickInput.pick("English (en)");
  });

  it("says that there is nothing where a locale has nothing", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput } = workbench;
    for (const { documentId } of await plainList(service, "pages?status=draft&locale=de")) {
      await plainRequest(service, "DELETE", `pages/${documentId}?locale=de`);
    }

    await tree.rowAction(row("Pages"), "Choose Locale");
    await quickInput.pick("German (de)");
    await tree.expand(row("Pages"));

    await row("Pages", "No pages").waitFor();
    await workbench.screenshot("browsing-nothing");
    assert.deepEqual(await documentRows(tree), [["No pages", "de"]]);
  });

  it("opens a single type with one click", async () => {
    const { workbench, service } = magazine();
    const { editor } = workbench;
    const { body } = await plainRequest(service, "GET", "homepage?status=draft&locale=en");
    const { data } = body as { data: { heading: string } };

    await row("Homepage").click();

    await editor.tab(tabOf("Homepage")).waitFor();
    await editor.shown();
    await workbench.screenshot("browsing-single");
    assert.equal((await editor.json())["heading"], data.heading);
  });

  it("opens a document with what the service owns folded away, also for the second time", async () => {
    const { workbench } = magazine();
    const { editor, page } = workbench;
    const seen: string[][] = [];

    for (const time of ["first", "second"]) {
      await row("Homepage").click();
      await editor.tab(tabOf("Homepage")).waitFor();
      await until("What the service owns is not folded.", async () => {
        await editor.focus();
        await page.keyboard.press("ControlOrMeta+End");
        const lines = await editor.linesInSight();
        return lines.includes('"$": {') && !lines.some((line) => line.includes("createdAt"));
      });
      await workbench.screenshot(`browsing-folded-${time}`);
      seen.push(await editor.linesInSight());
      await workbench.command("View: Close All Editors");
    }

    assert.deepEqual(seen[1], seen[0]);
  });

  it("shows what somebody else has done after Refresh", async () => {
    const { workbench, service } = magazine();
    const { tree } = workbench;
    await tree.expand(row("Articles"));
    await row("Articles", "Load More").waitFor();
    const draft = await draftOf(service, "Your First Loaf of Sourdough");
    await changeElsewhere(service, draft, { title: "Your Second Loaf" });

    await tree.rowAction(row("Articles"), "Refresh");

    await row("Articles", "Your Second Loaf").waitFor();
    await tree.says(row("Articles", "Your Second Loaf"), "modified");
    await workbench.screenshot("browsing-refreshed");
    assert.equal((await documentRows(tree))[0]?.[0], "Your Second Loaf");
  });

  it("keeps what is loaded when the service goes away, says why, and goes on with Retry", async () => {
    const { workbench, service } = magazine();
    const { tree, notifications } = workbench;
    const { port, host } = new URL(service.url);
    await tree.expand(row("Tags"));
    await row("Tags", "Load More").waitFor();
    const before = await documentRows(tree);
    await service.stop();

    await row("Tags", "Load More").click();
    await row("Tags", "Retry").waitFor();
    const why = await row("Tags", "Retry").locator(".label-description").innerText();
    const after = await documentRows(tree);
    await workbench.screenshot("browsing-service-away");
    const again = await startService({ port: Number(port) });
    try {
      await row("Tags", "Retry").click();
      await row("Tags", "Retry").waitFor({ state: "detached" });
      await tree.scrollTo(row("Load More"));
      await tree.says(row("Load More"), "50 of ");
    } finally {
      await again.stop();
    }

    assert.equal(why, `${host} can't be reached: ECONNREFUSED.`);
    assert.deepEqual(
      after.map(([title]) => title),
      before.map(([title]) => title),
    );
    assert.deepEqual(await notifications.all(), []);
  });
});

const shapes: Record<string, string> = {
  draft: "circle-outline",
  published: "pass-filled",
  modified: "record",
};

/** As many articles as are asked for, in the order of the tree. */
const articles = async (service: Target, count: number) =>
  plainList(
    service,
    `articles?${lastChangedFirst}&locale=en&fields[0]=title&pagination[pageSize]=${count}`,
  );
