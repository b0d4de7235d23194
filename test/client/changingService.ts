import { json } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import { matches } from "./filtering.ts";

export interface Row {
  readonly documentId: string;
  readonly locale: string;
  readonly title: string;
}

/** A change by an editor. Publishing gives the rows of a document new ids, which changes the default order. */
export interface Change {
  readonly kind: "insert" | "delete" | "republish";
  readonly documentId: string;
}

interface Held extends Row {
  readonly id: number;
}

/** A collection that changes during a read. Its service limits the page size. */
export interface ChangingService {
  readonly reply: Reply;
  /** The keys of the rows that existed at the first request and were never deleted. */
  stayed(): string[];
  /** The total in the service's first answer. */
  readonly total: number | undefined;
}

type Query = Readonly<Record<string, unknown>>;

export const keyOf = ({ documentId, locale }: Row): string => `${documentId} ${locale}`;

/** Creates a service that applies the next of these changes after each answer. */
export function changing(
  rows: readonly Row[],
  maxPageSize: number,
  changes: readonly Change[],
): ChangingService {
  let nextId = rows.length;
  let storedRows: Held[] = rows.map((row, id) => ({ ...row, id }));
  const waiting = [...changes];
  const stayed = new Set(rows.map(keyOf));
  let total: number | undefined;

  function change({ kind, documentId }: Change): void {
    const concerned = storedRows.filter((row) => row.documentId === documentId);
    const others = storedRows.filter((row) => row.documentId !== documentId);
    if (kind === "delete") {
      storedRows = others;
      for (const row of concerned) stayed.delete(keyOf(row));
    } else if (kind === "republish") {
      storedRows = [...others, ...concerned.map((row) => ({ ...row, id: (nextId += 1) }))];
    } else if (concerned.length === 0) {
      storedRows = [...storedRows, { documentId, locale: "en", title: "new", id: (nextId += 1) }];
    }
  }

  return {
    reply: (response, received) => {
      const answer = page(storedRows, received.query, maxPageSize);
      total ??= answer.meta.pagination.total;
      json(answer)(response, received);
      const due = waiting.shift();
      if (due) change(due);
    },
    stayed: () => [...stayed],
    get total() {
      return total;
    },
  };
}

function page(storedRows: readonly Held[], query: Query, maxPageSize: number) {
  const { filters = {}, sort = [], locale = "en", pagination = {} } = query;
  const matchingRows = storedRows
    .filter((row) => locale === "*" || row.locale === locale)
    .filter((row) => matches(filters as Query, row))
    .sort(byKeys([...(sort as string[]), "id:asc"]));
  const paginationQuery = pagination as Readonly<Record<string, string>>;
  const { from, size, position } = rangeOf(paginationQuery, maxPageSize);
  const total = matchingRows.length;
  const isCounted = paginationQuery["withCount"] !== "false";
  const counts = { total, ...("page" in position && { pageCount: Math.ceil(total / size) }) };
  return {
    data: matchingRows.slice(from, from + size),
    meta: { pagination: { ...position, ...(isCounted && counts) } },
  };
}

function rangeOf(paginationQuery: Readonly<Record<string, string>>, maxPageSize: number) {
  const { start, limit, page = "1", pageSize = "25" } = paginationQuery;
  const size = Math.min(Math.max(1, Number(limit ?? pageSize)), maxPageSize);
  if (start !== undefined || limit !== undefined) {
    const from = Number(start ?? 0);
    return { from, size, position: { start: from, limit: size } };
  }
  const number = Math.max(1, Number(page));
  return { from: (number - 1) * size, size, position: { page: number, pageSize: size } };
}

const byKeys =
  (keys: readonly string[]) =>
  (row: Held, other: Held): number => {
    for (const key of keys) {
      const [field = "", direction] = key.split(":");
      const [a, b] = [row[field as keyof Held], other[field as keyof Held]];
      if (a !== b) return a < b === (direction !== "desc") ? -1 : 1;
    }
    return 0;
  };
