import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { Passage } from "../../support/faultyProxy.ts";
import { valuesIn } from "./places.ts";
import type { Values } from "./places.ts";
import type { Held, Locale } from "./reference.ts";

interface Written {
  readonly locale: Locale;
  readonly before: Held;
  readonly now: Held;
  readonly entries: readonly JournalEntry[];
  readonly passages: readonly Passage[];
  readonly isSaved: boolean;
}

/** Checks that the journal contains each write once, with the previous content and a true outcome. */
export function checkSaves({ locale, before, now, entries, passages, isSaved }: Written): void {
  const writes = passages.filter(({ method }) => method !== "GET");
  assert.ok(writes.length <= 1, `a save sent ${writes.length} writes`);
  assert.equal(entries.length, writes.length, "the journal and what was sent differ in number");
  const [entry] = entries;
  if (!entry) return;
  const [was, is] = [valuesOf(entry.before[locale]), valuesOf(entry.after[locale])];
  assert.deepEqual(was, before[locale], "what was there before is another thing in the journal");
  const isThere = { done: is, failed: was, sent: undefined, unknown: undefined }[entry.outcome];
  if (isThere) assert.deepEqual(now[locale], isThere, `the journal says ${entry.outcome}`);
  if (isSaved) assert.equal(entry.outcome, "done", "what was saved is not done in the journal");
  const arrived = writes.some(({ statuses }) => statuses.some((status) => status < 300));
  if (arrived) assert.notDeepEqual(was, is, "it was written, and nothing was to be written");
}

const valuesOf = (content: JournalEntry["before"][string] | undefined): Values | undefined =>
  content && valuesIn(content);
