import { keyOf, type Address } from "../foundation/address.ts";
import type { Draft, SnapshotWithStatus } from "../documents/snapshotReader.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { serviceFor } from "../schemas/userType.ts";
import { readForChange } from "../writing/documentChange.ts";
import type {
  BatchChange,
  BatchAction,
  RunDependencies,
  BatchRunOptions,
  BeforeAndAfter,
  TitledAddress,
} from "../runs/batchAction.ts";
import { PlanningContext, documentGroupsOf, type BatchTarget } from "./batchTarget.ts";
import { readGroup, type FoundDocument, type SkippedItem, type TargetPage } from "./targetPages.ts";
import { countLeft, refuseAll, runEach, type ItemResult } from "../runs/run.ts";
import type { BatchDependencies } from "../publish/publication.ts";
import { pushAll } from "../foundation/chunks.ts";

export type { SkippedItem, BatchTarget, TitledAddress };

/** A document or user, in the version that was read. */
export interface PlannedItem extends TitledAddress, Pick<Draft, "version" | "localeVersions"> {
  readonly change: BatchChange;
}

export interface BatchPreview {
  readonly planned: readonly PlannedItem[];
  readonly skipped: readonly SkippedItem[];
}

/** Previews actions on many items, then changes the items that are unchanged since. */
export class Batches {
  readonly #dependencies: BatchDependencies & RunDependencies;

  constructor(dependencies: BatchDependencies & RunDependencies) {
    this.#dependencies = dependencies;
  }

  /** Plans the action for every target. Writes nothing. */
  async preview(
    target: BatchTarget,
    action: BatchAction,
    options: ReadOptions = {},
  ): BulkResult<BatchPreview> {
    const planned: PlannedItem[] = [];
    const skipped: SkippedItem[] = [];
    const context = new PlanningContext(target);
    for await (const [failure, page] of this.#pages(target, action.attributesToRead, options)) {
      if (failure) return failed(failure);
      skipped.push(...page.skipped);
      // For selected items only: matching items may be too many to read in full.
      const publishedSelection = page.documents
        .filter(({ address, now }) => now.state === "published" && context.isSelected(address))
        .map(({ address }) => address);
      const isSelected = context.isSelected.bind(context);
      const [unknown, lostRelations] =
        publishedSelection.length > 0 && action.findLostRelations
          ? await action.findLostRelations(publishedSelection, isSelected, options.signal)
          : done(new Map<string, readonly string[]>());
      if (unknown) return failed(unknown);
      for (const document of page.documents) {
        const lost = lostRelations.get(keyOf(document.address));
        const [failure, item] = await this.#plan(document, action, context, lost);
        if (!failure) planned.push(item);
        // Every other item would fail as well.
        else if (failure.code === "matches-nothing" || failure.code === "slow-pattern")
          return failed(failure);
        else if (failure.code !== "no-match")
          skipped.push({ ...titledAddressOf(document), failure });
      }
    }
    const missing = await this.#planMissing(action, context, options.signal);
    pushAll(planned, missing.planned);
    return done({ planned: context.ordered(planned), skipped: [...missing.skipped, ...skipped] });
  }

  /** Finds the targets without reading their attributes. */
  async find(target: BatchTarget, options: ReadOptions = {}): BulkResult<readonly TitledAddress[]> {
    if (target.kind === "selected") return done(target.items);
    const all: TitledAddress[] = [];
    for await (const [failure, page] of this.#pages(target, [], options)) {
      if (failure) return failed(failure);
      all.push(...page.documents.map(titledAddressOf));
    }
    return done(all);
  }

  /** Both sides of one item, as read now. */
  async sides(
    { address, change }: TitledAddress & { readonly change?: BatchChange },
    action: BatchAction,
  ): BulkResult<BeforeAndAfter> {
    const [failure, document] = await readForChange(address, this.#dependencies);
    return failure
      ? failed(failure)
      : action.sides(address, document.now, document.service, change);
  }

  /** Acts on one item after the other. Skips items that changed since the preview. */
  async run(
    items: readonly PlannedItem[],
    action: BatchAction,
    options: BatchRunOptions,
  ): Promise<readonly ItemResult<PlannedItem>[]> {
    const { runs, documents } = this.#dependencies;
    const act = async (item: PlannedItem): BulkResult<ChangeReport> => {
      const { address } = item;
      if (documents.edits.hasUnsavedChanges(address, action.affectsAllLocales))
        return failed({ code: "unsaved" });
      const [readFailure, now] = await this.#read(address, action, options.signal);
      if (readFailure) return failed(readFailure);
      const hasChanged =
        now.version !== item.version ||
        (action.affectsAllLocales && now.localeVersions !== item.localeVersions);
      return hasChanged && !action.checksForConflicts
        ? failed({ code: "changed-meanwhile" })
        : action.carryOut(address, now, options, item.change);
    };
    const connection = items[0]?.address.connection ?? "";
    const [busy, results] = await runs.use(
      { group: options.group, kind: "batch", connection },
      () => action.runAll?.(items, act, options) ?? runEach(items, act, options),
      countLeft,
    );
    return busy ? refuseAll(items, busy) : results;
  }

  #read(
    address: Address,
    { affectsAllLocales }: BatchAction,
    signal: AbortSignal | undefined,
  ): BulkResult<SnapshotWithStatus> {
    const { publication } = this.#dependencies;
    return affectsAllLocales
      ? publication.previewDelete(address, signal)
      : publication.preview(address, signal);
  }

  /** Plans the items that no list of drafts contains. They may have published versions only. */
  async #planMissing(
    action: BatchAction,
    context: PlanningContext,
    signal: AbortSignal | undefined,
  ): Promise<BatchPreview> {
    const planned: PlannedItem[] = [];
    const skipped: SkippedItem[] = [];
    for (const item of context.missing()) {
      const { address } = item;
      const [unread, now] = await this.#read(address, action, signal);
      if (unread) {
        skipped.push({ ...item, failure: unread });
        continue;
      }
      const { catalogs } = this.#dependencies;
      const [unknown, service] = await serviceFor(address, now.content, catalogs);
      const [failure, plannedItem] = unknown
        ? failed(unknown)
        : await this.#plan({ address, now, service }, action, context);
      if (failure) skipped.push({ ...item, failure });
      else planned.push(plannedItem);
    }
    return { planned, skipped };
  }

  async #plan(
    document: FoundDocument,
    action: BatchAction,
    context: PlanningContext,
    lostRelations?: readonly string[],
  ): BulkResult<PlannedItem> {
    const { address, now, service } = document;
    const planningContext = { ...context.contextOf(address), lostRelations };
    // In several locales, a document may be found again after all of them were planned.
    if (action.affectsAllLocales && planningContext.inOtherLocales.length > 0)
      return failed({ code: "no-match" });
    const { edits } = this.#dependencies.documents;
    if (edits.hasUnsavedChanges(address, action.affectsAllLocales))
      return failed({ code: "unsaved" });
    const [failure, change] = await action.plan(address, now, service, planningContext);
    if (failure) return failed(failure);
    context.note(address, change);
    const { version, localeVersions } = now;
    return done({ ...titledAddressOf(document), version, localeVersions, change });
  }

  /** Reads the targets page by page, so they are never all in memory at once. */
  async *#pages(
    target: BatchTarget,
    names: readonly string[],
    { signal, onRead }: ReadOptions,
  ): AsyncGenerator<Outcome<TargetPage, BulkFailure>, void, void> {
    const { catalogs, reader } = this.#dependencies;
    const [failure, groups] = await documentGroupsOf(target, this.#dependencies);
    if (failure) return yield failed(failure);
    let count = 0;
    for (const group of groups) {
      const [unknown, service] = await catalogs.service(group.connection);
      if (unknown) return yield failed(unknown);
      for await (const outcome of readGroup(group, { service, reader, names, signal })) {
        yield outcome;
        count += outcome[1]?.documents.length ?? 0;
        onRead?.(count, undefined);
      }
    }
  }
}

const titledAddressOf = ({ address, now: { title } }: FoundDocument): TitledAddress => ({
  address,
  title,
});
