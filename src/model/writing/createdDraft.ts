import { setTimeout as pause } from "node:timers/promises";
import { isSingle, type Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { pick, type JsonObject } from "../foundation/json.ts";
import { readLocalizations } from "../reading/documentReader.ts";
import { readFirst } from "../reading/lookup.ts";
import { wholeShapes, type Shapes } from "../content/requestShape.ts";
import { changedPaths } from "../content/merge.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { draftOf } from "../documents/snapshotReader.ts";

/** The document or type in which a localization is created. */
export interface CreationTarget {
  readonly service: TypedService;
  readonly address: Address;
  /** Undefined if the document does not exist yet. */
  readonly documentId: string | undefined;
}

/** The pauses before each read, in milliseconds: the service may still process the request. */
export const arrivalPauses = [0, 500, 1_500];

/** How many of the newest documents are read. Other clients may create some at the same time. */
const newestCount = 10;

/**
 * Finds a localization that the service created without an answer; undefined if there is none.
 * `isEarlier` tells a document that was there before the request.
 */
export async function findCreated(
  target: CreationTarget,
  content: JsonObject,
  isEarlier: (row: JsonObject) => boolean,
): Promise<JsonObject | undefined> {
  const { service, documentId } = target;
  const isSame = (row: JsonObject) => {
    const draftContent = draftOf(service, row).content;
    // The service adds shared attributes to a new localization of an existing document.
    const comparable =
      documentId === undefined ? draftContent : pick(draftContent, Object.keys(content));
    return changedPaths(content, comparable, service).length === 0;
  };
  for (const ms of arrivalPauses) {
    await pause(ms);
    const [, rows] = await readNewestRows(target);
    const createdRow = rows?.find((row) => !isEarlier(row) && isSame(row));
    if (createdRow) return createdRow;
  }
  return undefined;
}

/** Reads the newest documents, or the localizations of an existing one; all fields by default. */
export async function readNewestRows(
  { service, address, documentId }: CreationTarget,
  fields?: readonly string[],
): ChangeResult<readonly JsonObject[]> {
  const { locale } = address;
  const id = isSingle(address) ? address.id : documentId;
  if (id !== undefined) {
    return readLocalizations(service, { id }, { status: "draft", locale });
  }
  const params = { status: "draft", sort: ["createdAt:desc"], ...(locale && { locale }) };
  const shapes: Shapes = fields ? [{ fields }] : wholeShapes(service);
  const [failure, newest] = await readFirst(service, { count: newestCount, params, shapes });
  return failure ? failed(failure) : done(newest.rows);
}
