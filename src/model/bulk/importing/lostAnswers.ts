import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { containsAll } from "./deciding.ts";
import { findSimilarDrafts } from "./drafts.ts";
import type { SimilarDrafts } from "./drafts.ts";
import type { RecordEntry } from "./listed.ts";
import type { RecordIndex } from "./register.ts";

/**
 * Whether an earlier run has made a record's document, and got no answer: then one that was made since says
 * what the record says. Where it can't be told, the record is not to be made again: nor where one is alike that
 * says something else, since the service may have written it in a form of its own.
 */
export async function findCreatedEarlier(
  entry: RecordEntry,
  content: JsonObject,
  {
    index: index,
    signal,
  }: { readonly index: RecordIndex; readonly signal?: AbortSignal | undefined },
): Promise<Outcome<boolean>> {
  if (!isUnconfirmed(entry, index)) return done(false);
  const { group, locale = "", earlier } = entry;
  const { service, target } = index;
  const since = earlier?.since;
  const place = { locale: entry.locale, since };
  const [failure, similar] = await findSimilarDrafts(content, place, { target, service, signal });
  if (failure) return failed(failure);
  const unclaimed = unclaimedDrafts(similar, index);
  if (unclaimed.length === 0 && similar.isComplete) return done(false);
  const isSame = (draft: Draft) => containsAll(draft, content, service);
  const documentId = createdDraft(unclaimed, isSame, since);
  if (documentId === undefined) return failed({ code: "may-be-made" });
  group.documentId = documentId;
  group.created.add(locale);
  return done(true);
}

/** Those that are no other record's. */
const unclaimedDrafts = ({ drafts }: SimilarDrafts, { documentIds }: RecordIndex) =>
  [...drafts].filter(([id]) => !documentIds.has(id));

const createdDraft = (
  unclaimed: ReturnType<typeof unclaimedDrafts>,
  isSame: (draft: Draft) => boolean,
  since = "",
) => unclaimed.find(([, draft]) => draft.created >= Date.parse(since) && isSame(draft))?.[0];

/** Whether nobody knows if it was made, and no key finds it. */
const isUnconfirmed = (entry: RecordEntry, index: RecordIndex): boolean =>
  entry.earlier?.isDone === false &&
  entry.group.documentId === undefined &&
  !index.isFoundByKey(entry);
