import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** Enters a text into each input box that is shown, as the user does, until this is disposed of. */
export function enterInBoxes(text: string): vscode.Disposable {
  const { createInputBox } = vscode.window;
  const create = (): vscode.InputBox => {
    const box = createInputBox();
    const show = box.show.bind(box);
    box.show = () => {
      box.value = text;
      show();
      void accept(box);
    };
    return box;
  };
  Object.assign(vscode.window, { createInputBox: create });
  return new vscode.Disposable(() => Object.assign(vscode.window, { createInputBox }));
}

/** Presses Enter until the box is gone: while it is drawn, it takes no key. */
async function accept(box: vscode.InputBox): Promise<void> {
  let isHidden = false;
  box.onDidHide(() => (isHidden = true));
  await until("The box takes no text", async () => {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    return isHidden;
  });
}
