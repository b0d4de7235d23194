import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** Enters a text into each input box that is shown, one after the other, and the last one into all that follow. */
export function enterInBoxes(...texts: readonly [string, ...string[]]): vscode.Disposable {
  const { createInputBox } = vscode.window;
  let boxes = 0;
  const create = (): vscode.InputBox => {
    const box = createInputBox();
    const show = box.show.bind(box);
    box.show = () => {
      box.value = texts[Math.min(boxes, texts.length - 1)] ?? "";
      boxes += 1;
      show();
      void accept(box);
    };
    return box;
  };
  Object.assign(vscode.window, { createInputBox: create });
  return new vscode.Disposable(() => Object.assign(vscode.window, { createInputBox }));
}

/** Presses Enter until the box is gone: while it is drawn, it takes no key. Later boxes get none of them. */
async function accept(box: vscode.InputBox): Promise<void> {
  let isGone = false;
  box.onDidHide(() => (isGone = true));
  const dispose = box.dispose.bind(box);
  box.dispose = () => {
    isGone = true;
    dispose();
  };
  await until("The box takes no text", async () => {
    if (!isGone) await vscode.commands.executeCommand(enter);
    return isGone;
  });
}

const enter = "workbench.action.acceptSelectedQuickOpenItem";
