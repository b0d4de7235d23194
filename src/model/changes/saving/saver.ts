import type { UnannouncedSave } from "../../connections/saveConsents.ts";
import { fromText, toText } from "../../documents/content/documentText.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import type { Reader, Snapshot } from "../../documents/snapshot/reader.ts";
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

/** A text to save. */
export interface SaveRequest {
  readonly text: string;
  /** Asked before keys that were taken out are cleared; absent where nobody is there to answer. */
  readonly confirmClearing?: (changes: Changes) => Promise<boolean>;
  /** Asked before anything is sent of a save that VS Code did not announce; absent for all others. */
  readonly confirmUnannounced?: (save: UnannouncedSave) => Promise<boolean>;
  /** Asks for what a new user signs in with; undefined where the person gives up. */
  readonly askPassword?: () => Promise<string | undefined>;
  /** What it has in common with other saves of the same action. */
  readonly group?: string;
  /** Whether its editor hears of it only when it is saved itself. */
  readonly isBeforeEditorSave?: boolean;
}

export interface SaveResult {
  /** Whether anything was sent. */
  readonly sent: boolean;
  /** The person edited what the service owns; it was left as it is. */
  readonly factsChanged: boolean;
  /** Attributes whose edits belong to what they link to, and were not sent. */
  readonly ignored: readonly string[];
  /** Paths that somebody else had changed, and that are in the document now. */
  readonly taken: readonly string[];
  /** Absent where the service holds all that it should. */
  readonly deviating?: DeviatingWrite;
  /** Where it stands, of a document that was new. */
  readonly created?: { readonly address: Address; readonly title: string };
}

/** The parts of the model that a save uses. */
export interface SaveDependencies {
  readonly catalogs: Catalogs;
  readonly reader: Reader;
  readonly journal: Journal;
}

/** How what is known of a session outlives its window. */
interface BaseKeeping {
  readonly saveBase: (session: Session) => Promise<void>;
}

/** A save that may go: nothing has been sent yet. */
interface PreparedSave {
  readonly service: TypedService;
  readonly content: JsonObject;
  readonly now: Snapshot;
  readonly reconciled: Reconciliation;
}

/** Saves the text of a session, and moves the session on to what the service made of it. */
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

/** Makes the document or localization that a text was written for. */
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
 * Saves the text of a localization that was added by somebody else meanwhile: a change of that one, whose values
 * are a conflict where the text has others.
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

/** Everything that must hold before a write, in the order in which a person would want to hear it. */
async function prepareSave(
  session: Session,
  request: SaveRequest,
  parts: SaveDependencies,
): Promise<Outcome<PreparedSave, ChangeFailure>> {
  if (!session.latest && !session.remoteBase) return failed({ code: "never-opened" });
  const [invalid, content] = fromText(request.text);
  if (invalid) return failed(invalid);
  // A save that was not announced is no Overwrite: that is a button of a save that was.
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
  // The question stood open for as long as a person thinks: looked at once more.
  return readAndReconcile(session, sides, parts);
}

/** Looks at the service; once more after a question, for it may change while that is open. */
async function reconcileWithConsent(
  session: Session,
  sides: Omit<SaveSides, "now">,
  request: SaveRequest,
  parts: SaveDependencies,
): Promise<Outcome<PreparedSave, ChangeFailure>> {
  const looked = await readAndReconcile(session, sides, parts);
  if (!request.confirmUnannounced || !needsConsent(looked)) return looked;
  const [refusal] = await requireConsent(session, request, sides.content, parts);
  return refusal ? failed(refusal) : readAndReconcile(session, sides, parts);
}

/** Whether a save sends something, or asks first whose changes it sends. */
const needsConsent = ([failure, prepared]: Outcome<PreparedSave, ChangeFailure>): boolean =>
  prepared ? Object.keys(prepared.reconciled.data).length > 0 : failure.code === "conflict";

/** Asks for the consent to a save that VS Code did not announce; fails where the person does not give it. */
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
  /** Whether a person waits for the save. */
  readonly isByHand: boolean;
}

/** Both sides' changes joined; a conflict only where the person has said whose it is to be. */
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

/** What was written down before it is sent can be undone, whatever happens next. */
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

/** A content to be saved by nobody's editor. */
interface ContentChange {
  readonly address: Address;
  /** What it is a change of, as it was just read. */
  readonly now: Snapshot;
  readonly content: JsonObject;
  readonly group: string;
}

/** Saves a content as an editor that has just opened the document would, and answers with what came of it. */
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
