import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** Takes what a box offers until the command has ended: Enter, as often as it asks. */
export async function accepting(running: Thenable<unknown>): Promise<void> {
  let isOver = false;
  void running.then(() => (isOver = true));
  await until("The command did not end", async () => {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    return isOver;
  });
}
