import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { json } from "../support/loopback.ts";
import { articlesBeside } from "./articlesBeside.ts";
import { addingStep, answerUpToSignIn } from "./addConnection.ts";
import { until } from "./until.ts";
import { useFaults } from "./useFaults.ts";

const link = "[Retry](command:workbench.action.toggleZenMode)";
/** A title that would run a command, show an icon, reverse its end and end its line. */
const title = `Tea ${link} $(trash) \u001B \u202Ered\nOK`;
const shownTitle = `Tea ${link} $(trash) ␛ [U+202E]red⏎OK`;
const shownTab = `Tea [Retry] (command:workbench.action.toggleZenMode) $ (trash) ␛ [U+202E]red⏎`;

const readable = (text: string): string => text.replaceAll("\u200B", "").replaceAll("\u00A0", " ");

describe("Text of the service", function () {
  this.timeout(60_000);
  const magazine = useFaults();
  const { make } = articlesBeside(magazine);

  /** The text of a place as a person reads it, and how many links and icons are in it. */
  async function seenIn(locator: Locator): Promise<readonly [text: string, interpreted: number]> {
    const text = readable(await locator.innerText());
    return [text, await locator.locator("a[href], .codicon-trash").count()];
  }

  async function openArticle(): Promise<void> {
    const { tree, editor } = magazine().workbench;
    await tree.expand(tree.row("Articles"));
    await tree.row("Articles", /^Tea \[Retry\]/).click();
    await editor.waitForText();
  }

  before("make the article", () => make("articles?status=draft", { title, kicker: "Tea" }));

  it("a text of the service is no link and no icon in the tree, in the tab, and in the error of a save", async () => {
    const { workbench, faults } = magazine();
    const { page, editor } = workbench;
    await openArticle();
    await editor.change({ kicker: "Coffee" });
    faults.inject(
      /^PUT/,
      json({ error: { status: 400, name: "ValidationError", message: title } }, 400),
    );

    await editor.pressSave();
    const message = page.locator(".notification-list-item-message", { hasText: "Failed to save" });
    await message.first().waitFor();
    await workbench.screenshot("untrusted-save");

    const [text, interpreted] = await seenIn(message.first());
    assert.equal(interpreted, 0, text);
    assert.ok(text.includes(shownTitle), text);
    assert.equal(
      await page.getByRole("tab", { name: shownTab }).locator(".codicon-trash").count(),
      0,
    );

    // The extension's own link is one.
    await workbench.notifications.clear();
    await editor.replaceText("{");
    await editor.pressSave();
    await message.first().waitFor();
    assert.equal((await seenIn(message.first()))[1], 1);
  });

  it("a text of the service is no link and no icon in the progress and the dialog of a slow publish", async () => {
    const { workbench, faults } = magazine();
    const { page, dialog } = workbench;
    await openArticle();

    await workbench.command("CMS: Publish");
    const question = readable(await dialog.text());
    const release = faults.hold(/^(PUT|POST)/);
    await dialog.press("Publish");
    const message = page.locator(".notification-list-item-message", { hasText: "Publishing" });
    await message.first().waitFor();
    await workbench.screenshot("untrusted-progress");
    const [text, interpreted] = await seenIn(message.first());
    release();

    assert.equal(interpreted, 0, text);
    assert.ok(text.includes(shownTitle), text);
    assert.ok(question.includes(shownTitle), question);
  });

  it("a text of the service is no link and no icon in the message of an input box, and in a list", async () => {
    const { workbench, faults } = magazine();
    const { page, quickInput } = workbench;
    await workbench.command("CMS: Add Connection…");
    await answerUpToSignIn(quickInput, faults.url);
    await quickInput.pick("API token");
    const error = { status: 400, name: "ValidationError", message: title };
    faults.inject(/./, json({ error }, 400));

    await quickInput.answer(addingStep(3), "a-token");
    await until("No message was shown.", async () =>
      (await quickInput.message().innerText()).includes("Retry"),
    );
    await workbench.screenshot("untrusted-input");
    const [text, interpreted] = await seenIn(quickInput.message());
    await quickInput.cancel();
    faults.heal();
    await workbench.command("CMS: Open");
    await quickInput.pick("Articles");
    await page.getByPlaceholder("Type to search the service").fill("Tea [Retry]");
    const item = page.locator(".quick-input-list .monaco-list-row", { hasText: "toggleZenMode" });
    await item.first().waitFor();
    await workbench.screenshot("untrusted-list");
    const [itemText, itemInterpreted] = await seenIn(item.first());
    await quickInput.cancel();

    assert.deepEqual([interpreted, itemInterpreted], [0, 0], text + itemText);
    assert.ok(itemText.includes(shownTitle), itemText);
    assert.ok(text.includes(link), text);
  });
});
