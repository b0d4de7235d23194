import { localizedDrafts, stateOf } from "../content/publicationStatus.ts";
import { draftOf } from "../documents/snapshotReader.ts";
import { singleId } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { PageReader, type PageQuery, type RowPage, type RowPages } from "../reading/pageReader.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { ReadFailure, ReadOptions, ReadResult } from "../reading/readOptions.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import type { CheckedDocument, CheckedPage } from "./checkRule.ts";
import { isPartOfType, type CheckedType } from "./checkScope.ts";
import { checkRows } from "../reading/documentReader.ts";

export interface PageReading extends ReadOptions {
  readonly catalogs: Catalogs;
  readonly needsPublished: boolean;
}

type ReadPage = CheckedPage & {
  /** How many drafts the type has in all, if the service counts them. */
  readonly total: number | undefined;
  readonly odd: readonly OddRow[];
};

export type ReadPages = AsyncGenerator<Outcome<ReadPage, ReadFailure>, void, void>;

/**
 * Reads the documents of one type page by page, in the order of their documentIds. All localizations
 * of a document are in the same page. Reads one page ahead. Ends after the last page or with a
 * failure.
 */
export async function* readCheckedPages(part: CheckedType, reading: PageReading): ReadPages {
  const [failure, opened] = await openPages(part, reading);
  if (failure) return yield failed(failure);
  const { service, query, pages, first } = opened;
  try {
    for (let page = first; ;) {
      const [publishedFailure, published] = reading.needsPublished
        ? await new PageReader(service, query, reading).publishedBeside(page)
        : done({ rows: [], odd: [] });
      if (publishedFailure) return yield failed(publishedFailure);
      const { total } = page;
      const drafts = [...page.rows, ...page.copies];
      const documents = documentsOf(service, part, drafts, published.rows);
      const odd = [...page.odd, ...published.odd];
      yield done({ service, total, documents, odd, isPartOfType: isPartOfType(part) });
      const { value } = await pages.next();
      if (!value) return;
      const [error, next] = value;
      if (error) return yield failed(error);
      page = next;
    }
  } finally {
    await pages.return();
  }
}

/** Reads the first page. If the answer contradicts the schema, reads both again. */
function openPages(part: CheckedType, reading: PageReading) {
  const { catalogs } = reading;
  type Opened = ReadResult<{
    service: TypedService;
    query: PageQuery;
    pages: RowPages;
    first: RowPage;
  }>;
  let pages: RowPages | undefined;
  return catalogs.readWithFreshCatalog(part.connection, async (): Opened => {
    await pages?.return();
    const [failure, service] = await catalogs.type(part.connection, part.type);
    if (failure) return failed(failure);
    const { locale, id, listQuery } = part;
    const query: PageQuery = {
      status: "draft",
      listQuery,
      locales: locale ? [locale] : undefined,
      ids: id === undefined ? undefined : [id],
      probesRoute: true,
    };
    pages = new PageReader(service, query, reading).pages();
    const { value } = await pages.next();
    const [error, first] = value ?? failed({ code: "gone" });
    if (error) return failed(error);
    const { type } = service;
    checkRows(service, first.rows);
    const route = type.kind === "single" ? "one" : "list";
    return done({ service: withRouteKnowledge(service, route), query, pages, first });
  });
}

function documentsOf(
  service: TypedService,
  part: CheckedType,
  drafts: readonly JsonObject[],
  published: readonly JsonObject[],
): CheckedDocument[] {
  const { type } = service;
  const keyOf = (row: JsonObject) => `${textIn(row, "documentId")} ${textIn(row, "locale")}`;
  const live = groupedBy(published, keyOf);
  const byId = groupedBy(drafts, (row) => textIn(row, "documentId"));
  return [...groupedBy(drafts, keyOf)].map(([key, [row, ...copies]]) => {
    const documentId = textIn(row, "documentId");
    const locale = textIn(row, "locale");
    const address = {
      connection: part.connection,
      type: part.type,
      id: type.kind === "single" ? singleId : documentId,
      ...(type.localized && locale !== "" && { locale }),
    };
    const { content, title, unread } = draftOf(service, row);
    const [version, ...publishedCopies] = live.get(key) ?? [];
    // A list of all locales has the localizations as rows of their own. A list of one locale names
    // the others in each row.
    const localizations = [...localizedDrafts(row), ...(byId.get(documentId) ?? [])];
    const changes = localizations.map(
      (draft) => [textIn(draft, "locale"), Date.parse(textIn(draft, "updatedAt")) || 0] as const,
    );
    return {
      address,
      documentId,
      title,
      content,
      unread,
      changes: new Map(changes),
      state: type.draftAndPublish ? stateOf(row["updatedAt"], version?.["updatedAt"]) : undefined,
      published: version && draftOf(service, version).content,
      copies: { draft: copies.length, published: publishedCopies.length },
    };
  });
}
