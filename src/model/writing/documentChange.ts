import { withKnownIds } from "../content/componentIds.ts";
import { merge, type Merge, type MergeSide } from "../content/merge.ts";
import { unreadIn } from "../content/unreadAttributes.ts";
import { unreadInUser } from "../content/userSnapshot.ts";
import type { SnapshotReader, Snapshot } from "../documents/snapshotReader.ts";
import { isMediaFile, isUser, type Address } from "../foundation/address.ts";
import { pick, type JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { Problem } from "../foundation/textProblem.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import { serviceFor } from "../schemas/userType.ts";
import type { ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import { agreeToTakeovers, type TakingConsent } from "./otherDocuments/takeovers.ts";
import type { Journal } from "../journal/journal.ts";
import { contentIn, type NewJournalEntry } from "../journal/journalEntry.ts";
import { writeRecordedContent } from "./recordedWrite.ts";
import { changesBetween, userChanges, type Changes } from "./changedFields.ts";
import { changeReportOf } from "./changeReport.ts";
import { writeAndVerify, type WriteResult } from "./writer.ts";

export interface DecidedChange extends Changes, Merge, CurrentDocument {}

/**
 * Merges a change with the changes of others since its base. Sends nothing. `mine` is the content
 * after the change, if nobody else changed the document, and `now` the document as it was just read.
 */
export function decideChange(
  change: Pick<DecidedChange, "address" | "now"> &
    Readonly<Record<"base" | "mine", JsonObject>> & { readonly prefer?: MergeSide | undefined },
  service: TypedService,
): Outcome<DecidedChange, ChangeFailure> {
  const { address, base, mine, now, prefer = "mine" } = change;
  const sides = { base, mine, theirs: now.content };
  const { merged, remotePaths, conflicts } = merge(sides, service, prefer);
  const content = withKnownIds(merged, now.content, service);
  return withChanges({ address, now, service, merged: content, remotePaths, conflicts });
}

export function withChanges(
  change: Omit<DecidedChange, keyof Changes>,
): Outcome<DecidedChange, ChangeFailure> {
  const { address, now, service, merged } = change;
  const versions = { base: now.content, now: merged, lastRead: now.content };
  const [unsendable, changes] = changesOf(address, versions, service);
  return unsendable ? failed(unsendable) : done({ ...change, ...changes });
}

/** A document to change, as it was just read. */
export interface CurrentDocument {
  readonly address: Address;
  readonly now: Snapshot;
  readonly service: TypedService;
}

/** With a `version`, which the user has seen, the document must still have it. */
export async function readForChange(
  address: Address,
  { reader, catalogs }: { readonly reader: SnapshotReader; readonly catalogs: Catalogs },
  version?: number,
  signal?: AbortSignal,
): ChangeResult<CurrentDocument> {
  const [failure, now] = await reader.read(address, signal);
  if (failure) return failed(failure);
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  if (signal?.aborted) return failed({ code: "declined" });
  return version === undefined || version === now.version
    ? done({ address, now, service })
    : failed({ code: "changed-meanwhile" });
}

/**
 * Sends a decided change, once, and verifies the whole document. Records the change first, so that
 * it can be undone whatever happens next, and then calls `onRecorded`. Sends nothing if nothing
 * changes.
 */
export async function changeDocument(
  { address, now, service, merged, remotePaths, data }: DecidedChange,
  { reader, journal }: { readonly reader: SnapshotReader; readonly journal: Journal },
  options: Pick<NewJournalEntry, "group" | "undoes"> &
    TakingConsent & { readonly onRecorded?: () => Promise<void> } = {},
): ChangeResult<WriteResult> {
  const { group, undoes, onRecorded, ...consent } = options;
  const paths = Object.keys(data);
  if (now.isReadonly) return failed({ code: "read-only" });
  if (paths.length === 0)
    return done({
      ...{ snapshot: now, writtenContent: now.content, expected: merged },
      report: changeReportOf({ remotePaths }),
    });
  const write = { address, content: pick(merged, paths), now: now.content };
  const [refusal, elsewhere] = await agreeToTakeovers(service, write, consent);
  if (refusal) return failed(refusal);
  const entry = {
    action: "save",
    address,
    title: now.title,
    paths,
    before: contentIn(address, now.content),
    after: contentIn(address, merged),
    group,
    undoes,
    elsewhere,
  } as const;
  const [failure, written] = await writeRecordedContent(journal, entry, service, {
    send: async () => {
      await onRecorded?.();
      const change = { data, before: now, expected: merged };
      return writeAndVerify({ service, address, ...change, reader });
    },
  });
  if (failure) return failed(failure);
  return done({ ...written, report: { ...written.report, remotePaths, elsewhere } });
}

/** Users and files have own rules. The base may be a saved text without keys the user removed. */
export const changesOf = (
  address: Address,
  { base, now, lastRead }: Readonly<Record<"base" | "now" | "lastRead", JsonObject>>,
  service: TypedService,
): Outcome<Changes, ChangeFailure> => {
  if (isUser(address)) return userChanges(base, now, service, unreadInUser(lastRead, service));
  if (!isMediaFile(address)) return changesBetween(base, now, service, unreadIn(lastRead, service));
  const [failure, changes] = changesBetween(base, now, service);
  if (failure) return failed(failure);
  const problems = Object.entries(changes.data).flatMap(([path, value]): Problem[] => {
    // The service ignores unknown keys without an error.
    if (!service.type.attributes.has(path)) return [{ path, why: "unknown-key" }];
    const isText = typeof value === "string";
    if (path === "name") return isText && value !== "" ? [] : [{ path, why: "needs-name" }];
    return isText || value === null ? [] : [{ path, why: "needs-text" }];
  });
  return problems.length > 0 ? failed({ code: "not-sendable", problems }) : done(changes);
};
