import { wholeShapes } from "../content/requestShape.ts";
import { draftOf, type Draft } from "../documents/snapshotReader.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import { readFirst } from "../reading/lookup.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { isUnread } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import { changedNames } from "./recordContent.ts";
import { isFoundByKey } from "./recordIndex.ts";
import type { RecordEntry, RecordIndex, RecordType } from "./recordIndex.ts";

/** The newest documents of a type at one moment. */
export interface Mark {
  /**
   * The largest row id, in all locales. Row ids only grow, so every document that is created later
   * has a larger one, whatever the clocks say. Undefined if the route doesn't return it.
   */
  readonly rowId: number | undefined;
  readonly documentIds: ReadonlySet<string>;
}

/** How many of the newest documents are read. Other clients may create some at the same time. */
const newestCount = 10;

/** A mark is read again after as many documents, so that few of those of the run are above it. */
const documentsPerMark = 80;

export class Marks {
  readonly #known = new Map<RecordType, { readonly mark: Mark; uses: number }>();

  /** A mark before the document that is created next; undefined if the type has only one. */
  async before(type: RecordType): BulkResult<Mark | undefined> {
    if (type.service.type.kind === "single") return done(undefined);
    const knownMark = this.#known.get(type);
    if (knownMark && (knownMark.uses += 1) < documentsPerMark) return done(knownMark.mark);
    const locale = type.service.type.localized && { locale: "*" };
    const fields = ["documentId"] as const;
    const params = { status: "draft", fields, sort: ["id:desc"], ...locale } as const;
    const [failure, newest] = await readFirst(type.service, { count: newestCount, params });
    if (failure) return failed(failure);
    const documentIds = new Set(newest.rows.map((row) => textIn(row, "documentId")));
    const [first] = newest.rows;
    const rowId = first ? first["id"] : 0;
    const mark = { rowId: typeof rowId === "number" ? rowId : undefined, documentIds };
    this.#known.set(type, { mark, uses: 0 });
    return done(mark);
  }
}

const maxCandidates = 100;

/**
 * The document that an earlier run created for a record without receiving an answer; undefined if it
 * created none. Fails with `may-be-made` if this can't be determined, so that no duplicate is created
 * and no document of somebody else is taken for it: if more documents with the values of the record
 * have been created since than answers were lost, or one that has other values although nothing
 * else tells it from the lost one, because the service may have changed them. If the record was
 * edited since it was sent, every newer document may be its own.
 */
export async function findLostCreation(
  entry: RecordEntry,
  content: JsonObject,
  { index, signal }: { readonly index: RecordIndex } & Pick<ReadOptions, "signal">,
): BulkResult<string | undefined> {
  if (!isUnconfirmed(entry)) return done(undefined);
  const { earlier, locale, name, type } = entry;
  const { service } = type;
  const mark = earlier?.mark;
  if (mark === undefined) return failed({ code: "may-be-made" });
  // Nothing tells the values that were sent.
  const texts = earlier?.isEdited === true ? [] : textsIn(content, service).slice(0, 5);
  const params = {
    status: "draft",
    filters: { $and: [{ id: { $gt: mark } }, ...texts] },
    sort: ["id:asc"],
    locale,
  } as const;
  const query = { count: maxCandidates, params, shapes: wholeShapes(service) };
  const [failure, page] = await readFirst(service, query, { signal });
  if (failure) return failed(failure);
  const claimed = index.documentIds;
  const candidates = [...draftsById(page.rows, entry)].filter(
    ([id]) => !claimed.has(id) && !index.earlierRuns.isKnown(id, service),
  );
  if (candidates.length === 0 && !page.isTruncated) return done(undefined);
  if (earlier?.isEdited === true) return failed({ code: "may-be-made" });
  const equal = candidates.filter(
    ([, draft]) => !draft.isReadonly && changedNames(draft, content, type).length === 0,
  );
  const isSame = (other: RecordEntry) => contentNameOf(other.name) === contentNameOf(name);
  const lost = index.all.filter(
    (other) => isUnconfirmed(other) && other.earlier?.isEdited !== true && isSame(other),
  );
  const [first] = equal;
  return first && equal.length <= lost.length && !page.isTruncated
    ? done(first[0])
    : failed({ code: "may-be-made" });
}

/** Whether an earlier run sent a record without an answer, and no key finds its document. */
const isUnconfirmed = (entry: RecordEntry): boolean =>
  entry.type.service.type.kind === "collection" &&
  entry.earlier?.isDone === false &&
  entry.group.documentId === undefined &&
  !isFoundByKey(entry);

/** The part of a record's name that records with the same content share. */
const contentNameOf = (name: string): string => name.split(".", 1)[0] ?? name;

const textsIn = (values: JsonObject, { type: { attributes } }: TypedService) =>
  Object.entries(values).flatMap(([name, value]) => {
    const attribute = attributes.get(name);
    const isText = typeof value === "string" && value.length < 200;
    // The service rejects filters by fields that it doesn't return.
    const isFilterable =
      attribute &&
      !isUnread(attribute) &&
      /^(string|text|uid|email|enumeration)$/.test(attribute.type);
    return isText && isFilterable ? [{ [name]: { $eq: value } }] : [];
  });

export const draftsById = (
  rows: readonly JsonObject[],
  entry: RecordEntry,
): ReadonlyMap<string, Draft> =>
  new Map(rows.map((row) => [textIn(row, "documentId"), draftOf(entry.type.service, row)]));
