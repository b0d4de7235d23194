import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** An open quick pick or dialog, until it is answered. */
interface Prompt {
  readonly title: string;
  readonly pick?: Pick;
  readonly items?: readonly vscode.QuickPickItem[];
}

interface Pick {
  readonly quickPick: vscode.QuickPick<vscode.QuickPickItem>;
  /** VS Code has no command that presses a button in the quick pick of an extension. */
  readonly pressButton: (button: vscode.QuickInputButton) => void;
  /** VS Code has no command that presses the button of an item. */
  readonly pressOn: (pressed: ItemButton) => void;
}

type ItemButton = vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>;

/** Waits until an open quick pick has an item with this label, and moves its focus there. */
export async function focusOn(quickPick: Pick["quickPick"], label: string): Promise<void> {
  await until(`It does not offer ${label}`, () => {
    if (quickPick.activeItems[0]?.label === label) return Promise.resolve(true);
    const { Separator } = vscode.QuickPickItemKind;
    const item = quickPick.items.find((each) => each.label === label && each.kind !== Separator);
    // It has the focus when VS Code has got this change, which is before any later command.
    if (item) quickPick.activeItems = [item];
    return Promise.resolve(false);
  });
}

/** The open quick picks and dialogs. */
interface Prompts {
  /** Accepts the next quick pick or dialog, or picks its item with that label. Fails if the title is another one. */
  accept(title: string, label?: string): Promise<void>;
  /** Picks that item in the next quick pick, and returns the labels of all in one text. Fails if the title is another one. */
  proceed(title: string, label: string): Promise<string>;
  /** The items of the next quick pick that a promise waits for. It stays open. Fails if the title is another one. */
  waitForItems(title: string): Promise<readonly vscode.QuickPickItem[]>;
  /** The next quick pick, which stays open. Fails if the title is another one. */
  waitForPick(title: string): Promise<vscode.QuickPick<vscode.QuickPickItem>>;
  /** Presses the button with this tooltip in the next quick pick. Fails if the title is another one. */
  pressButton(title: string, tooltip: string): Promise<void>;
  /** Whether a quick pick or dialog is open. */
  isAnyOpen(): boolean;
  /** Presses Back in the next quick pick. Fails if the title is another one. */
  goBack(title: string): Promise<void>;
  /** Presses the button with this tooltip on an item of the next quick pick. Fails if the title is another one. */
  pressOn(title: string, index: number, tooltip: string): Promise<void>;
}

/**
 * Lets the tests of a describe() answer one quick pick or dialog after the other. VS Code doesn't report which one is
 * open, so these functions replace those that open them.
 */
export function usePrompts(): Prompts {
  const open = new Set<Prompt>();
  const { showQuickPick, showSaveDialog, createQuickPick } = vscode.window;

  const trackPrompt = async <T>(
    title = "",
    answer: Thenable<T>,
    details: Omit<Prompt, "title"> = {},
  ): Promise<T> => {
    const prompt = { title, ...details };
    open.add(prompt);
    try {
      return await answer;
    } finally {
      open.delete(prompt);
    }
  };
  const listening = {
    showQuickPick: (items: vscode.QuickPickItem[], options?: vscode.QuickPickOptions) =>
      trackPrompt(options?.title, showQuickPick(items, options), { items }),
    showSaveDialog: (options?: vscode.SaveDialogOptions) =>
      trackPrompt(options?.title, showSaveDialog(options)),
    createQuickPick: () => {
      const pick = createQuickPick();
      const show = pick.show.bind(pick);
      const buttons = new vscode.EventEmitter<vscode.QuickInputButton>();
      pick.onDidTriggerButton((button) => buttons.fire(button));
      const itemButtons = new vscode.EventEmitter<ItemButton>();
      pick.onDidTriggerItemButton((pressed) => itemButtons.fire(pressed));
      Object.assign(pick, {
        onDidTriggerButton: buttons.event,
        onDidTriggerItemButton: itemButtons.event,
      });
      const pressButton = (button: vscode.QuickInputButton): void => buttons.fire(button);
      const pressOn = (pressed: ItemButton): void => itemButtons.fire(pressed);
      pick.show = () => {
        show();
        const hidden = new Promise<void>((resolve) => pick.onDidHide(resolve));
        void trackPrompt(pick.title, hidden, { pick: { quickPick: pick, pressButton, pressOn } });
      };
      return pick;
    },
  };

  before(() => {
    Object.assign(vscode.window, listening);
  });
  after(() => {
    Object.assign(vscode.window, { showQuickPick, showSaveDialog, createQuickPick });
  });

  const next = async (title: string): Promise<Prompt> => {
    await until(`No prompt is up: ${title}`, () => Promise.resolve(open.size > 0));
    const [prompt] = open;
    assert.equal(prompt?.title, title);
    return prompt;
  };
  const isGone = (prompt: Prompt) => () => Promise.resolve(!open.has(prompt));
  const accept: Prompts["accept"] = async (title, label) => {
    const prompt = await next(title);
    const quickPick = prompt.pick?.quickPick;
    if (quickPick && label !== undefined) await focusOn(quickPick, label);
    await until(`It takes no answer: ${title}`, async () => {
      // The open quick pick or dialog may already be the next one.
      if (!open.has(prompt)) return true;
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return false;
    });
  };
  const waitForPick = async (title: string) => {
    const { pick } = await next(title);
    assert.ok(pick);
    return pick.quickPick;
  };
  return {
    isAnyOpen: () => open.size > 0,
    accept,
    proceed: async (title, label) => {
      const { items } = await waitForPick(title);
      await accept(title, label);
      return items.map((item) => item.label).join(" ");
    },
    waitForItems: async (title) => {
      const { items } = await next(title);
      assert.ok(items);
      return items;
    },
    waitForPick,
    goBack: async (title) => {
      const prompt = await next(title);
      assert.deepEqual(prompt.pick?.quickPick.buttons, [vscode.QuickInputButtons.Back]);
      prompt.pick.pressButton(vscode.QuickInputButtons.Back);
      await until(`It does not go back: ${title}`, isGone(prompt));
    },
    pressButton: async (title, tooltip) => {
      const prompt = await next(title);
      const button = prompt.pick?.quickPick.buttons.find((each) => each.tooltip === tooltip);
      assert.ok(prompt.pick && button, `${title} has no button ${tooltip}`);
      prompt.pick.pressButton(button);
      await until(`It does not close: ${title}`, isGone(prompt));
    },
    pressOn: async (title, index, tooltip) => {
      const prompt = await next(title);
      const item = prompt.pick?.quickPick.items[index];
      const button = item?.buttons?.find((candidate) => candidate.tooltip === tooltip);
      assert.ok(prompt.pick && item && button, `${title} has no button ${tooltip}`);
      prompt.pick.pressOn({ item, button });
      await until(`It does not close: ${title}`, isGone(prompt));
    },
  };
}
