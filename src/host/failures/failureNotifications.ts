import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Log } from "../surfaces/logChannel.ts";
import { agrees, showError, showWarning } from "../surfaces/messages.ts";
import { keyOf, type Address, type CollectionAddress } from "../../model/foundation/address.ts";
import type { Connection } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import { FailureError, Guidance, errorMessage } from "../shared/commandFailure.ts";
import type { SignIns } from "../connect/signIns.ts";
import { technicalDetails } from "../../texts/shared/serviceErrorWords.ts";
import { ended, describe } from "../../texts/shared/failureWords.ts";
import { remediesOf, type Remedy } from "../../model/remedies.ts";
import type { Failure } from "../../model/failure.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";

interface Attempt {
  /** The id of the command, or a name for another task that the user started. */
  readonly id: string;
  /** The arguments of the command: rows, an address, or the URI of a document. */
  readonly args: readonly unknown[];
  /** The id of the connection that the user chose when the command asked. */
  readonly chosenConnection?: string | undefined;
  readonly again: () => unknown;
}

type CommandCall = Omit<Attempt, "again">;

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
export class FailureNotifications {
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
    const words = errorMessage(error);
    if (error instanceof FailureError)
      this.#ports.log.error(attempt.id, words, technicalDetails(error.failure) ?? "");
    else if (!(error instanceof Guidance)) this.#ports.log.error(attempt.id, error);
    const connection = this.#connectionOf(error, attempt);
    const buttons = buttonsFor(error, connection, this.#ports);
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
      show: mayPass(error) ? showWarning : showError,
      timesShown: 0,
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
    // A failure is over if no call waits for it, or if its connection was deleted or has another URL.
    for (const [message, { connection, attempts }] of this.#waiting) {
      const url = connection && this.#ports.connections.get(connection.id)?.url;
      if (attempts.size === 0 || url !== connection?.url) this.#waiting.delete(message);
    }
    const [first] = this.#waiting.values();
    if (!first || this.#isFixing) return;
    first.timesShown += 1;
    const labels = first.buttons.map(({ label }) => label);
    const answering = first
      .show(first.message, ...labels)
      .then((answer) => first.buttons.find(({ label }) => label === answer));
    const isSticky = labels.length > 0 && first.show === showError;
    // Undefined if the user closes the notification. Where VS Code hides it by itself, the next one
    // follows after the reading time, and the user may press a button later.
    const late = Symbol("late");
    const button = await (isSticky
      ? answering
      : Promise.race([answering, pause(readingTime, late)]));
    first.timesShown -= 1;
    if (!button && first.timesShown > 0) return;
    this.#waiting.delete(first.message);
    if (button !== late) return this.#end(first, button);
    void answering.then((lateButton) => lateButton && this.#end(first, lateButton));
    await this.#showFirst();
  }

  /** Fixes a failure with the button that the user pressed, if any, and goes on. */
  async #end(failure: PendingFailure, button: Button | undefined): Promise<void> {
    const fixed = await this.#fix(failure, button);
    // The fix may also have fixed others.
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
    const same = [...this.#waiting.values()].filter(
      ({ connection, buttons }) =>
        !button.isForOne &&
        connection !== undefined &&
        connection.id === first.connection?.id &&
        buttons.some(({ label }) => label === button.label),
    );
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

  /** The connection that failed: of several with one URL, the target of the command. */
  #connectionOf(error: unknown, { args, chosenConnection }: Attempt): Connection | undefined {
    if (!(error instanceof FailureError)) return undefined;
    const { failure } = error;
    const serviceUrl = failure.code === "service" ? failure.error.url : undefined;
    const url = failure.code === "invalid-network-setting" ? `${failure.url}/` : serviceUrl;
    const { all } = this.#ports.connections;
    const candidates =
      url === undefined ? all : all.filter((candidate) => url.startsWith(`${candidate.url}/`));
    const connection = candidates.find(({ id }) => id === (chosenConnection ?? idIn(args[0])));
    return connection ?? (url !== undefined && candidates.length === 1 ? candidates[0] : undefined);
  }
}

/**
 * Whether the failure may be over without a fix, as after an outage. VS Code hides a warning after a
 * moment, and an error with buttons only when the user closes it.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof FailureError && remediesOf(error.failure).includes("again");

/** The id of the connection that a row, an address or a document of the extension belongs to. */
function idIn(argument: unknown): string | undefined {
  if (argument instanceof vscode.Uri) return argument.authority;
  const { connection, collection, address } = rowIn(argument);
  return connection?.id ?? (collection ?? address)?.connection;
}

function targetOf(argument: unknown): string {
  if (argument instanceof vscode.Uri) return argument.toString();
  const { id, address } = rowIn(argument);
  return id ?? (address ? keyOf(address) : "");
}

const nameOf = ({ id, chosenConnection = "", args }: CommandCall): string =>
  [id, chosenConnection, ...args.flat().map(targetOf).filter(Boolean)].join(" ");

/** What a row, or an argument like a row, may say about its target. */
const rowIn = (argument: unknown) =>
  Object(argument) as {
    readonly id?: string;
    readonly connection?: { readonly id?: string };
    readonly collection?: CollectionAddress;
    readonly address?: Address;
  };

interface PendingFailure {
  readonly message: string;
  readonly connection: Connection | undefined;
  readonly buttons: readonly Button[];
  /** The first call that failed for this reason. */
  readonly attempt: Attempt;
  readonly show: typeof showError;
  /** How often it is being shown. Showing a notification again makes VS Code close the first. */
  timesShown: number;
  /** The calls that failed for this reason and wait for a retry, each once. */
  readonly attempts: Map<string, Attempt>;
}

/** A button of a notification. `run` returns whether the failed call can be retried. */
export interface Button {
  readonly label: string;
  readonly run: () => unknown;
  /** Whether it applies only to the failure that it is shown with. */
  readonly isForOne?: boolean;
}

const { executeCommand } = vscode.commands;

/** `connection` is undefined if the failed connection is unknown. */
function buttonsFor(
  error: unknown,
  connection: Connection | undefined,
  ports: FailurePorts,
): readonly Button[] {
  if (error instanceof Guidance) {
    if (!error.help) return [];
    const { title, command, arguments: given = [] } = error.help;
    const run = () => executeCommand(command, ...(given as readonly unknown[]));
    return [{ label: title, run: () => run().then(() => undefined) }];
  }
  const { connections, signIns, log } = ports;
  const logButton: Button = {
    label: vscode.l10n.t("Show Log"),
    run: () => log.show(),
  };
  if (!(error instanceof FailureError)) return [logButton];
  const { failure } = error;
  const onConnection = (label: string, command: string): Button | undefined =>
    connection && { label, run: () => executeCommand(command, { connection }) };
  const buttons: Record<Remedy, () => Button | undefined> = {
    unlock: () => ({
      label: vscode.l10n.t("Unlock"),
      run: () => executeCommand("cms.connection.unlock", connection && { connection }),
    }),
    token: () => connection && tokenButton(signIns, connection, failure),
    signIn: () => onConnection(vscode.l10n.t("Sign In"), "cms.connection.signIn"),
    permissions: () => onConnection(vscode.l10n.t("Open Permissions"), "cms.connection.openTokens"),
    allFields: () => connection && allFieldsButton(connections, connection.id, failure),
    certificate: () =>
      onConnection(vscode.l10n.t("Choose Certificate File"), "cms.connection.chooseCertificate"),
    proxy: () => ({
      label: vscode.l10n.t("Open Settings"),
      run: () => executeCommand("workbench.action.openSettings", "http.proxy"),
    }),
    again: () => ({ label: vscode.l10n.t("Retry"), run: () => true, isForOne: true }),
    edit: () => onConnection(vscode.l10n.t("Edit Connection"), "cms.connection.edit"),
    log: () => logButton,
  };
  return remediesOf(failure).flatMap((remedy) => buttons[remedy]() ?? []);
}

export const tokenButton = (
  signIns: SignIns,
  connection: Connection,
  failure: Failure,
): Button => ({
  label: vscode.l10n.t("Edit Token"),
  run: () => signIns.again(connection, describe(failure)),
});

/** Undefined if the failed write could not send more fields. */
export function allFieldsButton(
  connections: Connections,
  connection: string,
  failure: Failure,
): Button | undefined {
  const type = failure.code === "service" ? failure.partialType : undefined;
  if (type === undefined) return undefined;
  const next = vscode.l10n.t("Then the action is repeated.");
  const run = () => askToSendAllFields(connections, { connection, type, next });
  return { label: sendAllFieldsLabel(), run, isForOne: true };
}

/**
 * Asks whether writes of a type send all fields from now on. Returns whether the user agrees. `next`
 * says what happens then.
 */
export async function askToSendAllFields(
  connections: Connections,
  { connection: id, type, next }: CollectionAddress & { readonly next: string },
): Promise<boolean> {
  const connection = connections.get(id);
  const isAgreed = await agrees(
    vscode.l10n.t("Send all fields of {type} to {connection}?", {
      type,
      connection: connectionName(connections, id),
    }),
    [
      vscode.l10n.t(
        "Saves and publishes of {type} then send every field, not only the changes, as the admin panel does. A change that someone else makes at the same moment is overwritten.",
        { type },
      ),
      next,
    ],
    sendAllFieldsLabel(),
  );
  if (!connection || !isAgreed) return false;
  const { sendAllFields = [] } = connection;
  await connections.change(connection, { sendAllFields: [...new Set([...sendAllFields, type])] });
  return true;
}

export const sendAllFieldsLabel = (): string => vscode.l10n.t("Send All Fields");
