import type { CallOptions } from "../../client/index.ts";
import { groupedBy, sizeInUrl } from "../foundation/chunks.ts";
import type { PopulateTree } from "../content/requestShape.ts";
import { nested, pathText, type JsonObject } from "../foundation/json.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import { userUid } from "../foundation/address.ts";
import type { ListQuery } from "../content/listQuery.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import { rowsOf, toHit, toUserHit, userRows } from "./searchHits.ts";
import type { RowsQuery, SearchHit } from "./searchHits.ts";
import { inRequests, isReadableText, textPathsOf, type TextPath } from "../content/textPaths.ts";
import { findText, type TextMatch } from "../content/textMatch.ts";
import type { ReadResult } from "../reading/readOptions.ts";

export interface SearchPart {
  readonly hits: readonly SearchHit[];
  /** The list query that shows more results; absent if there are no more. */
  readonly more?: ListQuery | undefined;
  /** Fields with text that the service can't search, such as `articles.sections`. */
  readonly unseen?: readonly string[];
  /** Zones that were not read to the end, because enough was found. */
  readonly cut?: readonly string[];
  /** How many documents were read to search their zones; absent if none were read. */
  readonly progress?: SearchProgress;
}

/** The progress of a search, in documents. */
export interface SearchProgress {
  readonly read: number;
  readonly total: number;
}

export interface TextSearch {
  readonly connection: string;
  readonly text: string;
  readonly inZones: boolean;
  readonly options: CallOptions;
}

/** Searches the type's own fields through the service's search, in every locale. */
export async function searchOwn(typed: TypedService, search: TextSearch): ReadResult<SearchPart> {
  const { own: paths } = textPathsOf(typed);
  const query = { _q: search.text, fields: paths.flat() };
  return searchRows(typed, search, query, { paths, more: { search: search.text } });
}

/** Searches what the service's search leaves out: texts in components, and blocks. */
export async function searchInner(typed: TypedService, search: TextSearch): ReadResult<SearchPart> {
  const { type } = typed;
  const { text } = search;
  const { inner, blocks, zones } = textPathsOf(typed);
  const searchPaths = (paths: readonly TextPath[]) => {
    const filter = { $or: paths.map((path) => containing(path, text)) };
    const query = { filters: filter, ...shapeOf(paths) };
    return searchRows(typed, search, query, { paths, more: { filter } });
  };
  const unseenZones = search.inZones ? [] : zones.map((path) => fieldName(type, path));
  const parts: SearchPart[] = [{ hits: [], unseen: unseenZones }];
  const size = sizeInUrl(text);
  for (const paths of inRequests(inner, size)) {
    const [failure, part] = await searchPaths(paths);
    if (failure) return failed(failure);
    parts.push(part);
  }
  // A filter on blocks searches their stored JSON, so it also matches the names of keys and types.
  // Hits without a match in readable text are removed. Text that is part of such a name can't be
  // searched for. On a service whose database rejects the filter, blocks can't be searched.
  const isSearchable = !structure.includes(text.toLowerCase());
  for (const paths of inRequests(blocks, size)) {
    const [, part] = isSearchable ? await searchPaths(paths) : [];
    if (part) parts.push({ hits: part.hits.filter(({ where }) => where?.field !== "") });
    else parts.push({ hits: [], unseen: paths.map((path) => fieldName(type, path)) });
  }
  const [more] = parts.flatMap((part) => part.more ?? []);
  return done({
    hits: parts.flatMap(({ hits }) => hits),
    more,
    unseen: parts.flatMap(({ unseen = [] }) => unseen),
  });
}

/** The rows that match a query, each with the first of the paths that contains the text. */
async function searchRows(
  typed: TypedService,
  search: TextSearch,
  query: RowsQuery,
  { paths, more }: { readonly paths: readonly TextPath[]; readonly more: ListQuery },
): ReadResult<SearchPart> {
  return mapOutcome(await rowsOf(typed, query, search.options), ({ rows, isTruncated }) => ({
    hits: rows.map((row) =>
      hitIn(typed, search, row, findText(row, paths, search.text) ?? unreadableMatch),
    ),
    more: isTruncated ? more : undefined,
  }));
}

/** The JSON around the text in all blocks. */
const structure = JSON.stringify([
  { type: "paragraph", children: [{ type: "text", text: "", bold: true, italic: true }] },
  { type: "heading", level: 1, children: [{ underline: true, strikethrough: true, code: true }] },
  { type: "list", format: "unordered", children: [{ type: "list-item", indentLevel: 0 }] },
  { type: "link", url: "" },
  { type: "quote" },
]).toLowerCase();

/** Finds users by name, email address or another text field, except the account's provider. */
export async function searchUsers(service: Service, search: TextSearch): ReadResult<SearchPart> {
  const { connection, text, options } = search;
  const { attributes } = service.catalog.targets.get(userUid) ?? {};
  const readableNames = [...(attributes ?? [])]
    .filter(([name, attribute]) => name !== "provider" && isReadableText(attribute))
    .map(([name]) => name);
  const names = [...new Set(["username", "email", ...readableNames])];
  const filters = { $or: names.map((name) => containing([name], text)) };
  const [failure, page] = await userRows(service, { filters, fields: names }, options);
  if (failure) return failed(failure);
  const paths = names.map((name) => [name]);
  const hits = page.rows.map((row) => {
    const where = findText(row, paths, text);
    const hit = toUserHit(connection, row);
    return where?.field === "username" ? hit : { ...hit, where };
  });
  return done({ hits, more: page.isTruncated ? { search: text } : undefined });
}

/**
 * A row with a match, which isn't told if the title contains the text, too. The title of a single
 * type is its display name, which isn't searched.
 */
export function hitIn(
  typed: TypedService,
  { connection, text }: TextSearch,
  row: JsonObject,
  where: TextMatch,
): SearchHit {
  const { kind, titleField } = typed.type;
  const titles = kind === "single" || titleField === undefined ? [] : [[titleField]];
  const hit = toHit(connection, typed, row);
  return findText(row, titles, text) ? hit : { ...hit, where };
}

const unreadableMatch = { field: "", snippet: "" };

const containing = (path: TextPath, text: string): JsonObject => nested(path, { $containsi: text });

/** The smallest request that returns the texts at these paths. */
function shapeOf(paths: readonly TextPath[]): RowsQuery {
  const ownFields = paths.filter((path) => path.length === 1).flat();
  const populate = populateForPaths(paths, shapeOf);
  return { ...(ownFields.length > 0 && { fields: ownFields }), ...(populate && { populate }) };
}

/** What to populate for paths through components, by name; undefined if no path has any. */
export function populateForPaths(
  paths: readonly TextPath[],
  shapeBelow: (paths: readonly TextPath[]) => unknown,
): PopulateTree | undefined {
  const inner = paths.filter((path) => path.length > 1);
  const byName = [...groupedBy(inner, ([name = ""]) => name)];
  const populate = byName.map(
    ([name, pathsBelow]) => [name, shapeBelow(pathsBelow.map((path) => path.slice(1)))] as const,
  );
  return populate.length > 0 ? Object.fromEntries(populate) : undefined;
}

export const fieldName = ({ name }: Pick<ContentType, "name">, path: TextPath): string =>
  pathText([name, ...path]);
