import type { AttributeSchema } from "../../../client/index.ts";
import { isStructured, isUnread } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import { draftOf } from "../../documents/snapshot/reader.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { readWhole } from "../../documents/snapshot/shape.ts";
import { recordAddress } from "./deciding.ts";
import type { ImportTarget } from "./target.ts";

/** Which drafts are asked for. */
interface DraftQuery {
  readonly target: ImportTarget;
  readonly service: TypedService;
  readonly signal?: AbortSignal | undefined;
}

/** The whole drafts of documents in one locale, by documentId; those that are there. */
export async function readDrafts(
  documentIds: readonly string[],
  locale: string | undefined,
  query: DraftQuery,
): Promise<Outcome<ReadonlyMap<string, Draft>>> {
  const filters = { documentId: { $in: [...documentIds] } };
  return documentIds.length === 0 ? done(new Map()) : requestDrafts(filters, locale, query);
}

/** How many documents are looked at that may be the one that was made. */
const maxSimilarDrafts = 25;

/** What may be a document that was made. */
export interface SimilarDrafts {
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Whether it is among them, if it is there. */
  readonly isComplete: boolean;
}

/**
 * The newest drafts that say what a record says, as far as the service can be asked for it. Where a record
 * has only numbers, dates and the like, other documents match too; then only drafts made since the given
 * moment count, and none if it is unknown.
 */
export async function findSimilarDrafts(
  values: JsonObject,
  { locale, since }: Readonly<Record<"locale" | "since", string | undefined>>,
  query: DraftQuery,
): Promise<Outcome<SimilarDrafts>> {
  const texts = textsIn(values, query.service).slice(0, 5);
  if (texts.length === 0 && since === undefined)
    return done({ drafts: new Map(), isComplete: false });
  const filters = texts.length > 0 ? { $and: texts } : { createdAt: { $gte: since } };
  const [failure, drafts] = await requestDrafts(filters, locale, query, maxSimilarDrafts);
  if (failure) return failed(failure);
  return done({ drafts, isComplete: texts.length > 0 && drafts.size < maxSimilarDrafts });
}

const textsIn = (values: JsonObject, { type: { attributes } }: TypedService) =>
  Object.entries(values).flatMap(([name, value]) => {
    const attribute = attributes.get(name);
    const isText = typeof value === "string" && value.length < 200;
    return isText && attribute && isFilterable(attribute) ? [{ [name]: { $eq: value } }] : [];
  });

/** The service refuses to be asked for what it does not show. */
const isFilterable = (attribute: AttributeSchema): boolean =>
  !isStructured(attribute) && !isUnread(attribute) && filterable.test(attribute.type);

const filterable = /^(string|text|uid|email|enumeration)$/;

async function requestDrafts(
  filters: Readonly<Record<string, unknown>>,
  locale: string | undefined,
  { target, service, signal }: DraftQuery,
  limit?: number,
): Promise<Outcome<ReadonlyMap<string, Draft>>> {
  const { cms, type } = service;
  const [error, rows] = await readWhole<readonly JsonObject[], unknown>(service, (shape) =>
    cms.collection<JsonObject>(type.name).findMany({
      all: limit === undefined,
      params: {
        ...shape,
        status: "draft",
        filters,
        sort: limit === undefined ? ["documentId:asc"] : ["createdAt:desc"],
        ...(locale !== undefined && { locale }),
        ...(limit !== undefined && { pagination: { pageSize: limit, withCount: false } }),
      },
      ...(signal && { signal }),
    }),
  );
  if (error) return refused(error);
  return done(
    new Map(
      rows.map((row) => {
        const id = textIn(row, "documentId");
        return [id, draftOf(recordAddress(target, { id, locale }), service, row)];
      }),
    ),
  );
}
