import * as vscode from "vscode";
import { until } from "../window/until.ts";

/**
 * Enters one text into each input box, one after the other. The last text goes into all further input boxes. Undefined
 * accepts the text that the box begins with.
 */
export function enterInBoxes(
  ...texts: readonly [string | undefined, ...(string | undefined)[]]
): vscode.Disposable {
  const { createInputBox } = vscode.window;
  let boxes = 0;
  const create = (): vscode.InputBox => {
    const box = createInputBox();
    const show = box.show.bind(box);
    box.show = () => {
      box.value = texts[Math.min(boxes, texts.length - 1)] ?? box.value;
      boxes += 1;
      show();
      void accept(box);
    };
    return box;
  };
  Object.assign(vscode.window, { createInputBox: create });
  return new vscode.Disposable(() => Object.assign(vscode.window, { createInputBox }));
}

/**
 * Presses Enter until the input box is hidden. VS Code ignores keys while it draws the input box. Later input boxes get
 * none of these keys.
 */
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
