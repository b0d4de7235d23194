import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { keyOf } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Connections } from "../model/connections/connections.ts";
import { FailureError, Guidance, errorMessage } from "./commandFailure.ts";
import { buttonsFor } from "./remedyButtons.ts";
import type { Button } from "./remedyButtons.ts";
import type { SignIns } from "./signIn.ts";
import { technicalDetails } from "./words/errorWords.ts";
import { escapeLinks } from "./words/words.ts";

/** What a person wants done. */
interface CommandCall {
  /** The command, or what else a person asked for. */
  readonly id: string;
  /** What it was called on: rows, an address, or a document by its URI. */
  readonly args: readonly unknown[];
  /** The id of the connection that the person named when they were asked. */
  readonly asked?: string | undefined;
}

/** What failed, and how it is done again. */
interface Attempt extends CommandCall {
  readonly again: () => unknown;
}

interface FailurePorts {
  readonly connections: Connections;
  readonly signIns: SignIns;
  readonly log: vscode.LogOutputChannel;
}

/** Words of a service may have no full stop. */
const ended = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** How long a notification that wants no answer holds the next one back, in milliseconds. */
const readingTime = 5_000;

/** Shows one at a time what failed, to which connection, with what helps; what waits for that goes on by itself. */
export class Failures {
  readonly #ports: FailurePorts;
  /** By their words. The first one is in sight, unless a button is at work. */
  readonly #waiting = new Map<string, PendingFailure>();
  #isFixing = false;

  constructor(ports: FailurePorts) {
    this.#ports = ports;
  }

  /** Cancelling is silent, anything else is shown, and logged where it is more than guidance. */
  async show(error: unknown, attempt: Attempt): Promise<void> {
    if (error instanceof vscode.CancellationError) return;
    if (!(error instanceof Guidance)) {
      this.#ports.log.error(attempt.id, ...loggedOf(error));
    }
    const connection = this.#connectionOf(error, attempt);
    const buttons = buttonsFor(error, { ...this.#ports, connection });
    const words = escapeLinks(errorMessage(error));
    const message =
      connection && buttons.length > 0
        ? vscode.l10n.t("{0} Connection: {1}.", ended(words), escapeLinks(connection.name))
        : words;
    const { attempts } = this.#enqueue({ message, connection, buttons, attempt });
    attempts.set(nameOf(attempt), attempt);
    await this.#showFirst();
  }

  /** Drops a wish that has been done or is being tried again, whatever failure it was waiting under. */
  forget(request: CommandCall): void {
    for (const { attempts } of this.#waiting.values()) attempts.delete(nameOf(request));
  }

  #enqueue(shown: FailureMessage): PendingFailure {
    const waiting = this.#waiting.get(shown.message) ?? { ...shown, shown: 0, attempts: new Map() };
    this.#waiting.set(shown.message, waiting);
    return waiting;
  }

  /** One that is up is shown anew: somebody may have put it out of sight. */
  async #showFirst(): Promise<void> {
    const [first] = this.#waiting.values();
    if (!first || this.#isFixing) return;
    first.shown += 1;
    const button = await pressed(first);
    first.shown -= 1;
    if (!button && first.shown > 0) return;
    this.#waiting.delete(first.message);
    const fixed = await this.#fix(first, button);
    // What was done to another one may have ended the cause of these.
    for (const [message, one] of this.#waiting)
      if (this.#isOver(one)) this.#waiting.delete(message);
    void this.#showFirst();
    for (const attempt of fixed) await this.#try(attempt, attempt.again);
  }

  /** What can be done again now, each once: all that failed by the same. */
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

  /** Whether nothing waits for it any more, or the connection that failed is elsewhere by now, or gone. */
  #isOver({ connection, attempts }: PendingFailure): boolean {
    const url = connection && this.#ports.connections.get(connection.id)?.url;
    return attempts.size === 0 || url !== connection?.url;
  }

  /** The connection that failed; of several to one service, the one that the command was called for. */
  #connectionOf(error: unknown, { args, asked }: Attempt): Connection | undefined {
    if (!(error instanceof FailureError)) return undefined;
    const url = urlIn(error);
    const { all } = this.#ports.connections;
    const found = url === undefined ? all : all.filter((one) => url.startsWith(`${one.url}/`));
    const connection = found.find(({ id }) => id === (asked ?? idIn(args[0])));
    return connection ?? (url !== undefined && found.length === 1 ? found[0] : undefined);
  }
}

/** What the log says of an error: also the technical details that the notification leaves out. */
function loggedOf(error: unknown): unknown[] {
  if (!(error instanceof FailureError)) return [error];
  return [errorMessage(error), technicalDetails(error.failure) ?? ""];
}

/** Where the request went that failed, or was to go, where there is one. */
function urlIn({ failure }: FailureError): string | undefined {
  if (failure.code === "invalid-network-setting") return `${failure.url}/`;
  return failure.code === "service" ? failure.error.url : undefined;
}

/** The id of the connection that a row, an address or a document of ours belongs to. */
function idIn(given: unknown): string | undefined {
  if (given instanceof vscode.Uri) return given.authority;
  const { connection, place, address } = Object(given) as CommandTarget;
  return connection?.id ?? (place ?? address)?.connection;
}

/** What tells one target of a command from another, in a word. */
function targetOf(given: unknown): string {
  if (given instanceof vscode.Uri) return given.toString();
  const { id, address } = Object(given) as CommandTarget;
  return id ?? (address ? keyOf(address) : "");
}

/** What tells one wish from another. */
const nameOf = ({ id, asked = "", args }: CommandCall): string =>
  [id, asked, ...args.flat().map(targetOf).filter(Boolean)].join(" ");

interface CommandTarget {
  readonly id?: string;
  readonly connection?: { readonly id?: string };
  readonly place?: { readonly connection: string };
  readonly address?: Address;
}

interface FailureMessage {
  readonly message: string;
  readonly connection: Connection | undefined;
  readonly buttons: readonly Button[];
  /** What failed by it first. */
  readonly attempt: Attempt;
}

interface PendingFailure extends FailureMessage {
  /** How often it is up: VS Code closes one when the same is shown again. */
  shown: number;
  /** What failed by it and waits, each once. */
  readonly attempts: Map<string, Attempt>;
}

const isFixedBy = (button: Button, one: FailureMessage, first: FailureMessage): boolean =>
  !button.isForOne &&
  one.connection !== undefined &&
  one.connection.id === first.connection?.id &&
  one.buttons.some(({ label }) => label === button.label);

/** The button that is pressed; none once it was closed, or read where there is none. */
async function pressed({ message, buttons }: FailureMessage): Promise<Button | undefined> {
  const labels = buttons.map(({ label }) => label);
  const answering = vscode.window.showErrorMessage(message, ...labels);
  const answer = await (labels.length > 0
    ? answering
    : Promise.race([answering, pause(readingTime)]));
  return buttons.find(({ label }) => label === answer);
}
