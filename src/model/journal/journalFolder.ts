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

/** The files of a journal, limited in age and size. Other windows write to the same files. */
export class JournalFolder {
  readonly store: JournalStore;
  readonly #bounds: JournalSettings;
  readonly #sizes = new Map<string, number>();
  /** The bytes that were free when the files were listed last, without what was written since. */
  #freeSpace = { free: 0, until: 0 };

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
    this.#freeSpace.free -= size - (this.#sizes.get(name) ?? 0);
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
    const { free, until } = this.#freeSpace;
    if (group !== undefined && neededBytes <= free && performance.now() < until) return done(null);
    const files = await this.files();
    // If a window is killed during a write, an unfinished file remains.
    const isAbandoned = ({ isWhole, stamp }: JournalFileName) =>
      !isWhole && stamp < stampOf(Date.now() - maxWritingMs);
    const remainingFiles = this.withinAge(files).filter((file) => !isAbandoned(file));
    const remainingFileSet = new Set(remainingFiles);
    const filesToDrop = files.filter((file) => !remainingFileSet.has(file));
    const ownGroup = group === undefined ? undefined : groupMark(group);
    // Files without a group first. The sort is stable, so the files stay in chronological order.
    const deletionOrder = remainingFiles
      .filter((file) => file.group !== ownGroup)
      .sort((a, b) => Number(a.isGrouped) - Number(b.isGrouped));
    const { maxSize } = this.#bounds;
    let excessBytes = neededBytes - maxSize;
    // All at once, because this runs between the read of a document and the write over it.
    for (const size of await Promise.all(remainingFiles.map((file) => this.#size(file))))
      excessBytes += size;
    for (const file of deletionOrder) {
      if (excessBytes <= 0) break;
      excessBytes -= await this.#size(file);
      filesToDrop.push(file);
    }
    // An entry that exceeds the limit by itself is kept: without it the write could not be undone.
    if (excessBytes > 0 && remainingFiles.some((file) => file.group === ownGroup)) {
      return failed({ code: "journal-full", limit: maxSize });
    }
    for (const { name } of filesToDrop) await this.drop(name);
    this.#freeSpace = {
      free: neededBytes - excessBytes,
      until: performance.now() + listingValidMs,
    };
    return done(null);
  }

  async #size({ name }: JournalFileName): Promise<number> {
    const size = this.#sizes.get(name) ?? (await this.store.size(name)) ?? 0;
    this.#sizes.set(name, size);
    return size;
  }
}

const listingValidMs = 10_000;

const maxWritingMs = 3_600_000;
