import type { Cms, CmsUser } from "../client/index.ts";
import type { ContentType } from "./catalog.ts";
import type { JsonObject } from "./json.ts";
import { textIn } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { done, refused } from "./outcome.ts";
import { titleOf } from "./reader.ts";
import { stateOf } from "./states.ts";
import type { State } from "./states.ts";

/** A document as a list shows it. */
export interface DocumentRow {
  readonly kind: "document";
  readonly id: string;
  /** Empty where it has none. */
  readonly title: string;
  /** ISO 8601, as the service wrote it. */
  readonly updatedAt: string;
  readonly locale?: string;
  /** Whether its type has draft & publish. */
  readonly publishable: boolean;
  /** Absent until it was asked for, and for types without draft & publish. */
  readonly state?: State;
}

/** A user as a list shows it. */
export interface UserRow {
  readonly kind: "user";
  readonly id: string;
  readonly title: string;
  readonly email: string;
  readonly blocked: boolean;
  readonly confirmed: boolean;
}

export type Row = DocumentRow | UserRow;

/** A page of rows; `total` counts all there are, as far as it is known. */
export interface Page {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly isLast: boolean;
}

/** By offset and never by page number: a row that was deleted meanwhile would make the next page skip one. */
export interface PageRequest {
  /** How many rows are there already. */
  readonly start: number;
  readonly limit: number;
}

/** Where rows come from: one list request a page, and one more for what a list can't say. */
export interface RowSource {
  page(request: PageRequest): Promise<Outcome<Page>>;
  /** The states, by id, of rows that are shown already; undefined where rows have none. */
  readonly states?: (rows: readonly Row[]) => Promise<Outcome<ReadonlyMap<string, State>>>;
}

/** What narrows a list. */
export interface Narrowing {
  readonly locale?: string | undefined;
  /** A text to search for, on the service. */
  readonly search?: string | undefined;
}

export function documentSource(
  cms: Cms,
  type: ContentType,
  { locale, search }: Narrowing,
): RowSource {
  const documents = cms.collection<JsonObject>(type.name);
  const inLocale = locale ? { locale } : {};
  const matching = search ? { _q: search } : {};
  const toRow = (document: JsonObject): DocumentRow => ({
    kind: "document",
    id: textIn(document, "documentId"),
    title: titleOf(document, type),
    updatedAt: textIn(document, "updatedAt"),
    publishable: type.draftAndPublish,
    ...inLocale,
  });

  const page = async (request: PageRequest): Promise<Outcome<Page>> => {
    const [error, found, meta] = await documents.findMany({
      params: { ...listParams(type), ...inLocale, ...matching, pagination: { ...request } },
    });
    if (error) return refused(error);
    const { total } = meta.pagination ?? {};
    return done({ rows: found.map(toRow), total, isLast: isLast(request, found.length, total) });
  };

  const states = async (rows: readonly Row[]) => {
    const drafts = rows.filter((row) => row.kind === "document");
    const [error, published] = await documents.findMany({
      params: { ...inLocale, ...companionParams(drafts) },
    });
    if (error) return refused(error);
    const times = new Map(published.map((row) => [row["documentId"], row["updatedAt"]]));
    return done(
      new Map(drafts.map(({ id, updatedAt }) => [id, stateOf(updatedAt, times.get(id))])),
    );
  };
  return type.draftAndPublish ? { page, states } : { page };
}

/** The published versions of a page of drafts. */
const companionParams = (drafts: readonly DocumentRow[]) =>
  ({
    status: "published",
    filters: { documentId: { $in: drafts.map(({ id }) => id) } },
    fields: ["updatedAt"],
    pagination: { pageSize: drafts.length, withCount: false },
  }) as const;

/** Drafts, last changed first; documentId last, so that equal times keep one order. */
const listParams = ({ titleField }: ContentType) =>
  ({
    status: "draft",
    fields: [...(titleField ? [titleField] : []), "updatedAt"],
    sort: ["updatedAt:desc", "documentId:asc"],
  }) as const;

export function userSource(cms: Cms, { search }: Narrowing): RowSource {
  const matching = search ? { filters: { $or: userMatches(search) } } : {};
  return {
    page: async (request) => {
      const [error, found] = await cms.users().findMany({
        params: { ...matching, sort: ["username:asc"], pagination: { ...request } },
      });
      if (error) return refused(error);
      const rows = found.map(toUserRow);
      // A service that can't page gives every user at once.
      if (found.length > request.limit) return done({ rows, total: found.length, isLast: true });
      const [, counted] = await cms.users().count({ params: matching });
      const total = counted ?? undefined;
      return done({ rows, total, isLast: isLast(request, found.length, total) });
    },
  };
}

/** Without a total, a page that is not full is the last one. */
const isLast = ({ start, limit }: PageRequest, got: number, total: number | undefined): boolean =>
  got === 0 || (total === undefined ? got < limit : start + got >= total);

const userMatches = (search: string) =>
  ["username", "email"].map((field) => ({ [field]: { $containsi: search } }));

const toUserRow = ({ id, username, email, blocked, confirmed }: CmsUser): UserRow => ({
  kind: "user",
  id: String(id),
  title: username,
  email,
  blocked,
  confirmed,
});
