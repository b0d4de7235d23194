import type { Address } from "../address.ts";
import { readPublishedSide } from "./comparing.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../json.ts";
import { textIn } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed, refused } from "../outcome.ts";
import type { Draft, LookedAt } from "../documents/reader.ts";
import { referencesIn, withoutReferences } from "../references/references.ts";
import type { Reference } from "../references/references.ts";
import { isListed } from "../references/targetSearch.ts";
import type { State } from "../listing/states.ts";
import { differs } from "../saving/differing.ts";
import { isEmpty } from "../saving/wire.ts";

/** What a publish would do, for a person to hear before it goes. */
export interface Publishing {
  /** What is published so far; undefined where nothing ever was. */
  readonly published: JsonObject | undefined;
  /** Attributes that differ from what is published; all that hold something, where nothing is. */
  readonly live: readonly string[];
  /** Other locales whose draft is not what is published: they stay as they are. */
  readonly others: Readonly<Record<string, State>>;
  /** Relations to documents that are not published: the service leaves them out without a word. */
  readonly leftOut: readonly Reference[];
}

/** The draft that is to go live. */
export type Publishable = Pick<LookedAt, "content" | "facts" | "state" | "states">;

/** What would go live with a draft, looked up on the service. Nothing is written. */
export async function publishingOf(
  service: TypedService,
  address: Address,
  draft: Publishable,
  signal?: AbortSignal,
): Promise<Outcome<Publishing>> {
  const options = signal ? { signal } : {};
  const [[failure, published], [unknown, leftOut]] = await Promise.all([
    draft.state === "draft" ? done(undefined) : readPublishedSide(service, address, signal),
    unpublishedIn(service, address, draft, options),
  ]);
  if (failure) return failed(failure);
  if (unknown) return failed(unknown);
  const live = published
    ? differing({ before: published, after: draft.content, leftOut }, service)
    : filled(draft.content, service);
  return done({ published, live, others: othersOf(draft, address), leftOut });
}

/**
 * Attributes in which two versions of a document differ in content, whichever rows their components
 * have. Relations that the service leaves out are no difference.
 */
export function differing(
  versions: {
    readonly before: JsonObject;
    readonly after: JsonObject;
    readonly leftOut?: readonly Reference[];
  },
  { type, catalog }: TypeInCatalog,
): string[] {
  const gone = new Set(versions.leftOut?.map(({ documentId }) => documentId));
  const [before, after] = [versions.before, versions.after].map((content) =>
    withoutReferences(content, type.attributes, catalog, (id) => gone.has(id)),
  );
  return [...type.attributes].flatMap(([name, attribute]) =>
    differs(attribute, before?.[name], after?.[name], catalog) ? [name] : [],
  );
}

const filled = (content: JsonObject, { type }: TypedService): string[] =>
  [...type.attributes.keys()].filter((name) => !isEmpty(content[name]) && content[name] !== "");

const othersOf = ({ states = {} }: Publishable, { locale }: Address): Record<string, State> =>
  Object.fromEntries(
    Object.entries(states).filter(([code, state]) => code !== locale && state !== "published"),
  );

interface Options {
  readonly signal?: AbortSignal;
}

/** The relations of a draft whose targets have no published version to point to. */
async function unpublishedIn(
  service: TypedService,
  address: Address,
  { content, facts }: Publishable,
  options: Options,
): Promise<Outcome<readonly Reference[]>> {
  const { type, catalog } = service;
  const references = referencesIn(content, type.attributes, catalog).filter(
    // A document that points to itself goes live together with what it points to.
    ({ documentId }) => documentId !== facts.documentId,
  );
  const targets = [...new Set(references.map(({ target }) => target))];
  const published = new Set<string>();
  for (const uid of targets) {
    const ids = references.flatMap((one) => (one.target === uid ? one.documentId : []));
    const [failure, found] = await publishedAmong(service, address, { uid, ids }, options);
    if (failure) return failed(failure);
    for (const id of found) published.add(id);
  }
  return done(references.filter(({ documentId }) => !published.has(documentId)));
}

/** Which of some documents can be pointed to by what is published; all, where that can't be told. */
async function publishedAmong(
  { cms, catalog }: TypedService,
  { locale = "*" }: Address,
  { uid, ids }: { readonly uid: string; readonly ids: readonly string[] },
  options: Options,
): Promise<Outcome<readonly string[]>> {
  const target = catalog.targets.get(uid);
  if (!target?.draftAndPublish || !isListed(target, catalog)) return done(ids);
  const [error, rows] = await cms.collection<JsonObject>(target.name).findMany({
    all: true,
    params: {
      status: "published",
      fields: ["documentId"],
      filters: { documentId: { $in: [...new Set(ids)] } },
      ...(target.localized && { locale }),
    },
    ...options,
  });
  if (!error) return done(rows.map((row) => textIn(row, "documentId")));
  return error.name === "ForbiddenError" ? done(ids) : refused(error);
}

/** The locales, other than its own, that came, changed or went since a snapshot had that family. */
export function localesMovedSince(family: string, { family: now, facts }: Draft): string[] {
  const [before, after] = [family, now].map(
    (versions) => new Map(JSON.parse(versions) as Versions),
  );
  const codes = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  return codes.filter((code) => code !== facts.locale && before?.get(code) !== after?.get(code));
}

type Versions = readonly (readonly [locale: string, updatedAt: string])[];
