import { AsyncLocalStorage } from "node:async_hooks";
import * as vscode from "vscode";
import type { FailureNotifications } from "./failureNotifications.ts";

export type CommandTable = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Registers commands. Their handlers load on the first call. Cancellation is silent, and every
 * other error is shown once.
 */
export function register(
  ids: readonly string[],
  load: () => Promise<CommandTable>,
  failures: FailureNotifications,
): vscode.Disposable {
  const registered = ids.map((id) => {
    const run = async (...args: never[]) => (await load())[id]?.(...args);
    return vscode.commands.registerCommand(id, caught(id, run, failures));
  });
  return vscode.Disposable.from(...registered);
}

export const registerLinks = (
  follow: (link: vscode.Uri) => Promise<void>,
  failures: FailureNotifications,
): vscode.Disposable =>
  vscode.window.registerUriHandler({
    handleUri: (link) => void caught("link", follow, failures)(link),
  });

function caught<Args extends unknown[]>(
  id: string,
  run: (...args: Args) => unknown,
  failures: FailureNotifications,
): (...args: Args) => Promise<unknown> {
  const attempt = async (...args: Args): Promise<unknown> => {
    // The extension's document in the active editor, for a command without arguments.
    const active = args[0] === undefined ? vscode.window.activeTextEditor?.document : undefined;
    const document = active?.uri.scheme.startsWith("cms") ? active : undefined;
    const context: { readonly connection?: string } = {};
    const request = () => ({
      id,
      args: document ? [document.uri] : args,
      chosenConnection: context.connection,
    });
    try {
      const value = await commandContexts.run(context, () => run(...args));
      failures.forget(request());
      return value;
    } catch (error) {
      // The caller doesn't wait until the user has read the message.
      void failures.show(error, { ...request(), again: () => again(args, document) });
      return undefined;
    }
  };
  /** Retries the command. A document that it took from the active editor is shown first. */
  const again = async (args: Args, document?: vscode.TextDocument): Promise<unknown> => {
    if (document) await vscode.window.showTextDocument(document);
    return attempt(...args);
  };
  return attempt;
}

/** What a running command has noted: the connection that the user chose. */
const commandContexts = new AsyncLocalStorage<{ connection?: string }>();

export function noteConnection(id: string): void {
  const context = commandContexts.getStore();
  if (context) context.connection = id;
}
