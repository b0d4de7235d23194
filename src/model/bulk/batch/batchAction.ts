import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Json } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import type { Draft, SnapshotWithStatus } from "../../documents/snapshot/reader.ts";
import type { PublicationStatus } from "../../documents/snapshot/publicationStatus.ts";
import type { ItemResult, RunOptions } from "./running.ts";
import type { State } from "../../documents/snapshot/states.ts";

/** A document or user, in the version that was looked at. */
export interface BatchItem {
  readonly address: Address;
  /** Empty where it has none. */
  readonly title: string;
  /** As `Draft` has them. */
  readonly version: number;
  readonly localeVersions: string;
}

/** What becomes of an item, in short. */
export type BatchChange =
  /** It goes live. */
  | {
      readonly kind: "published";
      readonly from: State;
      /** The relations that come back; absent where the draft has changes to publish. */
      readonly restoredRelations?: readonly string[];
    }
  /** It is not live any more. */
  | { readonly kind: "unpublished"; readonly from: State }
  /** It goes, in these locales where it has some. */
  | {
      readonly kind: "deleted";
      readonly from: State | undefined;
      readonly locales: readonly string[];
    }
  /** The attribute of that name has another value. */
  | {
      readonly kind: "changed";
      readonly name: string;
      readonly before: Json;
      readonly after: Json;
    }
  /** Something else stands in some places of its texts. */
  | {
      readonly kind: "replaced";
      /** In how many places. */
      readonly count: number;
      /** They, in the order of the document, as many as are listed. */
      readonly occurrences: readonly ReplacedOccurrence[];
      /** What tells the texts that were searched from any other, by the attribute that they are in. */
      readonly fingerprints: ReadonlyMap<string, TextFingerprints>;
    };

/** A place of a text in which something else is to stand, with what stands around it. */
export interface ReplacedOccurrence {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What tells a value from any other: as it was looked at, and as it is to be. */
export interface TextFingerprints {
  readonly before: string;
  readonly after: string;
}

/** What was to become of an item that is tried again. */
export interface PreviousAttempt {
  readonly change: BatchChange;
  /** Whether it may have been done: nobody could tell. */
  readonly isUncertain: boolean;
}

/** What is known of an item before it is planned. */
export interface BatchItemContext {
  readonly previousAttempt?: PreviousAttempt | undefined;
  /** What is to become of the same document in other locales. */
  readonly inOtherLocales: readonly BatchChange[];
  /** The relations that its published version lacks and gets by another publish, though nothing has changed. */
  readonly lostRelations?: readonly string[];
}

/** The same at length, as two texts. */
export interface Sides {
  readonly before: string;
  readonly after: string;
}

/** How a batch goes. */
export interface BatchRunOptions {
  /** What its entries in the journal have in common. */
  readonly group: string;
  /** Stops an item before it is sent, not after. */
  readonly signal?: AbortSignal | undefined;
}

/** What a batch does to each of its items. */
export interface BatchAction {
  /** The attributes that it must see to say what it would change. */
  readonly attributesToRead: readonly string[];
  /** Whether every locale of a document goes with it: then none may have moved. */
  readonly affectsAllLocales: boolean;
  /** Whether it sees for itself that what it changes is as it was; else another version is left alone. */
  readonly checksForConflicts?: boolean;
  /** What it would change; the failure says why it would change nothing, or may not. Nothing is asked. */
  plan(
    address: Address,
    now: Draft & PublicationStatus,
    service: TypedService,
    context: BatchItemContext,
  ): Outcome<BatchChange, BulkFailure> | Promise<Outcome<BatchChange, BulkFailure>>;
  /** Both sides of an item that is there whole, to be looked at. */
  sides(
    address: Address,
    now: Draft,
    service: TypedService,
    change: BatchChange | undefined,
  ): Promise<Outcome<Sides, BulkFailure>>;
  /** Does it to one item that is as it was looked at. */
  carryOut(
    address: Address,
    now: SnapshotWithStatus,
    options: BatchRunOptions,
    change: BatchChange,
  ): Promise<Outcome<unknown, BulkFailure>>;
  /**
   * The relations that the published versions of some documents lack and get by another publish, by the
   * documents' keys. `isSelected` tells which targets may be published before.
   */
  findLostRelations?(
    addresses: readonly Address[],
    isSelected: (target: Address) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<ReadonlyMap<string, readonly string[]>, BulkFailure>>;
  /** Runs over all items, where their order matters or something is checked afterwards. */
  runAll?<T extends Pick<BatchItem, "address">>(
    items: readonly T[],
    act: (item: T) => Promise<Outcome<unknown, BulkFailure>>,
    options: BatchRunOptions & RunOptions,
  ): Promise<readonly ItemResult<T>[]>;
}
