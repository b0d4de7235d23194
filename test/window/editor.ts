import type { Locator, Page } from "playwright-core";
import { exactly } from "./exactly.ts";
import { succeeds, until } from "./until.ts";

type Json = Readonly<Record<string, unknown>>;

/** How long a key may take to have done its work, in milliseconds. */
const keyLimit = 5_000;

/** The editor that is in front, and the tabs above it. */
export class Editor {
  readonly #page: Page;
  readonly #front: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#front = page.locator(".editor-group-container.active .editor-instance .monaco-editor");
  }

  /** The tab with that label. */
  tab(label: string): Locator {
    // Its name for a screen reader: the label, then what else there is to say of it. In the page it is in pieces.
    const name = new RegExp(`${exactly(label).source.slice(0, -1)}(,|$)`);
    return this.#page.locator(".tabs-container").getByRole("tab", { name });
  }

  /** A tab whose text is not saved. */
  dirtyTab(label: string): Locator {
    return this.tab(label).and(this.#page.locator(".dirty"));
  }

  /** Brings the tab with that label to the front. */
  async front(label: string): Promise<void> {
    await this.tab(label).click();
    await this.tab(label).and(this.#page.locator(".active")).waitFor();
    await this.#page.locator(`.editor-instance[aria-label^=${JSON.stringify(label)}]`).waitFor();
    await this.shown();
  }

  /** Resolves when that stands in the line above the text. */
  async says(words: string): Promise<void> {
    const line = this.#front.locator(".codelens-decoration:visible").first();
    await line.filter({ hasText: words }).waitFor();
  }

  /** Resolves when the editor in front shows its text. */
  async shown(): Promise<void> {
    await this.#front.locator(".view-line").first().waitFor();
  }

  /** The lines that are neither folded nor out of sight, in no order. */
  async linesInSight(): Promise<string[]> {
    const lines = await this.#front.locator(".view-line").allInnerTexts();
    return lines.map((line) => line.replaceAll("\u00a0", " ").trim());
  }

  /** The whole text, also the lines that are folded or out of sight, of which the page has none. */
  async text(): Promise<string> {
    // Of an empty text nothing is copied.
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

  /** Pastes: what is typed would be completed, closed and indented on its way. */
  async replaceText(text: string): Promise<void> {
    const isTaken = async () => (await this.text()) === text;
    // An editor that has just come up may lose a key.
    await until("The editor did not take the text.", async () => {
      await this.#selectAll();
      await this.#toClipboard(text);
      // An empty clipboard is not pasted.
      await this.#page.keyboard.press(text === "" ? "Delete" : "ControlOrMeta+V");
      return succeeds(until("It is lost.", isTaken, keyLimit));
    });
  }

  /** The text as the JSON object that it stands for. */
  async json(): Promise<Json> {
    let json: Json = {};
    const read = async () => {
      json = JSON.parse(await this.text()) as Json;
    };
    // A text that is read anew at that moment is not selected any more: its first line alone is copied.
    await until("The text is no JSON.", () => succeeds(read()));
    return json;
  }

  /** Puts these values in place of what stands there; undefined takes a key out. */
  async change(values: Json): Promise<void> {
    const text = JSON.stringify({ ...(await this.json()), ...values }, undefined, 2);
    await this.replaceText(`${text}\n`);
  }

  /** Resolves when nothing is left to save. */
  async save(): Promise<void> {
    await this.pressSave();
    const unsaved = this.#page.locator(".editor-group-container.active .tab.active.dirty");
    await unsaved.waitFor({ state: "detached" });
  }

  /** For a save that is expected to be refused or to ask. */
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
