import { groupMark } from "../../foundation/marks.ts";
import { parseFileName, stampOf, timeOf } from "./journalEntry.ts";
import type { JournalFileName } from "./journalEntry.ts";
import type { TextStore } from "../../foundation/storedFiles.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";

/** Stores entries, one file each. */
export interface JournalStore extends TextStore {
  /** In bytes; undefined if the file does not exist. */
  size(name: string): Promise<number | undefined>;
  /** Returns the error message, or undefined on success. */
  save(name: string, text: string): Promise<string | undefined>;
}

export interface JournalLimits {
  /** In milliseconds. */
  readonly maxAge: number;
  /** In bytes, for all entries together. */
  readonly maxSize: number;
}

/** The files of a journal, limited in age and size. Other windows write to the same files. */
export class JournalFolder {
  readonly store: JournalStore;
  readonly #bounds: JournalLimits;
  readonly #sizes = new Map<string, number>();
  /** The bytes that were free when the files were listed last, without what was written since. */
  #room = { free: 0, until: 0 };

  constructor(store: JournalStore, bounds: JournalLimits) {
    this.store = store;
    this.#bounds = bounds;
  }

  /** Oldest first, including unfinished files. */
  async files(): Promise<JournalFileName[]> {
    const names = await this.store.names();
    return [...names].sort().flatMap((name) => parseFileName(name) ?? []);
  }

  /**
   * The files within the age limit, oldest first. A period without entries counts as at most a
   * quarter of the limit. So a clock that is set weeks ahead, or a vacation, makes no entry too
   * old.
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
    if (why !== undefined) return why;
    const size = Buffer.byteLength(text);
    this.#room.free -= size - (this.#sizes.get(name) ?? 0);
    this.#sizes.set(name, size);
    return undefined;
  }

  async drop(name: string): Promise<void> {
    this.#sizes.delete(name);
    await this.store.drop(name);
  }

  /**
   * Makes room for a number of bytes. Deletes files beyond the age limit, then the oldest files,
   * with those of a group last. Files of the group that is being written are never deleted. If the
   * other files don't free enough space, nothing is deleted and the journal is full. The files are not
   * listed before each entry of a run: only other windows change them meanwhile.
   */
  async makeRoom(needed: number, group: string | undefined): Promise<Outcome<null, ChangeFailure>> {
    if (group !== undefined && this.#isRoomFor(needed)) return done(null);
    const files = await this.files();
    const staying = this.withinAge(files).filter((file) => !isAbandoned(file));
    const kept = new Set(staying);
    const leaving = files.filter((file) => !kept.has(file));
    const own = group === undefined ? undefined : groupMark(group);
    const order = staying.filter((file) => file.group !== own).sort(byGroup);
    const { maxSize } = this.#bounds;
    let over = needed - maxSize;
    // All at once, because this runs between the read of a document and the write over it.
    for (const size of await Promise.all(staying.map((file) => this.#size(file)))) over += size;
    for (const file of order) {
      if (over <= 0) break;
      over -= await this.#size(file);
      leaving.push(file);
    }
    // An entry that exceeds the limit by itself is kept: without it the write could not be undone.
    if (over > 0 && staying.some((file) => file.group === own)) {
      return failed({ code: "journal-full", limit: maxSize });
    }
    for (const { name } of leaving) await this.drop(name);
    this.#room = { free: needed - over, until: performance.now() + listedFor };
    return done(null);
  }

  #isRoomFor(needed: number): boolean {
    const { free, until } = this.#room;
    return needed <= free && performance.now() < until;
  }

  async #size({ name }: JournalFileName): Promise<number> {
    const size = this.#sizes.get(name) ?? (await this.store.size(name)) ?? 0;
    this.#sizes.set(name, size);
    return size;
  }
}

/** How long the list of the files is taken for what is there, in milliseconds. */
const listedFor = 10_000;

/** How long writing a file may take, in milliseconds. */
const unfinishedFor = 3_600_000;

/** If a window is killed during a write, an unfinished file remains. */
const isAbandoned = ({ isWhole, stamp }: JournalFileName): boolean =>
  !isWhole && stamp < stampOf(Date.now() - unfinishedFor);

/** Files without a group first. The sort is stable, so the files stay in chronological order. */
const byGroup = (a: JournalFileName, b: JournalFileName): number =>
  Number(a.isGrouped) - Number(b.isGrouped);
