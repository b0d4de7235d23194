import type { AttributeSchema, ShapeParams } from "../../../client/index.ts";
import { isSingle, usersType } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Service, TypedService } from "../../schemas/catalogs.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import { isStructured } from "../../schemas/catalog.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import type { Place } from "../../query/listing/content.ts";
import {
  narrowedParams,
  narrowedState,
  requireStatusFilter,
} from "../../query/listing/narrowing.ts";
import type { Narrowing } from "../../query/listing/narrowing.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import { populateOf } from "../../documents/snapshot/populate.ts";
import { draftOf } from "../../documents/snapshot/reader.ts";
import type { Draft, Reader } from "../../documents/snapshot/reader.ts";
import { standingOf } from "../../documents/snapshot/standing.ts";
import type { Standing } from "../../documents/snapshot/standing.ts";
import { userTypeOf } from "../../schemas/userType.ts";
import { userSnapshot } from "../../documents/snapshot/userSnapshot.ts";
import { userPages } from "./userPages.ts";

/** Some documents of one type in one locale, or some users. */
export interface Some extends Place {
  readonly locale?: string;
  /** Those of them that are meant; absent for all that match. */
  readonly ids?: readonly string[];
  readonly narrowing: Narrowing;
}

/** One that was found, as far as its attributes were asked for. */
export interface Found {
  readonly address: Address;
  readonly now: Draft & Standing;
  readonly service: TypedService;
}

interface Reading {
  readonly service: Service;
  readonly reader: Reader;
  /** The attributes to read. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
}

type Pages = AsyncGenerator<Outcome<readonly Found[]>, void, void>;

/** How many documents are asked for at once: what a service grants unless it is told otherwise. */
const most = 100;

/**
 * Reads drafts or users page by page, in the order of their ids, so that nothing that is written meanwhile
 * moves what is still to be read. Ends after the last page, or with a failure.
 */
export function readSome(some: Some, reading: Reading): Pages {
  if (some.type === usersType) return users(some, reading);
  const type = reading.service.catalog.types.get(some.type);
  if (!type) return one(failed({ code: "no-type", name: some.type }));
  const typed = { ...reading.service, type };
  return type.kind === "single" ? single(some, typed, reading) : documents(some, typed, reading);
}

// eslint-disable-next-line @typescript-eslint/require-await -- a page like the others, without a request
async function* one(page: Outcome<readonly Found[]>): Pages {
  yield page;
}

async function* documents(some: Some, service: TypedService, reading: Reading): Pages {
  const { cms, type } = service;
  const params = { ...listParams(some, type), ...shapeFor(service, reading.names) };
  const { signal, names } = reading;
  const wanted = [...names, ...(type.titleField === undefined ? [] : [type.titleField])];
  const [tooOld] = await requireStatusFilter(service, some.narrowing, signal);
  if (tooOld) return yield failed(tooOld);
  const pages = cms.collection<JsonObject>(type.name).pages({ params, ...(signal && { signal }) });
  for await (const [error, rows] of pages) {
    if (error) return yield refused(error);
    const [failure, live] = await publishedOf(some, rows, service, signal);
    if (failure) return yield failed(failure);
    const found = rows.map((draft) => {
      const id = textIn(draft, "documentId");
      const address = { connection: some.connection, type: some.type, id, ...inLocale(some) };
      const published = live.filter((row) => row["documentId"] === id);
      const standing = standingOf(draft, published, type);
      const now = { ...draftOf(address, service, draft, wanted), ...standing };
      return { address, now, service };
    });
    yield done(found.filter((one) => isMeant(one, some)));
  }
}

/** A service passes over what it does not know, and would then give everything. */
function isMeant({ address, now, service }: Found, { ids, narrowing }: Some): boolean {
  const state = narrowedState(narrowing, service.type);
  return (!ids || ids.includes(address.id)) && (!state || state === now.state);
}

/** What a list request for the drafts of some documents takes, in the order of their ids. */
export function listParams(some: Some, type: ContentType) {
  const { status, ...matching } = narrowedParams(some.narrowing, type);
  return {
    status,
    ...(some.ids ? { filters: { documentId: { $in: some.ids } } } : matching),
    ...inLocale(some),
    // Whatever it is narrowed to: nothing that is written meanwhile moves what is still to be read.
    sort: ["documentId:asc"],
    pagination: { pageSize: most },
  };
}

const inLocale = ({ locale }: Pick<Some, "locale">): { locale?: string } =>
  locale ? { locale } : {};

/** Enough of a document to tell its version, its title and some of its attributes. */
function shapeFor(service: TypedService, names: readonly string[]): ShapeParams {
  const { catalog, type } = service;
  if (catalog.source === "inferred") return { populate: "*" };
  const wanted = new Map<string, AttributeSchema>(
    [...type.attributes].filter(([name]) => names.includes(name) || name === type.titleField),
  );
  const plain = [...wanted].flatMap(([name, attribute]) => (isStructured(attribute) ? [] : name));
  return {
    fields: [...plain, "createdAt", "updatedAt", ...(type.localized ? ["locale"] : [])],
    populate: {
      ...populateOf(wanted, catalog),
      ...(type.localized && { localizations: { fields: ["updatedAt", "locale"] } }),
    },
  };
}

/** When the published versions of a page of drafts changed last. */
export async function publishedOf(
  some: Pick<Some, "locale">,
  drafts: readonly JsonObject[],
  { cms, type }: TypedService,
  signal: AbortSignal | undefined,
): Promise<Outcome<readonly JsonObject[]>> {
  if (!type.draftAndPublish || drafts.length === 0) return done([]);
  const [error, rows] = await cms.collection<JsonObject>(type.name).findMany({
    params: {
      status: "published",
      ...inLocale(some),
      filters: { documentId: { $in: drafts.map((row) => textIn(row, "documentId")) } },
      fields: ["updatedAt", "publishedAt", ...(type.localized ? ["locale"] : [])],
      pagination: { pageSize: most, withCount: false },
    },
    ...(signal && { signal }),
  });
  return error ? refused(error) : done(rows);
}

async function* single(some: Some, service: TypedService, { reader, signal }: Reading): Pages {
  const { connection, type } = some;
  for (const id of some.ids ?? []) {
    const address = { connection, type, id, ...inLocale(some) };
    const [failure, now] = await reader.look(address, signal);
    yield failure
      ? isSingle(address) && failure.code === "nothing-yet"
        ? done([])
        : failed(failure)
      : done([{ address, now, service }]);
  }
}

async function* users(some: Some, { service, signal }: Reading): Pages {
  const { connection, type, ids } = some;
  for await (const [failure, page] of userPages(some, service, signal ? { signal } : {})) {
    if (failure) return yield failed(failure);
    const found = page.map((user) => {
      const now = { ...userSnapshot(user, connection), publishedAt: null, published: [] };
      const typed = { ...service, type: userTypeOf(service.catalog, now.content) };
      return { address: { connection, type, id: String(user.id) }, now, service: typed };
    });
    yield done(found.filter(({ address }) => !ids || ids.includes(address.id)));
  }
}
