import {
  isMediaFile,
  isNew,
  isSingle,
  isUser,
  localizationTarget,
  singleId,
} from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import { createDraft } from "./documentCreation.ts";
import type { LaterVerification } from "../writing/localizationWriter.ts";
import type { Journal } from "../journal/journal.ts";
import { contentIn, noLocale, type NewJournalEntry } from "../journal/journalEntry.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { readLocalizations } from "../reading/documentReader.ts";
import type { TypedService, Catalogs } from "../schemas/catalogs.ts";
import { done, failed, refused, withoutDetails } from "../foundation/outcome.ts";
import { agreeToTakeovers, type TakingConsent } from "../writing/otherDocuments/takeovers.ts";
import type { ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import { mayHaveArrived, type WriteResult } from "../writing/writer.ts";
import { titleOf, type Snapshot } from "../documents/snapshotReader.ts";
import { writeRecorded, writeRecordedContent } from "../writing/recordedWrite.ts";
import type { CmsUser, NewUserData } from "../../client/index.ts";
import { serviceFor } from "../schemas/userType.ts";
import { verify } from "../writing/verification.ts";
import { changeReportOf } from "../writing/changeReport.ts";
import { userChanges } from "../writing/changedFields.ts";
import { userSnapshot } from "../content/userSnapshot.ts";
import { findUsers, readUser } from "../reading/userReader.ts";
import { toUserForm } from "../writing/serviceForm.ts";

export interface CreateRequest extends TakingConsent, Pick<NewJournalEntry, "group"> {
  readonly address: Address;
  readonly content: JsonObject;
  readonly later?: LaterVerification | undefined;
  /** Asks for the password of a new user; undefined if the user cancels. */
  readonly askPassword?: () => Promise<string | undefined>;
}

export interface CreateResult extends WriteResult {
  readonly address: Address;
}

/** Creates the document or its missing localization: live at once if the type has no drafts. */
export async function createFromText(
  request: CreateRequest,
  dependencies: { readonly catalogs: Catalogs; readonly journal: Journal },
): ChangeResult<CreateResult> {
  const { address: newAddress, content, group } = request;
  if (isUser(newAddress)) return createUser(request, dependencies);
  // A file is created by an upload.
  if (isMediaFile(newAddress)) return failed({ code: "read-only" });
  const { connection, type: name } = newAddress;
  const [unknown, service] = await dependencies.catalogs.type(connection, name);
  if (unknown) return failed(unknown);
  const target = localizationTarget(newAddress);
  const address =
    target ?? (service.type.kind === "single" ? { ...newAddress, id: singleId } : newAddress);
  const [refusal, action] = target
    ? await requireLocaleMissing(service, target)
    : await actionFor(service, address);
  if (refusal) return failed(refusal);
  const at = ({ snapshot: { facts } }: WriteResult): Address =>
    isSingle(address) ? address : { ...address, id: textIn({ ...facts }, "documentId") };
  const [declined, elsewhere] = await agreeToTakeovers(service, { address, content }, request);
  if (declined) return failed(declined);
  const title = titleOf(content, service.type);
  const after = contentIn(address, content);
  const entry = { action, address, title, after, group, elsewhere };
  const [failure, written] = await writeRecordedContent(dependencies.journal, entry, service, {
    send: (note) => {
      const onAnswer = (row: JsonObject) => {
        if (isNew(address)) note({ ...address, id: textIn(row, "documentId") });
        request.later?.onAnswer(row);
      };
      const later = request.later && { ...request.later, onAnswer };
      const creating = createDraft(service, address, content, later);
      later?.onSend();
      return creating;
    },
    at,
  });
  if (failure) return failed(failure);
  const report = { ...written.report, elsewhere };
  return done({ address: at(written), ...written, report });
}

type CreateAction = "create" | "localize";

/** A single type's document may exist in other locales. */
async function actionFor(service: TypedService, address: Address): ChangeResult<CreateAction> {
  if (!isSingle(address)) return done(isNew(address) ? "create" : "localize");
  if (!service.type.localized) return done("create");
  const [unread, rows] = await readLocalizations(service, address, { status: "draft" });
  return unread ? failed(unread) : done(rows.length === 0 ? "create" : "localize");
}

/** Fails unless the document exists and lacks the locale, and the service lists that locale. */
async function requireLocaleMissing(
  service: TypedService,
  address: Address,
): ChangeResult<CreateAction> {
  const { locale = "" } = address;
  const unlisted = unlistedLocaleFailure(service, locale);
  if (unlisted) return failed(unlisted);
  const [unread, rows] = await readLocalizations(service, address, { status: "draft" });
  if (unread) return failed(unread);
  // A route may return other documents than the requested one.
  const localizations = rows.filter((row) => isSingle(address) || row["documentId"] === address.id);
  if (localizations.length === 0) return failed({ code: "gone" });
  const isThere = localizations.some((row) => textIn(row, "locale") === locale);
  return isThere ? failed({ code: "locale-there", locale }) : done("localize");
}

/** The service itself accepts and stores any text as a locale. */
export function unlistedLocaleFailure(
  { type, catalog }: TypedService,
  locale: string,
): ChangeFailure | undefined {
  if (type.localized && catalog.locales.length === 0) return { code: "no-locale-list" };
  const isInList = type.localized && catalog.locales.some(({ code }) => code === locale);
  return isInList ? undefined : { code: "unknown-locale", locale };
}

/** As an administrator, with the documentId of its address. Fails if the document exists. */
export async function createEmptyDraft(
  { address, title, group }: { address: Address; title: string; group: string },
  service: TypedService,
  journal: Journal,
): ChangeResult<null> {
  const { type, manage } = service;
  if (!manage) return failed({ code: "declined" });
  const { id: documentId, locale } = address;
  const entry = { action: "create", address, title, after: contentIn(address, {}), group } as const;
  return writeRecorded(journal, entry, service, {
    send: async () => {
      const [refusal] = await manage((admin) =>
        admin.create({ uid: type.uid, documentId, locale }),
      );
      if (refusal?.code !== "service") return refusal ? failed(refusal) : done(null);
      const { error } = refusal;
      return failed(mayHaveArrived(error) ? { ...refusal, arrived: "unknown" } : refusal);
    },
  });
}

/** Creates a user, who can sign in at once. Sends the password only to the service. */
async function createUser(
  { address, content, askPassword }: CreateRequest,
  { catalogs, journal }: Parameters<typeof createFromText>[1],
): ChangeResult<CreateResult> {
  const [unknown, service] = await serviceFor(address, content, catalogs);
  if (unknown) return failed(unknown);
  const [unsendable, changes] = userChanges({}, content, service);
  if (unsendable) return failed(unsendable);
  const password = await askPassword?.();
  if (password === undefined) return failed({ code: "declined" });
  const at = ({ content: { id = null } }: Snapshot) => ({ ...address, id: JSON.stringify(id) });
  const title = textIn(content, "username");
  const entry = { action: "create", address, title, after: { [noLocale]: content } } as const;
  const [failure, snapshot] = await writeRecorded(journal, entry, service, {
    send: () => sendUser(service, { ...changes.data, password }),
    after: (createdUser) => ({ [noLocale]: createdUser.content }),
    at,
  });
  if (failure) return failed(withoutDetails(failure));
  const { deviations } = verify(content, snapshot.content, { ...service, isNew: true });
  const report = changeReportOf({ sent: Object.keys(changes.data), deviations });
  return done({
    address: at(snapshot),
    snapshot,
    writtenContent: snapshot.content,
    expected: content,
    report,
  });
}

/** If no answer arrives, checks for a new user with this email. */
async function sendUser(service: TypedService, data: JsonObject): ChangeResult<Snapshot> {
  const query = { filters: { email: { $eqi: textIn(data, "email") } }, populate: ["role"] };
  const [blind, earlierUsers] = await findUsers(service, query);
  if (blind) return failed(blind);
  const [unsendable, inForm] = await toUserForm(service, data);
  if (unsendable) return failed(unsendable);
  const [error, user] = await service.cms
    .users()
    .create({ data: inForm as JsonObject & NewUserData<CmsUser> });
  if (!error) return readCreated(service, user);
  if (!mayHaveArrived(error)) return refused(error);
  const [unseen, users] = await findUsers(service, query);
  if (unseen) return failed({ code: "service", error, arrived: "unknown" });
  const createdUser = users.find(({ id }) => earlierUsers.every((earlier) => earlier.id !== id));
  return createdUser
    ? readCreated(service, createdUser)
    : failed({ code: "service", error, arrived: "no" });
}

/** The answer to a write has only the role of the parts that a user refers to. */
async function readCreated(service: TypedService, createdUser: CmsUser): ChangeResult<Snapshot> {
  const [, user] = await readUser(service, { id: String(createdUser.id) });
  return done(userSnapshot(user ?? createdUser, service));
}
