import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import { valuesIn } from "./places.ts";
import type { Values } from "./places.ts";
import type { Held, Locale } from "./reference.ts";

/** Checks that the outcome in a journal entry is true. */
export function tells(
  { outcome }: JournalEntry,
  { done, was, is }: Readonly<Record<"done" | "was" | "is", Values | undefined>>,
): void {
  if (outcome === "done") assert.deepEqual(is, done, "the journal says that it was done");
  if (outcome === "failed") assert.deepEqual(is, was, "the journal says that it failed");
}

export const contentOf = (contents: JournalEntry["before"], locale: Locale): Values | undefined => {
  const { [locale]: content } = contents;
  return content && valuesIn(content);
};

export const heldIn = (contents: JournalEntry["before"]): Held => ({
  en: contentOf(contents, "en"),
  fr: contentOf(contents, "fr"),
});
