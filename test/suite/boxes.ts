import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** An open quick pick or dialog, until it is answered. */
interface Box {
  readonly title: string;
  readonly pick?: Pick;
}

interface Pick {
  readonly shown: vscode.QuickPick<vscode.QuickPickItem>;
  /** VS Code has no command that presses Back in the quick pick of an extension. */
  readonly pressBack: () => void;
}

/** The open quick picks and dialogs. */
interface Boxes {
  /** Accepts the next quick pick or dialog, or picks its item with that label. Fails if the title is another one. */
  accept(title: string, label?: string): Promise<void>;
  /** Presses Back in the next quick pick. Fails if the title is another one. */
  goBack(title: string): Promise<void>;
}

/**
 * Lets the tests of a describe() answer one quick pick or dialog after the other. VS Code doesn't report which one is
 * open, so these functions replace those that open them.
 */
export function useBoxes(): Boxes {
  const up = new Set<Box>();
  const { showQuickPick, showSaveDialog, createQuickPick } = vscode.window;

  const asked = async <T>(title = "", answer: Thenable<T>, pick?: Pick): Promise<T> => {
    const box = { title, ...(pick && { pick }) };
    up.add(box);
    try {
      return await answer;
    } finally {
      up.delete(box);
    }
  };
  const listening = {
    showQuickPick: (items: vscode.QuickPickItem[], options?: vscode.QuickPickOptions) =>
      asked(options?.title, showQuickPick(items, options)),
    showSaveDialog: (options?: vscode.SaveDialogOptions) =>
      asked(options?.title, showSaveDialog(options)),
    createQuickPick: () => {
      const pick = createQuickPick();
      const show = pick.show.bind(pick);
      const buttons = new vscode.EventEmitter<vscode.QuickInputButton>();
      pick.onDidTriggerButton((button) => {
        buttons.fire(button);
      });
      Object.assign(pick, { onDidTriggerButton: buttons.event });
      const pressBack = (): void => {
        buttons.fire(vscode.QuickInputButtons.Back);
      };
      pick.show = () => {
        show();
        const hidden = new Promise<void>((resolve) => pick.onDidHide(resolve));
        void asked(pick.title, hidden, { shown: pick, pressBack });
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

  const next = async (title: string): Promise<Box> => {
    await until(`No box is up: ${title}`, () => Promise.resolve(up.size > 0));
    const [box] = up;
    assert.equal(box?.title, title);
    return box;
  };
  const isGone = (box: Box) => () => Promise.resolve(!up.has(box));
  return {
    accept: async (title, label) => {
      const box = await next(title);
      const shown = box.pick?.shown;
      if (shown && label !== undefined)
        await until(`It does not offer ${label}`, async () => {
          if (shown.activeItems[0]?.label === label) return true;
          await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
          return false;
        });
      await until(`It takes no answer: ${title}`, async () => {
        // The open quick pick or dialog may already be the next one.
        if (!up.has(box)) return true;
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return false;
      });
    },
    goBack: async (title) => {
      const box = await next(title);
      assert.deepEqual(box.pick?.shown.buttons, [vscode.QuickInputButtons.Back]);
      box.pick.pressBack();
      await until(`It does not go back: ${title}`, isGone(box));
    },
  };
}
