import { isUser } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content } from "../../query/listing/content.ts";
import type { Documents } from "../../changes/saving/documents.ts";
import type { Batch, Entry, Journal } from "../../changes/journal/journal.ts";
import { noLocale } from "../../changes/journal/journalEntry.ts";
import type { Lifecycle } from "../../changes/lifecycle/lifecycle.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { failed } from "../../foundation/outcome.ts";
import type { Reader } from "../../documents/snapshot/reader.ts";
import { restoreDeleted } from "../../changes/lifecycle/restore.ts";
import { differing } from "../../changes/lifecycle/versionDifferences.ts";
import { undoSave } from "../../changes/saving/undo.ts";
import { runEach } from "./running.ts";
import type { Result, Running } from "./running.ts";
import { unmake } from "./unmaking.ts";

interface Parts {
  readonly catalogs: Catalogs;
  readonly content: Content;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly lifecycle: Lifecycle;
  readonly reader: Reader;
}

/**
 * Takes back what a batch did, the newest first: what was saved is as it was before, and what changed since
 * stays; what was deleted comes back as drafts, under new documentIds; what was made is deleted, if nobody has
 * touched it since; what was unpublished is
 * published again where its draft is what was live. What was taken back already is skipped.
 */
export const undoBatch = (
  entries: readonly Entry[],
  parts: Parts,
  running: Running,
): Promise<readonly Result<Entry>[]> =>
  runEach(entries.filter(canBeUndone), (entry) => takeBack(entry, parts), running);

/** Whether there is a way back from some of a batch. */
export const hasWayBack = ({ counts }: Pick<Batch, "counts">): boolean =>
  [...counts.keys()].some(isReversible);

/** A publish is not undone: only administrators can unpublish. */
const isReversible = (action: string): boolean =>
  /^(save|delete|create|localize|unpublish)$/.test(action);

/** An account without a password is none. */
export const canBeUndone = (entry: Entry): boolean =>
  entry.outcome !== "failed" &&
  isReversible(entry.action) &&
  !(entry.action === "delete" && isUser(entry.address));

async function takeBack(entry: Entry, parts: Parts): Promise<Outcome<unknown>> {
  if (entry.action === "delete") return restoreDeleted(entry, parts);
  if (entry.action === "unpublish") return publishAgain(entry, parts);
  if (entry.action !== "save") return unmake(entry, parts);
  if (parts.documents.edits.isOpen(entry.address)) return failed({ code: "unsaved" });
  return undoSave(entry, parts);
}

/** A draft that differs from what was live is not published: nobody agreed to that. */
async function publishAgain(entry: Entry, parts: Parts): Promise<Outcome<unknown>> {
  const { address, before } = entry;
  if (parts.documents.edits.isOpen(address)) return failed({ code: "unsaved" });
  const [unknown, service] = await parts.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [gone, now] = await parts.lifecycle.look(address);
  if (gone) return failed(gone);
  if (now.state !== "draft") return failed({ code: "changed-meanwhile" });
  const live = before[address.locale ?? noLocale] ?? {};
  const paths = differing({ before: live, after: now.content }, service);
  return paths.length > 0
    ? failed({ code: "undo-conflict", paths })
    : parts.lifecycle.publish(address, now);
}
