import type { CallOptions } from "../../client/index.ts";
import { keyOf } from "../foundation/address.ts";
import { PageReader } from "../reading/pageReader.ts";
import { splitPopulate, type PopulateTree } from "../content/requestShape.ts";
import { isRouteDecided } from "../content/unreadAttributes.ts";
import { isArray, isObject, textIn, valueIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult, Truncated } from "../reading/readOptions.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { maxHits, rowsOf, hitFieldsOf, type SearchHit } from "./searchHits.ts";
import { fieldName, hitIn, populateForPaths } from "./textSearch.ts";
import type { TextSearch, SearchPart } from "./textSearch.ts";
import { textPathsIn, textPathsOf, type TextPath } from "../content/textPaths.ts";
import { findText, type TextMatch } from "../content/textMatch.ts";

/** A dynamic zone, with the paths of text in its entries by the component's uid. */
interface Zone {
  readonly name: string;
  readonly texts: ReadonlyMap<string, readonly TextPath[]>;
}

/**
 * Searches dynamic zones, which the service can't search. Reads the drafts of a type with their
 * zones page by page. Reports each page, and stops at the maximum number of hits for one type.
 */
export async function searchZones(
  typed: TypedService,
  search: TextSearch,
  tell: (part: SearchPart) => Promise<void>,
): ReadResult<SearchPart> {
  const zones = textPathsOf(typed).zones.map(([name = ""]): Zone => {
    const uids = typed.type.attributes.get(name)?.components ?? [];
    return { name, texts: new Map(uids.map((uid) => [uid, textPathsIn(uid, typed.catalog)])) };
  });
  const hitsByKey = new Map<string, SearchHit>();
  let read = 0;
  for await (const [failure, page] of zonePages(typed, zones, search.options)) {
    if (failure) return failed(failure);
    const { rows, total = rows.length } = page;
    read += rows.length;
    for (const row of rows) {
      const [where] = zones.flatMap((zone) => whereInZone(row, zone, search.text) ?? []);
      const hit = where && hitIn(typed, search, row, where);
      if (hit) hitsByKey.set(keyOf(hit.address), hit);
    }
    // The zones that the service did not return, or may not have returned in full.
    const unseenZones = zones.filter(({ name }) => {
      const attribute = typed.type.attributes.get(name);
      const isAbsent = rows.some((row) => !Object.hasOwn(row, name));
      return isAbsent || (attribute && isRouteDecided(attribute, typed));
    });
    const hits = [...hitsByKey.values()].slice(0, maxHits);
    const part = { hits, unseen: namesOf(typed, unseenZones) };
    const isFull = hitsByKey.size > maxHits || (hitsByKey.size === maxHits && read < total);
    if (isFull)
      return done({ ...part, progress: { read, total: read }, cut: namesOf(typed, zones) });
    await tell({ ...part, progress: { read, total } });
  }
  return done({ hits: [], progress: { read, total: read } });
}

async function* zonePages(
  typed: TypedService,
  zones: readonly Zone[],
  options: CallOptions,
): AsyncGenerator<Outcome<Pick<Truncated<JsonObject>, "rows" | "total">, ReadFailure>, void, void> {
  if (zones.length === 0) return;
  const fields = hitFieldsOf(typed.type);
  // All components of a zone: without one, its entries would be missing and indexes wrong.
  const populateTree: PopulateTree = Object.fromEntries(
    zones.map(({ name, texts }) => {
      const components = [...texts].map(([uid, paths]) => [uid, below(paths)] as const);
      return [name, { on: Object.fromEntries(components) }];
    }),
  );
  const parts = splitPopulate(populateTree);
  const [first = {}, ...more] = parts.map((populate) => ({ fields, populate }));
  if (typed.type.kind === "single") {
    for (const shape of [first, ...more]) yield await rowsOf(typed, shape, options);
  } else {
    const query = { status: "draft", shapes: [first, ...more] } as const;
    yield* new PageReader(typed, query, options).pages();
  }
}

/** The components on the paths to text. A token may lack the permission to read relations. */
function below(paths: readonly TextPath[]): unknown {
  const populate = populateForPaths(paths, below);
  return populate ? { populate } : true;
}

const namesOf = ({ type }: TypedService, zones: readonly Zone[]): string[] =>
  zones.map(({ name }) => fieldName(type, [name]));

/** The first entry with a match, such as `sections[2].links.label`. */
function whereInZone(row: JsonObject, { name, texts }: Zone, text: string): TextMatch | undefined {
  const entries = valueIn(row, name);
  for (const [at, entry] of isArray(entries) ? entries.entries() : []) {
    if (!isObject(entry)) continue;
    const where = findText(entry, texts.get(textIn(entry, "__component")) ?? [], text);
    if (where) return { ...where, field: `${name}[${at}].${where.field}` };
  }
  return undefined;
}
