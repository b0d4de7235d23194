import { setTimeout as pause } from "node:timers/promises";
import { isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick } from "../../foundation/json.ts";
import { readLocalizations } from "../../reading/localizations.ts";
import { changedPaths } from "../../content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { draftOf } from "../../documents/reader.ts";
import { readWhole } from "../../reading/requestShape.ts";

/** The document or type in which a localization is created. */
export interface CreationTarget {
  readonly service: TypedService;
  readonly address: Address;
  /** Undefined if the document does not exist yet. */
  readonly documentId: string | undefined;
}

/** A request that got no answer. */
interface SentCreation extends CreationTarget {
  readonly content: JsonObject;
  /** The newest documents before the request. They need only a documentId. */
  readonly earlier: readonly JsonObject[];
}

/**
 * The pause before each read, in milliseconds. The service may still be processing a request that
 * it did not answer.
 */
export const arrivalPauses = [0, 500, 1_500];

/**
 * How many of the newest documents are read, or fewer if the service limits a page to fewer. Other
 * clients may create documents at the same time.
 */
const newestCount = 10;

/** Finds a localization that the service created without an answer; undefined if there is none. */
export async function findCreated(sent: SentCreation): Promise<JsonObject | undefined> {
  for (const ms of arrivalPauses) {
    await pause(ms);
    const [, rows] = await readNewestWhole(sent);
    const found = rows?.find((row) => isFresh(row, sent) && isSame(row, sent));
    if (found) return found;
  }
  return undefined;
}

/**
 * Reads the documentIds of the newest documents of the type, or of the localizations of an existing
 * document.
 */
export async function readNewest(
  target: CreationTarget,
): Promise<Outcome<readonly JsonObject[], ChangeFailure>> {
  const { service, address, documentId } = target;
  if (documentId !== undefined || isSingle(address)) return readNewestWhole(target);
  const [error, rows] = await service.cms
    .collection<JsonObject>(service.type.name)
    .findMany({ params: { ...newestOf(address), fields: ["documentId"] } });
  return error ? refused(error) : done(rows);
}

async function readNewestWhole({
  service,
  address,
  documentId,
}: CreationTarget): Promise<Outcome<readonly JsonObject[], ChangeFailure>> {
  const { locale } = address;
  if (documentId !== undefined || isSingle(address)) {
    const there = isSingle(address) ? address : { ...address, id: documentId ?? "" };
    const [error, rows] = await readLocalizations(service, there, { status: "draft", locale });
    return error ? refused(error) : done(rows);
  }
  const [error, rows] = await readWhole<readonly JsonObject[], unknown>(service, (shape) =>
    service.cms
      .collection<JsonObject>(service.type.name)
      .findMany({ params: { ...shape, ...newestOf(address) } }),
  );
  return error ? refused(error) : done(rows);
}

const newestOf = ({ locale }: Address) =>
  ({
    status: "draft",
    sort: ["createdAt:desc"],
    ...(locale && { locale }),
    pagination: { pageSize: newestCount, withCount: false },
  }) as const;

const isFresh = ({ documentId }: JsonObject, { earlier }: SentCreation): boolean =>
  earlier.every((row) => row["documentId"] !== documentId);

function isSame(row: JsonObject, { service, address, documentId, content }: SentCreation): boolean {
  const there = draftOf(address, service, row).content;
  // The service adds shared attributes to a new localization of an existing document.
  const comparable = documentId === undefined ? there : pick(there, Object.keys(content));
  return changedPaths(content, comparable, service).length === 0;
}
