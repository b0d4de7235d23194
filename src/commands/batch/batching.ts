import type { SignIns } from "../../host/signIn.ts";
import { connectionName } from "../../host/words/environmentWords.ts";
import type { Versions } from "../../editor/versions.ts";
import type { Batches, BatchTarget, PlannedItem } from "../../model/bulk/batch/batches.ts";
import type { BatchAction } from "../../model/bulk/batch/batchAction.ts";
import type { Journal } from "../../model/changes/journal/journal.ts";
import type { Reader } from "../../model/documents/snapshot/reader.ts";
import type { DocumentActions } from "../previewedDocument.ts";

/** What commands on many act through. */
export interface BatchCommands extends DocumentActions {
  readonly batches: Batches;
  readonly journal: Journal;
  readonly reader: Reader;
  readonly versions: Versions;
  readonly signIns: SignIns;
}

/** What a command on many is about. */
export interface BatchSelection {
  readonly target: BatchTarget;
  /** What a person should know of it: what it is limited to, or how many of the selected rows it leaves out. */
  readonly detail: readonly string[];
}

/** A batch that somebody wants. */
export interface BatchCommand {
  readonly connection: string;
  readonly selection: BatchSelection;
  readonly batchAction: BatchAction;
  /** What it is called, such as `Publish`. */
  readonly action: string;
  /** The question for what is acted on, such as `4 items`, on a connection of that name. */
  readonly question: (what: string, where: string) => string;
  /** What is told when all of it is done. */
  readonly done: (what: string) => string;
  /** What the button of the question says for a number of items. */
  readonly button: (count: number) => string;
  /** What a person should know before it goes. */
  readonly detail: readonly string[];
  /** Looks up what else a person should know of the items that are left ticked. */
  readonly lookFurther?: (planned: readonly PlannedItem[]) => Promise<readonly string[]>;
  /** What Undo makes of it, in a sentence; absent where there is no way back. */
  readonly undo?: string;
  /** A second question, where one is needed; throws CancellationError unless the person agrees. */
  readonly askAgain?: (planned: readonly PlannedItem[]) => Promise<void>;
  /** Told when it is over, before a person is. */
  readonly onDone?: () => void;
}

/** The connection of a batch, as a question names it. */
export const selectionName = (
  { connections }: DocumentActions,
  { connection }: BatchCommand,
): string => connectionName(connections, connection);
