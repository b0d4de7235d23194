import type { CmsFile } from "../../client/index.ts";
import { toUserRow } from "../connect/userRow.ts";
import { listParams, userListParams, type ListQuery } from "../content/listQuery.ts";
import { stateOf, type State } from "../content/publicationStatus.ts";
import { titleOf } from "../documents/snapshotReader.ts";
import { objectsIn, textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import { countFiles, readFilePage } from "../reading/fileReader.ts";
import type { ReadResult } from "../reading/readOptions.ts";
import { countRows, readChangeTimes, readListedRows } from "../reading/readRequests.ts";
import { countUsers, findUsers, readUserPage } from "../reading/userReader.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import type { DocumentRow, FileRow, Row, RowSource } from "./contentList.ts";

export { requireStatusFilter } from "../reading/readRequests.ts";

/** The rows of documents that match a list query, and contain the text that it searches for. */
export function documentSource(service: TypedService, listQuery: ListQuery): RowSource {
  const { type, catalog } = service;
  const { titleField, localized } = type;
  const { locale } = listQuery;
  const request = {
    listQuery,
    fields: [...(titleField ? [titleField] : []), "updatedAt"],
    ...(localized && { populate: { localizations: { fields: ["locale"] } } }),
  };
  const locales = catalog.locales.map(({ code }) => code);
  const toRow = (document: JsonObject): DocumentRow => {
    const { localizations = [] } = document;
    // The service doesn't include the listed locale in `localizations`.
    const others = objectsIn(localizations).map((localization) => textIn(localization, "locale"));
    const missing = locales.filter((code) => code !== locale && !others.includes(code));
    return {
      kind: "document",
      id: textIn(document, "documentId"),
      title: titleOf(document, type),
      updatedAt: textIn(document, "updatedAt"),
      publishable: type.draftAndPublish,
      ...(locale && { locale }),
      ...(localized && { missing }),
    };
  };
  return {
    page: async (range, signal) =>
      mapOutcome(await readListedRows(service, request, range, { signal }), (page) => ({
        ...page,
        rows: page.rows.map(toRow),
      })),
    row: async (documentId) => {
      const rowRequest = { ...request, listQuery: withCondition(listQuery, { documentId }) };
      const first = await readListedRows(service, rowRequest, { start: 0, limit: 1 });
      return mapOutcome(first, ({ rows }) => rows.map(toRow)[0]);
    },
    // Also counts drafts that don't contain the searched text.
    count: () => countRows(service, listParams(listQuery, type)),
    ...(type.draftAndPublish && {
      states: async (rows: readonly Row[]): ReadResult<ReadonlyMap<string, State>> => {
        const drafts = rows.filter((row) => row.kind === "document");
        const versions = { ids: drafts.map(({ id }) => id), status: "published", locale } as const;
        return mapOutcome(await readChangeTimes(service, versions), (published) => {
          const times = new Map(published.map((row) => [row["documentId"], row["updatedAt"]]));
          return new Map(
            drafts.map(({ id, updatedAt }) => [id, stateOf(updatedAt, times.get(id))]),
          );
        });
      },
    }),
  };
}

export function userSource(service: Pick<Service, "cms">, listQuery: ListQuery): RowSource {
  const { filters } = userListParams(listQuery);
  return {
    page: async (range, signal) => {
      const [failure, page] = await readUserPage(service, listQuery, range, { signal });
      if (failure) return failed(failure);
      const rows = page.rows.map(toUserRow);
      // A service without pagination returns every user at once.
      const [, count] =
        rows.length > range.limit ? done(rows.length) : await countUsers(service, filters);
      return done({ rows, total: count ?? undefined, isLast: page.isLast });
    },
    row: async (id) => {
      const { filters: condition } = userListParams(withCondition(listQuery, { id: Number(id) }));
      const users = await findUsers(service, { filters: condition });
      return mapOutcome(users, (rows) => rows.map(toUserRow)[0]);
    },
    count: () => countUsers(service, filters),
  };
}

/** Rows of media files, last changed first. The service doesn't return their total. */
export const fileSource = (service: Pick<Service, "cms">, listQuery: ListQuery): RowSource => ({
  page: async (range, signal) =>
    mapOutcome(await readFilePage(service, listQuery, range, { signal }), (page) => ({
      ...page,
      rows: page.rows.map(toFileRow),
    })),
  row: async (documentId) => {
    const query = withCondition(listQuery, { documentId: { $eq: documentId } });
    const first = await readFilePage(service, query, { start: 0, limit: 1 });
    return mapOutcome(first, ({ rows }) => rows.map(toFileRow)[0]);
  },
  count: () => countFiles(service, listQuery),
});

const toFileRow = (file: CmsFile): FileRow => ({
  kind: "file",
  id: file.documentId,
  // A file without a name is found by its id.
  title: file.name.trim() || file.documentId,
  file,
});

const withCondition = (listQuery: ListQuery, key: JsonObject): ListQuery => ({
  ...listQuery,
  filter: listQuery.filter ? { $and: [listQuery.filter, key] } : key,
});
