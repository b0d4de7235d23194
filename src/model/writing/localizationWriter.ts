import type { AttributeSchema } from "../../client/index.ts";
import { oldestSupported, statusFilterSince } from "../connect/capabilities.ts";
import { readLocalizations, type JoinedReads } from "../reading/documentReader.ts";
import { draftOf, type Draft } from "../documents/snapshotReader.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { isSingle, singleId, unusedId } from "../foundation/address.ts";
import { isEmptyValue, pick, textIn, type JsonObject, ownIn } from "../foundation/json.ts";
import { done, failed, hasName, isServiceFailure, toOutcome } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import {
  isComponent,
  isInverse,
  isList,
  isPolymorphic,
  isShared,
  isStructured,
  isUnread,
} from "../schemas/catalog.ts";
import type { Catalog, ContentType } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { noLocale } from "../journal/journalEntry.ts";
import { changesBetween } from "./changedFields.ts";
import { withoutIds } from "../content/componentIds.ts";
import { toRequestData, toServiceForm } from "./serviceForm.ts";
import { writtenContentOf, verify, type Deviation } from "./verification.ts";
import { mayHaveArrived, refusalOf, rejectionOf, sendDraft } from "./writer.ts";
import { findCreated, readNewestRows, type CreationTarget } from "./createdDraft.ts";
import { rowTimes } from "../content/publicationStatus.ts";
import { canFilterByState } from "../reading/readRequests.ts";

export interface CreatedDraft {
  /** The row in the service's answer. */
  readonly row: JsonObject;
  readonly documentId: string;
  readonly draft: Draft;
  /** Without what another client wrote before the draft was read. */
  readonly writtenContent: JsonObject;
  readonly deviations: readonly Deviation[];
  /** Why the draft could not be compared; absent if it was. */
  readonly unread?: ReadFailure;
}

/** How a run verifies documents together, while it creates others. */
export interface LaterVerification {
  /** Called when the creation is recorded and sent. */
  readonly onSend: () => void;
  /** Called with the documentId and the times of a document that is not verified yet. */
  readonly onAnswer: (row: JsonObject) => void;
  /** Whether a document was there before the request, as far as the run knows. */
  readonly isEarlier: (row: JsonObject) => boolean;
  readonly reads: JoinedReads;
}

interface Creation extends CreationTarget {
  readonly content: JsonObject;
  readonly later?: LaterVerification | undefined;
}

/** Creates a localization and verifies it. If no answer arrives, checks whether it was created. */
export async function createAndVerify(creation: Creation): ChangeResult<CreatedDraft> {
  const [refusal, shared] = addsLocale(creation) ? await readShared(creation) : done({});
  if (refusal) return failed(refusal);
  const sentContent = { ...shared, ...creation.content };
  const [unsendable, body] = await requestBodyOf(creation, sentContent);
  if (unsendable) return failed(unsendable);
  const [blind, isEarlier] = await whatIsThere(creation);
  if (blind) return failed(blind);
  const [failure, answer] = await write(creation, body);
  const [lost, row] = failure ? await findAfterFailure(failure, creation, isEarlier) : done(answer);
  if (lost) return failed(lost);
  // The next localization needs the shared attributes as they are after this one.
  const joined = addsLocale(creation) ? undefined : creation.later;
  if (textIn(row, "documentId") !== "") joined?.onAnswer(row);
  return clearFilledAttributes(creation, sentContent, row, joined?.reads);
}

/** Fails if another client has added the locale meanwhile. */
async function whatIsThere(creation: Creation): ChangeResult<LaterVerification["isEarlier"]> {
  const { address, later } = creation;
  if (later && !isAdding(creation)) return done(later.isEarlier);
  const [blind, rows] = await readNewestRows(creation, ["documentId"]);
  if (blind) return failed(blind);
  if (isAdding(creation) && rows.length > 0)
    return failed({ code: "locale-there", locale: address.locale ?? noLocale });
  const ids = new Set(rows.map((row) => textIn(row, "documentId")));
  return done((row) => ids.has(textIn(row, "documentId")));
}

async function findAfterFailure(
  failure: ReadFailure,
  creation: Creation,
  isEarlier: LaterVerification["isEarlier"],
): ChangeResult<JsonObject> {
  const { service, content, documentId } = creation;
  const rejection = rejectionOf(failure);
  if (rejection && !mayHaveArrived(rejection)) return failed(refusalOf(rejection, service));
  const created = await findCreated(creation, content, isEarlier);
  if (created) return done(created);
  return isServiceFailure(failure)
    ? failed({ ...failure, arrived: "unknown" })
    : failed({ code: "not-created", documentId });
}

/**
 * Clears shared attributes again that are empty in the draft. The service set them from the
 * published version, in the drafts of all locales.
 */
async function clearFilledAttributes(
  target: CreationTarget,
  sentContent: JsonObject,
  answer: JsonObject,
  reads: JoinedReads | undefined,
): ChangeResult<CreatedDraft> {
  const { type } = target.service;
  const [failure, created] = await verifyCreated(target, sentContent, answer, reads);
  if (failure) return failed(failure);
  const filled = created.deviations.filter(({ path, expected }) => {
    const attribute = type.attributes.get(path);
    return attribute && isShared(attribute, type) && isEmptyValue(expected);
  });
  if (!addsLocale(target) || filled.length === 0) return done(created);
  const { draft: before, documentId } = created;
  const data = Object.fromEntries(filled.map(({ path, expected }) => [path, expected]));
  const expected = { ...before.content, ...data };
  const [unsendable, body] = await toRequestData(target.service, { data, before, expected });
  const [unemptied, row] = unsendable
    ? failed(unsendable)
    : await write({ ...target, documentId }, body);
  if (!unemptied) return verifyCreated(target, sentContent, row);
  // Reported like lost content: attributes that were empty now have a value in every draft.
  const deviations = created.deviations.map((deviation) =>
    filled.includes(deviation) ? { ...deviation, isLost: true } : deviation,
  );
  return done({ ...created, deviations });
}

/**
 * Reads the localization and compares it. The answer to a create would prove little: routes may
 * populate it differently, and it may repeat what was sent without storing it. If the localization
 * can't be read, it counts as created, because its documentId must not be lost.
 */
async function verifyCreated(
  target: CreationTarget,
  content: JsonObject,
  answer: JsonObject,
  reads?: JoinedReads,
): ChangeResult<CreatedDraft> {
  const { service, address } = target;
  const documentId = textIn(answer, "documentId");
  if (documentId === "") return failed({ code: "not-created", documentId: undefined });
  const documentAddress = { ...address, id: isSingle(address) ? singleId : documentId };
  const which = { status: "draft", locale: address.locale ?? null } as const;
  const read = reads
    ? reads.read(service, documentAddress, which)
    : readLocalizations(service, documentAddress, which);
  const [unread, rows] = await read;
  if (unread) {
    const row = { ...content, ...answer };
    const draft = draftOf(service, row);
    return done({ row, documentId, draft, writtenContent: draft.content, deviations: [], unread });
  }
  // A service may ignore the filter.
  const row = rows.find((other) => textIn(other, "documentId") === documentId);
  if (!row) return failed({ code: "not-created", documentId });
  const draft = draftOf(service, row);
  const expected = withoutIds(content, service);
  const { deviations } = verify(expected, draft.content, { ...service, isNew: true });
  const writtenContent = writtenContentOf(expected, draft, deviations, rowTimes(answer).version);
  return done({ row, documentId, draft, writtenContent, deviations });
}

/**
 * Reads the attributes that a new localization shares with the others and does not set. The service
 * takes attributes that are not sent from another localization, a published one on most databases.
 * It writes them over the drafts of all localizations. Before Strapi 5.47 it takes plain values
 * only, and clears the rest. Fails if it can't add a locale without losing content.
 */
async function readShared(creation: Creation): ChangeResult<JsonObject> {
  const { service, address, documentId, content } = creation;
  const { type, catalog } = service;
  // An inferred type doesn't tell which attributes are shared.
  const attributes = catalog.source === "inferred" ? [] : [...type.attributes];
  const names = attributes
    .filter(([, attribute]) => isShared(attribute, type) && !isUnread(attribute))
    .map(([name]) => name)
    .filter((name) => !Object.hasOwn(content, name));
  const documentAddress = { ...address, id: isSingle(address) ? singleId : (documentId ?? "") };
  const [failure, rows] =
    names.length > 0
      ? await readLocalizations(service, documentAddress, { status: "draft" })
      : done([]);
  if (failure) return failed(failure);
  // A route may return other documents than the requested one.
  const row = rows.find((candidate) => isSingle(address) || candidate["documentId"] === documentId);
  const draft = row && draftOf(withRouteKnowledge(service), row);
  const isSent = (name: string) =>
    draft?.unread.has(name) === false && isFullyReadable(type.attributes.get(name), catalog);
  // Components are left out if they have relations, or values that can't be read.
  const hasOthers = names.some(
    (name) =>
      draft &&
      !isSent(name) &&
      (draft.unread.has(name) || !isEmptyValue(ownIn(draft.content, name))),
  );
  const [tooOld] = await requireVersionForLocale(service, { hasOthers });
  return tooOld ? failed(tooOld) : done(pick(draft?.content ?? {}, names.filter(isSent)));
}

/** Whether a read gives the complete value, valid in every locale: it has no relations. */
function isFullyReadable(attribute: AttributeSchema | undefined, catalog: Catalog): boolean {
  if (!attribute || isUnread(attribute) || attribute.type === "relation") return false;
  if (!isComponent(attribute)) return true;
  const uids = attribute.components ?? [attribute.component ?? ""];
  return uids.every((uid) => {
    const parts = catalog.components.get(uid)?.values();
    return parts && [...parts].every((part) => isFullyReadable(part, catalog));
  });
}

/**
 * Includes nulls: the service sets an omitted attribute to its default, or to the value of another
 * localization. In a new document, it makes work of them where no default is possible.
 */
async function requestBodyOf(creation: Creation, content: JsonObject): ChangeResult<JsonObject> {
  const { service } = creation;
  const [unsendable, changes] = changesBetween({}, withoutIds(content, service), service);
  if (unsendable) return failed(unsendable);
  const emptyEntries = Object.entries(content).filter(([name, value]) => {
    const attribute = service.type.attributes.get(name);
    // Whether the service leaves it empty in a new document that is created without it.
    const staysEmptyUnsent = attribute && attribute.required !== true && isStructured(attribute);
    return isEmptyValue(value) && (isAdding(creation) || !staysEmptyUnsent);
  });
  return toServiceForm(service, { ...Object.fromEntries(emptyEntries), ...changes.data });
}

/** Returns whether the document may have other locales, with which this one shares attributes. */
const addsLocale = (target: CreationTarget): boolean =>
  isAdding(target) && target.address.locale !== undefined;

const isAdding = ({ address, documentId }: CreationTarget): boolean =>
  documentId !== undefined || isSingle(address);

/** The answer names the document. What it has is read. */
async function write(target: CreationTarget, data: JsonObject): ReadResult<JsonObject> {
  const { service, documentId } = target;
  const draft = { documentId, locale: target.address.locale, data };
  const fields = ["documentId", "createdAt", "updatedAt"];
  return toOutcome(await sendDraft(service, draft, { fields }));
}

/**
 * Fails if adding a locale would lose content in the other locales. Before 5.20 the service resets
 * all shared attributes. Before 5.47 it resets shared components that are not sent. The version is
 * determined once for each connection, by requests that change nothing. If it can't be determined,
 * the check passes.
 */
export async function requireVersionForLocale(
  service: TypedService,
  { hasOthers }: { readonly hasOthers: boolean },
): ChangeResult<null> {
  const { capabilities } = service;
  const tooOld = (version: string) =>
    failed({ code: "needs-version", version, part: "localization" } as const);
  if (capabilities.keepsComponentIds === undefined) await findStatusFilter(service);
  if (capabilities.keepsComponentIds === undefined) await probeVersion(service);
  if (capabilities.keepsComponentIds === false) return tooOld(oldestSupported);
  if (hasOthers) await findStatusFilter(service);
  const isLost = hasOthers && capabilities.filtersByStatus === false;
  return isLost ? tooOld(statusFilterSince) : done(null);
}

const collectionsOf = ({ type, catalog }: TypedService): ContentType[] =>
  [type, ...catalog.types.values()].filter(({ kind }) => kind === "collection");

async function findStatusFilter(service: TypedService): Promise<void> {
  const filterable = collectionsOf(service).find(({ draftAndPublish }) => draftAndPublish);
  if (filterable) await canFilterByState({ ...service, type: filterable });
}

/**
 * Sends data of no document, which an older service rejects in another way: a component with its
 * id, or a relation by documentId.
 */
async function probeVersion(service: TypedService): Promise<void> {
  const { cms, capabilities } = service;
  const fields = collectionsOf(service).flatMap(({ name: typeName, attributes }) =>
    [...attributes].map(([name, attribute]) => ({ typeName, name, attribute })),
  );
  const probe = fields.find(({ attribute }) =>
    attribute.type === "relation"
      ? !isInverse(attribute) && !isPolymorphic(attribute)
      : attribute.type === "component",
  );
  if (!probe) return;
  const { typeName, name, attribute } = probe;
  const item: JsonObject = attribute.type === "component" ? { id: 0 } : { documentId: unusedId };
  const data = { [name]: isList(attribute) ? [item] : item };
  const [error] = await cms
    .collection<JsonObject>(typeName)
    .update({ documentId: unusedId, payload: { data }, params: { status: "draft" } });
  if (error && hasName(error, "ValidationError", "NotFoundError")) {
    capabilities.learnAnswer(error);
  }
}
