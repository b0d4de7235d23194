import { outcomeOf } from "../runs/run.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { RecordLog, SentRecord, WrittenRecord } from "../import/importRun.ts";
import type { PlannedRecord } from "../import/importPlan.ts";
import { RecordCursor, type RecordEntry } from "../import/recordIndex.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import { textIn, attributeNameOf } from "../foundation/json.ts";
import type { CopyPlan } from "./copyPlan.ts";
import type { CopyItem, CopySource } from "./copySource.ts";
import type { BaseDigests } from "../compare/documentPairs.ts";

/**
 * Notes a copy in the pairs of its services, so that later comparisons know which side changed an
 * attribute since. Each write is noted before it is sent. If its answer is lost, a comparison
 * recognizes it by the content of the target, and a later run finds the document that it created.
 */
export class CopyLog implements RecordLog {
  readonly #plan: CopyPlan;
  readonly #source: CopySource;
  /** The digests of writes that are not verified so far. */
  readonly #sent = new Map<RecordEntry, BaseDigests[string]>();
  failure: BulkFailure | undefined;

  constructor(plan: CopyPlan, source: CopySource) {
    this.#plan = plan;
    this.#source = source;
  }

  /** Remembers what the copy does with personal data, so that each later comparison does the same. */
  async begin(): Promise<void> {
    const { pairs, personal } = this.#plan.parts.types;
    // Its plan does not know what the other copy has created.
    if (await pairs.isOvertaken()) this.failure = { code: "another-run" };
    await pairs.compact();
    const { leaveEmpty, keep } = pairs.personal;
    if (personal.leaveEmpty.equals(leaveEmpty) && personal.keep.equals(keep)) return;
    await this.#append(pairs.choosePersonal(personal));
  }

  async sent(sent: SentRecord): Promise<void> {
    const { entry, mark } = sent;
    const item = this.#itemOf(entry);
    if (!item) return;
    const expected = this.#digestsOf(item, sent);
    this.#sent.set(entry, expected);
    const write = { ...writeOf(item), expected, isNew: isNew(sent), mark };
    await this.#append(this.#plan.parts.types.pairs.noteSent(write));
  }

  /** Later documents refer to it. Whether the service has kept all of it is not known yet. */
  async answered(entry: RecordEntry, at: number): Promise<void> {
    const pair = this.#pairOf(entry);
    if (!pair) return;
    const written = { side: "to", at: { [entry.locale ?? ""]: at } } as const;
    await this.#append(this.#plan.parts.types.pairs.remember({ ...pair, base: {}, written }));
  }

  async written(record: WrittenRecord): Promise<void> {
    if (record.written?.report.unverified) await this.#rememberPart(record.entry);
    else await this.#remember(record, record.written?.snapshot);
  }

  async failed({ line }: PlannedRecord, failure: BulkFailure): Promise<void> {
    const entry = this.#plan.parts.records.index.at(line);
    const item = entry && this.#itemOf(entry);
    if (!entry || !item || !this.#sent.has(entry)) return;
    if (failure.code === "not-kept") await this.#rememberPart(entry, failure.paths);
    else if (outcomeOf(failure) !== "unknown" && !entry.group.created.has(entry.locale ?? ""))
      await this.#append(this.#plan.parts.types.pairs.noteNotSent(writeOf(item)));
  }

  async untried(): Promise<void> {
    // The next comparison finds what was not written.
  }

  /**
   * Remembers the documents that already have the values of the source. From then on, a power failure
   * takes nothing away of what the copy has remembered.
   */
  async end(): Promise<void> {
    const { records, types } = this.#plan.parts;
    const lines = new Set([...records.unchanged, ...records.done]);
    const cursor = new RecordCursor(this.#source, records.index);
    for (const entry of records.index.all) {
      if (!lines.has(entry.line)) continue;
      const [changed] = await cursor.at(entry);
      if (!changed) await this.#remember({ entry, kind: "change", pending: [] });
    }
    await cursor.close();
    await this.#append(types.pairs.flush());
  }

  /**
   * Remembers the pair, with digests of the attributes that are now equal. Those that the copy does
   * not write were equal when both sides were compared.
   */
  async #remember(record: SentRecord, snapshot?: Snapshot): Promise<void> {
    const { entry } = record;
    const { types } = this.#plan.parts;
    const item = this.#itemOf(entry);
    if (!item) return;
    const { type, from, locale } = writeOf(item);
    // The address of a single type doesn't have the documentId.
    const singleTypeId =
      textIn({ ...snapshot?.facts }, "documentId") || types.pairs.counterpart("from", type, from);
    const { toId = types.isSingle(type) ? singleTypeId : entry.group.documentId } = item.document;
    if (toId === undefined) return;
    const digests = this.#sent.get(entry) ?? this.#digestsOf(item, record);
    this.#sent.delete(entry);
    const written = snapshot && ({ side: "to", at: { [locale]: snapshot.version } } as const);
    const base = { [locale]: digests };
    await this.#append(types.pairs.remember({ type, from, to: toId, base, written }));
  }

  /** Remembers what a document has of the source, without the paths that it may not have, or all. */
  async #rememberPart(entry: RecordEntry, paths?: readonly string[]): Promise<void> {
    const digests = this.#sent.get(entry) ?? {};
    this.#sent.delete(entry);
    const pair = this.#pairOf(entry);
    if (!pair) return;
    const unknown = new Set(
      (paths ?? Object.keys(digests)).map((path) => path.split(/[ .[]/)[0] ?? ""),
    );
    const base = { [entry.locale ?? ""]: digests };
    await this.#append(this.#plan.parts.types.pairs.remember({ ...pair, base }, unknown));
  }

  async #append(writing: Promise<string | undefined>): Promise<void> {
    const why = await writing;
    if (why !== undefined) this.failure ??= { code: "results-not-kept", why };
  }

  #itemOf({ line }: RecordEntry): CopyItem | undefined {
    return this.#plan.parts.items[line - 1];
  }

  #pairOf(entry: RecordEntry) {
    const { types } = this.#plan.parts;
    const { type, fromId: from } = this.#itemOf(entry)?.document ?? {};
    const { documentId: to } = entry.group;
    const isKnown = type !== undefined && from !== undefined && to !== undefined;
    return isKnown && !types.isSingle(type) ? { type, from, to } : undefined;
  }

  /** The digests of what the target has after a write, under the names of a pair. */
  #digestsOf(item: CopyItem, { entry, pending, ...sent }: SentRecord): BaseDigests[string] {
    const { types, records } = this.#plan.parts;
    const type = types.of(item.document.type);
    if (!type) return {};
    const { digests, changedAt } = this.#source.stateOf(
      entry.line,
      (value, path, { target = "" }) =>
        pending.includes(attributeNameOf(path)) &&
        records.resolver.isPending({
          path,
          lookup: { target, by: "documentId", value, locale: entry.locale },
        }),
    );
    const { names, kept: keptNames = [], document } = item;
    const isUnchanged = changedAt <= (document.changedAt ?? 0);
    // What a change leaves out keeps its value in the target. A new document doesn't have it yet.
    const isKnown = (name: string) => isNew(sent) || !pending.includes(name);
    const isEqual = (name: string) =>
      !keptNames.includes(name) && (!names || names.includes(name) || isUnchanged);
    const equal = digests.filter(([name]) => isKnown(name) && isEqual(name));
    return Object.fromEntries(
      equal.map(([name, digest]) => [types.baseNameOf(type, name), digest]),
    );
  }
}

const writeOf = ({ document: { type, fromId: from }, locale = "" }: CopyItem) => ({
  type,
  from,
  locale,
});

const isNew = ({ kind }: Pick<SentRecord, "kind">): boolean =>
  kind === "create" || kind === "localize";
