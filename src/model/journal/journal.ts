import { isMediaFile, isSame, isUser, type Address } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { connectionMark, groupMark } from "../foundation/marks.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";
import {
  documentMark,
  fromRecord,
  newFileName,
  timeOf,
  undoneIn,
  isOmittedField,
  withoutOmitted,
  parseFileName,
  stampOf,
} from "./journalEntry.ts";
import type {
  LocalizedContents,
  JournalEntry,
  JournalFileName,
  NewJournalEntry,
} from "./journalEntry.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { ChangeFailure } from "./changeFailure.ts";
import { SerialQueue } from "../foundation/asyncSteps.ts";
import type { TextStore } from "../foundation/textStore.ts";

export type {
  JournalAction,
  LocalizedContents,
  JournalEntry,
  NewJournalEntry,
} from "./journalEntry.ts";

/**
 * Records the outcome of a write, or what is known of one that is still `sent`: the content after
 * it, and the address of a document that it created, or may have created. What is undefined stays
 * as it was recorded. If the process is killed before, the entry stays as it is.
 */
type RecordOutcome = (
  outcome: Pick<JournalEntry, "outcome" | "expected"> & {
    readonly [K in "after" | "address"]?: JournalEntry[K] | undefined;
  },
) => Promise<void>;

export interface JournalBatch {
  readonly id: string;
  readonly counts: ReadonlyMap<string, number>;
  /** The start time, in milliseconds. */
  readonly at: number;
}

const maxPreviewEntries = 20;

/** Records every change before it is sent, with the content before and after. */
export class Journal {
  readonly #folder: JournalFolder;
  readonly #settings: JournalSettings;
  readonly #queue = new SerialQueue();
  #lastTime = 0;

  constructor(store: JournalStore, settings: JournalSettings) {
    this.#folder = new JournalFolder(store, settings);
    this.#settings = settings;
  }

  /** Records a write that is about to be sent. If recording fails, the write must not be sent. */
  async begin(
    entry: NewJournalEntry,
    shape: TypeInCatalog,
  ): Promise<Outcome<RecordOutcome, ChangeFailure>> {
    const { enabled, omit } = this.#settings.of(entry.address.connection);
    if (!enabled) return done(() => Promise.resolve());
    return this.#queue.run(async () => {
      const newEntry = this.#complete(entry, shape, omit);
      const text = JSON.stringify(newEntry);
      const [failure] = await this.#folder.makeRoom(Buffer.byteLength(text), entry.group);
      if (failure) return failed(failure);
      const why = await this.#folder.save(newEntry.id, text);
      if (why !== undefined) return failed({ code: "not-recorded", why });
      const clean = (contents: LocalizedContents) => withoutOmitted(contents, shape, omit)[0];
      let settled = Promise.resolve(newEntry);
      return done(async ({ after, expected, outcome, address }) => {
        settled = settled.then((entry) =>
          this.#settle(entry, {
            ...entry,
            outcome,
            address: address ?? entry.address,
            after: after ? clean(after) : entry.after,
            expected: expected ? clean(expected) : entry.expected,
          }),
        );
        await settled;
      });
    });
  }

  /** The changes to a document, in its locale or in all locales, newest first. */
  async history(address: Address): Promise<readonly JournalEntry[]> {
    const mark = documentMark(address);
    const entries = await this.#entries(({ document }) => document === mark);
    return entries.filter(({ address: { locale } }) =>
      [undefined, address.locale].includes(locale),
    );
  }

  /** The changes that were not undone yet. What was perhaps not applied has nothing to undo. */
  async undoable(address: Address): Promise<readonly JournalEntry[]> {
    const history = await this.history(address);
    const undone = undoneIn(history);
    return history.filter(
      ({ id, outcome, undoes }) => outcome !== "failed" && undoes === undefined && !undone.has(id),
    );
  }

  /** The deletes of a connection, or of one of its types, that were not undone, newest first. */
  async deleted(connection: string, type?: string): Promise<readonly JournalEntry[]> {
    const mark = connectionMark(connection);
    const entries = await this.#entries(
      (file) => file.connection === mark && /^(delete|restore)$/.test(file.action),
    );
    const restores = entries.filter(
      ({ undoes, outcome }) => undoes !== undefined && outcome === "done",
    );
    const restoresById = groupedBy(restores, ({ undoes = "" }) => undoes);
    return entries.filter(({ id, action, outcome, address, before, bytes }) => {
      const isRestorable =
        action === "delete" &&
        outcome !== "failed" &&
        // Without its password, an account can't be recreated.
        !isUser(address) &&
        (!isMediaFile(address) || bytes !== undefined);
      if (!isRestorable || ![undefined, address.type].includes(type)) return false;
      const restoredLocales = (restoresById.get(id) ?? []).flatMap(({ after }) =>
        Object.keys(after),
      );
      return Object.keys(before).some((locale) => !restoredLocales.includes(locale));
    });
  }

  /** Newest first. */
  async batches(connection: string): Promise<readonly JournalBatch[]> {
    const mark = connectionMark(connection);
    const files = (await this.#folder.files()).filter(
      ({ connection: other, isWhole, isGrouped }) => other === mark && isWhole && isGrouped,
    );
    const groups = [...groupedBy(files, ({ group }) => group)].map(([id, group]) => {
      const counts = new Map<string, number>();
      for (const { action } of group) counts.set(action, (counts.get(action) ?? 0) + 1);
      return { id, counts, at: timeOf(group[0].stamp) };
    });
    return groups.reverse();
  }

  /** Newest first. */
  batch(connection: string, { id }: Pick<JournalBatch, "id">): Promise<readonly JournalEntry[]> {
    return this.#entries(isInBatch(connection, id));
  }

  async undoneAmong(entries: readonly JournalEntry[]): Promise<ReadonlySet<string>> {
    const marks = new Set(entries.map(({ address }) => documentMark(address)));
    return undoneIn(await this.#entries(({ document }) => marks.has(document)));
  }

  async batchPreview(
    connection: string,
    { id }: Pick<JournalBatch, "id">,
  ): Promise<readonly JournalEntry[]> {
    const files = await this.#files(isInBatch(connection, id));
    return this.#read(files.slice(0, maxPreviewEntries));
  }

  isEnabled({ connection }: Pick<Address, "connection">): boolean {
    return this.#settings.of(connection).enabled;
  }

  /** In bytes. Entries of one batch are never deleted to make room for each other. */
  get maxSize(): number {
    return this.#settings.maxSize;
  }

  /** Without a connection, deletes all entries. Returns how many there were. */
  async forget(connection?: string): Promise<number> {
    const mark = connection === undefined ? undefined : connectionMark(connection);
    const files = (await this.#folder.files()).filter(
      (file) => mark === undefined || file.connection === mark,
    );
    for (const { name } of files) await this.#folder.drop(name);
    return files.filter(({ isWhole }) => isWhole).length;
  }

  async #entries(isTarget: (file: JournalFileName) => boolean): Promise<JournalEntry[]> {
    return (await this.#read(await this.#files(isTarget))).reverse();
  }

  async #files(isTarget: (file: JournalFileName) => boolean): Promise<JournalFileName[]> {
    const recentFiles = this.#folder.withinAge(await this.#folder.files());
    return recentFiles.filter((file) => file.isWhole && isTarget(file));
  }

  async #read(files: readonly JournalFileName[]): Promise<JournalEntry[]> {
    const texts = await Promise.all(files.map(({ name }) => this.#folder.store.load(name)));
    return files.flatMap(({ name }, index) => fromRecord(name, texts[index]) ?? []);
  }

  #complete(entry: NewJournalEntry, shape: TypeInCatalog, omit: readonly string[]): JournalEntry {
    // Times are unique in one window, so they give the order of the entries.
    const time = Math.max(Date.now(), this.#lastTime + 1);
    this.#lastTime = time;
    const [before, removed] = withoutOmitted(entry.before ?? {}, shape, omit);
    const [after, removedAfter] = withoutOmitted(entry.after, shape, omit);
    const [published, removedLive] = withoutOmitted(entry.published ?? {}, shape, omit);
    return {
      ...entry,
      paths: entry.paths ?? [],
      title: isOmittedField(shape.type, shape.type.titleField, omit) ? "" : entry.title,
      before,
      after,
      published: entry.published && published,
      omitted: [...new Set([...removed, ...removedAfter, ...removedLive])],
      id: newFileName(entry, time),
      at: new Date(time).toISOString(),
      outcome: "sent",
    };
  }

  /** Returns the entry as it is stored then. */
  async #settle(entry: JournalEntry, settledEntry: JournalEntry): Promise<JournalEntry> {
    // A deleted entry is not written again. If writing fails, the entry stays as it was.
    if ((await this.#folder.store.size(entry.id)) === undefined) return entry;
    const id = isSame(settledEntry.address, entry.address)
      ? entry.id
      : newFileName(settledEntry, Date.parse(entry.at));
    const errorMessage = await this.#folder.save(id, JSON.stringify({ ...settledEntry, id }));
    if (errorMessage !== undefined) return entry;
    if (id !== entry.id) await this.#folder.drop(entry.id);
    return { ...settledEntry, id };
  }
}

function isInBatch(connection: string, id: string): (file: JournalFileName) => boolean {
  const mark = connectionMark(connection);
  return (file) => file.connection === mark && file.group === id;
}

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

/** The files of a journal, limited in age and size. Other windows write to the same files. */
class JournalFolder {
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
    await this.#delete(excess.files, excess.bytes);
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
    await this.#delete(excess.files, excess.bytes);
    return true;
  }

  /** The next files to delete. If all are too few, some bytes are missing. */
  async #excessOf({ free, deletable, next }: Listing, neededBytes: number) {
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

  async #delete(files: readonly JournalFileName[], bytes: number): Promise<void> {
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
