import type { SentRecord, WrittenRecord } from "../bulk/importing/importRun.ts";
import type { RecordEntry } from "../bulk/importing/recordIndex.ts";
import type { Snapshot } from "../documents/reader.ts";
import { textIn } from "../foundation/json.ts";
import type { CopyPlan } from "./copyPlan.ts";
import type { CopyItem, CopySource } from "./copySource.ts";
import type { BaseDigests } from "./pairs.ts";

/**
 * Remembers what a copy writes, so that later comparisons know which side changed an attribute
 * since. Each write is noted before it is sent. A comparison recognizes it by the target's content
 * if its answer is lost.
 */
export class CopyMemory {
  readonly #plan: CopyPlan;
  readonly #source: CopySource;
  /** The digests of writes without an answer so far. */
  readonly #noted = new Map<RecordEntry, BaseDigests[string]>();
  /** Why something could not be remembered; undefined if everything was. */
  failure: string | undefined;

  constructor(plan: CopyPlan, source: CopySource) {
    this.#plan = plan;
    this.#source = source;
  }

  async noteSent(sent: SentRecord): Promise<void> {
    const { items, types } = this.#plan.parts;
    const { entry } = sent;
    const item = items[entry.line - 1];
    if (!item) return;
    const expected = this.#digestsOf(item, sent);
    this.#noted.set(entry, expected);
    const { type, fromId } = item.document;
    const write = { type, from: fromId, locale: item.locale ?? "", expected, isNew: isNew(sent) };
    this.failure ??= await types.pairs.noteSent(write);
  }

  /**
   * Remembers the pair, with digests of the attributes that are now equal. Those that the copy does
   * not write were equal when both sides were compared.
   */
  async remember({ snapshot, ...written }: WrittenRecord): Promise<void> {
    const { items, types } = this.#plan.parts;
    const { entry } = written;
    const item = items[entry.line - 1];
    const to = item && this.#targetIdOf(item, entry, snapshot);
    if (!item || to === undefined) return;
    const { type, fromId } = item.document;
    const digests = this.#noted.get(entry) ?? this.#digestsOf(item, written);
    this.#noted.delete(entry);
    this.failure ??= await types.pairs.remember({
      ...{ type, from: fromId, to, base: { [item.locale ?? ""]: digests } },
      written: snapshot && { side: "to", at: snapshot.version },
    });
  }

  /** Remembers a new document that is not verified yet, because later documents refer to it. */
  async rememberAnswer(entry: RecordEntry, at: number): Promise<void> {
    const pair = this.#pairOf(entry);
    const digests = this.#noted.get(entry);
    if (!pair || !digests) return;
    this.failure ??= await this.#plan.parts.types.pairs.remember({
      ...pair,
      base: { [entry.locale ?? ""]: digests },
      written: { side: "to", at },
    });
  }

  /** Remembers only the pair of a document that does not have all values of the source. */
  async rememberPair(entry: RecordEntry): Promise<void> {
    const pair = this.#pairOf(entry);
    if (pair) this.failure ??= await this.#plan.parts.types.pairs.forgetBase(pair);
  }

  #pairOf({ line, group }: RecordEntry) {
    const { items, types } = this.#plan.parts;
    const { type, fromId: from } = items[line - 1]?.document ?? {};
    const { documentId: to } = group;
    const isKnown = type !== undefined && from !== undefined && to !== undefined;
    return isKnown && !types.isSingle(type) ? { type, from, to } : undefined;
  }

  /** Remembers the documents that already have the values of the source. */
  async rememberUnchanged(): Promise<void> {
    const { records } = this.#plan.parts;
    const lines = new Set([...records.unchanged, ...records.done]);
    if (lines.size === 0) return;
    for await (const record of this.#source.records()) {
      const entry = records.index.at(record.line);
      if (!entry || "failure" in record || !lines.has(record.line)) continue;
      await this.remember({ entry, kind: "change", pending: [], snapshot: undefined });
    }
  }

  /** The digests of what the target has after a write, under the names of a pair. */
  #digestsOf(item: CopyItem, { entry, pending, ...sent }: SentRecord): BaseDigests[string] {
    const { types, records } = this.#plan.parts;
    const type = types.of(item.document.type);
    if (!type) return {};
    const { digests, changedAt } = this.#source.stateOf(
      entry.line,
      (value, path, { target = "" }) =>
        pending.includes(path.split(".")[0] ?? "") &&
        records.resolver.isPending({
          path,
          lookup: { target, by: "documentId", value, locale: entry.locale },
        }),
    );
    // What a change leaves out keeps its value in the target. A new document doesn't have it yet.
    const isKnown = (name: string) => isNew(sent) || !pending.includes(name);
    const equal = digests.filter(([name]) => isKnown(name) && isEqualAfter(item, name, changedAt));
    return Object.fromEntries(
      equal.map(([name, digest]) => [types.baseNameOf(type, name), digest]),
    );
  }

  /** The documentId in the target. The address of a single type doesn't have it. */
  #targetIdOf(
    { document: { type, fromId, toId } }: CopyItem,
    { group }: RecordEntry,
    snapshot: Snapshot | undefined,
  ): string | undefined {
    const { types } = this.#plan.parts;
    if (toId !== undefined || !types.isSingle(type)) return toId ?? group.documentId;
    const id = textIn({ ...snapshot?.facts }, "documentId");
    return id === "" ? types.pairs.counterpart("from", type, fromId) : id;
  }
}

const isNew = ({ kind }: Pick<SentRecord, "kind">): boolean =>
  kind === "create" || kind === "localize";

/**
 * Whether an attribute is equal on both services after an item was copied. `changedAt` is when the
 * copied document was changed last, in milliseconds.
 */
const isEqualAfter = (
  { names, kept, document }: CopyItem,
  name: string,
  changedAt: number,
): boolean =>
  !kept?.includes(name) &&
  (!names || names.includes(name) || changedAt <= (document.changedAt ?? 0));
