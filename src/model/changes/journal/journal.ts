import { isMediaFile, isSame, isUser } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import {
  connectionMark,
  documentMark,
  fromRecord,
  newFileName,
  timeOf,
  toRecord,
} from "./journalEntry.ts";
import type {
  LocalizedContents,
  JournalEntry,
  JournalFileName,
  NewJournalEntry,
} from "./journalEntry.ts";
import { JournalFolder } from "./journalFolder.ts";
import type { JournalLimits, JournalStore } from "./journalFolder.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { isOmittedField, withoutOmitted } from "./redaction.ts";
import { SerialQueue } from "../../foundation/async.ts";

export type {
  JournalAction,
  LocalizedContents,
  JournalEntry,
  NewJournalEntry,
} from "./journalEntry.ts";
export type { JournalStore } from "./journalFolder.ts";

export interface JournalSettings extends JournalLimits {
  /** The settings of a connection, by its id: whether it has a journal, and the fields to omit. */
  of(connection: string): { readonly enabled: boolean; readonly omit: readonly string[] };
}

/** A recorded write and its outcome. If the process is killed, the entry stays `sent`. */
export interface Recording {
  /**
   * The content of the service after the write, or the part that was written. `address` is set for
   * a document that was created. `expected` is the expected content, if the service did not keep
   * all of it.
   */
  succeeded(
    after: LocalizedContents,
    more?: {
      readonly address?: Address | undefined;
      readonly expected?: LocalizedContents | undefined;
    },
  ): Promise<void>;
  failed(): Promise<void>;
  /** The service may have applied the write. `address` is that of the document it may have created. */
  unknown(address?: Address): Promise<void>;
}

/** An action on many documents. */
export interface JournalBatch {
  readonly id: string;
  /** The number of entries for each action. */
  readonly counts: ReadonlyMap<string, number>;
  /** The start time, in milliseconds. */
  readonly at: number;
}

/** How many entries of a batch are read for its preview. */
const maxPreviewEntries = 20;

/**
 * Records every change to a document or a user before it is sent, with the content before and
 * after.
 */
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
  ): Promise<Outcome<Recording, ChangeFailure>> {
    const { enabled, omit } = this.#settings.of(entry.address.connection);
    if (!enabled) return done(disabledRecording);
    return this.#queue.run(async () => {
      const whole = this.#complete(entry, shape, omit);
      const text = toRecord(whole);
      const [full] = await this.#folder.makeRoom(Buffer.byteLength(text), entry.group);
      if (full) return failed(full);
      const why = await this.#folder.save(whole.id, text);
      if (why !== undefined) return failed({ code: "not-recorded", why });
      return done(this.#recording(whole, (contents) => withoutOmitted(contents, shape, omit)[0]));
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

  /** The deletes of a connection, or of one of its types, that were not undone, newest first. */
  async deleted(connection: string, type?: string): Promise<readonly JournalEntry[]> {
    const mark = connectionMark(connection);
    const entries = await this.#entries(
      (file) => file.connection === mark && /^(delete|restore)$/.test(file.action),
    );
    return entries.filter(
      (entry) =>
        entry.action === "delete" &&
        entry.outcome !== "failed" &&
        // Without its password, an account can't be recreated.
        !isUser(entry.address) &&
        (!isMediaFile(entry.address) || entry.bytes !== undefined) &&
        [undefined, entry.address.type].includes(type) &&
        missingLocales(entry, entries).length > 0,
    );
  }

  /** The batches of a connection, newest first. */
  async batches(connection: string): Promise<readonly JournalBatch[]> {
    const mark = connectionMark(connection);
    const groups = new Map<string, JournalFileName[]>();
    for (const file of await this.#folder.files()) {
      if (file.connection !== mark || !file.isWhole || !file.isGrouped) continue;
      const group = groups.get(file.group) ?? [];
      groups.set(file.group, group);
      group.push(file);
    }
    return [...groups].map(([id, files]) => toBatch(id, files)).reverse();
  }

  /** The entries of a batch, newest first. */
  batch(connection: string, { id }: Pick<JournalBatch, "id">): Promise<readonly JournalEntry[]> {
    return this.#entries(isInBatch(connection, id));
  }

  /** The first entries of a batch, up to a limit. */
  async batchPreview(
    connection: string,
    { id }: Pick<JournalBatch, "id">,
  ): Promise<readonly JournalEntry[]> {
    const files = await this.#files(isInBatch(connection, id));
    return this.#read(files.slice(0, maxPreviewEntries));
  }

  /** Returns whether writes to the documents of the connection are recorded. */
  isEnabled({ connection }: Pick<Address, "connection">): boolean {
    return this.#settings.of(connection).enabled;
  }

  /**
   * The maximum size in bytes. Entries of one batch are never deleted to make room for each other.
   */
  get maxSize(): number {
    return this.#settings.maxSize;
  }

  /** Deletes the entries of a connection, or all entries. Returns how many there were. */
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
    const kept = this.#folder.withinAge(await this.#folder.files());
    return kept.filter((file) => file.isWhole && isTarget(file));
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

  #recording(
    entry: JournalEntry,
    clean: (contents: LocalizedContents) => LocalizedContents,
  ): Recording {
    const settle = async (change: Partial<JournalEntry>): Promise<void> => {
      // A deleted entry is not written again. If writing fails, the entry stays `sent`.
      if ((await this.#folder.store.size(entry.id)) === undefined) return;
      const settled = { ...entry, ...change };
      const id = isSame(settled.address, entry.address)
        ? entry.id
        : newFileName(settled, Date.parse(entry.at));
      const why = await this.#folder.save(id, toRecord({ ...settled, id }));
      if (why === undefined && id !== entry.id) await this.#folder.drop(entry.id);
    };
    return {
      succeeded: (after, { address, expected } = {}) =>
        settle({
          outcome: "done",
          after: clean(after),
          expected: expected && clean(expected),
          address: address ?? entry.address,
        }),
      failed: () => settle({ outcome: "failed" }),
      unknown: (address = entry.address) => settle({ outcome: "unknown", address }),
    };
  }
}

function isInBatch(connection: string, id: string): (file: JournalFileName) => boolean {
  const mark = connectionMark(connection);
  return (file) => file.connection === mark && file.group === id;
}

function toBatch(id: string, files: readonly JournalFileName[]): JournalBatch {
  const counts = new Map<string, number>();
  for (const { action } of files) counts.set(action, (counts.get(action) ?? 0) + 1);
  return { id, counts, at: timeOf(files[0]?.stamp ?? "") };
}

/** The locales of a deleted document that no restore has recreated. */
function missingLocales({ id, before }: JournalEntry, entries: readonly JournalEntry[]): string[] {
  const back = entries
    .filter(({ undoes, outcome }) => undoes === id && outcome === "done")
    .flatMap(({ after }) => Object.keys(after));
  return Object.keys(before).filter((locale) => !back.includes(locale));
}

const doNothing = (): Promise<void> => Promise.resolve();
const disabledRecording: Recording = {
  succeeded: doNothing,
  failed: doNothing,
  unknown: doNothing,
};
