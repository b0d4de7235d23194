import type { Failure } from "../outcome.ts";
import { isObject } from "../json.ts";
import type { RecordResult } from "./results.ts";

/** What earlier runs made of a record. */
export interface Earlier {
  /** Whether its document was written; else it may have been, and nobody knows. */
  readonly isDone: boolean;
  readonly documentId?: string;
  /** Attributes whose relations to other records of the file are missing. */
  readonly later: readonly string[];
}

/** A result as a line of a file, with the reason in words. */
export function toLine({ failure, ...result }: RecordResult, describe: Describe): string {
  return `${JSON.stringify({ ...result, ...(failure && { reason: describe(failure) }) })}\n`;
}

type Describe = (failure: Failure) => string;

/** What is known of each record by its name; the last word counts. */
export async function readEarlier(
  lines: AsyncIterable<string>,
): Promise<ReadonlyMap<string, Earlier>> {
  const known = new Map<string, Earlier>();
  for await (const line of lines) {
    const result = fromLine(line);
    if (result?.record === undefined) continue;
    const now = joined(known.get(result.record), result);
    if (now) known.set(result.record, now);
    else known.delete(result.record);
  }
  return known;
}

const written = /^(created|localized|changed)$/;
const uncertain = /^(sent|unknown)$/;

function joined(before: Earlier | undefined, result: RecordResult): Earlier | undefined {
  const { outcome, documentId, later = [] } = result;
  if (written.test(outcome)) return { isDone: true, later, ...(documentId && { documentId }) };
  // Whatever became of its relations, the document is there.
  if (before?.isDone) return outcome === "linked" ? { ...before, later: [] } : before;
  return uncertain.test(outcome) ? { isDone: false, later: [] } : undefined;
}

/** Undefined for a line that was cut short, or is none of ours. */
function fromLine(line: string): RecordResult | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isResult = isObject(value) && typeof value["outcome"] === "string";
    return isResult ? (value as unknown as RecordResult) : undefined;
  } catch {
    // A window that was killed leaves half a line: the others are still good.
    return undefined;
  }
}
