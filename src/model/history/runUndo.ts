import { randomUUID } from "node:crypto";
import { sortTargetsFirst } from "../publish/targetOrder.ts";
import type { JournalBatch, JournalEntry } from "../journal/journal.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import { isUser, type Address } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { textIn } from "../foundation/json.ts";
import { failed, done } from "../foundation/outcome.ts";
import type { InboundRelation } from "../find/inboundRelations.ts";
import { isShared } from "../schemas/catalog.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import type { RunDependencies } from "../runs/batchAction.ts";
import { failsEveryItem, countLeft, outcomeOf, refuseAll, runEach } from "../runs/run.ts";
import type { ItemResult, RunOptions } from "../runs/run.ts";
import { documentsPerRequest } from "../reading/documentReader.ts";
import { checkUndo, isDeletion, readForDeletions, undoItem } from "./undoActions.ts";
import type { JointReads, UndoCheck } from "./undoActions.ts";
import { documentKey, isCreation, isReversible, undoItemsOf, type UndoItem } from "./undoItem.ts";
import type { BatchDependencies } from "../publish/publication.ts";

/**
 * The undo of a run: a batch action, an import or a copy. `planUndo` reads every document of the
 * run and decides about each as a whole, before `runUndo` writes anything. A document that the run
 * created is deleted if it is as the run left it, and if no document refers to it that stays. A save
 * is reverted, but later changes of other values stay. `undoItem` has the rules for each kind.
 */
export interface UndoPlan {
  /** Newest first, but a document after those that refer to it. */
  readonly planned: readonly UndoItem[];
  readonly keptItems: readonly KeptItem[];
  /** What is already as it was before the run. */
  readonly unchanged: readonly UndoItem[];
  /** The documentIds of what an interrupted undo of the run deleted. Others may have referred to it. */
  readonly deleted: ReadonlySet<string>;
}

type KeptItem = UndoItem & { readonly failure: BulkFailure };

/** Plans the undo of a run from its journal entries, newest first. Writes nothing. */
export async function planUndo(
  entries: readonly JournalEntry[],
  dependencies: BatchDependencies,
  { signal, onItem }: Pick<RunOptions, "signal" | "onItem"> = {},
): BulkResult<UndoPlan> {
  const undone = await dependencies.journal.undoneAmong(entries);
  const deleted = new Set(
    entries.flatMap((entry) => (isCreation(entry) && undone.has(entry.id) ? entry.address.id : [])),
  );
  const checked: CheckedItem[] = [];
  const keptItems: KeptItem[] = [];
  const unchanged: UndoItem[] = [];
  const items = undoItemsOf(entries).map((item) => withoutUndone(item, undone));
  let reads: ReadonlyMap<UndoItem, JointReads> = new Map();
  for (const [index, item] of items.entries()) {
    if (signal?.aborted) return failed({ code: "declined" });
    await onItem?.(index, items.length);
    if (index % documentsPerRequest === 0) {
      const together = items.slice(index, index + documentsPerRequest);
      reads = await readForDeletions(together, dependencies, signal);
    }
    const options = { signal, ...reads.get(item) };
    const [failure, check] = await checkUndo(item, dependencies, deleted, options);
    if (!failure) checked.push({ item, ...check });
    else if (failsEveryItem(failure)) return failed(failure);
    else if (failure.code === "unchanged") unchanged.push(item);
    else keptItems.push({ ...item, failure });
  }
  const { planned, referred } = withoutReferred(checked);
  for (const item of referred) keptItems.push({ ...item, failure: { code: "pointed-to" } });
  return done({ planned, keptItems, unchanged, deleted });
}

/**
 * Undoes the planned items one after the other. Skips those that changed since. The results also have
 * the items that the plan keeps.
 */
export async function runUndo(
  { planned, keptItems, deleted: deletedBefore }: UndoPlan,
  dependencies: BatchDependencies & RunDependencies,
  options: RunOptions & {
    /** The mark of the run that is undone. */
    readonly undoes: string;
    /** Called before a document or a localization that the run created is deleted. */
    readonly onDelete?: (item: UndoItem) => Promise<void>;
  },
): Promise<readonly ItemResult<UndoItem>[]> {
  const { undoes, onDelete, ...runOptions } = options;
  const lacking = new Map<UndoItem, readonly string[]>();
  const waiting = new Set(planned);
  const deleted = new Set(deletedBefore);
  const byDocument = groupedBy(planned, ({ address }) => documentKey(address));
  const undo = async (item: UndoItem): BulkResult<ChangeReport> => {
    waiting.delete(item);
    const isReleased = (relation: InboundRelation) =>
      (byDocument.get(referrerKey(relation, item)) ?? []).some(
        (other) => waiting.has(other) && isDeletedWith(other, relation),
      );
    if (isDeletion(item)) await onDelete?.(item);
    const [failure, undone] = await undoItem(item, dependencies, isReleased, deleted);
    if (failure) return failed(failure);
    if (isDeletion(item)) deleted.add(item.address.id);
    lacking.set(item, undone.lacking);
    return done(undone.report);
  };
  const undoAll = async (): Promise<readonly ItemResult<UndoItem>[]> => [
    ...(await runEach(planned, undo, runOptions)).map((result) => {
      const paths = lacking.get(result.item) ?? [];
      return paths.length > 0 ? { ...result, lacking: paths } : result;
    }),
    ...keptItems.map(({ failure, ...item }) => ({ item, failure, outcome: outcomeOf(failure) })),
  ];
  const connection = planned[0]?.address.connection ?? "";
  const run = { group: randomUUID(), kind: "undo", connection, undoes } as const;
  const [busy, results] = await dependencies.runs.use(run, undoAll, countLeft);
  return busy ? refuseAll(planned, busy) : results;
}

export const canUndoBatch = ({ counts }: Pick<JournalBatch, "counts">): boolean =>
  [...counts.keys()].some((action) => /^(save|delete|create|localize|unpublish)$/.test(action));

/** Only an administrator can unpublish. A user can't be restored, as an account needs a password. */
export const canUndoEntry = (entry: JournalEntry): boolean =>
  isReversible(entry) &&
  entry.action !== "publish" &&
  !(entry.action === "delete" && isUser(entry.address));

/** The item with the entries that were not undone. An undone creation leaves none of what it created. */
function withoutUndone(item: UndoItem, undone: ReadonlySet<string>): UndoItem {
  const undoneCreations = item.entries.filter((entry) => isCreation(entry) && undone.has(entry.id));
  const isGone = ({ address }: JournalEntry) =>
    undoneCreations.some(
      (creation) => creation.action === "create" || creation.address.locale === address.locale,
    );
  return {
    ...item,
    entries: item.entries.filter((entry) => !isGone(entry) && !undone.has(entry.id)),
  };
}

type CheckedItem = UndoCheck & { readonly item: UndoItem };

const referrerKey = (relation: InboundRelation, { address }: { readonly address: Address }) =>
  documentKey({ ...address, type: relation.type, id: relation.documentId });

/** Whether an item deletes the localization that has a relation. */
const isDeletedWith = ({ kind, address }: UndoItem, { locale }: InboundRelation): boolean =>
  kind === "delete" || (kind === "delete-localization" && address.locale === locale);

/** Whether an item deletes a relation to another one, or takes it off. */
function releases(
  { item, now: publication, references, type }: CheckedItem,
  relation: InboundRelation,
  target: CheckedItem,
): boolean {
  if (item.kind !== "revert") return isDeletedWith(item, relation);
  const attribute = type?.attributes.get(relation.path.replace(/\..*/, ""));
  const isIn =
    relation.locale === item.address.locale || (type && attribute && isShared(attribute, type));
  const isTakenBack = relation.version !== "published" || publication !== undefined;
  return (
    Boolean(isIn) && isTakenBack && !references.has(textIn({ ...target.now?.facts }, "documentId"))
  );
}

/**
 * Separates the items that must stay because a document that stays refers to them, also by way of
 * each other. Items that refer only to each other don't.
 */
function withoutReferred(checked: readonly CheckedItem[]): {
  readonly planned: readonly UndoItem[];
  readonly referred: readonly UndoItem[];
} {
  const byDocument = groupedBy(checked, ({ item }) => documentKey(item.address));
  const referrersOf = ({ item, inbound }: CheckedItem) =>
    inbound.flatMap((relation) => byDocument.get(referrerKey(relation, item)) ?? []);
  const targets = new Map(checked.map((referrer) => [referrer, new Set<CheckedItem>()]));
  for (const target of checked)
    for (const referrer of referrersOf(target)) targets.get(referrer)?.add(target);
  const undoable = new Set(checked);
  const queue = [...checked];
  for (const target of queue) {
    const isReleased = (relation: InboundRelation) =>
      (byDocument.get(referrerKey(relation, target.item)) ?? []).some(
        (referrer) => undoable.has(referrer) && releases(referrer, relation, target),
      );
    if (!undoable.has(target) || target.inbound.every(isReleased)) continue;
    undoable.delete(target);
    queue.push(...(targets.get(target) ?? []));
  }
  const ordered = sortTargetsFirst([...undoable], (checkedItem) =>
    referrersOf(checkedItem).filter((other) => undoable.has(other)),
  );
  return {
    planned: ordered.map(({ item }) => item),
    referred: checked.filter((checkedItem) => !undoable.has(checkedItem)).map(({ item }) => item),
  };
}
