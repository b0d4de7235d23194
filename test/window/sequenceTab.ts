import type { JsonObject } from "../../src/model/foundation/json.ts";
import { valuesIn } from "../model/sequences/places.ts";
import type { Values } from "../model/sequences/places.ts";
import { openDocument, tabOf } from "./documents.ts";
import type { Workbench } from "./workbench.ts";

/** The tab of the document, before and after a reload. */
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

  /** The values in the text. */
  async values(): Promise<Values> {
    return valuesIn((await this.#workbench.editor.json()) as JsonObject);
  }

  async isDirty(): Promise<boolean> {
    const { editor, dialog } = this.#workbench;
    // The tab can't be found behind a modal dialog.
    return (await editor.dirtyTab(this.#label).count()) > 0 || (await dialog.isOpen());
  }

  /**
   * Whether the text has unsaved changes after a reload. In the middle of a save it may have been saved just before.
   */
  async comesBack(wasDirty: boolean, isInSave: boolean): Promise<boolean> {
    const { page, editor } = this.#workbench;
    // VS Code doesn't always restore a tab without unsaved changes.
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
