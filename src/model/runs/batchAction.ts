import type { Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import type { Json } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import type { BulkFailure, BulkResult } from "./bulkFailure.ts";
import type { Draft, SnapshotWithStatus } from "../documents/snapshotReader.ts";
import type { PublicationStatus, State } from "../content/publicationStatus.ts";
import type { ItemResult, RunOptions } from "./run.ts";
import type { RunLogs } from "./runLogs.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import type { OtherChanges } from "../journal/journalEntry.ts";

/** What a run that is logged needs besides. */
export interface RunDependencies {
  readonly runs: RunLogs;
}

export interface TitledAddress {
  readonly address: Address;
  /** Empty if the document or user has no title. */
  readonly title: string;
}

/** A summary of how a batch action changes an item. */
export type BatchChange =
  | {
      readonly kind: "published";
      readonly from: State;
      /** The relations that publishing restores; absent if the draft has changes to publish. */
      readonly restoredRelations?: readonly string[];
    }
  | { readonly kind: "unpublished"; readonly from: State }
  /** The action deletes the item, in all of these locales if it is localized. */
  | {
      readonly kind: "deleted";
      readonly from: State | undefined;
      readonly locales: readonly string[];
    }
  | {
      readonly kind: "changed";
      readonly name: string;
      readonly before: Json;
      readonly after: Json;
    }
  | {
      readonly kind: "replaced";
      readonly count: number;
      /** The occurrences in document order, up to the maximum that is listed. */
      readonly occurrences: readonly ReplacedOccurrence[];
      readonly fingerprints: TextFingerprints;
    };

/** By attribute: hashes that identify the searched texts before and after the replacement. */
export type TextFingerprints = ReadonlyMap<string, BeforeAndAfter>;

/** An occurrence that Replace changes, with the text around it. */
export interface ReplacedOccurrence extends BeforeAndAfter {
  readonly field: string;
}

/** Facts about an item that planning takes into account. */
export interface BatchItemContext {
  /** The change that an earlier attempt planned for an item that is now retried. */
  readonly previousAttempt?:
    | {
        readonly change: BatchChange;
        /** Whether the service may have applied the change without confirming it. */
        readonly isUncertain: boolean;
      }
    | undefined;
  readonly inOtherLocales: readonly BatchChange[];
  /** The relations that publishing again restores, although the draft has no changes. */
  readonly lostRelations?: readonly string[] | undefined;
}

/** The texts before and after a change. */
export interface BeforeAndAfter {
  readonly before: string;
  readonly after: string;
}

export type BatchRunOptions = RunOptions & { readonly group: string };

export interface BatchAction {
  readonly attributesToRead: readonly string[];
  /** Whether every locale of a document is affected, and must be unchanged since the preview. */
  readonly affectsAllLocales: boolean;
  /**
   * Whether the action itself checks that the content it changes is unchanged. Otherwise, the batch
   * skips items that have another version.
   */
  readonly checksForConflicts?: boolean;
  /**
   * Plans the change. The failure says why the action would change nothing or isn't allowed.
   * Makes no request.
   */
  plan(
    address: Address,
    now: Draft & PublicationStatus,
    service: TypedService,
    context: BatchItemContext,
  ): Outcome<BatchChange, BulkFailure> | BulkResult<BatchChange>;
  /** Both full texts of an item whose whole content is available, for comparison. */
  sides(
    address: Address,
    now: Draft,
    service: TypedService,
    change: BatchChange | undefined,
  ): Outcome<BeforeAndAfter, BulkFailure> | BulkResult<BeforeAndAfter>;
  /** Performs the action on one item that is unchanged since the preview. */
  carryOut(
    address: Address,
    now: SnapshotWithStatus,
    options: BatchRunOptions,
    change: BatchChange,
  ): BulkResult<ChangeReport>;
  /**
   * The relations that the published versions of documents lack and that publishing again restores,
   * by document key. `isSelected` tells whether a target is in the batch and may be published
   * first.
   */
  findLostRelations?(
    addresses: readonly Address[],
    isSelected: (target: Address) => boolean,
    signal: AbortSignal | undefined,
  ): BulkResult<ReadonlyMap<string, readonly string[]>>;
  /** Finds the relations of other documents that the action changes; absent if it changes none. */
  readonly findOtherChanges?: (
    addresses: readonly Address[],
    options: ReadOptions,
  ) => BulkResult<OtherChanges>;
  /** Runs the action on all items. Present if their order matters or a check follows. */
  runAll?<T extends Pick<TitledAddress, "address">>(
    items: readonly T[],
    act: (item: T) => BulkResult<ChangeReport | null>,
    options: BatchRunOptions,
  ): Promise<readonly ItemResult<T>[]>;
}
