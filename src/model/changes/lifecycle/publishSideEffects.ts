import type { CallOptions } from "../../../client/index.ts";
import { isSingle, keyOf, singleId } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { titleOf } from "../../documents/reader.ts";
import { isUnsearchable } from "../../query/finding/inbound.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import { eachGroup } from "../../documents/versionDifferences.ts";
import { localizationOf, readChangeTimes } from "../../reading/versions.ts";
import { readFirst } from "../../reading/lookup.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";
import type { Truncated } from "../../reading/readOptions.ts";
import type { Catalogs, Service } from "../../schemas/catalogs.ts";
import { readLocalizations } from "../../reading/documentReader.ts";

/**
 * Another document whose published version changes with a publish, since its draft has a different
 * relation.
 */
export interface SideEffect {
  /** The name of its type. */
  readonly type: string;
  readonly documentId: string;
  /** Empty if it has no title. */
  readonly title: string;
  /** The attribute that changes. */
  readonly path: string;
  /** Absent if the type is not localized. */
  readonly locale?: string;
  /** Whether its published version gets the relation or loses it. */
  readonly change: "gets" | "loses";
}

/** The changes of other documents that a publish causes. */
export interface PublishSideEffects {
  readonly changed: readonly SideEffect[];
  /** Whether more documents point to the targets than were read or are listed. */
  readonly isTruncated: boolean;
}

/** The maximum number of documents that are listed. */
const mostNamed = 100;

/** The maximum number of documents that are compared for one relation. */
const mostRows = 1000;

/**
 * Finds the documents whose published version changes when others are published. Leaves out the
 * documents that are published with them.
 */
export async function findPublishSideEffects(
  addresses: readonly Address[],
  catalogs: Catalogs,
  options: CallOptions = {},
): Promise<Outcome<PublishSideEffects, ChangeFailure>> {
  const own = new Set(addresses.map(keyOf));
  const changed = new Map<string, SideEffect>();
  const cuts: boolean[] = [];
  const [failure] = await eachGroup<ChangeFailure>(
    addresses,
    catalogs,
    async ({ service, addresses: some }) => {
      const [first] = some;
      if (!first || isSingle(first)) return done(null);
      const toPublish = { type: service.type, locale: first.locale, ids: some.map(({ id }) => id) };
      for (const query of relationQueriesOf({ service, toPublish, options })) {
        const [error, found] = await sideEffectsInRelation(query);
        if (error) return failed(error);
        cuts.push(found.isTruncated);
        for (const one of found.changed) {
          const { type, documentId: id, locale, path } = one;
          const address = { connection: first.connection, type, id, ...(locale && { locale }) };
          if (!own.has(keyOf(address))) changed.set(`${keyOf(address)} ${path}`, one);
        }
      }
      return done(null);
    },
  );
  if (failure) return failed(failure);
  const all = [...changed.values()];
  return done({
    changed: all.slice(0, mostNamed),
    isTruncated: cuts.includes(true) || all.length > mostNamed,
  });
}

/** Documents of one type in one locale that are about to be published. */
interface PublishTargets {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly ids: readonly string[];
}

interface RelationQuery {
  readonly service: Service;
  /** The type that has the relation. */
  readonly type: ContentType;
  readonly name: string;
  /** Whether the published version also loses a relation that the draft no longer has. */
  readonly removesMissing: boolean;
  readonly toPublish: PublishTargets;
  readonly options: CallOptions;
}

/**
 * The relations through which a publish changes other documents, though their draft does not
 * change. On a publish, the service writes two-sided relations, and relations from a type to
 * itself. It writes them into every published version whose draft has them.
 */
const relationQueriesOf = (
  query: Pick<RelationQuery, "service" | "toPublish" | "options">,
): readonly RelationQuery[] =>
  [...query.service.catalog.types.values()]
    .filter(({ draftAndPublish }) => draftAndPublish)
    .flatMap((type) =>
      [...type.attributes].flatMap(([name, attribute]) => {
        const { target, mappedBy, inversedBy } = attribute;
        const isOwn = attribute.type === "relation" && mappedBy === undefined;
        const takes = inversedBy !== undefined;
        const reaches = takes || target === type.uid;
        const isAsked = isOwn && target === query.toPublish.type.uid && reaches;
        return isAsked ? [{ ...query, type, name, removesMissing: takes }] : [];
      }),
    );

async function sideEffectsInRelation(
  query: RelationQuery,
): Promise<Outcome<PublishSideEffects, ChangeFailure>> {
  const [[failure, drafts], [error, published]] = await Promise.all([
    pairsIn(query, "draft"),
    pairsIn(query, "published"),
  ]);
  if (failure) return failed(failure);
  if (error) return failed(error);
  // If a list was not read to its end, only the range that both lists cover is compared.
  const ends = [drafts, published].flatMap(({ end }) => end ?? []);
  const isRead = (key: string) => ends.every((end) => key <= end);
  const only = (one: RelationPairs, other: RelationPairs) =>
    [...one.pairs].flatMap(([key, row]) => (!other.pairs.has(key) && isRead(key) ? [row] : []));
  const [gets, loses] = [only(drafts, published), only(published, drafts)];
  const [unknown, live] = await publishedAmong(query, gets);
  if (unknown) return failed(unknown);
  const changed = [
    ...gets
      .filter((row) => live.has(localizationOf(row)))
      .map((row) => changeOf(row, query, "gets")),
    ...(query.removesMissing ? loses : []).map((row) => changeOf(row, query, "loses")),
  ];
  return done({ changed, isTruncated: ends.length > 0 });
}

const changeOf = (
  row: JsonObject,
  { type, name }: RelationQuery,
  change: SideEffect["change"],
): SideEffect => ({
  type: type.name,
  documentId: textIn(row, "documentId"),
  title: titleOf(row, type),
  path: name,
  ...(type.localized && { locale: textIn(row, "locale") }),
  change,
});

/** The relations from localizations of documents to those that are about to be published. */
interface RelationPairs {
  /** The row of the localization. The key combines the localization and its target. */
  readonly pairs: ReadonlyMap<string, JsonObject>;
  /** The last key that was read; undefined if the list is complete. */
  readonly end: string | undefined;
}

/**
 * Reads the relations of the drafts or published versions of a type to the documents to publish.
 */
async function pairsIn(
  query: RelationQuery,
  status: "draft" | "published",
): Promise<Outcome<RelationPairs, ChangeFailure>> {
  const [failure, list] = await rowsOf(query, status);
  if (failure)
    return isUnsearchable(failure) ? done({ pairs: new Map(), end: undefined }) : failed(failure);
  const { rows, isTruncated } = list;
  const last = isTruncated ? rows.at(-1) : undefined;
  return done({ pairs: pairsOf(rows, query), end: last && textIn(last, "documentId") });
}

function pairsOf(
  rows: readonly JsonObject[],
  { name, toPublish }: RelationQuery,
): ReadonlyMap<string, JsonObject> {
  const ids = new Set(toPublish.ids);
  const pairs = new Map<string, JsonObject>();
  for (const row of rows) {
    for (const to of idsIn(row[name] ?? null).filter((id) => ids.has(id))) {
      pairs.set(`${localizationOf(row)} ${to}`, row);
    }
  }
  return pairs;
}

const idsIn = (value: Json): string[] =>
  (isArray(value) ? value : [value]).filter(isObject).map((item) => textIn(item, "documentId"));

async function rowsOf(
  query: RelationQuery,
  status: "draft" | "published",
): Promise<Outcome<Omit<Truncated<JsonObject>, "total">, ReadFailure>> {
  const { service, type, name, options, toPublish } = query;
  if (type.kind === "single") {
    const which = { status, locale: localeFor(query) };
    const document = { id: singleId };
    const [failure, rows] = await readLocalizations({ ...service, type }, document, which, options);
    return failure ? failed(failure) : done({ rows, isTruncated: false });
  }
  const params = {
    status,
    filters: { [name]: { documentId: { $in: toPublish.ids } } },
    fields: [type.titleField ?? "documentId", ...(type.localized ? ["locale"] : [])],
    populate: { [name]: { fields: ["documentId"] } },
    sort: ["documentId:asc", "id:asc"],
    ...(type.localized && { locale: localeFor(query) ?? "*" }),
  };
  return readFirst({ ...service, type }, { count: mostRows, params }, options);
}

/**
 * A localized target is published in one locale. Any other target affects all locales that point to
 * it.
 */
const localeFor = ({ toPublish }: RelationQuery): string | undefined =>
  toPublish.type.localized ? toPublish.locale : undefined;

/** Returns the localizations of some drafts that have a published version. */
async function publishedAmong(
  query: RelationQuery,
  drafts: readonly JsonObject[],
): Promise<Outcome<ReadonlySet<string>, ChangeFailure>> {
  const { service, type, options } = query;
  if (drafts.length === 0) return done(new Set());
  if (type.kind === "single") {
    const [failure, list] = await rowsOf(query, "published");
    return failure ? failed(failure) : done(new Set(list.rows.map(localizationOf)));
  }
  const ids = drafts.map((row) => textIn(row, "documentId"));
  const versions = { ids, status: "published", locale: localeFor(query) ?? "*" } as const;
  const [failure, rows] = await readChangeTimes({ ...service, type }, versions, options);
  return failure ? failed(failure) : done(new Set(rows.map(localizationOf)));
}
