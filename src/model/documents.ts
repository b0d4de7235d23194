import { isDeepStrictEqual } from "node:util";
import { isSame, isUser, keyOf } from "./address.ts";
import type { Address } from "./address.ts";
import { Bases } from "./bases.ts";
import type { BaseStore } from "./bases.ts";
import type { Catalogs } from "./catalogs.ts";
import { fromText } from "./documentText.ts";
import { Emitter } from "./events.ts";
import type { Disposable } from "./events.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed } from "./outcome.ts";
import type { Reader, Snapshot } from "./reader.ts";
import { Session } from "./session.ts";
import type { Stat } from "./session.ts";
import { agreeOn, prepareSave } from "./saving.ts";
import type { Save } from "./saving.ts";
import { writeDraft } from "./writer.ts";

export type { BaseStore, Save };

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

/** The open documents: one session per identity, whatever its URI is decorated with. */
export class Documents implements Disposable {
  readonly #changed = new Emitter<DocumentChange>();
  /** By our own hand, the service holds something else than what the editor last read. */
  readonly onDidChange = this.#changed.event;
  readonly #saved = new Emitter<{ readonly address: Address; readonly snapshot: Snapshot }>();
  readonly onDidSave = this.#saved.event;
  readonly #sessions = new Map<string, Session>();
  readonly #parts: { readonly catalogs: Catalogs; readonly reader: Reader };
  readonly #bases: Bases;

  constructor(catalogs: Catalogs, reader: Reader, bases: BaseStore) {
    this.#parts = { catalogs, reader };
    this.#bases = new Bases(bases);
  }

  async stat(address: Address): Promise<Outcome<Stat>> {
    const session = this.#session(address);
    const [failure, snapshot] = await session.snapshot(() => this.#parts.reader.read(address));
    if (!failure) return done(session.stat(snapshot));
    session.failStat();
    return failed(failure);
  }

  async read(address: Address): Promise<Outcome<Snapshot>> {
    const session = this.#session(address);
    const outcome = await session.snapshot(() => this.#parts.reader.read(address));
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
    const [refusal, ready] = await prepareSave(session, content, this.#parts);
    if (refusal) return failed(refusal);
    const { service, now, changes } = ready;
    const { touchedFacts, ignored, data } = changes;
    if (Object.keys(data).length === 0) {
      await this.#keep(session, now, content);
      return done({ sent: false, touchedFacts, ignored });
    }
    const [moved] = await agreeOn(changes, session, { ...this.#parts, save });
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
      session.base ??= (await this.#bases.load(address)) ?? session.read?.content;
      await this.#bases.keep(session);
    });
  }

  /** The editor may have loaded what was last read: then that is what changes are changes of. */
  loaded(address: Address, text: string): void {
    const session = this.#session(address);
    if (session.read?.text === text) session.base = session.read.content;
  }

  /**
   * The editor is said to have no unsaved changes any more. What is typed while a save is under way is
   * called saved too, and is not: only what was read or saved is clean.
   */
  async clean(address: Address, text: string): Promise<void> {
    const session = this.#session(address);
    this.loaded(address, text);
    if (!session.editing || !isDeepStrictEqual(fromText(text)[1], session.base)) return;
    session.editing = false;
    await session.inTurn(() => this.#bases.keep(session));
  }

  /** No editor shows the document any more. */
  async close(address: Address): Promise<void> {
    const session = this.#session(address);
    this.#sessions.delete(keyOf(address));
    session.editing = false;
    await session.inTurn(() => this.#bases.keep(session));
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
      void session.inTurn(() => this.#bases.keep(session));
      this.#changed.fire({ address, kind: "deleted" });
    }
  }

  dispose(): void {
    this.#changed.dispose();
    this.#saved.dispose();
  }

  async #keep(session: Session, snapshot: Snapshot, sent: JsonObject): Promise<void> {
    session.keep(snapshot, sent);
    await session.inTurn(() => this.#bases.keep(session));
  }

  #session(address: Address): Session {
    const key = keyOf(address);
    const session = this.#sessions.get(key) ?? new Session(address);
    this.#sessions.set(key, session);
    return session;
  }
}

const anyLocale = { locale: "*" };
