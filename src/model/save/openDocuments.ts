import { isIdentical } from "../content/equality.ts";
import { isNew, type Address } from "../foundation/address.ts";
import { UnsavedEdits, type BaseStore, type HasUnsavedTexts } from "../edit/unsavedEdits.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { toText, withoutFacts } from "../content/documentText.ts";
import type { AnnouncedSave, PendingSave, SavePreview } from "./saveDecision.ts";
import type { MergeSide } from "../content/merge.ts";
import type { Conflict, ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import type { SaveDependencies, SaveRequest, SaveResult } from "./sessionSave.ts";
import { Sessions, type Session, type SnapshotReading, type Stat } from "../edit/session.ts";
import { otherAddressOf, type OtherChange } from "../journal/journalEntry.ts";
export type { AnnouncedSave, PendingSave, SavePreview, SaveRequest, SaveResult };

// Loaded with the first document.
const loadSaving = () => import("./saveDecision.ts");
const loadSaver = () => import("./sessionSave.ts");

/** What the views follow of open documents. */
export type DocumentEvents = Pick<
  OpenDocuments,
  "onDidChange" | "onDidSave" | "onDidDelete" | "onDidReadSnapshot" | "latestSnapshot"
>;

/** The documents open in editors: their stats, contents and saves for VS Code, and their events. */
export class OpenDocuments extends ResourceOwner {
  readonly #changed = this.own(new Emitter<{ address: Address; kind: "changed" | "deleted" }>());
  /** A write of this client gave the service other content than the editor last read. */
  readonly onDidChange = this.#changed.event;
  readonly #saved = this.own(new Emitter<{ address: Address; snapshot: Snapshot }>());
  /** A write of this client succeeded. The event has the current snapshot of the document. */
  readonly onDidSave = this.#saved.event;
  readonly #deleted = this.own(new Emitter<{ address: Address; isWhole: boolean }>());
  /** This client deleted a document, open or not. `isWhole` is false for a single localization. */
  readonly onDidDelete = this.#deleted.event;
  readonly #failed = this.own(new Emitter<{ address: Address; failure: ChangeFailure }>());
  /** A save was rejected. */
  readonly onDidFail = this.#failed.event;
  readonly #edited = this.own(new Emitter<Address>());
  /** A conflict began or was settled, or the base of unsaved changes changed. */
  readonly onDidChangeEdit = this.#edited.event;
  readonly #snapshots = this.own(new SnapshotEvents());
  readonly onDidReadSnapshot = this.#snapshots.event;
  readonly #sessions = new Sessions();
  readonly #dependencies: SaveDependencies;
  readonly edits: UnsavedEdits;

  constructor(dependencies: SaveDependencies, bases: BaseStore, hasUnsavedTexts: HasUnsavedTexts) {
    super();
    this.#dependencies = dependencies;
    const onChange = this.#edited.fire.bind(this.#edited);
    this.edits = new UnsavedEdits(this.#sessions, bases, hasUnsavedTexts, onChange);
  }

  /**
   * Returns the stat of a document. VS Code asks for it before each save, too. If the save may
   * pass, the stat reports no change, whatever other clients changed. In a conflict it reports a
   * change, and VS Code stops the save.
   * @param edit The text of a save that VS Code has announced.
   * @param isUnsaved Whether an editor has unsaved changes of the document.
   */
  async stat(address: Address, edit?: AnnouncedSave, isUnsaved = false): ChangeResult<Stat> {
    const [session, { reader }] = [this.#sessions.open(address), this.#dependencies];
    const [failure, now] = await this.#snapshots.read(session, () =>
      edit
        ? session.readFresh(() => reader.reread(session.latest, session.address))
        : session.readShared(() => reader.read(session.address)),
    );
    // VS Code writes after a failed stat, too, without an Overwrite by the user.
    if (failure && edit) session.saveConflict.forgetOverwrite();
    if (failure) return failed(failure);
    if (!edit) return done(isUnsaved ? session.statWhileEdited(now) : session.stat(now));
    const show = this.#edited.fire.bind(this.#edited, address);
    const { decideSave } = await loadSaving();
    const decision = await decideSave(session, now, edit, this.#dependencies.catalogs, show);
    show();
    // The document may have changed while the question was open, so read it again. The user's
    // choice applies to the reported version.
    if (decision === "look") return this.stat(address, edit);
    return done(decision === "pass" ? session.statUnchanged(now) : session.statChanged(now));
  }

  async read(address: Address): ChangeResult<Snapshot> {
    const session = this.#sessions.open(address);
    const read = () => this.#dependencies.reader.read(session.address);
    const [failure, snapshot] = await this.#snapshots.read(session, () => session.readShared(read));
    return failure ? failed(failure) : done(session.readByEditor(snapshot));
  }

  /**
   * Reads an open document from the service again, with one request. An editor without unsaved
   * changes loads it. An editor with unsaved changes keeps its text and gets an event
   * (`isChangedElsewhere`).
   */
  async refresh(address: Address): Promise<void> {
    const session = this.#sessions.find(address);
    if (!session || isNew(session.address)) return;
    const before = session.latest;
    const [, now] = await this.#dependencies.reader.reread(before, session.address);
    // A write of this client, or another read, has stored a newer snapshot meanwhile.
    if (!now || session.latest !== before) return;
    await this.#snapshots.read(session, () => {
      session.learned(now);
      return Promise.resolve(done(now));
    });
    this.#edited.fire(address);
    if (
      session.hasUnsavedChanges ||
      session.editorSnapshot?.text === session.asShown(now).text ||
      before?.text === now.text
    )
      return;
    session.requestReload();
    this.#changed.fire({ address, kind: "changed" });
  }

  /** Refreshes open documents that a write changed elsewhere. Their version is still the same. */
  async refreshOthers(
    address: Address,
    changes: readonly Pick<OtherChange, "type" | "documentId">[] = [],
  ): Promise<void> {
    const sessions = changes.flatMap((change) =>
      this.#sessions.ofDocument(otherAddressOf(change, address)),
    );
    await Promise.all([...new Set(sessions)].map((session) => this.refresh(session.address)));
  }

  /** Whether the last snapshot has other content than the base of the unsaved changes. */
  isChangedElsewhere(address: Address): boolean {
    const { hasUnsavedChanges, editBase, latest } = this.#sessions.find(address) ?? {};
    const remoteBase = editBase?.remoteBase;
    if (!hasUnsavedChanges || !remoteBase || !latest || remoteBase.version === latest.version)
      return false;
    // A publish changes only the facts.
    return !isIdentical(withoutFacts(remoteBase.content), withoutFacts(latest.content));
  }

  editorSnapshot(address: Address): Snapshot | undefined {
    return this.#sessions.find(address)?.editorSnapshot;
  }

  latestSnapshot(address: Address): Snapshot | undefined {
    const { latest, editorSnapshot } = this.#sessions.find(address) ?? {};
    return latest ?? editorSnapshot;
  }

  /** Saves a text as the draft. Sends only the differences from the base. */
  async write(address: Address, request: SaveRequest): ChangeResult<SaveResult> {
    const session = this.#sessions.open(address);
    return session.saveQueue.run(async () => {
      // An edit that has just begun may still be loading its base.
      await this.edits.saveBase(session);
      const storeBase = () => this.edits.saveBase(session);
      const dependencies = this.#dependencies;
      const { saveSession } = await loadSaver();
      const outcome = await saveSession({ session, request, dependencies, storeBase });
      await storeBase();
      const [failure, saved] = outcome;
      if (failure) this.#failed.fire({ address, failure });
      else {
        const { latest } = session;
        // A created document opens with the saved snapshot.
        if (saved.created && latest) this.#sessions.open(session.address).learned(latest);
        if ((saved.created ?? saved.sent.length > 0) && latest)
          this.#announce(session.address, latest);
        // Another part of VS Code wrote the file: an open editor shows it like any change.
        if (!session.hasUnsavedChanges && !saved.created) this.finishSave(session.address);
        await this.refreshOthers(address, saved.elsewhere);
      }
      void this.#snapshots.reportStatus(session);
      this.#edited.fire(address);
      return outcome;
    });
  }

  conflict(address: Address): Conflict | undefined {
    return this.#sessions.find(address)?.saveConflict.conflict;
  }

  /** Sets the side that the next save uses. Returns whether there is a conflict. */
  choose(address: Address, side: MergeSide): boolean {
    return this.#sessions.find(address)?.saveConflict.choose(side) ?? false;
  }

  async pending(address: Address, text: string): ChangeResult<PendingSave> {
    const session = this.#sessions.open(address);
    await session.whenBaseLoaded();
    return (await loadSaving()).pendingChangesOf(session, text, this.#dependencies);
  }

  async preview(address: Address, text: string): ChangeResult<SavePreview> {
    return (await loadSaving()).previewSave(this.#sessions.open(address), text, this.#dependencies);
  }

  /** What unsaved changes of this content are compared with, and the version that it belongs to. */
  base(
    address: Address,
    content: JsonObject = {},
  ): Pick<Snapshot, "version" | "content" | "text"> | undefined {
    const session = this.#sessions.find(address);
    const editBase = session?.baseOf(content);
    if (!editBase || editBase.base === session?.editorSnapshot?.content)
      return session?.editorSnapshot;
    const { base, remoteBase } = editBase;
    return { version: remoteBase.version, content: base, text: toText(base) };
  }

  /** The editor has processed its save. From now on it may load the service's version. */
  finishSave(address: Address): void {
    const session = this.#sessions.find(address);
    if (session?.isDismissed) this.#remove(session);
    else if (session?.finishSave()) this.#changed.fire({ address, kind: "changed" });
  }

  /** Records a write of this client that was not an editor's save. */
  recordWrite(address: Address, snapshot: Snapshot | null): void {
    const session = this.#sessions.find(address);
    if (snapshot) session?.learned(snapshot);
    else session?.expire();
    session?.requestReload();
    this.#changed.fire({ address, kind: "changed" });
    if (snapshot) this.#announce(address, snapshot);
    if (session) void this.#snapshots.reportStatus(session);
  }

  /** The text of a deleted document was handled. VS Code's last read is still answered, once. */
  dismiss(address: Address): void {
    this.#sessions.find(address)?.dismiss();
  }

  /** This client deleted the document, with all its locales. */
  drop(address: Address): void {
    for (const session of this.#sessions.ofDocument(address)) this.#drop(session);
    this.#deleted.fire({ address, isWhole: true });
  }

  /** This client deleted one localization. The others are refreshed, as they list it. */
  dropLocalization(address: Address): void {
    const session = this.#sessions.find(address);
    if (session) this.#drop(session);
    for (const sibling of this.#sessions.siblings(address)) this.recordWrite(sibling.address, null);
    this.#deleted.fire({ address, isWhole: false });
  }

  /** A text with unsaved changes stays open. Its next save asks the user what to do with it. */
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

  /** Reports the current snapshot to all views, and refreshes the other open localizations. */
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

class SnapshotEvents extends Emitter<{
  readonly address: Address;
  readonly snapshot: Snapshot;
}> {
  /** Reports the snapshot if it is new. */
  async read(session: Session, read: () => SnapshotReading): SnapshotReading {
    const { address, latest: before } = session;
    const outcome = await read();
    const [, snapshot] = outcome;
    if (!snapshot) return outcome;
    const isUnmoved =
      before?.version === snapshot.version && before.localeVersions === snapshot.localeVersions;
    // Until the publication status is known, keeps the previous one if no version has changed.
    if (isUnmoved) snapshot.publication.meanwhile(before.publication.knownValue);
    if (!isUnmoved || publicationStateOf(before) !== publicationStateOf(snapshot))
      this.fire({ address, snapshot });
    void this.reportStatus(session);
    return outcome;
  }

  async reportStatus(session: Session): Promise<void> {
    const { address, latest: snapshot } = session;
    if (!snapshot) return;
    const before = publicationStateOf(snapshot);
    await snapshot.publication.wait();
    const isNew = session.latest === snapshot && publicationStateOf(snapshot) !== before;
    if (isNew) this.fire({ address, snapshot });
  }
}

const publicationStateOf = ({ publication }: Snapshot) => publication.knownValue?.state;
