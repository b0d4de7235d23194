import { json } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import type { Article } from "./loopbackCms.ts";

export const rows: readonly Article[] = Array.from({ length: 7 }, (_, index) => ({
  documentId: `tea${index}`,
  title: `Tea ${index}`,
}));

export const byThrees = { pagination: { pageSize: 3 } };

/**
 * Answers a list as the service does. Limits the page and its size without an error. Counts unless withCount is false.
 * `isVisible`: which rows a controller keeps after the query.
 */
export function paged(
  every: readonly Article[],
  maxSize = 100,
  isVisible: (row: Article) => boolean = () => true,
): Reply {
  return (response, received) => {
    const { $gt, $gte, $null } = rangeOf(received.query["filters"]);
    const all = every.filter(
      ({ documentId }) =>
        ($gt === undefined || documentId > $gt) &&
        ($gte === undefined || documentId >= $gte) &&
        ($null === undefined || !documentId),
    );
    const paginationQuery = received.query["pagination"] as Readonly<Record<string, string>>;
    const isOffset = "limit" in paginationQuery;
    const size = Math.min(Number(paginationQuery["limit"] ?? paginationQuery["pageSize"]), maxSize);
    const page = Math.max(1, Number(paginationQuery["page"] ?? 1));
    const start = isOffset ? Math.max(0, Number(paginationQuery["start"] ?? 0)) : (page - 1) * size;
    const counted = paginationQuery["withCount"] !== "false";
    const total = all.length;
    const pagination = isOffset
      ? { start, limit: size, ...(counted && { total }) }
      : { page, pageSize: size, ...(counted && { total, pageCount: Math.ceil(total / size) }) };
    const data = all.slice(start, start + size).filter(isVisible);
    json({ data, meta: { pagination } })(response, received);
  };
}

interface Range {
  readonly $gt?: string;
  readonly $gte?: string;
  readonly $null?: string;
}

/**
 * The position where a read by documentId continues. The client sends that filter alone, or together with the caller's.
 */
function rangeOf(filters: unknown): Range {
  const { $and, documentId = {} } = (filters ?? {}) as {
    $and?: readonly unknown[];
    documentId?: Range;
  };
  return $and ? rangeOf($and.at(-1)) : documentId;
}
