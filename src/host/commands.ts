import { AsyncLocalStorage } from "node:async_hooks";
import * as vscode from "vscode";
import type { Failures } from "./failures.ts";

/** What a noun's commands do, by command id. */
export type CommandTable = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Registers commands, which are loaded with the first call: cancelling is silent, anything else is shown once. */
export function register(
  ids: readonly string[],
  load: () => Promise<CommandTable>,
  failures: Failures,
): vscode.Disposable {
  const registered = ids.map((id) => {
    const run = async (...args: never[]) => (await load())[id]?.(...args);
    return vscode.commands.registerCommand(id, caught(id, run, failures));
  });
  return vscode.Disposable.from(...registered);
}

/** Follows links to the extension, with the same catch. */
export const registerLinks = (
  follow: (link: vscode.Uri) => Promise<void>,
  failures: Failures,
): vscode.Disposable =>
  vscode.window.registerUriHandler({
    handleUri: (link) => void caught("link", follow, failures)(link),
  });

function caught<Args extends unknown[]>(
  id: string,
  run: (...args: Args) => unknown,
  failures: Failures,
): (...args: Args) => Promise<unknown> {
  const attempt = async (...args: Args): Promise<unknown> => {
    const document = args[0] === undefined ? documentInFront() : undefined;
    const context: CommandContext = {};
    const request = () => ({
      id,
      args: document ? [document.uri] : args,
      asked: context.connection,
    });
    try {
      const value = await runInContext(context, () => run(...args));
      failures.forget(request());
      return value;
    } catch (error) {
      // Who called is not kept waiting until somebody has read it.
      void failures.show(error, { ...request(), again: () => again(args, document) });
      return undefined;
    }
  };
  /** What the editor in front was meant by is done with that one, wherever the person is by now. */
  const again = async (args: Args, document?: vscode.TextDocument): Promise<unknown> => {
    if (document) await vscode.window.showTextDocument(document);
    return attempt(...args);
  };
  return attempt;
}

/** The document of ours that a command is about which was called on nothing. */
function documentInFront(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme.startsWith("cms") ? document : undefined;
}

/** What a person has said while a command runs, beside what it was called with. */
export interface CommandContext {
  connection?: string;
}

const saying = new AsyncLocalStorage<CommandContext>();

/** Runs a command, and takes down in `said` what is said in it. */
const runInContext = <T>(context: CommandContext, run: () => T): T => saying.run(context, run);

/** The command that runs now is about this connection. */
export function noteConnection(id: string): void {
  const context = saying.getStore();
  if (context) context.connection = id;
}
