import { SerialQueue } from "../foundation/asyncSteps.ts";
import { failed, isDone, mapOutcome } from "../foundation/outcome.ts";
import type { AnyFailure, Outcome } from "../foundation/outcome.ts";
import { FieldSet, type FieldOfType } from "./fieldSet.ts";
import { ownIn } from "../foundation/json.ts";

export type Side = "from" | "to";

/** A value for each side of a comparison. */
export interface Sides<T> {
  readonly from: T;
  readonly to: T;
}

export const bothSides = <T>(valueOf: (side: Side) => T): Sides<T> => ({
  from: valueOf("from"),
  to: valueOf("to"),
});

/** Reads both sides at once. If both fail, the failure is that of the source. */
export async function readSides<T, F extends AnyFailure>(
  read: (side: Side) => Promise<Outcome<T, F>>,
): Promise<Outcome<Sides<T>, F>> {
  const [from, to] = await Promise.all([read("from"), read("to")]);
  if (!isDone(from)) return failed(from[0]);
  return mapOutcome(to, (target) => ({ from: from[1], to: target }));
}

/** The digests at the last copy, by locale (empty if not localized) and by attribute. */
export type BaseDigests = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface DocumentPair extends Sides<string> {
  readonly type: string;
  /** Absent if the document was matched but never copied. */
  readonly base?: BaseDigests | undefined;
  /**
   * The last write of a copy, with `updatedAt` of each localization after it was written, in
   * milliseconds; absent if there was none. If a localization has not changed since, its differences
   * are not edits of that side.
   */
  readonly written?: { readonly side: Side; readonly at: WriteTimes } | undefined;
}

/** By locale; empty if the type is not localized. */
type WriteTimes = Readonly<Record<string, number>>;

interface CopiedDocument {
  readonly type: string;
  /** The documentId in the source. */
  readonly from: string;
  /** Empty if the type is not localized. */
  readonly locale: string;
}

/** A write of a copy whose answer may have been lost. It tells the write from edits of the target. */
export interface SentWrite extends CopiedDocument {
  /** The digests of the target's attributes after the write. */
  readonly expected: BaseDigests[string];
  /** Whether the write creates the document or its localization. */
  readonly isNew: boolean;
  /** If it creates the document: the largest row id of the type before. */
  readonly mark?: number | undefined;
}

type DocumentLine = Extract<PairLine, { readonly kind: "document" }>;
type MediaLine = Extract<PairLine, { readonly kind: "media" }>;
type SentLine = Extract<PairLine, { readonly kind: "sent" }>;

/** A line for both directions: `a` is the side of the connection whose id comes first. */
export type PairLine =
  | ({
      readonly kind: "document";
      readonly type: string;
      readonly base?: BaseDigests | undefined;
      readonly written?: { readonly in: "a" | "b"; readonly at: WriteTimes } | undefined;
    } & IdPair)
  | ({ readonly kind: "media" } & IdPair)
  | ({ readonly kind: "sent"; readonly in: "a" | "b" } & SentWrite)
  /** The service has rejected the write that was sent. */
  | ({ readonly kind: "not-sent"; readonly in: "a" | "b" } & CopiedDocument)
  /** The attribute that the user chose as the key of a type. */
  | { readonly kind: "key"; readonly type: string; readonly name: string }
  | { readonly kind: "no-key"; readonly type: string }
  /** The fields that copies to a side leave empty, and those that the user decided to copy. */
  | {
      readonly kind: "empty";
      readonly in: "a" | "b";
      readonly fields: readonly FieldOfType[];
      readonly kept: readonly FieldOfType[];
    }
  /** The names of the types of which copies to a side send all fields. */
  | { readonly kind: "all-fields"; readonly in: "a" | "b"; readonly types: readonly string[] }
  /** How many writes to each side the lines before had, with those that were replaced. */
  | { readonly kind: "compacted"; readonly sent: Readonly<Record<"a" | "b", number>> }
  /** A line that is not as it was written. It may have had newer digests than the earlier lines. */
  | { readonly kind: "damaged" };

interface IdPair {
  readonly a: string;
  readonly b: string;
}

/** Fields with personal data, as the user chose for copies to a target. */
export interface PersonalChoice {
  readonly leaveEmpty: FieldSet;
  readonly keep: FieldSet;
}

/** Stores the lines of two connections. Lines are appended, and replaced by those that still count. */
export interface PairStore {
  /** The ids of the connections with which a connection has lines. */
  partners(connection: string): Promise<readonly string[]>;
  /** The lines in the order in which they were appended; empty if there are none. */
  lines(connections: readonly [a: string, b: string]): AsyncIterable<PairLine> | Iterable<PairLine>;
  /** Returns why the write failed; undefined on success. */
  append(
    connections: readonly [a: string, b: string],
    lines: readonly PairLine[],
  ): Promise<string | undefined>;
  /**
   * Replaces the lines by the live ones, if that is worth while. `liveAmong` returns undefined if the
   * lines must stay. Nothing is lost, whenever the process ends and whoever appends meanwhile.
   */
  compact(
    connections: readonly [a: string, b: string],
    liveAmong: (lines: readonly PairLine[]) => readonly PairLine[] | undefined,
  ): Promise<void>;
  /** From then on, a power failure leaves what was appended. Returns why that failed, if it did. */
  flush(connections: readonly [a: string, b: string]): Promise<string | undefined>;
}

const noPersonalChoice: PersonalChoice = { leaveEmpty: FieldSet.none, keep: FieldSet.none };

/**
 * The documents and files of two connections that are known to be the same. Each document and file
 * belongs to at most one pair: a new pair replaces the earlier pairs of both its sides.
 */
export class DocumentPairs {
  readonly #store: PairStore | undefined;
  readonly #connections: readonly [a: string, b: string];
  readonly #names: Sides<"a" | "b">;
  readonly #appending = new SerialQueue();
  readonly #documents = new Identities<DocumentLine>();
  readonly #media = new Identities<MediaLine>();
  /** By the written side with the document of the other side, then by locale. */
  readonly #sent = new Map<string, Map<string, SentLine>>();
  #sentCounts = { a: 0, b: 0 };
  /** Whether a later version of this program has written lines that only it understands. */
  #hasUnknownLines = false;
  /** What has digests, which a damaged line takes away: pairs, and the keys of `#sent`. */
  readonly #digested = { pairs: new Map<string, DocumentLine>(), sent: new Set<string>() };
  readonly #keys = new Map<string, string>();
  readonly #personal = { a: noPersonalChoice, b: noPersonalChoice };
  readonly #allFields: Record<"a" | "b", readonly string[]> = { a: [], b: [] };

  private constructor(store: PairStore | undefined, { from, to }: Sides<string>) {
    this.#store = store;
    const isFromFirst = from <= to;
    this.#names = isFromFirst ? { from: "a", to: "b" } : { from: "b", to: "a" };
    this.#connections = isFromFirst ? [from, to] : [to, from];
  }

  /** Reads the pairs of two connections, named by their ids. Without a store, there are none. */
  static async load(connections: Sides<string>, store?: PairStore): Promise<DocumentPairs> {
    const pairs = new DocumentPairs(store, connections);
    for await (const line of store?.lines(pairs.#connections) ?? []) pairs.#take(line);
    return pairs;
  }

  /** The documentId on the other side; undefined if the document has no pair. */
  counterpart(side: Side, type: string, id: string): string | undefined {
    return this.#otherId(side, this.#documents.get(type, this.#names[side], id));
  }

  /** What is known of a document of the source; undefined if it has no pair. */
  document(type: string, from: string): DocumentPair | undefined {
    const line = this.#documents.get(type, this.#names.from, from);
    const to = this.#otherId("from", line);
    if (!line || to === undefined) return undefined;
    const { base, written } = line;
    const side = written?.in === this.#names.to ? "to" : "from";
    return {
      ...{ type, from, to, ...(base && { base }) },
      ...(written && { written: { side, at: written.at } }),
    };
  }

  /** The documentId of the file on the other side; undefined if the file has no pair. */
  mediaCounterpart(side: Side, id: string): string | undefined {
    return this.#otherId(side, this.#media.get("media", this.#names[side], id));
  }

  /** An id that both documents of a pair share. A document without a pair has its own. */
  neutralId(side: Side, type: string, id: string): string {
    return this.#names[side] === "a" ? id : (this.counterpart(side, type, id) ?? id);
  }

  /** An id that both files of a pair share; undefined if the file has no pair. */
  neutralFile(side: Side, id: string): string | undefined {
    const other = this.mediaCounterpart(side, id);
    return other !== undefined && this.#names[side] === "a" ? id : other;
  }

  /** The attribute that the user chose as the key of a type. */
  keyOf(type: string): string | undefined {
    return this.#keys.get(type);
  }

  /**
   * Remembers a document. The base digests replace those of the same locale and attribute, and leave
   * the others, and so do the times of a write to the same side. `unknown`: attributes of which nothing is
   * remembered. Returns why the write failed; undefined on success.
   */
  remember(
    { type, from, to, ...copied }: DocumentPair,
    unknown: ReadonlySet<string> = new Set(),
  ): Promise<string | undefined> {
    const earlier = this.document(type, from);
    const before = earlier?.to === to ? earlier : undefined;
    const base = copied.base ? merged(before?.base, copied.base, unknown) : before?.base;
    const written = latestWrite(before?.written, copied.written);
    return this.#append(this.#lineOf({ type, from, to, base, written }));
  }

  /** Remembers a write before it is sent. */
  noteSent(write: SentWrite): Promise<string | undefined> {
    return this.#append({ kind: "sent", in: this.#names.to, ...write });
  }

  /** Whether another copy has written to the target since the pairs were loaded. */
  async isOvertaken(): Promise<boolean> {
    const [from, to] = this.#connections;
    const stored = await DocumentPairs.load({ from, to }, this.#store);
    return stored.#sentCounts[this.#names.to] > this.#sentCounts[this.#names.to];
  }

  /** Removes the stored lines that no longer count, if they are many. */
  compact(): Promise<void> {
    const [from, to] = this.#connections;
    const liveAmong = (lines: readonly PairLine[]) => {
      const stored = new DocumentPairs(undefined, { from, to });
      for (const line of lines) stored.#take(line);
      return stored.#hasUnknownLines ? undefined : stored.#liveLines();
    };
    return this.#appending.run(async () => this.#store?.compact(this.#connections, liveAmong));
  }

  noteNotSent(write: CopiedDocument): Promise<string | undefined> {
    return this.#append({ kind: "not-sent", in: this.#names.to, ...write });
  }

  /** The last write of each localization of a document of the source that is not remembered yet. */
  sentWrites(type: string, from: string): readonly SentWrite[] {
    return [...(this.#sent.get(sentKey(this.#names.to, type, from))?.values() ?? [])];
  }

  rememberMedia(file: Sides<string>): Promise<string | undefined> {
    return this.#append({ kind: "media", ...this.#ordered(file) });
  }

  /**
   * Forgets what a copy wrote to a pair, or to one localization, because it is undone. The documents
   * stay a pair.
   */
  forgetCopy({ type, from, to }: DocumentPair, locale?: string): Promise<string | undefined> {
    const { base, written } = { ...(locale !== undefined && this.document(type, from)) };
    const others = <T>(values: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(values).filter(([code]) => code !== locale));
    return this.#append(
      this.#lineOf({
        ...{ type, from, to, base: base && others(base) },
        written: written && { ...written, at: others(written.at) },
      }),
    );
  }

  /** The pairs of a document of the target; all of a type if no id is given. */
  pairsOf(type: string, to?: string): readonly DocumentPair[] {
    const ids =
      to === undefined
        ? this.#documents.all.flatMap((line) => (line.type === type ? line[this.#names.from] : []))
        : [this.counterpart("to", type, to) ?? []].flat();
    return ids.flatMap((from) => this.document(type, from) ?? []);
  }

  chooseKey(type: string, name: string): Promise<string | undefined> {
    return this.#append({ kind: "key", type, name });
  }

  removeKey(type: string): Promise<string | undefined> {
    return this.#append({ kind: "no-key", type });
  }

  /** The fields that each side leaves empty, because the other side has personal data there. */
  get empty(): Sides<FieldSet> {
    return bothSides((side) => this.#personal[this.#names[side]].leaveEmpty);
  }

  /** What the last copy to the target did with personal data. */
  get personal(): PersonalChoice {
    return this.#personal[this.#names.to];
  }

  choosePersonal({ leaveEmpty, keep }: PersonalChoice): Promise<string | undefined> {
    const fields = { fields: leaveEmpty.all, kept: keep.all };
    return this.#append({ kind: "empty", in: this.#names.to, ...fields });
  }

  get allFields(): readonly string[] {
    return this.#allFields[this.#names.to];
  }

  chooseAllFields(types: readonly string[]): Promise<string | undefined> {
    return this.#append({ kind: "all-fields", in: this.#names.to, types });
  }

  #otherId(side: Side, pair: IdPair | undefined): string | undefined {
    return this.#names[side] === "a" ? pair?.b : pair?.a;
  }

  #lineOf({ type, from, to, base, written }: DocumentPair): DocumentLine {
    return {
      ...{ kind: "document", type, ...this.#ordered({ from, to }), base },
      written: written && { in: this.#names[written.side], at: written.at },
    };
  }

  #ordered({ from, to }: Sides<string>): IdPair {
    return this.#names.from === "a" ? { a: from, b: to } : { a: to, b: from };
  }

  /** Waits until a power failure no longer takes away what is remembered. */
  flush(): Promise<string | undefined> {
    return this.#appending.run(async () => this.#store?.flush(this.#connections));
  }

  /** What is appended is known at once, so that what is remembered meanwhile builds on it. */
  #append(line: PairLine): Promise<string | undefined> {
    this.#take(line);
    return this.#appending.run(async () => this.#store?.append(this.#connections, [line]));
  }

  #take(line: PairLine): void {
    switch (line.kind) {
      case "document":
        this.#documents.set(line.type, line);
        this.#digested.pairs.set(`${line.type} ${line.a}`, line);
        this.#forgetSent(line);
        return;
      case "sent": {
        this.#sentCounts[line.in] += 1;
        const key = sentKey(line.in, line.type, line.from);
        const writes = this.#sent.get(key) ?? new Map<string, SentLine>();
        this.#sent.set(key, writes.set(line.locale, line));
        this.#digested.sent.add(key);
        return;
      }
      case "not-sent":
        this.#sent.get(sentKey(line.in, line.type, line.from))?.delete(line.locale);
        return;
      case "media":
        this.#media.set("media", line);
        return;
      case "key":
        this.#keys.set(line.type, line.name);
        return;
      case "no-key":
        this.#keys.delete(line.type);
        return;
      case "empty":
        this.#personal[line.in] = {
          leaveEmpty: new FieldSet(line.fields),
          keep: new FieldSet(line.kept),
        };
        return;
      case "all-fields":
        this.#allFields[line.in] = line.types;
        return;
      case "compacted":
        this.#sentCounts = { ...line.sent };
        return;
      case "damaged":
        this.#forgetDigests();
        return;
      default:
        this.#hasUnknownLines = true;
    }
  }

  /**
   * Lines that mean the same as all lines so far. Sent writes come after the documents, which would
   * replace them, and their number comes after both.
   */
  #liveLines(): readonly PairLine[] {
    const perSide = (["a", "b"] as const).flatMap((name): PairLine[] => {
      const { leaveEmpty, keep } = this.#personal[name];
      return [
        { kind: "empty", in: name, fields: leaveEmpty.all, kept: keep.all },
        { kind: "all-fields", in: name, types: this.#allFields[name] },
      ];
    });
    return [
      ...this.#documents.all,
      ...this.#media.all,
      ...[...this.#sent.values()].flatMap((writes) => [...writes.values()]),
      ...[...this.#keys].map(([type, name]): PairLine => ({ kind: "key", type, name })),
      ...perSide,
      { kind: "compacted", sent: this.#sentCounts },
    ];
  }

  /**
   * What was sent may still have created a document. Each line is visited at the first damaged line
   * after it only, because a file may have many of them.
   */
  #forgetDigests(): void {
    const { pairs, sent } = this.#digested;
    for (const line of pairs.values()) {
      const { kind, type, a, b } = line;
      const isReplaced = this.#documents.get(type, "a", a) !== line;
      if (!isReplaced) this.#documents.set(type, { kind, type, a, b });
    }
    for (const key of sent) {
      const writes = this.#sent.get(key) ?? new Map<string, SentLine>();
      for (const [locale, write] of writes)
        if (write.isNew) writes.set(locale, { ...write, expected: {} });
        else writes.delete(locale);
    }
    pairs.clear();
    sent.clear();
  }

  /** Forgets the writes whose digests a pair has, and all if their copy was undone. */
  #forgetSent({ type, a, b, base }: DocumentLine): void {
    for (const key of [sentKey("b", type, a), sentKey("a", type, b)]) {
      for (const [locale, { expected }] of this.#sent.get(key) ?? []) {
        const isKnown = ([name, digest]: [string, number]) =>
          ownIn(ownIn(base, locale), name) === digest;
        if (!base || Object.entries(expected).every(isKnown)) this.#sent.get(key)?.delete(locale);
      }
    }
  }
}

const latestWrite = (
  earlier: DocumentPair["written"],
  later: DocumentPair["written"],
): DocumentPair["written"] =>
  later && earlier?.side === later.side
    ? { side: later.side, at: { ...earlier.at, ...later.at } }
    : (later ?? earlier);

const sentKey = (written: "a" | "b", type: string, id: string): string =>
  `${written} ${type} ${id}`;

/** Pairs of ids in both directions. Each id belongs to at most one pair of its scope. */
class Identities<P extends IdPair> {
  readonly #byA = new Map<string, P>();
  readonly #byB = new Map<string, P>();

  get all(): readonly P[] {
    return [...this.#byA.values()];
  }

  /** Replaces the earlier pairs of both ids. */
  set(scope: string, pair: P): void {
    const [earlierA, earlierB] = [this.get(scope, "a", pair.a), this.get(scope, "b", pair.b)];
    if (earlierA) this.#byB.delete(`${scope} ${earlierA.b}`);
    if (earlierB) this.#byA.delete(`${scope} ${earlierB.a}`);
    this.#byA.set(`${scope} ${pair.a}`, pair);
    this.#byB.set(`${scope} ${pair.b}`, pair);
  }

  get(scope: string, name: "a" | "b", id: string): P | undefined {
    return (name === "a" ? this.#byA : this.#byB).get(`${scope} ${id}`);
  }
}

/**
 * The earlier digests, with the new ones instead of those of the same attributes. In the locales of
 * the new ones, without those of unknown attributes.
 */
function merged(
  earlier: BaseDigests | undefined,
  base: BaseDigests,
  unknown: ReadonlySet<string>,
): BaseDigests {
  const copiedLocales = Object.entries(base).map(([locale, digests]) => {
    const replaced = new Set(Object.keys(digests).map(attributeOf));
    const remainingDigests = Object.entries(ownIn(earlier, locale) ?? {}).filter(
      ([name]) => !replaced.has(attributeOf(name)),
    );
    const known = [...remainingDigests, ...Object.entries(digests)].filter(
      ([name]) => !unknown.has(attributeOf(name)),
    );
    return [locale, Object.fromEntries(known)] as const;
  });
  return { ...earlier, ...Object.fromEntries(copiedLocales) };
}

/** The attribute of a digest, whose name may also say what the digest is without. */
const attributeOf = (name: string): string => name.split(" ", 1)[0] ?? name;
