import type { BulkResult } from "../runs/bulkFailure.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { done, failed } from "../foundation/outcome.ts";
import { isShared } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import { CopyTypes, defaultLocaleOf, knownLocales } from "./copyTypes.ts";
import type { CopyType, CopyTypesOptions, SideDependencies } from "./copyTypes.ts";
import { bothSides, type Side, type Sides } from "./documentPairs.ts";
import { LeftOutParts, leftOutOf, type LeftOutPart } from "./sharedShape.ts";
import { SideReader, type Version } from "./sideReader.ts";
import type { SourceRows } from "./sourceRows.ts";

/** The most requests at a time to each service, beside the page that is read ahead. */
const besidesPage = 1;

/** One type on both services, ready to be read. */
export interface OpenSides {
  readonly types: CopyTypes;
  readonly type: CopyType;
  readonly readers: Sides<SideReader>;
  /** Reads the drafts of the source; the same as `readers.from` unless published versions are compared. */
  readonly drafts: SideReader;
  readonly isKeyShared: boolean;
  /** The codes of the compared locales; empty if the type is not localized on both services. */
  readonly locales: readonly string[];
  /** What is left out. Grows while documents are read. */
  readonly leftOut: readonly LeftOutPart[];
}

interface OpenOptions extends CopyTypesOptions, Sides<string> {
  readonly version: Version;
  readonly locales: readonly string[] | undefined;
  readonly rows?: SourceRows | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Nothing of the type can be compared. */
type NotShared = Pick<OpenSides, "leftOut"> & { readonly readers?: undefined };

/** Finds a type on both services. If they share nothing of it, returns what is left out. */
export async function openSides(
  name: string,
  options: OpenOptions,
  { connections, catalogs }: SideDependencies,
): BulkResult<OpenSides | NotShared> {
  const [unknown, source] = await catalogs.type(options.from, name);
  if (unknown) return failed(unknown);
  const [unreached, target] = await catalogs.service(options.to);
  if (unreached) return failed(unreached);
  // If only one service describes its types, its schema is used for both. What the other one does
  // not return counts as unread.
  const [isFrom, isTo] = [source, target].map(({ catalog }) => catalog.source !== "inferred");
  if (!isFrom && !isTo) return failed({ code: "no-schema" });
  const services = {
    from: isFrom ? source : borrow(source, target),
    to: isTo ? target : borrow(target, source),
  };
  const uid = services.from.catalog.types.get(name)?.uid;
  if (uid === undefined) return failed({ code: "no-type", name });
  const [from, to] = [connections.get(options.from), connections.get(options.to)];
  if (!from || !to) return failed({ code: "no-connection" });
  const types = new CopyTypes({ from, to }, services, options);
  const type = types.of(uid);
  if (!type) return done({ leftOut: [{ code: "type", type: uid, lackedBy: "to" }] });
  const borrower = isFrom && isTo ? undefined : isFrom ? "to" : "from";
  return done(readable(types, type, options, borrower));
}

/** The service with the schema of the other one. */
function borrow(service: Service, described: Service): Service {
  const { locales, defaultLocale } = service.catalog;
  const ownLocales = locales.length > 0 ? { locales, defaultLocale } : {};
  return { ...service, catalog: { ...described.catalog, source: "service", ...ownLocales } };
}

function readable(
  types: CopyTypes,
  type: CopyType,
  options: OpenOptions,
  borrower: Side | undefined,
): OpenSides | NotShared {
  const leftOut = new LeftOutParts();
  if (borrower) leftOut.add({ code: "schema", side: borrower });
  leftOut.add(...leftOutOf(type, types.empty));
  // Rows that were read with an inferred schema may lack parts.
  const rows = borrower ? undefined : options.rows;
  const shared = localesOf(type, options.locales, leftOut);
  if (!shared) return { leftOut: leftOut.all };
  const { locales, codes } = shared;
  const key = types.keys.get(type.uid);
  const limits = bothSides(() => new ConcurrencyLimit(besidesPage));
  const readerOf = (side: Side, version: Version): SideReader =>
    new SideReader({
      ...types.portableContext(type, side),
      service: type[side],
      key,
      locales: codes[side],
      version,
      options: { signal: options.signal, limit: limits[side] },
      rows: side === "from" && version === options.version ? rows : undefined,
      side,
      leftOut,
    });
  const readers = { from: readerOf("from", options.version), to: readerOf("to", "draft") };
  const keyAttribute = type.from.type.attributes.get(key ?? "");
  return {
    ...{ types, type, readers, locales },
    drafts: options.version === "draft" ? readers.from : readerOf("from", "draft"),
    isKeyShared:
      keyAttribute !== undefined && locales.length > 0 && isShared(keyAttribute, type.from.type),
    leftOut: leftOut.all,
  };
}

/**
 * The compared locales, and the codes to read on each side: one code, if only that side has
 * localizations. Undefined if the services have no locale in common.
 */
function localesOf(
  services: Sides<TypedService>,
  requestedLocales: readonly string[] | undefined,
  leftOut: LeftOutParts,
) {
  const { from, to } = services;
  if (from.type.localized !== to.type.localized) {
    const lackedBy = from.type.localized ? "to" : "from";
    leftOut.add({ code: "localizations", type: from.type.uid, lackedBy });
  }
  const known = knownLocales(services);
  const isUnknown = known.from.length === 0 && requestedLocales === undefined;
  if (!from.type.localized || !to.type.localized || isUnknown) {
    return { locales: [], codes: bothSides((side) => defaultLocaleOf(services[side])) };
  }
  const all = [...new Set(requestedLocales ?? [...known.from, ...known.to])];
  for (const side of ["from", "to"] as const) {
    const lacked = all.filter((code) => !known[side].includes(code));
    leftOut.add(...lacked.map((locale) => ({ code: "locale", locale, lackedBy: side }) as const));
  }
  const locales = all.filter((code) => known.from.includes(code) && known.to.includes(code));
  return locales.length > 0 ? { locales, codes: { from: locales, to: locales } } : undefined;
}
