import type { UnannouncedSave } from "../../connections/saveConsents.ts";
import { fromText, toText } from "../../content/documentText.ts";
import { titleOf } from "../../documents/reader.ts";
import type { Reader, Snapshot } from "../../documents/reader.ts";
import { isNew, localizationTarget } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { createFromText } from "../creating/newDocument.ts";
import type { Journal } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import { isUncertainFailure, writeRecorded } from "../journal/recorded.ts";
import { Session } from "../sessions/session.ts";
import type { Changes } from "../writing/changes.ts";
import { lostIn } from "../writing/verification.ts";
import type { DeviatingWrite } from "../writing/verification.ts";
import { writeAndVerify } from "../writing/writer.ts";
import type { WriteResult } from "../writing/writer.ts";
import { reconcile } from "./saving.ts";
import type { Reconciliation } from "./saving.ts";

/** A request to save a text. */
export interface SaveRequest {
  readonly text: string;
  /** Asks before the values of removed keys are cleared; absent if no user can answer. */
  readonly confirmClearing?: (changes: Changes) => Promise<boolean>;
  /** Asks before a save that VS Code did not announce is sent; absent for all other saves. */
  readonly confirmUnannounced?: (save: UnannouncedSave) => Promise<boolean>;
  /** Asks for the password of a new user; undefined if the user cancels. */
  readonly askPassword?: () => Promise<string | undefined>;
  /** The id that all saves of one action share. */
  readonly group?: string;
  /** Whether the text is saved ahead of its editor, which saves it itself later. */
  readonly isBeforeEditorSave?: boolean;
}

export interface SaveResult {
  /** Whether a request was sent. */
  readonly sent: boolean;
  /** The user edited values that the service owns. They were not changed. */
  readonly factsChanged: boolean;
  /** Attributes with edits that belong to their relation targets. These edits were not sent. */
  readonly ignored: readonly string[];
  /** Paths with remote changes that are now merged into the document. */
  readonly taken: readonly string[];
  /** Absent if the service holds the expected content. */
  readonly deviating?: DeviatingWrite;
  /** The address and title of a new document. */
  readonly created?: { readonly address: Address; readonly title: string };
}

/** The parts of the model that a save uses. */
export interface SaveDependencies {
  readonly catalogs: Catalogs;
  readonly reader: Reader;
  readonly journal: Journal;
}

/** Stores the base of a session, so that it outlives the window. */
interface BaseKeeping {
  readonly saveBase: (session: Session) => Promise<void>;
}

/** A save that passed all checks. Nothing has been sent yet. */
interface PreparedSave {
  readonly service: TypedService;
  readonly content: JsonObject;
  readonly now: Snapshot;
  readonly reconciled: Reconciliation;
}

/** Saves the text of a session, and moves its base on to the saved snapshot. */
export async function saveSession(
  session: Session,
  request: SaveRequest,
  parts: SaveDependencies & BaseKeeping,
): Promise<Outcome<SaveResult, ChangeFailure>> {
  if (isNew(session.address)) return createDocumentOfSession(session, request, parts);
  const [refusal, prepared] = await prepareSave(session, request, parts);
  if (refusal) return failed(refusal);
  const { content, now, reconciled } = prepared;
  const { own, taken, data } = reconciled;
  const { ignored } = own;
  const factsChanged = own.factsChanged && !session.shown.has(content);
  const isSent = Object.keys(data).length > 0;
  const [failure, written] = isSent
    ? await sendRecorded(session, { ...prepared, group: request.group }, parts)
    : done({ snapshot: now, deviations: [] });
  if (failure) return failed(failure);
  const { snapshot } = written;
  session.saved(snapshot, content, { isAhead: request.isBeforeEditorSave === true });
  const differing = deviatingFrom(reconciled.merged, written);
  return done({ sent: isSent, factsChanged, ignored, taken, ...differing });
}

const deviatingFrom = (expected: JsonObject, { snapshot, deviations }: WriteResult) =>
  deviations.length > 0 && { deviating: { deviations, expected, actual: snapshot.content } };

/** Creates the document or localization of a session from its text. */
async function createDocumentOfSession(
  session: Session,
  request: SaveRequest,
  parts: SaveDependencies & BaseKeeping,
): Promise<Outcome<SaveResult, ChangeFailure>> {
  const [invalid, content] = fromText(request.text);
  if (invalid) return failed(invalid);
  const [refusal] = await requireConsent(session, request, content, parts);
  if (refusal) return failed(refusal);
  const wanted = { ...request, address: session.address, content };
  const [failure, made] = await createFromText(wanted, parts);
  if (failure?.code === "locale-there") return saveOverExistingLocale(session, request, parts);
  if (failure) return failed(failure);
  const { address, snapshot } = made;
  session.createdAs(address, snapshot, content);
  const there = { address, title: snapshot.title };
  const differing = deviatingFrom(content, made);
  return done({
    sent: true,
    factsChanged: false,
    ignored: [],
    taken: [],
    created: there,
    ...differing,
  });
}

/**
 * Saves the text of a new localization that another client created meanwhile. The text is saved as
 * a change of that localization: different values are a conflict.
 */
async function saveOverExistingLocale(
  session: Session,
  request: SaveRequest,
  parts: SaveDependencies & BaseKeeping,
): Promise<Outcome<SaveResult, ChangeFailure>> {
  const target = localizationTarget(session.address);
  if (!target) return failed({ code: "locale-there", locale: session.address.locale ?? "" });
  session.retargetTo(target);
  return saveSession(session, request, parts);
}

/** Runs all checks before a write, in the order in which the user should see their failures. */
async function prepareSave(
  session: Session,
  request: SaveRequest,
  parts: SaveDependencies,
): Promise<Outcome<PreparedSave, ChangeFailure>> {
  if (!session.latest && !session.remoteBase) return failed({ code: "never-opened" });
  const [invalid, content] = fromText(request.text);
  if (invalid) return failed(invalid);
  // A save that was not announced can't be an Overwrite: VS Code offers that button only for its
  // own saves.
  const sides = {
    content,
    isByHand: request.confirmClearing !== undefined && !request.confirmUnannounced,
  };
  const [refusal, prepared] = await reconcileWithConsent(session, sides, request, parts);
  if (refusal) return failed(refusal);
  const { own } = prepared.reconciled;
  if (own.cleared.length === 0) return done(prepared);
  if (!request.confirmClearing) return failed({ code: "unasked", cleared: own.cleared });
  if (!(await request.confirmClearing(own))) return failed({ code: "declined" });
  // The document may have changed while the question was open, so read it again.
  return readAndReconcile(session, sides, parts);
}

/**
 * Reads the document and merges. Does so again after a question, as the document may have changed.
 */
async function reconcileWithConsent(
  session: Session,
  sides: Omit<SaveSides, "now">,
  request: SaveRequest,
  parts: SaveDependencies,
): Promise<Outcome<PreparedSave, ChangeFailure>> {
  const previewed = await readAndReconcile(session, sides, parts);
  if (!request.confirmUnannounced || !needsConsent(previewed)) return previewed;
  const [refusal] = await requireConsent(session, request, sides.content, parts);
  return refusal ? failed(refusal) : readAndReconcile(session, sides, parts);
}

/** Returns whether a save sends a request or has a conflict to ask about. */
const needsConsent = ([failure, prepared]: Outcome<PreparedSave, ChangeFailure>): boolean =>
  prepared ? Object.keys(prepared.reconciled.data).length > 0 : failure.code === "conflict";

/** Asks for consent to a save that VS Code did not announce. Fails if the user declines. */
async function requireConsent(
  session: Session,
  { confirmUnannounced }: Pick<SaveRequest, "confirmUnannounced">,
  content: JsonObject,
  { catalogs }: Pick<SaveDependencies, "catalogs">,
): Promise<Outcome<null, ChangeFailure>> {
  if (!confirmUnannounced) return done(null);
  const [unknown, service] = await serviceFor(session.address, content, catalogs);
  if (unknown) return failed(unknown);
  const title = isNew(session.address)
    ? titleOf(content, service.type)
    : (session.latest?.title ?? "");
  const isLive = !service.type.draftAndPublish;
  return (await confirmUnannounced({ title, isLive })) ? done(null) : failed({ code: "declined" });
}

async function readAndReconcile(
  session: Session,
  { content, isByHand }: Omit<SaveSides, "now">,
  { catalogs, reader }: SaveDependencies,
): Promise<Outcome<PreparedSave, ChangeFailure>> {
  const { address } = session;
  const [gone, now] = await session.readForWrite(() => reader.reread(session.latest, address));
  if (gone) return failed(gone);
  if (now.isReadonly) return failed({ code: "read-only" });
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  const [refusal, reconciled] = reconcileOrRefuse(session, { content, now, isByHand }, service);
  return refusal ? failed(refusal) : done({ service, content, now, reconciled });
}

interface SaveSides {
  readonly content: JsonObject;
  readonly now: Snapshot;
  /** Whether the user started the save and waits for it. */
  readonly isByHand: boolean;
}

/** Merges local and remote changes. Fails with a conflict unless the user has chosen a side. */
function reconcileOrRefuse(
  session: Session,
  { isByHand, ...sides }: SaveSides,
  service: TypedService,
): Outcome<Reconciliation, ChangeFailure> {
  const outcome = reconcile(session, sides, service);
  const conflict = outcome[1]?.conflict;
  if (!conflict) return outcome;
  const prefer = session.saveConflict.sideForWrite(conflict, isByHand);
  if (prefer) return reconcile(session, { ...sides, prefer }, service);
  session.saveConflict.reportRefused(conflict);
  return failed({ code: "conflict", conflict });
}

/** Records the save before it is sent, so that it can be undone whatever happens next. */
async function sendRecorded(
  session: Session,
  {
    service,
    content,
    now,
    reconciled,
    group,
  }: PreparedSave & { readonly group: string | undefined },
  { reader, journal, saveBase }: SaveDependencies & BaseKeeping,
): Promise<Outcome<WriteResult, ChangeFailure>> {
  const { address } = session;
  const { locale = noLocale } = address;
  const { data, merged } = reconciled;
  const before = { [locale]: now.content };
  const about = { action: "save", address, title: now.title, paths: Object.keys(data) } as const;
  const facts = { ...about, ...(group !== undefined && { group }) };
  const send = async () => {
    session.saveStarted({ sent: content, before: now.content, after: merged });
    await saveBase(session);
    const outcome = await writeAndVerify(
      service,
      address,
      { data, before: now, expected: merged },
      reader,
    );
    if (!isUncertainFailure(outcome[0])) session.saveAnswered();
    return outcome;
  };
  return writeRecorded(journal, { ...facts, before, after: { [locale]: merged } }, service, {
    send,
    after: ({ snapshot }) => ({ [locale]: snapshot.content }),
    expected: ({ deviations }) =>
      lostIn(deviations).length > 0 ? { [locale]: merged } : undefined,
  });
}

/** A content to save without an editor. */
interface ContentChange {
  readonly address: Address;
  /** The snapshot that it is based on, just read. */
  readonly now: Snapshot;
  readonly content: JsonObject;
  readonly group: string;
}

/** Saves a content like an editor that has just opened the document, and returns the result. */
export async function saveContent(
  { address, now, content, group }: ContentChange,
  parts: SaveDependencies,
): Promise<Outcome<WriteResult, ChangeFailure>> {
  const session = new Session(address);
  session.loaded(now);
  await session.readFresh(() => Promise.resolve(done(now)));
  const request = { text: toText(content), confirmClearing: () => Promise.resolve(true), group };
  const [failure, saved] = await saveSession(session, request, {
    ...parts,
    saveBase: () => Promise.resolve(),
  });
  return failure
    ? failed(failure)
    : done({
        snapshot: session.editorSnapshot ?? now,
        deviations: saved.deviating?.deviations ?? [],
      });
}
