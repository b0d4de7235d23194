import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Log } from "./surfaces/logChannel.ts";
import { showError } from "./surfaces/messages.ts";
import { keyOf } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Connections } from "../model/connections/connections.ts";
import { FailureError, Guidance, errorMessage } from "./commandFailure.ts";
import { buttonsFor } from "./remedyButtons.ts";
import type { Button } from "./remedyButtons.ts";
import type { SignIns } from "./signIn.ts";
import { technicalDetails } from "../texts/errorWords.ts";
import { ended } from "../texts/words.ts";

interface CommandCall {
  /** The id of the command, or a name for another task that the user started. */
  readonly id: string;
  /** The arguments of the command: rows, an address, or the URI of a document. */
  readonly args: readonly unknown[];
  /** The id of the connection that the user chose when the command asked. */
  readonly asked?: string | undefined;
}

interface Attempt extends CommandCall {
  readonly again: () => unknown;
}

interface FailurePorts {
  readonly connections: Connections;
  readonly signIns: SignIns;
  readonly log: Log;
}

/** How long a notification without buttons delays the next one, in milliseconds. */
const readingTime = 5_000;

/**
 * Shows failures one at a time, with their connection and with buttons that fix them. Waiting calls
 * are retried automatically after the fix.
 */
export class Failures {
  readonly #ports: FailurePorts;
  /** The waiting failures by message. The first is shown, unless a button's action is running. */
  readonly #waiting = new Map<string, PendingFailure>();
  #isFixing = false;

  constructor(ports: FailurePorts) {
    this.#ports = ports;
  }

  /** Shows an error. Cancellation is silent. Errors other than Guidance are also logged. */
  async show(error: unknown, attempt: Attempt): Promise<void> {
    if (error instanceof vscode.CancellationError) return;
    if (!(error instanceof Guidance)) {
      this.#ports.log.error(attempt.id, ...loggedOf(error));
    }
    const connection = this.#connectionOf(error, attempt);
    const buttons = buttonsFor(error, { ...this.#ports, connection });
    const words = errorMessage(error);
    const message =
      connection && buttons.length > 0
        ? vscode.l10n.t("{error} Connection: {connection}.", {
            error: ended(words),
            connection: connection.name,
          })
        : words;
    const failure: PendingFailure = this.#waiting.get(message) ?? {
      message,
      connection,
      buttons,
      attempt,
      shown: 0,
      attempts: new Map(),
    };
    this.#waiting.set(message, failure);
    failure.attempts.set(nameOf(attempt), attempt);
    await this.#showFirst();
  }

  /** Removes a call that has succeeded or is being retried, from every waiting failure. */
  forget(request: CommandCall): void {
    for (const { attempts } of this.#waiting.values()) attempts.delete(nameOf(request));
  }

  /** Shows the first failure. A visible one is shown again because the user may have hidden it. */
  async #showFirst(): Promise<void> {
    const [first] = this.#waiting.values();
    if (!first || this.#isFixing) return;
    first.shown += 1;
    const button = await pressed(first);
    first.shown -= 1;
    if (!button && first.shown > 0) return;
    this.#waiting.delete(first.message);
    const fixed = await this.#fix(first, button);
    // The fix of another failure may also have fixed these.
    for (const [message, one] of this.#waiting)
      if (this.#isOver(one)) this.#waiting.delete(message);
    void this.#showFirst();
    for (const attempt of fixed) await this.#try(attempt, attempt.again);
  }

  /** Runs the button's action. Returns the calls with the same cause to retry, each once. */
  async #fix(first: PendingFailure, button: Button | undefined): Promise<readonly Attempt[]> {
    if (!button) return [];
    this.#isFixing = true;
    const isMended = await this.#try(first.attempt, button.run);
    this.#isFixing = false;
    if (!isMended) return [];
    const same = [...this.#waiting.values()].filter((one) => isFixedBy(button, one, first));
    const fixed = new Map([first, ...same].flatMap(({ attempts }) => [...attempts]));
    for (const attempt of fixed.values()) this.forget(attempt);
    return [...fixed.values()];
  }

  async #try(attempt: Attempt, task: () => unknown): Promise<unknown> {
    try {
      return await task();
    } catch (error) {
      void this.show(error, attempt);
      return undefined;
    }
  }

  /** Whether no call waits for it, or the connection was deleted or has another URL. */
  #isOver({ connection, attempts }: PendingFailure): boolean {
    const url = connection && this.#ports.connections.get(connection.id)?.url;
    return attempts.size === 0 || url !== connection?.url;
  }

  /** The connection that failed: of several with one URL, the target of the command. */
  #connectionOf(error: unknown, { args, asked }: Attempt): Connection | undefined {
    if (!(error instanceof FailureError)) return undefined;
    const url = urlIn(error);
    const { all } = this.#ports.connections;
    const found = url === undefined ? all : all.filter((one) => url.startsWith(`${one.url}/`));
    const connection = found.find(({ id }) => id === (asked ?? idIn(args[0])));
    return connection ?? (url !== undefined && found.length === 1 ? found[0] : undefined);
  }
}

/** The log entry of an error, with the technical details that the notification omits. */
function loggedOf(error: unknown): unknown[] {
  if (!(error instanceof FailureError)) return [error];
  return [errorMessage(error), technicalDetails(error.failure) ?? ""];
}

function urlIn({ failure }: FailureError): string | undefined {
  if (failure.code === "invalid-network-setting") return `${failure.url}/`;
  return failure.code === "service" ? failure.error.url : undefined;
}

/** The id of the connection that a row, an address or a document of the extension belongs to. */
function idIn(given: unknown): string | undefined {
  if (given instanceof vscode.Uri) return given.authority;
  const { connection, place, address } = Object(given) as CommandTarget;
  return connection?.id ?? (place ?? address)?.connection;
}

function targetOf(given: unknown): string {
  if (given instanceof vscode.Uri) return given.toString();
  const { id, address } = Object(given) as CommandTarget;
  return id ?? (address ? keyOf(address) : "");
}

const nameOf = ({ id, asked = "", args }: CommandCall): string =>
  [id, asked, ...args.flat().map(targetOf).filter(Boolean)].join(" ");

interface CommandTarget {
  readonly id?: string;
  readonly connection?: { readonly id?: string };
  readonly place?: { readonly connection: string };
  readonly address?: Address;
}

interface PendingFailure {
  readonly message: string;
  readonly connection: Connection | undefined;
  readonly buttons: readonly Button[];
  /** The first call that failed for this reason. */
  readonly attempt: Attempt;
  /** How often it is being shown. Showing a notification again makes VS Code close the first. */
  shown: number;
  /** The calls that failed for this reason and wait for a retry, each once. */
  readonly attempts: Map<string, Attempt>;
}

const isFixedBy = (button: Button, one: PendingFailure, first: PendingFailure): boolean =>
  !button.isForOne &&
  one.connection !== undefined &&
  one.connection.id === first.connection?.id &&
  one.buttons.some(({ label }) => label === button.label);

/**
 * The button that the user selects. Undefined if the user closes the notification, or after the
 * reading time if it has no buttons.
 */
async function pressed({ message, buttons }: PendingFailure): Promise<Button | undefined> {
  const labels = buttons.map(({ label }) => label);
  const answering = showError(message, ...labels);
  const answer = await (labels.length > 0
    ? answering
    : Promise.race([answering, pause(readingTime)]));
  return buttons.find(({ label }) => label === answer);
}
