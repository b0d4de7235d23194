import * as vscode from "vscode";
import { Failed, whyFailed } from "./failed.ts";
import { plain } from "./words.ts";

/** What a noun's commands do, by command id. */
export type CommandTable = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Registers commands, with the one catch: cancelling is silent, anything else is shown once. */
export function register(table: CommandTable, log: vscode.LogOutputChannel): vscode.Disposable {
  const registered = Object.entries(table).map(([id, run]) =>
    vscode.commands.registerCommand(id, caught(id, run, log)),
  );
  return vscode.Disposable.from(...registered);
}

/** Follows links to the extension, with the same catch. */
export const registerLinks = (
  follow: (link: vscode.Uri) => Promise<void>,
  log: vscode.LogOutputChannel,
): vscode.Disposable =>
  vscode.window.registerUriHandler({
    handleUri: (link) => void caught("link", follow, log)(link),
  });

const caught =
  <Args extends unknown[]>(
    name: string,
    run: (...args: Args) => unknown,
    log: vscode.LogOutputChannel,
  ) =>
  async (...args: Args): Promise<unknown> => {
    try {
      return await run(...args);
    } catch (error) {
      // Who called is not kept waiting until somebody has read it.
      void show(name, error, log);
      return undefined;
    }
  };

async function show(id: string, error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  if (error instanceof vscode.CancellationError) return;
  log.error(id, error instanceof Error ? error : String(error));
  const words = plain(whyFailed(error));
  if (error instanceof Failed) {
    const remedy = remedyOf(error);
    const press = await vscode.window.showErrorMessage(words, ...(remedy ? [remedy.title] : []));
    if (press && remedy) await vscode.commands.executeCommand(remedy.command);
    return;
  }
  const showLog = vscode.l10n.t("Show Log");
  const answer = await vscode.window.showErrorMessage(words, showLog);
  if (answer === showLog) log.show();
}

/** What helps against a failure, in a button; undefined where nothing of ours does. */
function remedyOf({ failure }: Failed): vscode.Command | undefined {
  const name = failure.code === "service" ? failure.error.name : failure.code;
  return name === "LockedError"
    ? { command: "cms.connection.unlock", title: vscode.l10n.t("Unlock") }
    : undefined;
}
