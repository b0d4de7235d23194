import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** Presses Enter in every quick pick and input box until the command has ended. */
export const accepting = (running: Thenable<unknown>): Promise<void> =>
  ending(running, "workbench.action.acceptSelectedQuickOpenItem");

/** Runs the other command repeatedly until the first one has ended. Rejects if the first one fails. */
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
