import type { CmsFile } from "../../../client/index.ts";
import type { Draft } from "../../documents/reader.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import { countFiles, readFilePage } from "../../reading/fileReader.ts";
import type { ListQuery } from "../../content/listQuery.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Service } from "../../schemas/catalogs.ts";
import { withCondition } from "./rows.ts";
import type { FileRow, RowSource } from "./rows.ts";

/** Rows of media files, last changed first. The service doesn't return their total. */
export const fileSource = (service: Pick<Service, "cms">, listQuery: ListQuery): RowSource => ({
  page: async (range, signal) => {
    const [failure, page] = await readFilePage(service, listQuery, range, { signal });
    if (failure) return failed(failure);
    return done({ rows: page.rows.map(toFileRow), total: undefined, isLast: page.isLast });
  },
  row: async (documentId) => {
    const query = withCondition(listQuery, { documentId: { $eq: documentId } });
    const [failure, page] = await readFilePage(service, query, { start: 0, limit: 1 });
    if (failure) return failed(failure);
    return done(page.rows[0] && toFileRow(page.rows[0]));
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
