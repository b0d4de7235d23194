import { groupMark, parseFileName, stampOf, timeOf } from "./journalEntry.ts";
import type { JournalFileName } from "./journalEntry.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";

/** Where entries are kept, a file each. Nothing throws: what goes wrong is logged there. */
export interface JournalStore {
  /** The names of all files, unfinished ones too. */
  names(): Promise<readonly string[]>;
  /** In bytes; undefined where there is no such file. */
  size(name: string): Promise<number | undefined>;
  load(name: string): Promise<string | undefined>;
  /** Writes all of it or nothing. Says why it could not; undefined where it is written. */
  save(name: string, text: string): Promise<string | undefined>;
  drop(name: string): Promise<void>;
}

export interface JournalLimits {
  /** In milliseconds. */
  readonly maxAge: number;
  /** In bytes, of all entries together. */
  readonly maxSize: number;
}

/** The files of a journal, bounded in age and size. Other windows write to the same ones. */
export class JournalFolder {
  readonly store: JournalStore;
  readonly #bounds: JournalLimits;
  readonly #sizes = new Map<string, number>();

  constructor(store: JournalStore, bounds: JournalLimits) {
    this.store = store;
    this.#bounds = bounds;
  }

  /** Oldest first, unfinished ones too. */
  async files(): Promise<JournalFileName[]> {
    const names = await this.store.names();
    return [...names].sort().flatMap((name) => parseFileName(name) ?? []);
  }

  /**
   * The files, oldest first, that are young enough to be kept. A time without entries counts as a quarter of the
   * longest age at most: a clock that is set weeks ahead makes no entry too old, nor does a vacation.
   */
  withinAge(files: readonly JournalFileName[]): JournalFileName[] {
    const { maxAge } = this.#bounds;
    const longestGap = maxAge / 4;
    const kept: JournalFileName[] = [];
    let [after, age] = [Date.now(), 0];
    for (const file of files.toReversed()) {
      const time = timeOf(file.stamp);
      age += Math.min(Math.max(0, after - time), longestGap);
      if (age > maxAge) break;
      after = time;
      kept.push(file);
    }
    return kept.reverse();
  }

  async save(name: string, text: string): Promise<string | undefined> {
    const why = await this.store.save(name, text);
    if (why === undefined) this.#sizes.set(name, Buffer.byteLength(text));
    return why;
  }

  async drop(name: string): Promise<void> {
    this.#sizes.delete(name);
    await this.store.drop(name);
  }

  /**
   * Makes room for so many bytes. What is too old goes, then the oldest, those of a group last. What
   * belongs to the group that is being written never goes: then nothing does, and it is full.
   */
  async makeRoom(needed: number, group: string | undefined): Promise<Outcome<null, ChangeFailure>> {
    const files = await this.files();
    const staying = this.withinAge(files).filter((file) => !isAbandoned(file));
    const kept = new Set(staying);
    const leaving = files.filter((file) => !kept.has(file));
    const own = group === undefined ? undefined : groupMark(group);
    const order = staying.filter((file) => file.group !== own).sort(byGroup);
    const { maxSize } = this.#bounds;
    let over = needed - maxSize;
    // All at once: this stands between what was read and what is written over it.
    for (const size of await Promise.all(staying.map((file) => this.#size(file)))) over += size;
    for (const file of order) {
      if (over <= 0) break;
      over -= await this.#size(file);
      leaving.push(file);
    }
    // One that is too large by itself is kept all the same: without it nothing could be undone.
    if (over > 0 && staying.some((file) => file.group === own)) {
      return failed({ code: "journal-full", limit: maxSize });
    }
    for (const { name } of leaving) await this.drop(name);
    return done(null);
  }

  async #size({ name }: JournalFileName): Promise<number> {
    const size = this.#sizes.get(name) ?? (await this.store.size(name)) ?? 0;
    this.#sizes.set(name, size);
    return size;
  }
}

/** How long a file may take to be finished, in milliseconds. */
const unfinishedFor = 3_600_000;

/** A window that was killed while it wrote leaves what it had. */
const isAbandoned = ({ isWhole, stamp }: JournalFileName): boolean =>
  !isWhole && stamp < stampOf(Date.now() - unfinishedFor);

/** Those of no group first; the order is stable, and by time. */
const byGroup = (a: JournalFileName, b: JournalFileName): number =>
  Number(a.isGrouped) - Number(b.isGrouped);
