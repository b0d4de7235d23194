import type { Cms, CmsFile, Filters } from "../../../client/index.ts";
import type { Draft } from "../../documents/reader.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import type { ListQuery } from "../../reading/listQuery.ts";
import { done, refused } from "../../foundation/outcome.ts";
import { isLast } from "./rows.ts";
import type { FileRow, RowSource } from "./rows.ts";

/** Rows of media files, last changed first. The service doesn't return their total. */
export function fileSource(cms: Cms, listQuery: ListQuery): RowSource {
  const matching = paramsOf(listQuery);
  return {
    page: async (request, signal) => {
      const [error, found] = await cms.upload().findMany({
        params: {
          ...matching,
          sort: ["updatedAt:desc", "documentId:asc"],
          pagination: { ...request },
        },
        ...(signal && { signal }),
      });
      if (error) return refused(error);
      const rows = found.map(toFileRow);
      const isWhole = found.length > request.limit || isLast(request, found.length, undefined);
      return done({ rows, total: undefined, isLast: isWhole });
    },
    row: async (documentId) => {
      const [error, found] = await cms.upload().findMany({
        params: {
          ...paramsOf({ ...listQuery, filter: { documentId: { $eq: documentId } } }),
          pagination: { start: 0, limit: 1 },
        },
      });
      return error ? refused(error) : done(found[0] && toFileRow(found[0]));
    },
    count: async () => {
      // Without pagination the service lists every file.
      const [error, found] = await cms
        .upload()
        .findMany({ params: { ...matching, fields: ["name"] } });
      return error ? refused(error) : done(found.length);
    },
  };
}

const paramsOf = ({ filter, search }: ListQuery) => ({
  ...(search && { _q: search }),
  // The filter was written for the fields of a file.
  ...(filter && { filters: filter as Filters<CmsFile> }),
});

const toFileRow = (file: CmsFile): FileRow => ({
  kind: "file",
  id: file.documentId,
  // A file without a name is found by its id.
  title: file.name.trim() || file.documentId,
  file,
});

/** The updated row of a file. */
export function noteFile(
  row: FileRow,
  { title, content, version }: Pick<Draft, "title" | "content" | "version">,
): FileRow {
  const { file } = row;
  const words = (name: string) => textIn(content, name) || null;
  return {
    ...row,
    title,
    file: {
      ...file,
      name: textIn(content, "name"),
      alternativeText: words("alternativeText"),
      caption: words("caption"),
      ...factsIn(content, file),
      updatedAt: new Date(version).toISOString(),
    },
  };
}

/** The facts that changed because another file replaced this one; empty if the size is the same. */
function factsIn({ $: facts = null }: JsonObject, file: CmsFile): Partial<CmsFile> {
  const now = facts as Partial<CmsFile> | null;
  return now?.size === file.size ? {} : { ...now, formats: null };
}
