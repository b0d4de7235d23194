import * as vscode from "vscode";
import { keyOf } from "../model/address.ts";
import type { Address } from "../model/address.ts";
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
  /** The id of the connection that the person named when they were asked. */
  readonly asked?: string | undefined;
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
  readonly #waiting = new Map<string, Waiting>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Cancelling is silent, anything else is logged and shown. */
  async show(error: unknown, attempt: Attempt): Promise<void> {
    if (error instanceof vscode.CancellationError) return;
    this.#ports.log.error(attempt.id, error instanceof Failed ? whyFailed(error) : error);
    const connection = this.#connectionOf(error, attempt);
    const buttons = this.#buttonsFor(error, connection);
    const words = plain(whyFailed(error));
    const message =
      connection && buttons.length > 0
        ? vscode.l10n.t("{0}: {1}", plain(connection.name), words)
        : words;
    await this.#ask(message, buttons, attempt);
  }

  async #ask(
    message: string,
    buttons: readonly Button[],
    { id, args, again }: Attempt,
  ): Promise<void> {
    const waiting: Waiting = this.#waiting.get(message) ?? { shown: 0, again: new Map() };
    this.#waiting.set(message, waiting);
    waiting.shown += 1;
    waiting.again.set(`${id} ${targetOf(args[0])}`, again);
    const labels = buttons.map(({ label }) => label);
    const answer = await vscode.window.showErrorMessage(message, ...labels);
    waiting.shown -= 1;
    const button = buttons.find(({ label }) => label === answer);
    if (button || waiting.shown === 0) this.#waiting.delete(message);
    try {
      if (!(await button?.run())) return;
      for (const goOn of waiting.again.values()) await goOn();
    } catch (error) {
      await this.show(error, { id, args, again });
    }
  }

  #buttonsFor(error: unknown, connection: Connection | undefined): readonly Button[] {
    if (!(error instanceof Failed)) return [logButton(this.#ports.log)];
    const { failure } = error;
    return remediesOf(failure)
      .map((remedy) => buttonOf(remedy, { ...this.#ports, failure, connection }))
      .filter((button) => button !== undefined);
  }

  /** The connection that failed; of several to one service, the one that the command was called for. */
  #connectionOf(error: unknown, { args, asked }: Attempt): Connection | undefined {
    if (!(error instanceof Failed)) return undefined;
    const url = urlIn(error);
    const { all } = this.#ports.connections;
    const found = url === undefined ? all : all.filter((one) => url.startsWith(`${one.url}/`));
    const named = asked ?? namedBy(args[0]);
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

/** The row that a command was called on says it; without one, the editor in front. */
function namedBy(given: unknown): string | undefined {
  if (given !== undefined) return idIn(given);
  return vscode.window.activeTextEditor?.document.uri.authority;
}

/** What tells one target of a command from another, in a word. */
function targetOf(given: unknown): string {
  if (given instanceof vscode.Uri) return given.toString();
  const { id, address } = Object(given) as Given;
  return id ?? (address ? keyOf(address) : "");
}

interface Given {
  readonly id?: string;
  readonly connection?: { readonly id?: string };
  readonly place?: { readonly connection: string };
  readonly address?: Address;
}

interface Waiting {
  shown: number;
  readonly again: Map<string, () => unknown>;
}
