import type { Address } from "../../foundation/address.ts";
import type { JournalEntry, Journal } from "../journal/journal.ts";

/** The journal entry of the save that added a localization, unless that was undone. */
export async function additionEntryOf(
  address: Address,
  journal: Journal,
): Promise<JournalEntry | undefined> {
  const { locale } = address;
  if (locale === undefined) return undefined;
  const history = await journal.history(address);
  const undone = new Set(
    history.flatMap(({ undoes, outcome }) => (undoes && outcome === "done" ? undoes : [])),
  );
  // A localization that was deleted and added again has an entry for each time.
  const entry = history.find(({ action, after }) => action === "localize" && after[locale]);
  const isUndone = entry === undefined || undone.has(entry.id) || entry.outcome === "failed";
  return isUndone ? undefined : { ...entry, address };
}
