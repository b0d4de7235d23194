import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { tabOf } from "./documents.ts";
import { collapseAll, documentRows, firstArticles, lastChangedFirst, stateIn } from "./rows.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The tree of a connection", function () {
  this.timeout(60_000);
  const magazine = useMagazine();
  const row = (...path: [string, ...string[]]) => magazine().workbench.tree.row(...path);

  afterEach("collapse what was expanded", async () => {
    await collapseAll(magazine().workbench);
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
      assert.ok(name?.includes(`, ${state}, `), `${title} is ${state}: ${String(name)}`);
    }
    const host = new URL(service.url).host;
    assert.ok(names.includes(`Connection Magazine, ${host}`), names.join("\n"));
    assert.ok(names.includes("Load More, 25 of 240"), names.join("\n"));
  });

  it("shows users with their email, and says who is blocked or unconfirmed", async () => {
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
      [...(blocked ? ["blocked"] : []), ...(confirmed ? [] : ["unconfirmed"]), email].join(" · "),
    ]);
    await workbench.screenshot("browsing-users");
    assert.deepEqual((await documentRows(tree)).slice(0, users.length), expected);
    assert.ok(expected.some(([, words]) => words?.startsWith("blocked")));
    assert.ok(expected.some(([, words]) => words?.startsWith("unconfirmed")));
  });

  it("shows a collection in the locale that is chosen on its row", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput } = workbench;
    const french = await plainList(
      service,
      `articles?${lastChangedFirst}&locale=fr&fields[0]=title`,
    );

    await tree.rowAction(row("Articles"), "Choose Locale…");
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
    await tree.rowAction(row("Articles"), "Choose Locale…");
    await quickInput.pick("English (en)");
  });

  it("says that there is nothing where a locale has nothing", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput } = workbench;
    for (const { documentId } of await plainList(service, "pages?status=draft&locale=de")) {
      await plainRequest(service, "DELETE", `pages/${documentId}?locale=de`);
    }

    await tree.rowAction(row("Pages"), "Choose Locale…");
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
        const isFolded = !lines.some((line) => /^"(\$"|createdAt)/.test(line));
        return isFolded && lines.some((line) => line.startsWith('"$schema"'));
      });
      await workbench.screenshot(`browsing-folded-${time}`);
      seen.push(await editor.linesInSight());
      await workbench.command("View: Close All Editors");
    }

    assert.deepEqual(seen[1], seen[0]);
  });
});

const shapes: Record<string, string> = {
  draft: "circle-outline",
  published: "pass-filled",
  modified: "record",
};
