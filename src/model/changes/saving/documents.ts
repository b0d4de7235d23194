import { isDeepStrictEqual } from "node:util";
import { isNew } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { BaseStore } from "../sessions/editBases.ts";
import { Edits } from "../sessions/edits.ts";
import type { HasUnsavedTexts } from "../sessions/edits.ts";
import { Emitter } from "../../foundation/events.ts";
import type { Disposable } from "../../foundation/events.ts";
import { toText } from "../../documents/content/documentText.ts";
import type { AnnouncedSave } from "./gate.ts";
import type { Side } from "../../documents/content/merge.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { SnapshotEvents } from "../sessions/snapshotEvents.ts";
import type { DocumentChange } from "../sessions/snapshotEvents.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { Conflict, ChangeFailure } from "../changeFailure.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import type { PendingSave, SavePreview } from "./review.ts";
import type { SaveDependencies, SaveRequest, SaveResult } from "./saver.ts";
import type { RemoteBase, Session, Stat } from "../sessions/session.ts";
import { Sessions } from "../sessions/sessions.ts";
export type {
  BaseStore,
  DocumentChange,
  AnnouncedSave,
  PendingSave,
  SavePreview,
  SaveRequest,
  SaveResult,
};

const loadSaving = () => import("./unsavedTexts.ts");

/** The documents that editors show: what a file system asks of them, and what it says. */
export class Documents implements Disposable {
  readonly #changed = new Emitter<DocumentChange>();
  /** By our own hand, the service holds something else than what the editor last read. */
  readonly onDidChange = this.#changed.event;
  readonly #saved = new Emitter<{ readonly address: Address; readonly snapshot: Snapshot }>();
  /** Something was written by our own hand: what the service holds of the document now. */
  readonly onDidSave = this.#saved.event;
  readonly #failed = new Emitter<{ readonly address: Address; readonly failure: ChangeFailure }>();
  /** A save was refused. */
  readonly onDidFail = this.#failed.event;
  readonly #edited = new Emitter<Address>();
  /** A conflict came up or is settled, or unsaved changes are changes of something else now. */
  readonly onDidChangeEdit = this.#edited.event;
  readonly #snapshots = new SnapshotEvents();
  /** Something new was read of a document. */
  readonly onDidReadSnapshot = this.#snapshots.event;
  readonly #sessions = new Sessions();
  readonly #dependencies: SaveDependencies;
  /** What happens to the texts in their editors. */
  readonly edits: Edits;

  constructor(parts: SaveDependencies, bases: BaseStore, hasUnsavedTexts: HasUnsavedTexts) {
    this.#dependencies = parts;
    const tell = this.#edited.fire.bind(this.#edited);
    this.edits = new Edits(this.#sessions, bases, hasUnsavedTexts, tell);
  }

  /**
   * What VS Code asks, also before each save. Before one that may go, the document has not changed for it,
   * whatever somebody else did; in a conflict it has, and VS Code stops the save.
   * @param edit The text of a save that VS Code has announced.
   * @param isUnsaved Whether an editor has unsaved changes of the document.
   */
  async stat(
    address: Address,
    edit?: AnnouncedSave,
    isUnsaved = false,
  ): Promise<Outcome<Stat, ChangeFailure>> {
    const [session, { reader }] = [this.#sessions.open(address), this.#dependencies];
    const [failure, now] = await this.#snapshots.read(session, () =>
      edit
        ? session.readFresh(() => reader.reread(session.latest, session.address))
        : session.readShared(() => reader.read(session.address)),
    );
    if (failure) return failed(failure);
    if (!edit) return done(isUnsaved ? session.statWhileEdited(now) : session.stat(now));
    const show = this.#edited.fire.bind(this.#edited, address);
    const pass = await (
      await loadSaving()
    ).decideSave(session, now, edit, { ...this.#dependencies, show });
    show();
    // The question stood open for as long as a person thinks: they chose over the version they were told of.
    if (pass === "look") return this.stat(address, edit);
    return done(pass === "pass" ? session.statUnchanged(now) : session.statChanged(now));
  }

  async read(address: Address): Promise<Outcome<Snapshot, ChangeFailure>> {
    const session = this.#sessions.open(address);
    const read = () => this.#dependencies.reader.read(session.address);
    const outcome = await this.#snapshots.read(session, () => session.readShared(read));
    if (outcome[1]) session.readByEditor(outcome[1]);
    return outcome;
  }

  /**
   * Reads what the service holds now of an open document, with one request: an editor without unsaved changes loads it,
   * one with unsaved changes is told (`isChangedElsewhere`).
   */
  async refresh(address: Address): Promise<void> {
    const session = this.#sessions.find(address);
    if (!session || isNew(session.address)) return;
    const before = session.latest;
    const [, now] = await this.#dependencies.reader.reread(before, session.address);
    // A write of ours, or another look, has learned something newer meanwhile.
    if (!now || session.latest !== before) return;
    await this.#snapshots.read(session, () => {
      session.learned(now);
      return Promise.resolve(done(now));
    });
    this.#edited.fire(address);
    if (
      session.hasUnsavedChanges ||
      session.editorSnapshot?.text === now.text ||
      before?.text === now.text
    )
      return;
    session.requestReload();
    this.#changed.fire({ address, kind: "changed" });
  }

  /** Whether the service holds another content than unsaved changes began with, as far as it was read. */
  isChangedElsewhere(address: Address): boolean {
    const { hasUnsavedChanges, remoteBase, latest } = this.#sessions.find(address) ?? {};
    if (!hasUnsavedChanges || !remoteBase || !latest || remoteBase.version === latest.version)
      return false;
    return !isDeepStrictEqual(withoutFacts(remoteBase), withoutFacts(latest));
  }

  /** What a person last saw in an editor. */
  editorSnapshot(address: Address): Snapshot | undefined {
    return this.#sessions.find(address)?.editorSnapshot;
  }

  /** What was last learned of a document, by whatever way. */
  latestSnapshot(address: Address): Snapshot | undefined {
    const { latest, editorSnapshot } = this.#sessions.find(address) ?? {};
    return latest ?? editorSnapshot;
  }

  /** Saves a text as the draft: sends what differs from the base, and only that. */
  async write(address: Address, asked: SaveRequest): Promise<Outcome<SaveResult, ChangeFailure>> {
    const session = this.#sessions.open(address);
    return session.saveQueue.run(async () => {
      // An edit that has just begun is still finding out what it is an edit of.
      await this.edits.saveBase(session);
      const parts = { ...this.#dependencies, saveBase: this.edits.saveBase.bind(this.edits) };
      const outcome = await (await loadSaving()).saveSession(session, asked, parts);
      await this.edits.saveBase(session);
      if (outcome[0]) this.#failed.fire({ address, failure: outcome[0] });
      if (outcome[1]) this.#reportSave(session, outcome[1]);
      void this.#snapshots.reportStatus(session);
      this.#edited.fire(address);
      return outcome;
    });
  }

  /** The conflict that the person was told of, and that stands. */
  conflict(address: Address): Conflict | undefined {
    return this.#sessions.find(address)?.saveConflict.conflict;
  }

  /** Whose changes the next save takes where both changed the same. Whether there is a conflict to settle. */
  choose(address: Address, side: Side): boolean {
    return this.#sessions.find(address)?.saveConflict.choose(side) ?? false;
  }

  /** What unsaved changes come to. */
  async pending(address: Address, text: string): Promise<Outcome<PendingSave, ChangeFailure>> {
    const session = this.#sessions.open(address);
    // An edit that has just begun is still finding out what it is an edit of.
    await session.baseQueue.run(() => Promise.resolve());
    return (await loadSaving()).pendingChangesOf(session, text, this.#dependencies);
  }

  /** What a save would send, over what the service holds now. */
  async preview(address: Address, text: string): Promise<Outcome<SavePreview, ChangeFailure>> {
    return (await loadSaving()).previewSave(this.#sessions.open(address), text, this.#dependencies);
  }

  /** What unsaved changes are changes of. */
  baseText(address: Address): string | undefined {
    const { base, editorSnapshot } = this.#sessions.find(address) ?? {};
    return base ? toText(base) : editorSnapshot?.text;
  }

  /** The editor has taken note of its save: from now on it may load what the service made of it. */
  finishSave(address: Address): void {
    const session = this.#sessions.find(address);
    if (session?.isDismissed) this.#remove(session);
    else if (session?.finishSave()) this.#changed.fire({ address, kind: "changed" });
  }

  /** A write of ours by another way than an editor's save moved the document on. */
  recordWrite(address: Address, snapshot: Snapshot | null): void {
    const session = this.#sessions.find(address);
    if (snapshot) session?.learned(snapshot);
    else session?.expire();
    session?.requestReload();
    this.#changed.fire({ address, kind: "changed" });
    if (snapshot) this.#announce(address, snapshot);
    if (session) void this.#snapshots.reportStatus(session);
  }

  /** The text of a document that is gone was taken care of: what VS Code still asks is answered, once. */
  dismiss(address: Address): void {
    this.#sessions.find(address)?.dismiss();
  }

  /** A delete of ours took the document, with all its locales. */
  drop(deleted: Address): void {
    for (const session of this.#sessions.ofDocument(deleted)) this.#drop(session);
  }

  /** A delete of ours took one localization of a document; the others have one less beside them. */
  dropLocalization(deleted: Address): void {
    const session = this.#sessions.find(deleted);
    if (session) this.#drop(session);
    for (const sibling of this.#sessions.siblings(deleted)) this.recordWrite(sibling.address, null);
  }

  dispose(): void {
    const emitters = [this.#changed, this.#saved, this.#failed, this.#edited, this.#snapshots];
    for (const emitter of emitters) emitter.dispose();
  }

  /** Tells of what a save did; what it has made opens as that. */
  #reportSave(session: Session, { sent, created }: SaveResult): void {
    if (created && session.editorSnapshot)
      this.#sessions.open(session.address).learned(session.editorSnapshot);
    if (sent && session.editorSnapshot) this.#announce(session.address, session.editorSnapshot);
    // Written by somebody else in VS Code: the editor shows it as it would any change.
    if (!session.hasUnsavedChanges && !created) this.finishSave(session.address);
  }

  /** A text with unsaved changes stays: a save of it asks what is to become of it. */
  #drop(session: Session): void {
    if (session.hasUnsavedChanges)
      this.#changed.fire({ address: session.address, kind: "deleted" });
    else this.#remove(session);
  }

  #remove(session: Session): void {
    this.#sessions.remove(session);
    void this.edits.end(session);
    this.#changed.fire({ address: session.address, kind: "deleted" });
  }

  /** What the service holds now, to whoever shows it; open documents in other locales show it too. */
  #announce(address: Address, snapshot: Snapshot): void {
    this.#saved.fire({ address, snapshot });
    for (const sibling of this.#sessions.siblings(address)) {
      if (sibling.latest?.localeVersions === snapshot.localeVersions) continue;
      sibling.expire();
      sibling.requestReload();
      this.#changed.fire({ address: sibling.address, kind: "changed" });
    }
  }
}

/** Without what the service says of the document: a publish changes that alone. */
const withoutFacts = ({ content }: RemoteBase): JsonObject => ({ ...content, $: null });
