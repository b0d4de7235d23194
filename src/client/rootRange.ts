import type { Pagination } from "./types/params.ts";

/** The routes of users and files read a page only from `start` and `limit` at the root of the query. */
export function rootRange(pagination: Pagination | undefined): { start?: number; limit?: number } {
  if (!pagination) return {};
  const { page, pageSize, start, limit } = pagination;
  if (page === undefined && pageSize === undefined) {
    return { ...(start !== undefined && { start }), ...(limit !== undefined && { limit }) };
  }
  const size = pageSize ?? 25;
  return { start: ((page ?? 1) - 1) * size, limit: size };
}
