import type { CallOptions } from "../../../client/index.ts";
import { usersType } from "../../foundation/address.ts";
import { readDrafts, readPublishedVersions, searchOf, userPages } from "../batch/readTargets.ts";
import type { DocumentGroup } from "../batch/readTargets.ts";
import { isStructured } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { recordedAttributes, recordedFields, recordOf } from "../formats/record.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { asJson, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import { findVersions } from "../../reading/versions.ts";
import { populateOf, splitPopulate, readParts } from "../../reading/requestShape.ts";
import type { Shapes } from "../../reading/requestShape.ts";
import { publicationStatusOf } from "../../content/publicationStatus.ts";

/** A service, one of its types, and the attributes to export. */
export interface Exportable extends TypedService {
  readonly names: readonly string[];
  /** The relations that the token can't read; absent if there are none. */
  readonly hidden?: readonly string[];
  /**
   * The attributes of `names` whose values the service may return incompletely; absent if there are
   * none.
   */
  readonly partial?: readonly string[];
}

/** Pages of records. A failure is the last item. */
export type RecordPages = AsyncGenerator<Outcome<readonly JsonObject[], BulkFailure>, void, void>;

/**
 * Reads drafts or users as records, page by page, in the order of their ids. Writes during the read
 * therefore don't move items that are still unread. Ends after the last page or with a failure.
 */
export const readRecords = (
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): RecordPages =>
  group.type === usersType
    ? userRecords(group, from, options)
    : documentRecords(group, from, options);

async function* documentRecords(
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): RecordPages {
  const searched = searchOf(group, from).names;
  const [shape, ...more] = shapesFor({ ...from, names: [...from.names, ...searched] });
  for await (const [error, first] of readDrafts(group, from, { shape, ...options })) {
    if (error) return yield failed(error);
    const [partial, rows] =
      more.length > 0 && first.length > 0
        ? await readByIds(idsOf(first), group, from, options)
        : done(first);
    if (partial) return yield failed(partial);
    const [failure, live] = await readPublishedVersions(group, rows, from, options.signal);
    if (failure) return yield failed(failure);
    yield done(rows.map((row) => toRecord(row, live, from)));
  }
}

/** Reads documents in several requests if one response can't hold all requested fields. */
async function readByIds(
  ids: readonly string[],
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): Promise<Outcome<readonly JsonObject[], BulkFailure>> {
  const { locale } = group;
  const [error, rows] = await readParts(shapesFor(from), (shape) =>
    findVersions(from, { ...shape, ids, status: "draft", locale }, options),
  );
  return error ? refused(error) : done(rows);
}

const idsOf = (rows: readonly JsonObject[]): string[] =>
  rows.map((row) => textIn(row, "documentId"));

function toRecord(row: JsonObject, live: readonly JsonObject[], from: Exportable): JsonObject {
  const published = live.filter((one) => one["documentId"] === row["documentId"]);
  return recordOf(row, from, publicationStatusOf(row, published, from.type).state);
}

/** The shapes of the requests for drafts: as many parts as the type needs. */
export function shapesFor({ catalog, type, names }: Exportable): Shapes {
  if (catalog.source === "inferred") return [{ populate: "*" }];
  const all = [...recordedAttributes(type)];
  const wanted = all.filter(([name]) => names.includes(name));
  const fieldNames = wanted.flatMap(([name, attribute]) => (isStructured(attribute) ? [] : [name]));
  const always = ["updatedAt", ...(type.localized ? ["locale"] : [])];
  const [first, ...more] = splitPopulate(populateOf(new Map(wanted), catalog, recordedFields));
  // Without a list of fields, the service returns all of them. That keeps the URL short.
  const fields = wanted.length < all.length ? { fields: [...fieldNames, ...always] } : {};
  return [
    { ...fields, populate: first ?? {} },
    ...more.map((populate) => ({ fields: always, populate })),
  ];
}

async function* userRecords(
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): RecordPages {
  for await (const [failure, found] of userPages(group, from, options)) {
    if (failure) return yield failed(failure);
    yield done(found.map((user) => recordOf(asJson(user), from)));
  }
}
