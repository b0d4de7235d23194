import { isDeepStrictEqual } from "node:util";
import { isNew } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { BaseStore } from "../sessions/bases.ts";
import { Edits } from "../sessions/edits.ts";
import { Emitter } from "../../foundation/events.ts";
import type { Disposable } from "../../foundation/events.ts";
import { toText } from "../../documents/content/documentText.ts";
import type { Edit } from "./gate.ts";
import type { Side } from "../../documents/content/merge.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { News } from "../sessions/news.ts";
import type { DocumentChange } from "../sessions/news.ts";
import type { Conflict, Failure, Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import type { Pending, Preview } from "./review.ts";
import type { Parts, Save, Saved } from "./saver.ts";
import type { Origin, Session } from "../sessions/session.ts";
import { Sessions } from "../sessions/sessions.ts";
import type { Stat } from "../sessions/stat.ts";

export type { BaseStore, DocumentChange, Edit, Pending, Preview, Save, Saved };

const saving = () => import("./index.ts");

/** The documents that editors show: what a file system asks of them, and what it says. */
export class Documents implements Disposable {
  readonly #changed = new Emitter<DocumentChange>();
  /** By our own hand, the service holds something else than what the editor last read. */
  readonly onDidChange = this.#changed.event;
  readonly #saved = new Emitter<{ readonly address: Address; readonly snapshot: Snapshot }>();
  /** Something was written by our own hand: what the service holds of the document now. */
  readonly onDidSave = this.#saved.event;
  readonly #failed = new Emitter<{ readonly address: Address; readonly failure: Failure }>();
  /** A save was refused. */
  readonly onDidFail = this.#failed.event;
  readonly #edited = new Emitter<Address>();
  /** A conflict came up or is settled, or unsaved changes are changes of something else now. */
  readonly onDidChangeEdit = this.#edited.event;
  readonly #learned = new News();
  /** Something new was read of a document. */
  readonly onDidLearn = this.#learned.event;
  readonly #sessions = new Sessions();
  readonly #parts: Parts;
  /** What happens to the texts in their editors. */
  readonly edits: Edits;

  constructor(parts: Parts, bases: BaseStore) {
    this.#parts = parts;
    this.edits = new Edits(this.#sessions, bases, this.#edited.fire.bind(this.#edited));
  }

  /**
   * What VS Code asks, also before each save. Before one that may go, the document has not changed for it,
   * whatever somebody else did; in a conflict it has, and VS Code stops the save.
   * @param edit The text of a save that VS Code has announced.
   * @param isUnsaved Whether an editor has unsaved changes of the document.
   */
  async stat(address: Address, edit?: Edit, isUnsaved = false): Promise<Outcome<Stat>> {
    const [session, { reader }] = [this.#sessions.of(address), this.#parts];
    const [failure, now] = await this.#learned.from(session, () =>
      edit
        ? session.lookAnew(() => reader.readAgain(session.known, session.address))
        : session.look(() => reader.read(session.address)),
    );
    if (failure) return failed(failure);
    if (!edit) return done(isUnsaved ? session.edited(now) : session.stat(now));
    const show = this.#edited.fire.bind(this.#edited, address);
    const pass = await (await saving()).mayPass(session, now, edit, { ...this.#parts, show });
    show();
    // The question stood open for as long as a person thinks: they chose over the version they were told of.
    if (pass === "look") return this.stat(address, edit);
    return done(pass === "pass" ? session.unmoved(now) : session.moved(now));
  }

  async read(address: Address): Promise<Outcome<Snapshot>> {
    const session = this.#sessions.of(address);
    const read = () => this.#parts.reader.read(session.address);
    const outcome = await this.#learned.from(session, () => session.look(read));
    if (outcome[1]) session.read = outcome[1];
    return outcome;
  }

  /**
   * Reads what the service holds now of an open document, with one request: an editor without unsaved changes loads it,
   * one with unsaved changes is told (`isChangedElsewhere`).
   */
  async refresh(address: Address): Promise<void> {
    const session = this.#sessions.find(address);
    if (!session || isNew(session.address)) return;
    const before = session.known;
    const [, now] = await this.#parts.reader.readAgain(before, session.address);
    // A write of ours, or another look, has learned something newer meanwhile.
    if (!now || session.known !== before) return;
    await this.#learned.from(session, () => {
      session.share(now);
      return Promise.resolve(done(now));
    });
    this.#edited.fire(address);
    if (session.editing || session.read?.text === now.text || before?.text === now.text) return;
    session.reload();
    this.#changed.fire({ address, kind: "changed" });
  }

  /** Whether the service holds another content than unsaved changes began with, as far as it was read. */
  isChangedElsewhere(address: Address): boolean {
    const { editing, origin, known } = this.#sessions.find(address) ?? {};
    if (!editing || !origin || !known || origin.version === known.version) return false;
    return !isDeepStrictEqual(contentOf(origin), contentOf(known));
  }

  /** What a person last saw in an editor. */
  seen(address: Address): Snapshot | undefined {
    return this.#sessions.find(address)?.read;
  }

  /** What was last learned of a document, by whatever way. */
  known(address: Address): Snapshot | undefined {
    const { known, read } = this.#sessions.find(address) ?? {};
    return known ?? read;
  }

  /** Saves a text as the draft: sends what differs from the base, and only that. */
  async write(address: Address, asked: Save): Promise<Outcome<Saved>> {
    const session = this.#sessions.of(address);
    return session.saves.run(async () => {
      // An edit that has just begun is still finding out what it is an edit of.
      await this.edits.keep(session);
      const parts = { ...this.#parts, keep: this.edits.keep.bind(this.edits) };
      const outcome = await (await saving()).save(session, asked, parts);
      await this.edits.keep(session);
      if (outcome[0]) this.#failed.fire({ address, failure: outcome[0] });
      if (outcome[1]) this.#follow(session, outcome[1]);
      void this.#learned.follow(session);
      this.#edited.fire(address);
      return outcome;
    });
  }

  /** The conflict that the person was told of, and that stands. */
  conflict(address: Address): Conflict | undefined {
    return this.#sessions.find(address)?.standoff.conflict;
  }

  /** Whose changes the next save takes where both changed the same. Whether there is a conflict to settle. */
  choose(address: Address, side: Side): boolean {
    return this.#sessions.find(address)?.standoff.choose(side) ?? false;
  }

  /** What unsaved changes come to. */
  async pending(address: Address, text: string): Promise<Outcome<Pending>> {
    const session = this.#sessions.of(address);
    // An edit that has just begun is still finding out what it is an edit of.
    await session.keeps.run(() => Promise.resolve());
    return (await saving()).pendingIn(session, text, this.#parts);
  }

  /** What a save would send, over what the service holds now. */
  async preview(address: Address, text: string): Promise<Outcome<Preview>> {
    return (await saving()).previewOf(this.#sessions.of(address), text, this.#parts);
  }

  /** What unsaved changes are changes of. */
  baseText(address: Address): string | undefined {
    const { base, read } = this.#sessions.find(address) ?? {};
    return base ? toText(base) : read?.text;
  }

  /** The editor has taken note of its save: from now on it may load what the service made of it. */
  settle(address: Address): void {
    const session = this.#sessions.find(address);
    if (session?.isLeft) this.#remove(session);
    else if (session?.settle()) this.#changed.fire({ address, kind: "changed" });
  }

  /** A write of ours by another way than an editor's save moved the document on. */
  adopt(address: Address, snapshot: Snapshot | null): void {
    const session = this.#sessions.find(address);
    if (snapshot) session?.share(snapshot);
    else session?.expire();
    session?.reload();
    this.#changed.fire({ address, kind: "changed" });
    if (snapshot) this.#tell(address, snapshot);
    if (session) void this.#learned.follow(session);
  }

  /** The text of a document that is gone was taken care of: what VS Code still asks is answered, once. */
  leave(address: Address): void {
    this.#sessions.find(address)?.leave();
  }

  /** A delete of ours took the document, with all its locales. */
  drop(deleted: Address): void {
    for (const session of this.#sessions.ofDocument(deleted)) this.#drop(session);
  }

  /** A delete of ours took one localization of a document; the others have one less beside them. */
  dropLocalization(deleted: Address): void {
    const session = this.#sessions.find(deleted);
    if (session) this.#drop(session);
    for (const sibling of this.#sessions.siblings(deleted)) this.adopt(sibling.address, null);
  }

  dispose(): void {
    const emitters = [this.#changed, this.#saved, this.#failed, this.#edited, this.#learned];
    for (const emitter of emitters) emitter.dispose();
  }

  /** Tells of what a save did; what it has made opens as that. */
  #follow(session: Session, { sent, made }: Saved): void {
    if (made && session.read) this.#sessions.of(session.address).share(session.read);
    if (sent && session.read) this.#tell(session.address, session.read);
    // Written by somebody else in VS Code: the editor shows it as it would any change.
    if (!session.editing && !made) this.settle(session.address);
  }

  /** A text with unsaved changes stays: a save of it asks what is to become of it. */
  #drop(session: Session): void {
    if (session.editing) this.#changed.fire({ address: session.address, kind: "deleted" });
    else this.#remove(session);
  }

  #remove(session: Session): void {
    this.#sessions.remove(session);
    void this.edits.end(session);
    this.#changed.fire({ address: session.address, kind: "deleted" });
  }

  /** What the service holds now, to whoever shows it; open documents in other locales show it too. */
  #tell(address: Address, snapshot: Snapshot): void {
    this.#saved.fire({ address, snapshot });
    for (const sibling of this.#sessions.siblings(address)) {
      if (sibling.known?.family === snapshot.family) continue;
      sibling.expire();
      sibling.reload();
      this.#changed.fire({ address: sibling.address, kind: "changed" });
    }
  }
}

/** Without what the service says of the document: a publish changes that alone. */
const contentOf = ({ content }: Origin): JsonObject => ({ ...content, $: null });
