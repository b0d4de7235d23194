import type { JsonObject } from "../../src/model/foundation/json.ts";
import { valuesIn } from "../model/sequences/places.ts";
import type { Values } from "../model/sequences/places.ts";
import { openDocument, tabOf } from "./documents.ts";
import type { Workbench } from "./workbench.ts";

/** The tab of the one document, before a reload and after it. */
export class SceneTab {
  readonly #workbench: Workbench;
  readonly #title: string;
  readonly #label: string;

  constructor(workbench: Workbench, title: string) {
    this.#workbench = workbench;
    this.#title = title;
    this.#label = tabOf(title);
  }

  async open(): Promise<void> {
    await openDocument(this.#workbench, "Articles", this.#title);
  }

  /** What stands in its text. */
  async values(): Promise<Values> {
    return valuesIn((await this.#workbench.editor.json()) as JsonObject);
  }

  async isDirty(): Promise<boolean> {
    const { editor, dialog } = this.#workbench;
    // Behind a question no tab is found.
    return (await editor.dirtyTab(this.#label).count()) > 0 || (await dialog.isOpen());
  }

  /** Whether the text is unsaved after a reload; in the middle of a save it may have been saved just before. */
  async comesBack(wasDirty: boolean, isInSave: boolean): Promise<boolean> {
    const { page, editor } = this.#workbench;
    // Without anything unsaved a tab is not always kept.
    if (!wasDirty && (await editor.tab(this.#label).count()) === 0) await this.open();
    // The extension has to start first.
    const text = page.locator(".editor-instance .view-line").first();
    await text.waitFor({ timeout: 40_000 });
    await editor.front(this.#label);
    if (!wasDirty) return false;
    const mark = editor.dirtyTab(this.#label).waitFor();
    await (isInSave ? mark.catch(() => undefined) : mark);
    return this.isDirty();
  }
}
