import * as vscode from "vscode";
import { plainLines, plainText, withIcon } from "./plainText.ts";

export interface StatusBarContent {
  /** The id of a codicon. */
  readonly icon: string;
  readonly text: string;
  readonly tooltip: readonly string[];
  /** What a screen reader reads. Without it, it would read the name of the icon. */
  readonly spoken: string;
  readonly command?: vscode.Command | undefined;
  readonly background?: vscode.ThemeColor | undefined;
}

/** An item at the left of the status bar, which is hidden at first. */
export class StatusBarItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  /** `name` is the item's name in the menu of the status bar. A higher priority is further left. */
  constructor(id: string, name: string, priority?: number) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    this.#item.name = plainText(name);
  }

  show({ icon, text, tooltip, spoken, command, background }: StatusBarContent): void {
    const role = command ? { role: "button" } : {};
    Object.assign(this.#item, {
      text: withIcon(icon, text),
      tooltip: plainLines(tooltip),
      accessibilityInformation: { label: plainText(spoken), ...role },
      command,
      backgroundColor: background,
    });
    this.#item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
