import { isSingle, type Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { LocalizedContents, Journal, NewJournalEntry } from "../journal/journal.ts";
import { failed } from "../foundation/outcome.ts";
import type { ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import { lostIn } from "./verification.ts";
import type { WriteResult } from "./writer.ts";
import { contentIn } from "../journal/journalEntry.ts";

interface RecordedWrite<T> {
  /** `note` records the address of a document that was created and is still verified. */
  readonly send: (note: (address: Address) => void) => ChangeResult<T>;
  /** By default the contents of the entry. */
  readonly after?: (value: T) => LocalizedContents;
  readonly expected?: (value: T) => LocalizedContents | undefined;
  /** The address of a document that was created. */
  readonly at?: (value: T) => Address;
}

export async function writeRecorded<T>(
  journal: Journal,
  entry: NewJournalEntry,
  service: TypedService,
  { send, after, expected, at }: RecordedWrite<T>,
): ChangeResult<T> {
  const [unwritten, record] = await journal.begin(entry, service);
  if (unwritten) return failed(unwritten);
  const outcome = await send((address) => void record({ outcome: "sent", address }));
  const [failure, value] = outcome;
  if (failure) {
    const { action, address } = entry;
    // The service named a new document, and a read didn't find it.
    const isNamed =
      action === "create" && failure.code === "not-created" && failure.documentId !== undefined;
    const isDocument = isNamed && !isSingle(address);
    await record({
      outcome: isUncertainFailure(failure) ? "unknown" : "failed",
      address: isDocument ? { ...address, id: failure.documentId } : undefined,
    });
  } else {
    const contents = { after: after?.(value) ?? entry.after, expected: expected?.(value) };
    await record({ outcome: "done", address: at?.(value), ...contents });
  }
  return outcome;
}

/** Sends a write of one localization that is verified, and records the resulting content. */
export const writeRecordedContent = (
  journal: Journal,
  entry: NewJournalEntry,
  service: TypedService,
  write: Pick<RecordedWrite<WriteResult>, "send" | "at">,
): ChangeResult<WriteResult> =>
  writeRecorded(journal, entry, service, {
    ...write,
    after: ({ writtenContent }) => contentIn(entry.address, writtenContent),
    expected: ({ report }) => (lostIn(report.deviations).length > 0 ? entry.after : undefined),
  });

/** Returns whether the service may have applied a write that failed. */
export const isUncertainFailure = (failure: ChangeFailure | null): boolean =>
  failure?.code === "half-made"
    ? isUncertainFailure(failure.cause)
    : failure?.code === "not-created" ||
      (failure?.code === "service" && failure.arrived !== undefined);
