import * as vscode from "vscode";
import { Failed } from "./failed.ts";
import { describe, plain } from "./words.ts";

/** What a noun's commands do, by command id. */
export type CommandTable = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Registers commands, with the one catch: cancelling is silent, anything else is shown once. */
export function register(table: CommandTable, log: vscode.LogOutputChannel): vscode.Disposable {
  const registered = Object.entries(table).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (...args: never[]): Promise<unknown> => {
      try {
        return await run(...args);
      } catch (error) {
        // Who called is not kept waiting until somebody has read it.
        void show(id, error, log);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

async function show(id: string, error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  if (error instanceof vscode.CancellationError) return;
  log.error(id, error instanceof Error ? error : String(error));
  if (error instanceof Failed) {
    const { failure, consequence = "" } = error;
    await vscode.window.showErrorMessage(plain(`${consequence} ${describe(failure)}`.trim()));
    return;
  }
  const showLog = vscode.l10n.t("Show Log");
  const answer = await vscode.window.showErrorMessage(
    plain(error instanceof Error ? error.message : String(error)),
    showLog,
  );
  if (answer === showLog) log.show();
}
