import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** A box at the top: it is up until it is answered. */
interface Box {
  readonly title: string;
}

/** The boxes that are up. */
interface Boxes {
  /** Takes what the box offers that is up next; fails where its title is another one. */
  accept(title: string): Promise<void>;
}

/**
 * Lets the tests of a describe() answer one box after the other. VS Code does not say which one is up, so those
 * who ask for one are listened to.
 */
export function useBoxes(): Boxes {
  const up = new Set<Box>();
  const { showQuickPick, showSaveDialog, createQuickPick } = vscode.window;

  const asked = async <T>(title = "", answer: Thenable<T>): Promise<T> => {
    const box = { title };
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
      pick.show = () => {
        show();
        const hidden = new Promise<void>((resolve) => pick.onDidHide(resolve));
        void asked(pick.title, hidden);
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

  return {
    accept: async (title) => {
      await until(`No box is up: ${title}`, () => Promise.resolve(up.size > 0));
      const [box] = up;
      assert.equal(box?.title, title);
      await until(`It takes no answer: ${title}`, async () => {
        // What is up by now may be the next one.
        if (!up.has(box)) return true;
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return false;
      });
    },
  };
}
