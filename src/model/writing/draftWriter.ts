import type { Result, ShapeParams, Status } from "../../client/index.ts";
import { asJson, textIn, type JsonObject } from "../foundation/json.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import { done, failed, isRefusal, refused } from "../foundation/outcome.ts";
import { readByRoute, withLocalizations } from "../reading/documentReader.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import { wholeShapes } from "../content/requestShape.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { rowTimes } from "../content/publicationStatus.ts";

interface DraftWrite {
  /** Absent for a single type, and for a document that the write creates. */
  readonly documentId?: string | undefined;
  /** The default locale if undefined. */
  readonly locale?: string | undefined;
  readonly data: JsonObject;
  /** `published` publishes the draft after the write. */
  readonly status?: Status;
}

interface WrittenDraft {
  readonly row: JsonObject;
  /** The version in the answer. A later one, if the row was read then, is of another client. */
  readonly version: number;
}

/**
 * Writes a draft by the route of its type, once, and returns all of its content. If one response
 * can't hold it, the draft is read. If only that read fails, its failure has `arrived`.
 */
export async function writeDraft(
  service: TypedService,
  write: DraftWrite,
): ReadResult<WrittenDraft> {
  const [shape, ...more] = wholeShapes(service);
  const [error, row] = await sendDraft(service, write, more.length > 0 ? {} : shape);
  if (error) return refused(error);
  const { version } = rowTimes(row);
  if (more.length === 0) return done({ row: await withLocalizations(service, row), version });
  const isSingle = service.type.kind === "single";
  const documentId = isSingle ? undefined : (write.documentId ?? textIn(row, "documentId"));
  const target = { documentId, locale: write.locale, status: "draft" } as const;
  const [unread, draft] = await readByRoute(service, target);
  return unread ? failed(unverified(unread)) : done({ row: draft, version });
}

/** The failure of a read after a write, which may have arrived. */
export const unverified = (failure: ReadFailure): ReadFailure =>
  failure.code === "service" ? { ...failure, arrived: "unknown" } : failure;

/** The error of a write that the service rejected or didn't answer; undefined if it wrote. */
export const rejectionOf = (failure: ReadFailure): CmsError | undefined =>
  failure.code === "service" && failure.arrived === undefined ? failure.error : undefined;

export function sendDraft(
  { cms, type }: TypedService,
  { documentId, locale, data, status = "draft" }: DraftWrite,
  shape: ShapeParams = {},
): Promise<Result<JsonObject, unknown>> {
  const payload = { data };
  const params = { ...shape, ...(locale && { locale }), status };
  if (type.kind === "single") return cms.single<JsonObject>(type.name).update({ payload, params });
  const documents = cms.collection<JsonObject>(type.name);
  if (documentId !== undefined) return documents.update({ documentId, payload, params });
  return locale
    ? documents.createLocalization({ payload, params: { ...params, locale } })
    : documents.create({ payload, params });
}

/**
 * Changes attributes of a draft through the content manager, because the type's route changes what
 * is written. Returns the version. Undefined if nothing was written: no administrator is signed in,
 * or the administrator lacks the permission.
 */
export async function writeAsAdmin(
  { type, manage }: TypedService,
  { documentId, locale, data }: DraftWrite,
): Promise<Outcome<number, ReadFailure> | undefined> {
  if (!manage) return undefined;
  const draft = { uid: type.uid, documentId, locale, data };
  const [failure, row] = await manage((admin) => admin.update(draft));
  if (failure && isRefusal(failure)) return undefined;
  return failure ? failed(failure) : done(rowTimes(asJson(row)).version);
}
