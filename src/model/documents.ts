import { isSame, isUser, keyOf } from "./address.ts";
import type { Address } from "./address.ts";
import type { Catalogs, TypedService } from "./catalogs.ts";
import { changesBetween } from "./changes.ts";
import type { Changes } from "./changes.ts";
import { fromText } from "./documentText.ts";
import { Emitter } from "./events.ts";
import type { Disposable } from "./events.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed } from "./outcome.ts";
import type { Reader, Snapshot } from "./reader.ts";
import { Session } from "./session.ts";
import type { Stat } from "./session.ts";
import { writeDraft } from "./writer.ts";

export interface DocumentChange {
  readonly address: Address;
  readonly kind: "changed" | "deleted";
}

export interface Saved {
  /** Whether anything was sent. */
  readonly sent: boolean;
  /** The person edited what the service owns; it was left as it is. */
  readonly touchedFacts: boolean;
  /** Attributes whose edits belong to what they link to, and were not sent. */
  readonly ignored: readonly string[];
}

/** Where the base of an edit outlives the window. */
export interface BaseStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, text: string): Promise<void>;
  drop(key: string): Promise<void>;
}

/** A text to save. `agree` is asked before keys that were taken out of it are cleared. */
export interface Save {
  readonly text: string;
  readonly agree: (changes: Changes) => Promise<boolean>;
}

/** A save that may go: nothing has been sent yet. */
interface Ready {
  readonly service: TypedService;
  readonly now: Snapshot;
  readonly changes: Changes;
}

/** The open documents: one session per identity, whatever its URI is decorated with. */
export class Documents implements Disposable {
  readonly #changed = new Emitter<DocumentChange>();
  /** By our own hand, the service holds something else than what the editor last read. */
  readonly onDidChange = this.#changed.event;
  readonly #saved = new Emitter<{ readonly address: Address; readonly snapshot: Snapshot }>();
  readonly onDidSave = this.#saved.event;
  readonly #sessions = new Map<string, Session>();
  readonly #catalogs: Catalogs;
  readonly #reader: Reader;
  readonly #bases: BaseStore;

  constructor(catalogs: Catalogs, reader: Reader, bases: BaseStore) {
    this.#catalogs = catalogs;
    this.#reader = reader;
    this.#bases = bases;
  }

  async stat(address: Address): Promise<Outcome<Stat>> {
    const session = this.#session(address);
    const [failure, snapshot] = await session.snapshot(() => this.#reader.read(address));
    if (!failure) return done(session.stat(snapshot));
    session.failStat();
    return failed(failure);
  }

  async read(address: Address): Promise<Outcome<Snapshot>> {
    const session = this.#session(address);
    const outcome = await session.snapshot(() => this.#reader.read(address));
    if (outcome[1]) session.read = outcome[1];
    return outcome;
  }

  /** The version of the draft that a person last saw in an editor. */
  seenVersion(address: Address): number | undefined {
    return this.#sessions.get(keyOf(address))?.read?.version;
  }

  /** Saves a text as the draft: sends what differs from the base, and only that. */
  async write(address: Address, save: Save): Promise<Outcome<Saved>> {
    const session = this.#session(address);
    const [invalid, content] = isUser(address)
      ? failed({ code: "read-only" })
      : fromText(save.text);
    if (invalid) return failed(invalid);
    const [refusal, ready] = await this.#prepare(session, content);
    if (refusal) return failed(refusal);
    const { service, now, changes } = ready;
    const { touchedFacts, ignored, data } = changes;
    if (Object.keys(data).length === 0) {
      await this.#keep(session, now, content);
      return done({ sent: false, touchedFacts, ignored });
    }
    const [moved] = await this.#agreed(session, changes, save);
    if (moved) return failed(moved);
    const [failure, snapshot] = await writeDraft(service, address, { data, now });
    if (failure) return failed(failure);
    await this.#keep(session, snapshot, content);
    this.#saved.fire({ address, snapshot });
    return done({ sent: true, touchedFacts, ignored });
  }

  /** The editor has taken note of its save: from now on it may load what the service made of it. */
  settle(address: Address): void {
    if (this.#session(address).settle()) this.#changed.fire({ address, kind: "changed" });
  }

  /** The person has unsaved changes: what they are changes of is held still, and kept. */
  async edit(address: Address): Promise<void> {
    const session = this.#session(address);
    if (session.editing) return;
    session.editing = true;
    await session.inTurn(async () => {
      // An edit that was never seen clean has outlived its window: it is an edit of what it was then.
      session.base ??= fromRecord(await this.#bases.load(keyOf(address))) ?? session.read?.content;
      await this.#store(session);
    });
  }

  /** The editor has no unsaved changes: its text is what the next ones are changes of. */
  async clean(address: Address, text: string): Promise<void> {
    const session = this.#session(address);
    const { read, base, editing } = session;
    if (text === read?.text) session.base = read.content;
    // A text that is neither read nor edited here was restored, and will be said to be unsaved yet.
    else if (editing || base) session.base = fromText(text)[1] ?? base;
    if (!editing) return;
    session.editing = false;
    await session.inTurn(() => this.#store(session));
  }

  /** No editor shows the document any more. */
  async close(address: Address): Promise<void> {
    const session = this.#session(address);
    this.#sessions.delete(keyOf(address));
    session.editing = false;
    await session.inTurn(() => this.#store(session));
  }

  /** A publish of ours moved the document on, to what was read since where that went well. */
  touch(address: Address, published: Snapshot | null): void {
    const session = this.#session(address);
    if (published) session.share(published);
    else session.expire();
    this.#changed.fire({ address, kind: "changed" });
  }

  /** A delete of ours took the document, with all its locales. */
  drop(deleted: Address): void {
    for (const [key, session] of this.#sessions) {
      const { address } = session;
      if (!isSame({ ...address, ...anyLocale }, { ...deleted, ...anyLocale })) continue;
      this.#sessions.delete(key);
      session.editing = false;
      void session.inTurn(() => this.#store(session));
      this.#changed.fire({ address, kind: "deleted" });
    }
  }

  dispose(): void {
    this.#changed.dispose();
    this.#saved.dispose();
  }

  /** Everything that must hold before a write, in the order in which a person would want to hear it. */
  async #prepare(session: Session, content: JsonObject): Promise<Outcome<Ready>> {
    const { address, seen } = session;
    if (seen === undefined) return failed({ code: "never-opened" });
    const [unknown, service] = await this.#catalogs.type(address.connection, address.type);
    if (unknown) return failed(unknown);
    // Whatever becomes of it, the next stat tells what the service holds then, and VS Code asks the person.
    session.expire();
    const [moved, now] = await this.#unmoved(address, seen);
    if (moved) return failed(moved);
    const base = session.base ?? session.read?.content ?? now.content;
    const [unsendable, changes] = changesBetween(base, content, service);
    return unsendable ? failed(unsendable) : done({ service, now, changes });
  }

  /** The draft, if it still is the version that VS Code's own check let pass. */
  async #unmoved(address: Address, seen: number | undefined): Promise<Outcome<Snapshot>> {
    const [gone, now] = await this.#reader.read(address);
    if (gone) return failed(gone);
    if (now.isReadonly) return failed({ code: "read-only" });
    return now.version === seen ? done(now) : failed({ code: "changed-meanwhile" });
  }

  /** A question stands open for as long as a person thinks: the draft is looked at once more after it. */
  async #agreed(session: Session, changes: Changes, save: Save): Promise<Outcome<unknown>> {
    if (changes.cleared.length === 0) return done(null);
    if (!(await save.agree(changes))) return failed({ code: "declined" });
    return this.#unmoved(session.address, session.seen);
  }

  async #keep(session: Session, snapshot: Snapshot, sent: JsonObject): Promise<void> {
    session.keep(snapshot, sent);
    await session.inTurn(() => this.#store(session));
  }

  /** The store has a base as long as there are changes of it. */
  async #store({ address, editing, base, read }: Session): Promise<void> {
    if (!editing) await this.#bases.drop(keyOf(address));
    else if (base) await this.#bases.save(keyOf(address), toRecord(base, read?.version));
  }

  #session(address: Address): Session {
    const key = keyOf(address);
    const session = this.#sessions.get(key) ?? new Session(address);
    this.#sessions.set(key, session);
    return session;
  }
}

const toRecord = (content: JsonObject, version?: number): string =>
  JSON.stringify({ version, content });

function fromRecord(record: string | undefined): JsonObject | undefined {
  if (record === undefined) return undefined;
  return (JSON.parse(record) as { content: JsonObject }).content;
}

const anyLocale = { locale: "*" };
