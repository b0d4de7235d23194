import type { CallOptions, CmsError } from "../../../client/index.ts";
import { isMediaFile, isSingle, singleId } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import { readLocalizations } from "../../documents/snapshot/localizations.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import { mediaFileType } from "../../schemas/mediaFileType.ts";
import { informed } from "../../documents/snapshot/probe.ts";
import { draftOf, titleOf } from "../../documents/snapshot/reader.ts";
import { missingIn } from "../../documents/content/unseen.ts";
import { nested } from "../filters/conditions.ts";
import { referencesIn } from "../../documents/references/references.ts";
import { relationPathsTo } from "../../documents/references/relationPaths.ts";

/** A document that points to another one. */
export interface Pointer {
  /** The name of its type. */
  readonly type: string;
  readonly documentId: string;
  /** Empty where it has none. */
  readonly title: string;
  /** Where in it the relation stands: `seo.author`. */
  readonly path: string;
  /** A locale in which it does; absent where the type is not localized. */
  readonly locale?: string;
}

/** What points to a document. */
export interface Inbound {
  /** At most 100 for each relation. */
  readonly pointers: readonly Pointer[];
  /** How many there are, those included that are not named. */
  readonly total: number;
  /** Where something might point from, and the service can't be asked: `articles.sections`. */
  readonly unseen: readonly string[];
}

/** The most that are named of one relation, and what a service grants in one answer. */
const named = 100;

/** How it is asked what points to a document. */
export interface Asking {
  readonly signal?: AbortSignal | undefined;
  /** The one locale that is looked in: of what has locales, a relation stays in its own. */
  readonly only?: string | undefined;
}

/** The documents that point to one, in any locale unless one is named, as drafts or as published. */
export async function inboundOf(
  service: Service,
  address: Address,
  { signal, only }: Asking = {},
): Promise<Outcome<Inbound>> {
  const options = signal ? { signal } : {};
  const [failure, target] = await targetOf(service, address, options);
  if (failure) return failed(failure);
  if (!target) return done(noneAt([]));
  const found = await Promise.all(
    [...service.catalog.types.values()].flatMap((type) =>
      fromType({ service, type, target, options, locale: address.locale, only }),
    ),
  );
  const error = found.find(([refusal]) => refusal)?.[0];
  if (error) return failed(error);
  const all = found.flatMap(([, inbound]) => inbound ?? []);
  return done({
    pointers: all.flatMap(({ pointers }) => pointers),
    total: all.reduce((sum, { total }) => sum + total, 0),
    unseen: all.flatMap(({ unseen }) => unseen),
  });
}

const noneAt = (unseen: readonly string[]): Inbound => ({ pointers: [], total: 0, unseen });

interface Target {
  readonly uid: string;
  readonly documentId: string;
}

async function targetOf(
  { cms, catalog }: Service,
  { type: name, id, ...address }: Address,
  options: CallOptions,
): Promise<Outcome<Target | undefined>> {
  const type = isMediaFile({ type: name }) ? mediaFileType : catalog.types.get(name);
  if (!type) return done(undefined);
  if (!isSingle({ ...address, type: name, id })) return done({ uid: type.uid, documentId: id });
  const { locale } = address;
  const params = { status: "draft", ...(locale && { locale }) } as const;
  const [error, row] = await cms.single<JsonObject>(name).find({ params, ...options });
  if (error) return error.name === "NotFoundError" ? done(undefined) : refused(error);
  return done({ uid: type.uid, documentId: textIn(row, "documentId") });
}

function fromType(ask: Ask): Promise<Outcome<Inbound>>[] {
  const { service, type, target } = ask;
  const { searchable, hidden } = relationPathsTo(target.uid, type.attributes, service.catalog);
  if (type.kind === "single") {
    return searchable.length + hidden.length > 0 ? [fromSingle(ask)] : [];
  }
  const unseen = hidden.map((path) => nameOf(type, path));
  return [
    ...searchable.map((path) => fromRelation(ask, path)),
    ...(unseen.length > 0 ? [Promise.resolve(done(noneAt(unseen)))] : []),
  ];
}

const nameOf = ({ name }: ContentType, path: readonly string[]): string =>
  [name, ...path].join(".");

interface Ask extends Pick<Asking, "only"> {
  readonly service: Service;
  readonly type: ContentType;
  readonly target: Target;
  readonly options: CallOptions;
  /** Preferred, where a document points there in several. */
  readonly locale: string | undefined;
}

/** Published versions too: a draft may point elsewhere by now. */
const statusesOf = ({ draftAndPublish }: ContentType): readonly ("draft" | "published")[] =>
  draftAndPublish ? ["draft", "published"] : ["draft"];

async function fromRelation(ask: Ask, path: readonly string[]): Promise<Outcome<Inbound>> {
  const { type, service, options } = ask;
  const found = new Map<string, Pointer>();
  const totals: number[] = [];
  for (const status of statusesOf(type)) {
    const params = { ...paramsOf(ask, path), status };
    const [error, rows, meta] = await service.cms
      .collection<JsonObject>(type.name)
      .findMany({ params, ...options });
    if (error) return isNotForUs(error) ? done(noneAt([nameOf(type, path)])) : refused(error);
    for (const row of rows) keep(found, textIn(row, "documentId"), pointerIn(row, type, path), ask);
    totals.push(meta.pagination?.total ?? 0);
  }
  // A document that points to itself comes and goes with itself.
  if (type.uid === ask.target.uid) found.delete(ask.target.documentId);
  // There is a row for each locale: of more than could be read, nobody knows how many documents they are.
  const beyond = totals.filter((total) => total > named);
  const total = Math.max(found.size, ...beyond);
  return done({ pointers: [...found.values()].slice(0, named), total, unseen: [] });
}

/** Of several locales the one that the target is looked at in, else the first. */
function keep(
  found: Map<string, Pointer>,
  key: string,
  pointer: Pointer,
  { locale }: Pick<Ask, "locale">,
): void {
  if (!found.has(key) || pointer.locale === locale) found.set(key, pointer);
}

const paramsOf = ({ type, target, only = "*" }: Ask, path: readonly string[]) => ({
  filters: nested(path, { documentId: { $eq: target.documentId } }),
  fields: [type.titleField ?? "documentId", ...(type.localized ? ["locale"] : [])],
  sort: ["documentId:asc"],
  ...(type.localized && { locale: only }),
  pagination: { pageSize: named },
});

const pointerIn = (row: JsonObject, type: ContentType, path: readonly string[]): Pointer => ({
  type: type.name,
  documentId: textIn(row, "documentId"),
  title: titleOf(row, type),
  path: path.join("."),
  ...(type.localized && { locale: textIn(row, "locale") }),
});

/** A single type is read whole, since it can't be searched. */
async function fromSingle(ask: Ask): Promise<Outcome<Inbound>> {
  const { service, type, target, options, only: locale } = ask;
  const found = new Map<string, Pointer>();
  const unseen = new Set<string>();
  const typed = { ...service, type };
  const address = { connection: "", type: type.name, id: singleId };
  for (const status of statusesOf(type)) {
    const [error, rows] = await readLocalizations(typed, address, { status, locale }, options);
    if (error) return isNotForUs(error) ? done(noneAt([type.name])) : refused(error);
    for (const row of rows) {
      for (const path of unreadIn(row, address, ask)) unseen.add(nameOf(type, path));
    }
    const references = rows.flatMap((row) =>
      referencesIn(row, type.attributes, service.catalog).map((one) => ({ row, ...one })),
    );
    for (const { row, documentId, path } of references) {
      const pointer = pointerIn(row, type, [path]);
      if (documentId === target.documentId) keep(found, path, pointer, ask);
    }
  }
  return done({ pointers: [...found.values()], total: found.size, unseen: [...unseen] });
}

/** The relations to the target of which the answer does not show everything. */
function unreadIn(row: JsonObject, address: Address, { service, type, target }: Ask) {
  const { searchable, hidden } = relationPathsTo(target.uid, type.attributes, service.catalog);
  const { unseen } = draftOf(address, informed({ ...service, type }), row);
  const missing = missingIn(unseen).map((path) => path.replaceAll(/\[\d+\]/g, ""));
  const isIn = (one: string, other: string) => one === other || one.startsWith(`${other}.`);
  return [...searchable, ...hidden].filter((path) => {
    const name = path.join(".");
    return missing.some((one) => isIn(name, one) || isIn(one, name));
  });
}

/** The token may not look there, the relation is one that it may not ask by, or there is no such route. */
const isNotForUs = ({ name }: CmsError): boolean =>
  /^(Forbidden|Validation|NotFound)Error$/.test(name);
