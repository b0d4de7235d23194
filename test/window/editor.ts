import type { Locator, Page } from "playwright-core";
import { exactly } from "./exactly.ts";
import { succeeds, until } from "./until.ts";

type Json = Readonly<Record<string, unknown>>;

/** How long a key may take to have an effect, in milliseconds. */
const keyLimit = 5_000;

/** The active editor, and the tabs above it. */
export class Editor {
  readonly #page: Page;
  readonly #front: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#front = page.locator(".editor-group-container.active .editor-instance .monaco-editor");
  }

  /** The tab with that label. */
  tab(label: string): Locator {
    // The accessible name of the tab: the label, then optional details. In the page, the label is split into several
    // elements.
    const name = new RegExp(`${exactly(label).source.slice(0, -1)}(,|$)`);
    return this.#page.locator(".tabs-container").getByRole("tab", { name });
  }

  /** The tab with that label, if it has unsaved changes. */
  dirtyTab(label: string): Locator {
    return this.tab(label).and(this.#page.locator(".dirty"));
  }

  /** Activates the tab with that label. */
  async front(label: string): Promise<void> {
    await this.tab(label).click();
    await this.tab(label).and(this.#page.locator(".active")).waitFor();
    await this.#page.locator(`.editor-instance[aria-label^=${JSON.stringify(label)}]`).waitFor();
    await this.waitForText();
  }

  /** Resolves when the first CodeLens above the text contains these words. */
  async says(words: string): Promise<void> {
    const line = this.#front.locator(".codelens-decoration:visible").first();
    await line.filter({ hasText: words }).waitFor();
  }

  /** Resolves when the active editor shows its text. */
  async waitForText(): Promise<void> {
    await this.#front.locator(".view-line").first().waitFor();
  }

  /** The lines that are visible and not folded, in no particular order. */
  async linesInSight(): Promise<string[]> {
    const lines = await this.#front.locator(".view-line").allInnerTexts();
    return lines.map((line) => line.replaceAll("\u00a0", " ").trim());
  }

  /** The whole text, including lines that are folded or scrolled out of sight, which the page doesn't contain. */
  async text(): Promise<string> {
    // VS Code copies nothing from an empty text.
    const lines = await this.linesInSight();
    if (lines.length === 1 && lines[0] === "") return "";

    await this.#selectAll();
    const before = `nothing was copied ${Date.now()}`;
    await this.#toClipboard(before);
    await this.#page.keyboard.press("ControlOrMeta+C");
    let copied = before;
    await until("The editor did not copy its text.", async () => {
      copied = await this.#page.evaluate<string>("navigator.clipboard.readText()");
      return copied !== before;
    });
    await this.#page.keyboard.press("ArrowLeft");
    return copied.replaceAll("\r\n", "\n");
  }

  /** Replaces the whole text by pasting. VS Code would complete, close and indent typed text. */
  async replaceText(text: string): Promise<void> {
    const isTaken = async () => (await this.text()) === text;
    // A new editor may lose a key.
    await until("The editor did not take the text.", async () => {
      await this.#selectAll();
      await this.#toClipboard(text);
      // VS Code pastes nothing from an empty clipboard.
      await this.#page.keyboard.press(text === "" ? "Delete" : "ControlOrMeta+V");
      return succeeds(until("It is lost.", isTaken, keyLimit));
    });
  }

  /** The text, parsed as a JSON object. */
  async json(): Promise<Json> {
    let json: Json = {};
    const read = async () => {
      json = JSON.parse(await this.text()) as Json;
    };
    // If VS Code reloads the text in that moment, the selection is lost and only the first line is copied.
    await until("The text is no JSON.", () => succeeds(read()));
    return json;
  }

  /** Sets these values in the text. A value of undefined removes the key. */
  async change(values: Json): Promise<void> {
    const text = JSON.stringify({ ...(await this.json()), ...values }, undefined, 2);
    await this.replaceText(`${text}\n`);
  }

  /** Saves, and resolves when nothing is left to save. */
  async save(): Promise<void> {
    await this.pressSave();
    const unsaved = this.#page.locator(".editor-group-container.active .tab.active.dirty");
    await unsaved.waitFor({ state: "detached" });
  }

  /** Presses the key for saving. For a save that is expected to fail or to show a question. */
  async pressSave(): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press("ControlOrMeta+S");
  }

  async focus(): Promise<void> {
    await this.#front.getByRole("textbox").last().focus();
  }

  async #selectAll(): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press("ControlOrMeta+A");
  }

  async #toClipboard(text: string): Promise<void> {
    await this.#page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  }
}
