import type { DocumentEvents } from "../save/openDocuments.ts";
import { isMediaFile, keyOf, type Address } from "../foundation/address.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { textIn } from "../foundation/json.ts";
import { failed } from "../foundation/outcome.ts";
import type { ReadResult } from "../reading/readOptions.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import type { CheckFinding } from "./checkFinding.ts";
import type { CheckedDocument } from "./checkRule.ts";
import { checkedConnection, type CheckTarget } from "./checkScope.ts";
import type { RuleSettings } from "./checkSettings.ts";
import { FoundDefects } from "./foundDefects.ts";
import type { CheckReport, CheckRunOptions } from "./checkRun.ts";

export interface CheckSettingsPort {
  read(): Promise<{ readonly rules: RuleSettings; readonly checkForeignLinks: boolean }>;
}

type CheckDependencies = CheckRunOptions["dependencies"] & { readonly documents: DocumentEvents };

type CheckOptions = Pick<CheckRunOptions, "signal" | "onProgress">;

/**
 * Checks content, and keeps the findings until a later check or change of the document settles
 * them. A document that has findings is checked again after each write of this client to it.
 */
export class Checks extends ResourceOwner {
  readonly #read = this.own(new Emitter<readonly CheckedDocument[]>());
  /** Fires after a page of documents was checked. The event has the documents as they were read. */
  readonly onDidCheckDocuments = this.#read.event;
  readonly #changed = this.own(new Emitter<readonly Address[]>());
  /** Fires when findings of these documents or media files were added or removed. */
  readonly onDidChangeFindings = this.#changed.event;
  readonly #counted = this.own(new Emitter<string>());
  /** Fires when the numbers of a connection changed, but not while a check runs. */
  readonly onDidChangeNumbers = this.#counted.event;
  readonly #dependencies: CheckDependencies;
  readonly #settings: CheckSettingsPort;
  readonly #findings = new FoundDefects();
  /** The times of the last checks, by connection and type. Without a type, of the connection. */
  readonly #times = new Map<string, Map<string | undefined, number>>();
  readonly #running = new Map<string, AbortController>();
  readonly #addressesToRecheck = new Map<string, Address>();
  #isRechecking = false;
  /** Ends the current check of a waiting document. */
  #recheck: AbortController | undefined;
  #checks = 0;

  constructor(dependencies: CheckDependencies, settings: CheckSettingsPort) {
    super();
    this.#dependencies = dependencies;
    this.#settings = settings;
    const { connections, documents } = dependencies;
    this.own(
      documents.onDidSave(({ address, snapshot }) => {
        if (isMediaFile(address)) this.#settleFile(address, snapshot);
        else this.#checkAgain(address);
      }),
      documents.onDidChange(({ address, kind }) => {
        if (kind === "changed" && !isMediaFile(address)) this.#checkAgain(address);
      }),
      documents.onDidDelete(({ address, isWhole }) => {
        this.#report(
          isWhole ? this.#findings.removeDocument(address) : this.#findings.removeAt(address),
        );
        this.#checkTargetsAgain(address);
      }),
      connections.onDidRemove(({ id }) => {
        this.#running.get(id)?.abort();
        this.clear(id);
      }),
    );
  }

  /** Whether the user's check of a connection is running. There is at most one. */
  isRunning(connection: string): boolean {
    return this.#running.has(connection);
  }

  /**
   * Checks content. Findings appear while the check runs. A cancelled check keeps what it found. At
   * the end, earlier findings about the checked documents are removed if they were not found again.
   */
  async check(
    target: CheckTarget,
    { signal, onProgress }: CheckOptions = {},
  ): ReadResult<CheckReport> {
    const connection = checkedConnection(target);
    if (this.isRunning(connection)) throw new Error("A check of the connection is running.");
    const abort = new AbortController();
    this.#running.set(connection, abort);
    try {
      const signals = signal ? [abort.signal, signal] : [abort.signal];
      return await this.#check(target, { signal: AbortSignal.any(signals), onProgress });
    } finally {
      this.#running.delete(connection);
      this.#counted.fire(connection);
      void this.#checkWaiting();
    }
  }

  findings(address: Address): readonly CheckFinding[] {
    return this.#findings.of(address);
  }

  /** Checks an opened document again if it has findings. Another client may have fixed it since. */
  checkOpened(address: Address): void {
    if (this.#findings.of(address).length === 0) return;
    if (!isMediaFile(address)) this.#wait(address);
    else this.#settleFile(address, this.#dependencies.documents.latestSnapshot(address));
  }

  /**
   * The numbers of a connection or one of its types, and the time of its last check in milliseconds;
   * undefined if it was not checked.
   */
  summary(connection: string, type?: string) {
    const times = this.#times.get(connection);
    if (!times) return undefined;
    const checkTimes =
      type === undefined ? [...times.values()] : [times.get(type), times.get(undefined)];
    const checkedAt = Math.max(...checkTimes.filter((time) => time !== undefined));
    if (!Number.isFinite(checkedAt)) return undefined;
    return { counts: this.#findings.counts(connection, type), checkedAt };
  }

  clear(connection?: string): void {
    const ids = connection === undefined ? [...this.#times.keys()] : [connection];
    for (const id of ids) this.#times.delete(id);
    for (const [key, address] of this.#addressesToRecheck) {
      if (ids.includes(address.connection)) this.#addressesToRecheck.delete(key);
    }
    this.#recheck?.abort();
    this.#changed.fire(this.#findings.clear(connection));
    for (const id of ids) this.#counted.fire(id);
  }

  override dispose(): void {
    super.dispose();
    for (const abort of this.#running.values()) abort.abort();
    this.#recheck?.abort();
  }

  async #check(
    target: CheckTarget,
    { isRecheck = false, ...options }: CheckOptions & { readonly isRecheck?: boolean },
  ): ReadResult<CheckReport> {
    const check = (this.#checks += 1);
    const connection = checkedConnection(target);
    /** Whether the user has removed the findings while a document was checked again. */
    const isDismissed = () => isRecheck && options.signal?.aborted === true;
    const { runCheck } = await import("./checkRun.ts");
    const changed = new Map<string, Address>();
    const addressesToSettle = target.kind === "document" ? [target.address] : [];
    const report = (removed: readonly Address[] = []): void => {
      for (const address of removed) changed.set(keyOf(address), address);
      const changedAddresses = [...changed.values()];
      changed.clear();
      if (changedAddresses.length > 0) this.#changed.fire(changedAddresses);
    };
    const [failure, checkReport] = await runCheck(target, {
      ...options,
      ...(await this.#settings.read()),
      dependencies: this.#dependencies,
      onFinding: (finding) => {
        if (isDismissed()) return;
        this.#findings.add(finding, check);
        changed.set(keyOf(finding.address), finding.address);
      },
      onDocuments: (documents) => {
        const addresses = documents.map(({ address }) => address);
        addressesToSettle.push(
          ...addresses.filter((address) => this.#findings.of(address).length > 0),
          ...this.#findings.filesUsedIn(addresses),
        );
        this.#read.fire(documents);
        report();
      },
    });
    // The user may have removed the connection during the check.
    const isThere = this.#dependencies.connections.get(connection) !== undefined;
    const isWhole = checkReport !== null && !checkReport.isCancelled;
    if (!isThere) report(this.#findings.clear(connection));
    else if (!isWhole) report();
    else {
      // A rule may report a document some pages later, so nothing is settled before the end. A check
      // of the whole connection also settles the findings about documents that are gone.
      const isOfAll = target.kind === "connection" && !target.types;
      const addresses = isOfAll ? this.#findings.addresses(connection) : addressesToSettle;
      report(this.#findings.removeEarlier(addresses, check));
    }
    if (failure) return failed(failure);
    if (isThere && !isDismissed()) this.#noteTime(target);
    return [null, checkReport];
  }

  #noteTime(target: CheckTarget): void {
    const connection = checkedConnection(target);
    const times = this.#times.get(connection) ?? new Map<string | undefined, number>();
    this.#times.set(connection, times);
    switch (target.kind) {
      case "connection":
        if (!target.types) times.clear();
        for (const type of target.types ?? [undefined]) times.set(type, Date.now());
        break;
      case "collection":
        times.set(target.collection.type, Date.now());
        break;
      case "document":
        // The time of the other documents of the type stays.
        if (!times.has(undefined) && !times.has(target.address.type))
          times.set(target.address.type, Date.now());
    }
  }

  #checkAgain(address: Address): void {
    // A new localization may settle the finding of another one.
    for (const localization of this.#findings.localizations(address)) this.#wait(localization);
    this.#checkTargetsAgain(address);
  }

  /** A media file isn't read by a check of documents. */
  #settleFile(address: Address, snapshot: Pick<Snapshot, "content"> | undefined): void {
    if (textIn(snapshot?.content ?? {}, "alternativeText").trim() === "") return;
    this.#report(this.#findings.removeAt(address, "missing-alternative-text"));
  }

  /** Findings about relations to a document may be settled by a change of that document. */
  #checkTargetsAgain(target: Address): void {
    for (const address of this.#findings.namingTarget(target)) this.#wait(address);
  }

  #wait(address: Address): void {
    this.#addressesToRecheck.set(keyOf(address), address);
    void this.#checkWaiting();
  }

  /** Checks the documents that wait, one after the other. The user's check of a connection is first. */
  async #checkWaiting(): Promise<void> {
    if (this.#isRechecking) return;
    this.#isRechecking = true;
    try {
      const next = () =>
        [...this.#addressesToRecheck].find(([, address]) => !this.isRunning(address.connection));
      for (let waiting = next(); waiting; waiting = next()) {
        const [key, address] = waiting;
        this.#addressesToRecheck.delete(key);
        // If the check fails, the earlier findings stay.
        const { signal } = (this.#recheck = new AbortController());
        await this.#check({ kind: "document", address }, { signal, isRecheck: true });
        this.#counted.fire(address.connection);
      }
    } finally {
      this.#isRechecking = false;
    }
  }

  #report(removed: readonly Address[]): void {
    if (removed.length === 0) return;
    this.#changed.fire(removed);
    for (const id of new Set(removed.map(({ connection }) => connection))) this.#counted.fire(id);
  }
}
