import assert from "node:assert/strict";
import { differences, Database } from "../model/database.ts";
import { plainList } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { answerFromName, answerUpToSignIn } from "./addConnection.ts";
import { draftOf, make, tabOf } from "./documents.ts";
import { chooseWithKeys } from "./menu.ts";
import { succeeds, until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const title = "The Ferry That Waits";
const author = "Ottilie Brandt";

describe("Bring Here from locked production", function () {
  this.timeout(180_000);
  const magazine = useMagazine({ environment: "production" });
  let local: Service;

  before("start the development service", async () => {
    local = await startService();
    const { service } = magazine();
    const { documentId } = await make(service, "authors?status=draft", {
      name: author,
      slug: "ottilie-brandt",
      email: "ottilie@example.com",
    });
    const summary = "It leaves when everyone is on board.";
    const written = { title, slug: "the-ferry-that-waits", summary, author: documentId };
    await make(service, "articles?locale=en&status=draft", written);
  });
  before("connect the development service", async () => {
    const { workbench } = magazine();
    const { quickInput, tree } = workbench;
    await workbench.command("CMS: Add Connection…");
    await answerUpToSignIn(quickInput, local.url);
    await quickInput.pick("API token");
    await quickInput.shows("Add Connection (3/5)");
    await quickInput.answer("Add Connection (3/5)", local.tokens.full);
    await answerFromName(quickInput, "Local");
    await tree.row("Local", "Articles").waitFor({ timeout: 30_000 });
  });
  after(() => local.stop());

  /** Moves the focus with the arrow keys, from the top of the tree to the article in production. */
  async function focusArticle(): Promise<void> {
    const { workbench } = magazine();
    const { page, tree } = workbench;
    const row = page.locator(".customview-tree .monaco-list-row.focused .label-name");
    const comeTo = (label: string) =>
      until(`The focus doesn't come to ${label}`, async () => {
        if ((await row.first().innerText()) === label) return true;
        await page.keyboard.press("ArrowDown");
        return false;
      });
    await workbench.command("CMS: Focus on Content View");
    await page.locator(".customview-tree .monaco-list:focus").waitFor();
    await page.keyboard.press("Home");
    await comeTo("Articles");
    const articles = tree.row("Magazine", "Articles");
    await until("The collection does not open.", async () => {
      // A tree item ignores keys while VS Code redraws it.
      if ((await articles.getAttribute("aria-expanded")) !== "true") {
        await page.keyboard.press("ArrowRight");
      }
      return succeeds(tree.row("Magazine", "Articles", title).waitFor({ timeout: 5_000 }));
    });
    await comeTo(title);
  }

  it("Bring Here copies a document and what it refers to with the keyboard, and changes no production", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, notifications } = workbench;
    const picture = (name: string) => workbench.screenshot(`bring-here-${name}`);
    const production = await Database.open(service);
    const before = await production.read();
    const lock = tree.row("Magazine").locator(".label-description");
    const locked = await lock.innerText();

    await focusArticle();
    await page.keyboard.press("Shift+F10");
    await page.locator(".monaco-menu").waitFor();
    await picture("1-menu");
    await chooseWithKeys(page, "Compare and Copy", "Bring Here…");
    await quickInput.shows("Bring Here from Magazine to Local: 1 new in Magazine");
    await picture("2-list");
    const list = await workbench.accessibility(".quick-input-widget");
    await quickInput.accept();
    await quickInput.shows("Leave Personal Data Empty");
    await picture("3-personal-data");
    const personal = await workbench.accessibility(".quick-input-widget");
    await quickInput.accept();
    await quickInput.shows(
      `Bring '${title}' and what it refers to (1) from Magazine (Production) to Local (Development)?`,
    );
    await picture("4-question");
    const question = (await quickInput.items()).join(" ");
    const spoken = await workbench.accessibility(".quick-input-widget");
    await quickInput.accept();
    const result = await notifications.text("Copied");
    const copy = tree.row("Local", "Articles", title).and(page.locator(".selected"));
    await copy.waitFor();
    await picture("5-result");

    assert.match(list, /option "Bring 1 Document Here…"/);
    assert.match(list, new RegExp(`option "${title}, Articles · en, New in Magazine"`));
    assert.match(personal, /checkbox "email, email address, Authors" \[checked\]/);
    assert.ok(question.includes("The copies are drafts."), question);
    assert.ok(
      question.includes(`Also copies documents that they refer to: '${author}' (Authors).`),
      question,
    );
    const empty = "Leaves empty in Local: email (Authors), contactEmail (Articles).";
    assert.ok(question.includes(empty), question);
    assert.match(spoken, /option "Bring 2 Documents Here"/);
    assert.equal(result, "Copied 2 documents.");
    assert.match(locked, /^locked · Production · /);
    await tree.scrollTo(tree.row("Magazine"));
    assert.equal(await lock.innerText(), locked);
    assert.deepEqual(differences(before, await production.read()), {});
    await production.close();
    const [copied] = await plainList(
      local,
      "articles?status=draft&locale=en&filters[slug][$eq]=the-ferry-that-waits&populate=author",
    );
    const person = copied?.["author"] as PlainDocument | null;
    assert.deepEqual([person?.["name"], person?.["email"]], [author, null]);
    assert.deepEqual(
      await plainList(local, "articles?status=published&filters[slug][$eq]=the-ferry-that-waits"),
      [],
    );
  });

  it("Bring Here shows the copy in the development connection, where it can be edited", async () => {
    const { workbench } = magazine();
    const { tree, editor } = workbench;
    const row = tree.row("Local", "Articles", title);

    await tree.collapse(tree.row("Magazine", "Articles"));
    await tree.expand(tree.row("Local", "Articles"));
    await row.click();
    await editor.tab(tabOf(title)).waitFor();
    await editor.change({ summary: "Edited in development." });
    await editor.save();
    await workbench.screenshot("bring-here-6-document");

    assert.equal((await draftOf(local, title))["summary"], "Edited in development.");
    assert.notEqual(
      (await draftOf(magazine().service, title))["summary"],
      "Edited in development.",
    );
  });
});
