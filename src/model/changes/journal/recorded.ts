import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { LocalizedContents, Journal, NewJournalEntry } from "./journal.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";

/** A write, and what of it stands in the journal once it is done. */
interface RecordedWrite<T> {
  readonly send: () => Promise<Outcome<T, ChangeFailure>>;
  readonly after: (value: T) => LocalizedContents;
  /** What should be there, where the service holds less than that. */
  readonly expected?: (value: T) => LocalizedContents | undefined;
  /** Where it stands now, for what had no place before. */
  readonly at?: (value: T) => Address;
}

/** Sends what was written down before, and writes down what came of it. */
export async function writeRecorded<T>(
  journal: Journal,
  entry: NewJournalEntry,
  service: TypedService,
  { send, after, expected, at }: RecordedWrite<T>,
): Promise<Outcome<T, ChangeFailure>> {
  const [unwritten, recording] = await journal.begin(entry, service);
  if (unwritten) return failed(unwritten);
  const outcome = await send();
  const [failure, value] = outcome;
  if (!failure)
    await recording.succeeded(after(value), { address: at?.(value), expected: expected?.(value) });
  else if (isUncertainFailure(failure)) await recording.unknown();
  else await recording.failed();
  return outcome;
}

/** Whether a write that failed may have been carried out all the same. */
export const isUncertainFailure = (failure: ChangeFailure | null): boolean =>
  failure?.code === "half-made"
    ? isUncertainFailure(failure.cause)
    : failure?.code === "service" && failure.arrived !== undefined;
