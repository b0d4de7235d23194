import { groupMark } from "../foundation/marks.ts";
import { parseFileName, stampOf, timeOf, type JournalFileName } from "./journalEntry.ts";
import type { TextStore } from "../foundation/textStore.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { ChangeFailure } from "./changeFailure.ts";

/** Stores entries, one file each. */
export interface JournalStore extends TextStore {
  /** In bytes; undefined if the file does not exist. */
  size(name: string): Promise<number | undefined>;
  /** Returns the error message, or undefined on success. */
  save(name: string, text: string): Promise<string | undefined>;
}

export interface JournalSettings {
  /** In milliseconds. */
  readonly maxAge: number;
  /** In bytes, for all entries together. */
  readonly maxSize: number;
  /** The settings of a connection, by its id: whether it has a journal, and the fields to omit. */
  of(connection: string): { readonly enabled: boolean; readonly omit: readonly string[] };
}

/** What is known of the files since they were listed last. */
interface Listing {
  /** The bytes that are free, without what was written since. */
  free: number;
  /** The first ones are deleted first. */
  readonly deletable: readonly JournalFileName[];
  /** The index of the next one to delete. */
  next: number;
  /** The group whose files are not among them. */
  readonly group: string | undefined;
  /** A time of `performance.now()`. */
  readonly until: number;
}

interface Excess {
  readonly files: readonly JournalFileName[];
  readonly bytes: number;
  readonly missing: number;
}

/** The files of a journal, limited in age and size. Other windows write to the same files. */
export class JournalFolder {
  readonly store: JournalStore;
  readonly #bounds: JournalSettings;
  readonly #sizes = new Map<string, number>();
  #listing: Listing = { free: 0, deletable: [], next: 0, group: undefined, until: 0 };

  constructor(store: JournalStore, bounds: JournalSettings) {
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
    const recentFiles: JournalFileName[] = [];
    let [nextTime, age] = [Date.now(), 0];
    for (const file of files.toReversed()) {
      const time = timeOf(file.stamp);
      age += Math.min(Math.max(0, nextTime - time), longestGap);
      if (age > maxAge) break;
      nextTime = time;
      recentFiles.push(file);
    }
    return recentFiles.reverse();
  }

  async save(name: string, text: string): Promise<string | undefined> {
    const errorMessage = await this.store.save(name, text);
    if (errorMessage !== undefined) return errorMessage;
    const size = Buffer.byteLength(text);
    this.#listing.free -= size - (this.#sizes.get(name) ?? 0);
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
  async makeRoom(
    neededBytes: number,
    group: string | undefined,
  ): Promise<Outcome<null, ChangeFailure>> {
    if (group !== undefined && (await this.#hasRoom(neededBytes, group))) return done(null);
    const files = await this.files();
    // If a window is killed during a write, an unfinished file remains.
    const isAbandoned = ({ isWhole, stamp }: JournalFileName) =>
      !isWhole && stamp < stampOf(Date.now() - maxWritingMs);
    const remainingFiles = this.withinAge(files).filter((file) => !isAbandoned(file));
    const remainingFileSet = new Set(remainingFiles);
    const ownGroup = group === undefined ? undefined : groupMark(group);
    const { maxSize } = this.#bounds;
    let free = maxSize;
    // All at once, because this runs between the read of a document and the write over it.
    for (const size of await Promise.all(remainingFiles.map((file) => this.#size(file))))
      free -= size;
    const listing: Listing = {
      free,
      // Files without a group first. The sort is stable, so the files stay in chronological order.
      deletable: remainingFiles
        .filter((file) => file.group !== ownGroup)
        .sort((a, b) => Number(a.isGrouped) - Number(b.isGrouped)),
      next: 0,
      group,
      until: performance.now() + listingValidMs,
    };
    const excess = await this.#excessOf(listing, neededBytes);
    // An entry that exceeds the limit by itself is kept: without it the write could not be undone.
    if (excess.missing > 0 && remainingFiles.some((file) => file.group === ownGroup)) {
      return failed({ code: "journal-full", limit: maxSize });
    }
    for (const file of files) if (!remainingFileSet.has(file)) await this.drop(file.name);
    this.#listing = listing;
    await this.#delete(excess);
    return done(null);
  }

  /** Whether the files that were listed last leave room for an entry of a run, or make it. */
  async #hasRoom(neededBytes: number, group: string): Promise<boolean> {
    const { until, free, group: listedFor } = this.#listing;
    if (performance.now() >= until) return false;
    if (neededBytes <= free) return true;
    if (group !== listedFor) return false;
    const excess = await this.#excessOf(this.#listing, neededBytes);
    if (excess.missing > 0) return false;
    await this.#delete(excess);
    return true;
  }

  /** The next files to delete. If all are too few, some bytes are missing. */
  async #excessOf({ free, deletable, next }: Listing, neededBytes: number): Promise<Excess> {
    const files: JournalFileName[] = [];
    let bytes = 0;
    for (let at = next; free + bytes < neededBytes; at += 1) {
      const file = deletable[at];
      if (!file) break;
      files.push(file);
      bytes += await this.#size(file);
    }
    return { files, bytes, missing: Math.max(0, neededBytes - free - bytes) };
  }

  async #delete({ files, bytes }: Excess): Promise<void> {
    this.#listing.next += files.length;
    this.#listing.free += bytes;
    for (const { name } of files) await this.drop(name);
  }

  async #size({ name }: JournalFileName): Promise<number> {
    const size = this.#sizes.get(name) ?? (await this.store.size(name)) ?? 0;
    this.#sizes.set(name, size);
    return size;
  }
}

const listingValidMs = 10_000;

const maxWritingMs = 3_600_000;
