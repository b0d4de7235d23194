import type { SignIns } from "../../host/signIn.ts";
import type { BatchActionWords } from "../../texts/batchActionWords.ts";
import type {
  Batches,
  BatchTarget,
  PlannedItem,
  TitledAddress,
} from "../../model/bulk/batch/batches.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import type { BatchAction } from "../../model/bulk/batch/batchAction.ts";
import type { DocumentActions } from "../previewedDocument.ts";

/** The dependencies of commands on many documents. */
export interface BatchCommands extends DocumentActions {
  readonly batches: Batches;
  readonly signIns: SignIns;
}

/** The documents that a batch command acts on. */
export interface BatchSelection {
  readonly target: BatchTarget;
  /**
   * Details for the user: the limits of the selection, or the number of selected rows that it
   * leaves out.
   */
  readonly detail: readonly string[];
}

/** The items that a text is about, at least one. */
export type BatchItems = readonly TitledAddress[];

/** A batch that the user requested. */
export interface BatchCommand extends BatchActionWords {
  readonly selection: BatchSelection;
  readonly batchAction: BatchAction;
  /** Details that the user reads before the batch runs. */
  readonly detail: readonly string[];
  /** Looks up more details of the items that stay selected. */
  readonly lookFurther?: (planned: readonly PlannedItem[]) => Promise<readonly string[]>;
  /** A sentence that says what Undo does; absent where the batch can't be undone. */
  readonly undo?: string;
  /**
   * A second confirmation, where one is needed; throws CancellationError unless the user agrees.
   */
  readonly askAgain?: (planned: readonly PlannedItem[]) => Promise<void>;
  /** Called when the batch ends, before the user is notified. */
  readonly onDone?: (results: readonly ItemResult<PlannedItem>[]) => void;
}
