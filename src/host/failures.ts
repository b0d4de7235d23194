import * as vscode from "vscode";
import type { Connection } from "../model/connection.ts";
import type { Connections } from "../model/connections.ts";
import { remediesOf } from "../model/remedies.ts";
import { Failed, whyFailed } from "./failed.ts";
import { buttonOf, logButton } from "./remedyButtons.ts";
import type { Button } from "./remedyButtons.ts";
import type { SignIns } from "./signIn.ts";
import { plain } from "./words.ts";

/** What failed, and how it is done again. */
interface Attempt {
  /** The command, or what else a person asked for. */
  readonly id: string;
  readonly args: readonly unknown[];
  readonly again: () => unknown;
}

interface Ports {
  readonly connections: Connections;
  readonly signIns: SignIns;
  readonly log: vscode.LogOutputChannel;
}

/** Shows what failed, to which connection, with what helps; what waits for that goes on by itself. */
export class Failures {
  readonly #ports: Ports;
  /** What waits for an answer to a notification, by its words: VS Code shows the same one only once. */
  readonly #waiting = new Map<
    string,
    { shown: number; readonly again: Map<string, () => unknown> }
  >();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Cancelling is silent, anything else is logged and shown. */
  async show(error: unknown, attempt: Attempt): Promise<void> {
    if (error instanceof vscode.CancellationError) return;
    this.#ports.log.error(attempt.id, error instanceof Failed ? whyFailed(error) : error);
    const connection = this.#connectionOf(error, attempt.args);
    const buttons = this.#buttonsFor(error, connection);
    const words = plain(whyFailed(error));
    const message =
      connection && buttons.length > 0
        ? vscode.l10n.t("{0}: {1}", plain(connection.name), words)
        : words;
    await this.#ask(message, buttons, attempt);
  }

  async #ask(message: string, buttons: readonly Button[], { key, again }: Waiting): Promise<void> {
    const waiting = this.#waiting.get(message) ?? {
      shown: 0,
      again: new Map<string, () => unknown>(),
    };
    this.#waiting.set(message, waiting);
    waiting.shown += 1;
    waiting.again.set(key, again);
    const labels = buttons.map(({ label }) => label);
    const answer = await vscode.window.showErrorMessage(message, ...labels);
    waiting.shown -= 1;
    const button = buttons.find(({ label }) => label === answer);
    if (button || waiting.shown === 0) this.#waiting.delete(message);
    if (!(await button?.run())) return;
    for (const goOn of waiting.again.values()) await goOn();
  }

  #buttonsFor(error: unknown, connection: Connection | undefined): readonly Button[] {
    if (!(error instanceof Failed)) return [logButton(this.#ports.log)];
    const { failure } = error;
    return remediesOf(failure)
      .map((remedy) => buttonOf(remedy, { ...this.#ports, failure, connection }))
      .filter((button) => button !== undefined);
  }

  /** The connection that failed; of several to one service, the one that the command was called for. */
  #connectionOf(error: unknown, args: readonly unknown[]): Connection | undefined {
    if (!(error instanceof Failed)) return undefined;
    const url = urlIn(error);
    const { all } = this.#ports.connections;
    const found = url === undefined ? all : all.filter((one) => url.startsWith(`${one.url}/`));
    // The row that the command was called on says it; without one, the editor in front.
    const front = args[0] === undefined ? vscode.window.activeTextEditor : undefined;
    const named = idIn(args[0]) ?? front?.document.uri.authority;
    const meant = found.find(({ id }) => id === named);
    return meant ?? (url !== undefined && found.length === 1 ? found[0] : undefined);
  }
}

/** Where the request went that failed, where one did. */
const urlIn = ({ failure }: Failed): string | undefined =>
  failure.code === "service" ? failure.error.url : undefined;

/** The id of the connection that a row, an address or a document of ours belongs to. */
function idIn(given: unknown): string | undefined {
  if (given instanceof vscode.Uri) return given.authority;
  const { connection, place, address } = Object(given) as Given;
  return connection?.id ?? (place ?? address)?.connection;
}

interface Given {
  readonly connection?: { readonly id?: string };
  readonly place?: { readonly connection: string };
  readonly address?: { readonly connection: string };
}
