import { oldestSupported } from "../connect/capabilities.ts";
import { administrator } from "../content/unreadAttributes.ts";
import { fileSnapshot } from "../content/fileSnapshot.ts";
import { isSameValue } from "../content/equality.ts";
import { fileFailure, fileIdOf } from "../reading/fileReader.ts";
import {
  documentTarget,
  isMediaFile,
  isSingle,
  isUser,
  localeParameter,
} from "../foundation/address.ts";
import {
  changeTimesIn,
  draftOf,
  publishedRowsOf,
  snapshotOf,
} from "../documents/snapshotReader.ts";
import {
  readLocalizationParts,
  readLocalizations,
  readByRoute,
  withLocalizations,
} from "../reading/documentReader.ts";
import { isComponent, isShared } from "../schemas/catalog.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import { userSnapshot } from "../content/userSnapshot.ts";
import type { Address } from "../foundation/address.ts";
import { pick, textIn, asJson, ownIn, attributeNameOf } from "../foundation/json.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done, failed, hasName, mapOutcome, refused, isRefusal } from "../foundation/outcome.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import { containsContent, writtenContentOf, verify } from "./verification.ts";
import { reportOfWrite, sendsAllFields, withPartialType } from "./changedFields.ts";
import type { DocumentWrite } from "./changedFields.ts";
import { toRequestData, toUserForm } from "./serviceForm.ts";
import type { ChangeReport } from "./changeReport.ts";
import type { Result, ShapeParams, Status } from "../../client/index.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import { wholeShapes } from "../content/requestShape.ts";
import { rowTimes } from "../content/publicationStatus.ts";

/** A request to show to the user, without the parameters that shape the answer. */
export interface WireRequest {
  readonly method: "PUT" | "POST";
  /** Whether the request goes to the content manager instead of the route of the type. */
  readonly isAdmin: boolean;
  /**
   * Relative to the content API, such as `/articles/md226?status=draft&locale=en`; with `isAdmin`,
   * relative to the service.
   */
  readonly path: string;
  readonly body: JsonObject;
}

export interface WriteResult {
  readonly snapshot: Snapshot;
  /** Without what another client wrote before the snapshot was read. */
  readonly writtenContent: JsonObject;
  readonly expected: JsonObject;
  readonly report: ChangeReport;
}

/**
 * Writes attributes once, to the draft and never to the published version. Returns the resulting
 * snapshot and its deviations from the expected content. If the answer deviates, the document is
 * read again, because only a read may become a base. If no answer arrives, reads the document
 * before it reports that nothing was written.
 */
export async function writeAndVerify(write: DocumentWrite): ChangeResult<WriteResult> {
  const { service, address, before, data, reader } = write;
  const [failure, answer] = await send(write);
  if (!failure) return verifyAndCopyShared(write, answer);
  if (failure.code !== "service" || !mayHaveArrived(failure.error)) return failed(failure);
  const [blind, currentSnapshot] = await reader.reread(before, address);
  if (blind) return failed({ ...failure, arrived: "unknown" });
  if (currentSnapshot.version === before.version)
    return failed(withPartialType({ ...failure, arrived: "no" }, service));
  if (!containsContent(currentSnapshot.content, data, service))
    return failed({ ...failure, arrived: "unknown" });
  // The service may have failed while it copied shared attributes to the other localizations.
  return verifyAndCopyShared(write, { snapshot: currentSnapshot, version: undefined });
}

interface Answer {
  readonly snapshot: Snapshot;
  /** The version in the service's answer, which the snapshot may not have; undefined if lost. */
  readonly version: number | undefined;
}

async function send(write: DocumentWrite): ChangeResult<Answer> {
  const { address } = write;
  if (!isUser(address) && !isMediaFile(address)) return writeByReadRoute(write);
  const writing = isUser(address) ? writeUser(write) : writeFileInfo(write);
  return mapOutcome(await writing, (snapshot) => ({ snapshot, version: snapshot.version }));
}

async function verifyAndCopyShared(
  write: DocumentWrite,
  answer: Answer,
): ChangeResult<WriteResult> {
  const { address, expected } = write;
  if (isMediaFile(address)) return verifyAnswer({ ...write, expected: cleared(expected) }, answer);
  const outcome = await verifyAnswer(write, answer);
  const [failure, written] = outcome;
  if (failure || isUser(address)) return outcome;
  const isCopySent = await copyShared(write, written.snapshot);
  // A copy may have changed the version of this localization, too.
  return isCopySent ? readAndVerify(write, { ...answer, snapshot: written.snapshot }) : outcome;
}

/**
 * Copies shared attributes that a write has changed to the drafts of other localizations that the
 * service did not update. Returns whether it sent any. The service copies them itself, with two
 * exceptions. It copies nothing if the written values equal a row of the document; on PostgreSQL
 * and MariaDB that row may be the published version, so an undo reaches one localization only. On
 * MariaDB, it answers 500 if its writes of two localizations block each other. A draft that has
 * changed since is not written. Shared components are not copied: they may hold attributes that
 * can't be read.
 */
async function copyShared(
  { service, address, data, before }: DocumentWrite,
  after: Snapshot,
): Promise<boolean> {
  const { type } = service;
  const names = Object.keys(data).filter((name) => {
    const attribute = type.attributes.get(name);
    const isCopied = attribute && isShared(attribute, type) && !isComponent(attribute);
    return isCopied && !after.unread.has(name);
  });
  const changeTimes = changeTimesIn(before.localeVersions);
  const isOrdered = service.capabilities.database === "sqlite";
  const isKnown = service.catalog.source !== "inferred";
  if (!isKnown || names.length === 0 || changeTimes.size < 2 || isOrdered) return false;
  // Whole drafts if a copy sends all fields.
  const readNames = sendsAllFields(service) ? undefined : names;
  const isMedia = (name: string) => type.attributes.get(name)?.type === "media";
  const [, rows] = readNames
    ? await readLocalizationParts(service, address, {
        fields: ["updatedAt", "locale", ...readNames.filter((name) => !isMedia(name))],
        populate: readNames.filter(isMedia),
        status: "draft",
      })
    : await readLocalizations(service, address, { status: "draft" });
  let isSent = false;
  for (const row of rows ?? []) {
    const locale = textIn(row, "locale");
    const draft = draftOf(service, row, readNames);
    const isOther = locale !== before.facts.locale;
    if (!isOther || changeTimes.get(locale) !== draft.facts.updatedAt) continue;
    const { deviations } = verify(pick(after.content, names), pick(draft.content, names), service);
    const staleNames = deviations.map(({ path }) => attributeNameOf(path));
    if (staleNames.length === 0) continue;
    const copy = pick(after.content, staleNames);
    const change = { data: copy, before: draft, expected: { ...draft.content, ...copy } };
    const [unsendable, inForm] = await toRequestData(service, change);
    if (unsendable) continue;
    // A copy that failed may still have changed a localization.
    await sendDraft(service, { documentId: address.id, locale, data: inForm });
    isSent = true;
  }
  return isSent;
}

async function verifyAnswer(write: DocumentWrite, answer: Answer): ChangeResult<WriteResult> {
  const { service, expected } = write;
  const { snapshot } = answer;
  const verification = verify(expected, snapshot.content, service);
  // If the route decides which fields it returns, its answer proves nothing.
  const isRouteDecided = service.routes.decides("one", service.type.uid) === true;
  const isWhole = verification.isComparable && (wasReadAsAdmin(snapshot) || !isRouteDecided);
  return verification.deviations.length === 0 && isWhole
    ? done(resultOf(write, answer, verification))
    : readAndVerify(write, answer);
}

async function readAndVerify(write: DocumentWrite, answer: Answer): ChangeResult<WriteResult> {
  const { service, address, expected, reader } = write;
  const [failure, snapshot] = await reader.reread(answer.snapshot, address);
  if (failure) return failed(unverified(failure));
  const verification = verify(expected, snapshot.content, service);
  return done(resultOf(write, { ...answer, snapshot }, verification));
}

const resultOf = (
  { service, data, expected }: DocumentWrite,
  { snapshot, version }: Answer,
  { deviations }: Pick<ChangeReport, "deviations">,
): WriteResult => ({
  snapshot,
  writtenContent: writtenContentOf(expected, snapshot, deviations, version),
  expected,
  report: reportOfWrite(service, { sent: Object.keys(data), deviations }),
});

const wasReadAsAdmin = ({ facts }: Snapshot): boolean => facts.readAs === administrator;

export function toRequest(
  { type }: TypedService,
  address: Address,
  { before, data }: Pick<DocumentWrite, "before" | "data">,
): WireRequest {
  const id = isSingle(address) ? [] : [address.id];
  if (wasReadAsAdmin(before)) {
    const kind = isSingle(address) ? "single-types" : "collection-types";
    const path = ["", "content-manager", kind, type.uid, ...id].join("/");
    return { method: "PUT", isAdmin: true, path, body: { ...data, ...localeParameter(address) } };
  }
  const path = ["", type.name, ...id].join("/");
  if (isUser(address)) return { method: "PUT", isAdmin: false, path, body: data };
  if (isMediaFile(address)) {
    // The numeric id is looked up when the request is sent.
    const body = { fileInfo: cleared(data) };
    return { method: "POST", isAdmin: false, path: "/upload?id=…", body };
  }
  const query = new URLSearchParams({ status: "draft", ...localeParameter(address) });
  return { method: "PUT", isAdmin: false, path: `${path}?${query.toString()}`, body: { data } };
}

/** Returns whether the service may have applied a write that failed with this error. */
export function mayHaveArrived(error: CmsError): boolean {
  if (error.attempts === 0) return false;
  if (hasName(error, "CmsTimeoutError", "CmsAbortError", "ParseError")) return true;
  return error.name === "NetworkError"
    ? !neverConnected.test(error.code ?? "")
    : (error.status ?? 0) >= 500;
}

const neverConnected =
  /^(?:EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT)$/;

/** A document that was read as an administrator is written as an administrator. */
async function writeByReadRoute(write: DocumentWrite): ChangeResult<Answer> {
  const { service, address, before, expected, reader } = write;
  const [unsendable, data] = await toRequestData(service, write);
  if (unsendable) return failed(unsendable);
  const adminOutcome = wasReadAsAdmin(before)
    ? await writeAsAdmin(service, { ...documentTarget(address), data })
    : undefined;
  if (!adminOutcome) return writeByRoute({ ...write, data });
  const [failure, version] = adminOutcome;
  if (failure) return failed(failure.code === "service" ? goneOr(failure.error, service) : failure);
  const [blind, currentSnapshot] = await reader.reread(before, address);
  if (blind) return failed(unverified(blind));
  // The content manager ignores fields that the administrator may not change, without an error.
  const { attributes } = service.type;
  const isSame = (name: string, content: JsonObject, other: JsonObject) =>
    isSameValue(attributes.get(name), ownIn(content, name), ownIn(other, name), service.catalog);
  const unwrittenNames = Object.keys(data).filter(
    (name) =>
      isSame(name, currentSnapshot.content, before.content) &&
      !isSame(name, currentSnapshot.content, expected),
  );
  if (unwrittenNames.length === 0) return done({ snapshot: currentSnapshot, version });
  return writeByRoute({ ...write, before: currentSnapshot, data: pick(data, unwrittenNames) });
}

const goneOr = (error: CmsError, service: TypedService): ChangeFailure =>
  error.name === "NotFoundError" ? { code: "gone" } : refusalOf(error, service);

async function writeByRoute(write: DocumentWrite): ChangeResult<Answer> {
  const { service, address, before, data } = write;
  const [failure, written] = await writeDraft(service, { ...documentTarget(address), data });
  if (!failure) {
    const snapshot = snapshotOf(service, written.row, publishedRowsOf(before));
    return done({ snapshot, version: written.version });
  }
  const rejection = rejectionOf(failure);
  return failed(rejection ? goneOr(rejection, service) : failure);
}

/** Why the service rejected a write. One too old for component ids reports an invalid key. */
export const refusalOf = (error: CmsError, { capabilities }: TypedService): ChangeFailure =>
  capabilities.learnRefused(error)
    ? { code: "needs-version", version: oldestSupported, part: "components" }
    : { code: "service", error };

/** Writes attributes of a user, live at once, and returns the current user. */
async function writeUser(write: DocumentWrite): ChangeResult<Snapshot> {
  const { service, address, before, data } = write;
  const id = Number(address.id);
  if (!Number.isInteger(id)) return failed({ code: "gone" });
  const [unsendable, inForm] = await toUserForm(service, data, before.content);
  if (unsendable) return failed(unsendable);
  const [error, user] = await service.cms.users().update({ id, data: inForm });
  if (!error) return done(userSnapshot(user, service));
  return error.name === "NotFoundError" ? failed({ code: "gone" }) : refused(error);
}

async function writeFileInfo({ service, address, data }: DocumentWrite): ChangeResult<Snapshot> {
  const [unknown, id] = await fileIdOf(service, address);
  if (unknown) return failed(unknown);
  const info = pick(data, ["name", "alternativeText", "caption"]);
  const [error, file] = await service.cms.upload().update({ id, ...info });
  return error ? failed(fileFailure(error)) : done(fileSnapshot(file, service));
}

/** Replaces null with an empty text, because the service ignores null. */
function cleared(content: JsonObject): JsonObject {
  const texts = ["alternativeText", "caption"].filter((name) => ownIn(content, name) === null);
  return { ...content, ...Object.fromEntries(texts.map((name) => [name, ""])) };
}

interface DraftWrite {
  /** Absent for a single type, and for a document that the write creates. */
  readonly documentId?: string | undefined;
  /** The default locale if undefined. */
  readonly locale?: string | undefined;
  readonly data: JsonObject;
  /** `published` publishes the draft after the write. */
  readonly status?: Status;
}

/**
 * Writes a draft by the route of its type, once, and returns all of its content with the version in
 * the answer. If one response can't hold the content, the draft is read, and may have a later version
 * of another client. If only that read fails, its failure has `arrived`.
 */
export async function writeDraft(
  service: TypedService,
  write: DraftWrite,
): ReadResult<{ row: JsonObject; version: number }> {
  const [shape, ...more] = wholeShapes(service);
  const [error, row] = await sendDraft(service, write, more.length > 0 ? {} : shape);
  if (error) return refused(error);
  const { version } = rowTimes(row);
  if (more.length === 0) return done({ row: await withLocalizations(service, row), version });
  const ofCollection = write.documentId ?? textIn(row, "documentId");
  const documentId = service.type.kind === "single" ? undefined : ofCollection;
  const target = { documentId, locale: write.locale, status: "draft" } as const;
  const [unread, draft] = await readByRoute(service, target);
  return unread ? failed(unverified(unread)) : done({ row: draft, version });
}

/** The failure of a read after a write, which may have arrived. */
const unverified = (failure: ReadFailure): ReadFailure =>
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
async function writeAsAdmin(
  { type, manage }: TypedService,
  { documentId, locale, data }: DraftWrite,
): Promise<Outcome<number, ReadFailure> | undefined> {
  if (!manage) return undefined;
  const draft = { uid: type.uid, documentId, locale, data };
  const [failure, row] = await manage((admin) => admin.update(draft));
  if (failure && isRefusal(failure)) return undefined;
  return failure ? failed(failure) : done(rowTimes(asJson(row)).version);
}
