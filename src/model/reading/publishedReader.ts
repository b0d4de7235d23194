import { hidesRows } from "../content/listQuery.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { idOf, paramsOf, readByIds, shapesOf } from "./pageReader.ts";
import { oddRow, oddReasonOf } from "../content/oddRows.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { PageQuery, RowPage } from "./pageReader.ts";
import { readParts } from "./parts.ts";
import type { ReadFailure } from "./readFailure.ts";
import type { ReadOptions } from "./readOptions.ts";
import { readList } from "./requests.ts";
import { localizationOf } from "./versions.ts";

type Rows = readonly JsonObject[];

/** The published versions beside a page of drafts. */
interface PublishedRows {
  readonly rows: Rows;
  /** The documents between the drafts of the page that have no draft, if the page lacks no draft. */
  readonly odd: readonly OddRow[];
}

type Published = Promise<Outcome<PublishedRows, ReadFailure>>;

/** Reads the published versions of the documents in a page of drafts, with the shapes of `query`. */
export async function readPublishedBeside(
  service: TypedService,
  page: RowPage,
  query: PageQuery,
  options: ReadOptions = {},
): Published {
  const { type } = service;
  if (!type.draftAndPublish || page.rows.length === 0) return done({ rows: [], odd: [] });
  const published = { ...query, status: "published", ids: page.rows.map(idOf) } as const;
  const isPart = query.ids !== undefined || hidesRows(query.listQuery ?? {}, type);
  if (!isPart && type.kind !== "single") return readRange(service, page, query, options);
  const [failure, rows] = await readByIds(service, published, options);
  return failure ? failed(failure) : done({ rows, odd: [] });
}

/** A range makes a shorter URL than a list of ids, and has the documents without a draft. */
async function readRange(
  service: TypedService,
  { rows: drafts, after, isLast }: RowPage,
  query: PageQuery,
  options: ReadOptions,
): Published {
  const range = {
    ...(after !== undefined && { $gt: after }),
    ...(!isLast && { $lte: idOf(drafts.at(-1) ?? {}) }),
  };
  const params = {
    ...paramsOf({ ...query, status: "published" }, service.type),
    ...((after !== undefined || !isLast) && { filters: { documentId: range } }),
  };
  const [error, rows] = await readParts(shapesOf(query, service), (shape) =>
    readList(service, { ...shape, ...params }, options),
  );
  if (error) return failed(error);
  const known = new Set(drafts.map(localizationOf));
  const alone = rows.filter((row) => !known.has(localizationOf(row)));
  const [failure, odd] = await withoutDraft(service, alone, query, options);
  return failure ? failed(failure) : done({ rows, odd });
}

/** The published rows without a draft. Asks again, because a draft may be new since the page was read. */
async function withoutDraft(
  service: TypedService,
  rows: Rows,
  query: PageQuery,
  options: ReadOptions,
): Promise<Outcome<readonly OddRow[], ReadFailure>> {
  const { type } = service;
  const published = rows.filter((row) => !oddReasonOf(row, type));
  if (published.length === 0) return done([]);
  const fields = ["documentId", ...(type.localized ? ["locale"] : [])];
  const drafts = { ...query, ids: published.map(idOf), shapes: [{ fields }] } as const;
  const [failure, existing] = await readByIds(service, drafts, options);
  if (failure) return failed(failure);
  const created = new Set(existing.map(localizationOf));
  return done(
    published
      .filter((row) => !created.has(localizationOf(row)))
      .map((row) => oddRow(row, "no-draft", type)),
  );
}
