import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** Takes what a box offers until the command has ended: Enter, as often as it asks. */
export const accepting = (running: Thenable<unknown>): Promise<void> =>
  ending(running, "workbench.action.acceptSelectedQuickOpenItem");

/** Does the same again and again until the command has ended, and fails where that has failed. */
export async function ending(running: Thenable<unknown>, again: string): Promise<void> {
  let isOver = false;
  const over = () => (isOver = true);
  void running.then(over, over);
  await until("The command did not end", async () => {
    await vscode.commands.executeCommand(again);
    return isOver;
  });
  await running;
}
