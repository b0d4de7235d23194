import type { Address } from "../../foundation/address.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import { unreadProblem } from "../writing/changes.ts";
import { serviceOwned } from "../../schemas/catalog.ts";
import { withKnownIds } from "../writing/componentIds.ts";
import type { Documents } from "./documents.ts";
import type { Entry, Journal } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick } from "../../foundation/json.ts";
import { merge } from "../../documents/content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Reader, Snapshot } from "../../documents/snapshot/reader.ts";
import { exceptOmitted, unseenIn } from "../../documents/content/unseen.ts";
import { recorded } from "../journal/recorded.ts";
import { changesOf } from "./saving.ts";
import { serviceFor } from "../../schemas/userType.ts";
import { takenIn } from "../writing/taken.ts";
import type { Deviating } from "../writing/verification.ts";
import { lostIn, unlessLost } from "../writing/verification.ts";
import { sendOnce } from "../writing/writer.ts";
import type { Written } from "../writing/writer.ts";

interface Parts {
  readonly catalogs: Catalogs;
  readonly reader: Reader;
  readonly journal: Journal;
  readonly documents: Documents;
}

/** What was undone. */
export interface Undone {
  readonly entry: Entry;
  /** The attributes that were written. */
  readonly paths: readonly string[];
}

/** What takes a save back. */
interface Reversal {
  readonly entry: Entry;
  readonly data: JsonObject;
  /** What is to be there after that. */
  readonly content: JsonObject;
}

/**
 * Takes back the last save of ours that still can be: what it changed is as it was before, and all that
 * changed since stays. Where the same changed again since, nothing is written.
 */
export const undoLastSave = (address: Address, parts: Parts): Promise<Outcome<Undone>> =>
  undo(address, parts, undoable);

/** Takes back one save, as the last one is taken back; once. */
export const undoSave = (entry: Entry, parts: Parts): Promise<Outcome<Undone>> =>
  undo(entry.address, parts, (history) => undoable(history).filter(({ id }) => id === entry.id));

/** Which saves of a history may be taken back, the one to begin with first. */
type Choose = (history: readonly Entry[]) => readonly Entry[];

async function undo(address: Address, parts: Parts, choose: Choose): Promise<Outcome<Undone>> {
  const [gone, found] = await look(address, parts);
  if (gone) return failed(gone);
  const { now, service } = found;
  const entries = choose(await parts.journal.history(address));
  const [impossible, reversal] = await reversalOf(address, now, service, entries);
  if (impossible) return failed(impossible);
  const { entry } = reversal;
  const [failure, paths] = await write(address, found, { ...reversal, undoes: entry.id }, parts);
  return failure ? failed(failure) : done({ entry, paths });
}

/**
 * Writes once more what the service did not keep of a save; what changed since stays. Where the same changed
 * again since, nothing is written. The names of the attributes that were written.
 */
export async function putBackLost(
  address: Address,
  { expected, actual }: Pick<Deviating, "expected" | "actual">,
  parts: Parts,
): Promise<Outcome<readonly string[]>> {
  const [gone, found] = await look(address, parts);
  if (gone) return failed(gone);
  const { now, service } = found;
  const [impossible, change] = changeTo(expected, actual, { address, now }, service);
  if (impossible) return failed(impossible);
  if (Object.keys(change.data).length === 0) return done([]);
  return write(address, found, change, parts);
}

/** A document as it is now, to be written. */
interface Found {
  readonly now: Snapshot;
  readonly service: TypedService;
}

async function look(address: Address, { reader, catalogs }: Parts): Promise<Outcome<Found>> {
  const [gone, now] = await reader.read(address);
  if (gone) return failed(gone);
  if (now.isReadonly) return failed({ code: "read-only" });
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  return unknown ? failed(unknown) : done({ now, service });
}

type Change = Omit<Reversal, "entry"> & { readonly undoes?: string };

/** Writes a change, records it, and shows it in an editor; the names of the attributes that were written. */
async function write(
  address: Address,
  { now, service }: Found,
  { content, data, undoes }: Change,
  parts: Parts,
): Promise<Outcome<readonly string[]>> {
  const [failure, written] = await recorded(
    parts.journal,
    {
      action: "save",
      address,
      title: now.title,
      paths: Object.keys(data),
      before: { [keyIn(address)]: now.content },
      after: { [keyIn(address)]: content },
      ...(undoes !== undefined && { undoes }),
    },
    service,
    {
      send: () => sendOnce(service, address, { data, now, expected: content }, parts.reader),
      after: ({ snapshot }: Written) => ({ [keyIn(address)]: snapshot.content }),
      expected: ({ deviations }) =>
        lostIn(deviations).length > 0 ? { [keyIn(address)]: content } : undefined,
    },
  );
  if (failure) return failed(failure);
  parts.documents.adopt(address, written.snapshot);
  const [lost] = unlessLost(written);
  return lost ? failed(lost) : done(Object.keys(data));
}

const keyIn = ({ locale = noLocale }: Address): string => locale;

/** Of the newest save that there is something of to take back. */
async function reversalOf(
  address: Address,
  now: Snapshot,
  service: TypedService,
  entries: readonly Entry[],
): Promise<Outcome<Reversal>> {
  for (const entry of entries) {
    const [failure, reversal] = reverse(entry, { address, now }, service);
    if (failure) return failed(failure);
    if (Object.keys(reversal.data).length === 0) continue;
    const contents = { content: reversal.content, now: now.content };
    const [blind, taken] = await takenIn(service, address, contents);
    if (blind) return failed(blind);
    return taken.length > 0 ? failed({ code: "undo-conflict", paths: taken }) : done(reversal);
  }
  return failed({ code: "nothing-to-undo" });
}

/**
 * Saves, and changes that were discarded, that were not undone, newest first. One of which nobody knows whether it arrived is among them:
 * where it did not, nothing of it is there to take back.
 */
function undoable(history: readonly Entry[]): Entry[] {
  const undone = new Set(
    history.flatMap(({ undoes, outcome }) => (undoes && outcome === "done" ? undoes : [])),
  );
  return history.filter(
    ({ id, action, outcome, undoes }) =>
      /^(save|discard)$/.test(action) &&
      outcome !== "failed" &&
      undoes === undefined &&
      !undone.has(id),
  );
}

/** Its changes the other way round, on the document as it is now. */
function reverse(
  entry: Entry,
  { address, now }: { readonly address: Address; readonly now: Snapshot },
  service: TypedService,
): Outcome<Reversal> {
  const [mine, base] = [entry.before, entry.after].map((contents) => contents[keyIn(address)]);
  // What made the document has nothing before it.
  if (!mine || !base) return done({ entry, data: {}, content: now.content });
  const [failure, change] = changeTo(mine, base, { address, now, omitted: entry.omitted }, service);
  return failure ? failed(failure) : done({ entry, ...change });
}

interface Ahead {
  readonly address: Address;
  readonly now: Snapshot;
  /** What the journal has left out of `mine`, though it was read. */
  readonly omitted?: readonly string[];
}

/** What turns the document as it is now into one that has `mine` where it still has `base`. */
function changeTo(
  mine: JsonObject,
  base: JsonObject,
  { address, now, omitted = [] }: Ahead,
  service: TypedService,
): Outcome<Omit<Reversal, "entry">> {
  const { merged, conflicts } = merge({ base, mine, theirs: now.content }, service);
  if (conflicts.length > 0) return failed({ code: "undo-conflict", paths: conflicts });
  // What the service keeps on itself has no way back: a user's times stand among the rest.
  const owned = [...serviceOwned].filter((name) => !service.type.attributes.has(name));
  const own = { ...merged, ...pick(now.content, owned) };
  const content = withKnownIds(own, now.content, service);
  const over = { base: now.content, now: content, read: now.content };
  const [unsendable, changes] = changesOf(address, over, service);
  if (unsendable) return failed(unsendable);
  // What was not wholly read before can't be put back whole.
  const unseen = exceptOmitted(unseenIn(mine, service), omitted);
  const problems = Object.keys(changes.data).flatMap((name) => unreadProblem(name, unseen) ?? []);
  if (problems.length > 0) return failed({ code: "not-sendable", problems });
  return done({ data: changes.data, content });
}
