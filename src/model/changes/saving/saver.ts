import { isNew, localizationTarget } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { UnannouncedSave } from "../../connections/saveConsents.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { Changes } from "../writing/changes.ts";
import { fromText } from "../../documents/content/documentText.ts";
import type { Journal } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { createNew } from "../creating/newDocument.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import type { Reader, Snapshot } from "../../documents/snapshot/reader.ts";
import { isUncertain, recorded } from "../journal/recorded.ts";
import { reconcile } from "./saving.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { Reconciled } from "./saving.ts";
import type { Session } from "../sessions/session.ts";
import { lostIn } from "../writing/verification.ts";
import type { Deviating } from "../writing/verification.ts";
import { sendOnce } from "../writing/writer.ts";
import type { Written } from "../writing/writer.ts";

/** A text to save. */
export interface Save {
  readonly text: string;
  /** Asked before keys that were taken out are cleared; absent where nobody is there to answer. */
  readonly agree?: (changes: Changes) => Promise<boolean>;
  /** Asked before anything is sent of a save that VS Code did not announce; absent for all others. */
  readonly consent?: (save: UnannouncedSave) => Promise<boolean>;
  /** Asks for what a new user signs in with; undefined where the person gives up. */
  readonly askPassword?: () => Promise<string | undefined>;
  /** What it has in common with other saves of the same action. */
  readonly group?: string;
  /** Whether its editor hears of it only when it is saved itself. */
  readonly isAhead?: boolean;
}

export interface Saved {
  /** Whether anything was sent. */
  readonly sent: boolean;
  /** The person edited what the service owns; it was left as it is. */
  readonly touchedFacts: boolean;
  /** Attributes whose edits belong to what they link to, and were not sent. */
  readonly ignored: readonly string[];
  /** Paths that somebody else had changed, and that are in the document now. */
  readonly taken: readonly string[];
  /** Absent where the service holds all that it should. */
  readonly deviating?: Deviating;
  /** Where it stands, of a document that was new. */
  readonly made?: { readonly address: Address; readonly title: string };
}

/** The parts of the model that a save uses. */
export interface Parts {
  readonly catalogs: Catalogs;
  readonly reader: Reader;
  readonly journal: Journal;
}

/** How what is known of a session outlives its window. */
interface Keeping {
  readonly keep: (session: Session) => Promise<void>;
}

/** A save that may go: nothing has been sent yet. */
interface Ready {
  readonly service: TypedService;
  readonly content: JsonObject;
  readonly now: Snapshot;
  readonly reconciled: Reconciled;
}

/** Saves the text of a session, and moves the session on to what the service made of it. */
export async function save(
  session: Session,
  asked: Save,
  parts: Parts & Keeping,
): Promise<Outcome<Saved>> {
  if (isNew(session.address)) return saveNew(session, asked, parts);
  const [refusal, ready] = await prepare(session, asked, parts);
  if (refusal) return failed(refusal);
  const { content, now, reconciled } = ready;
  const { own, taken, data } = reconciled;
  const { ignored } = own;
  const touchedFacts = own.touchedFacts && !session.shown.has(content);
  const isSent = Object.keys(data).length > 0;
  const [failure, written] = isSent
    ? await deliver(session, { ...ready, group: asked.group }, parts)
    : done({ snapshot: now, deviations: [] });
  if (failure) return failed(failure);
  const { snapshot } = written;
  const { loadedVersion } = session;
  session.keep(snapshot, content);
  if (asked.isAhead) session.loadedVersion = loadedVersion;
  const differing = deviatingFrom(reconciled.merged, written);
  return done({ sent: isSent, touchedFacts, ignored, taken, ...differing });
}

const deviatingFrom = (expected: JsonObject, { snapshot, deviations }: Written) =>
  deviations.length > 0 && { deviating: { deviations, expected, actual: snapshot.content } };

/** Makes the document or localization that a text was written for. */
async function saveNew(
  session: Session,
  asked: Save,
  parts: Parts & Keeping,
): Promise<Outcome<Saved>> {
  const [invalid, content] = fromText(asked.text);
  if (invalid) return failed(invalid);
  const [refusal] = await consented(session, asked, content, parts);
  if (refusal) return failed(refusal);
  const wanted = { ...asked, address: session.address, content };
  const [failure, made] = await createNew(wanted, parts);
  if (failure?.code === "locale-there") return saveOverNew(session, asked, parts);
  if (failure) return failed(failure);
  const { address, snapshot } = made;
  // From now on its editor writes to what was made: nothing is made twice.
  session.address = address;
  session.keep(snapshot, content);
  const there = { address, title: snapshot.title };
  const differing = deviatingFrom(content, made);
  return done({
    sent: true,
    touchedFacts: false,
    ignored: [],
    taken: [],
    made: there,
    ...differing,
  });
}

/**
 * Saves the text of a localization that was added by somebody else meanwhile: a change of that one, whose values
 * are a conflict where the text has others.
 */
async function saveOverNew(
  session: Session,
  asked: Save,
  parts: Parts & Keeping,
): Promise<Outcome<Saved>> {
  const target = localizationTarget(session.address);
  if (!target) return failed({ code: "locale-there", locale: session.address.locale ?? "" });
  session.address = target;
  session.known = undefined;
  session.expire();
  return save(session, asked, parts);
}

/** Everything that must hold before a write, in the order in which a person would want to hear it. */
async function prepare(session: Session, asked: Save, parts: Parts): Promise<Outcome<Ready>> {
  if (!session.known && !session.origin) return failed({ code: "never-opened" });
  const [invalid, content] = fromText(asked.text);
  if (invalid) return failed(invalid);
  // A save that was not announced is no Overwrite: that is a button of a save that was.
  const sides = { content, isByHand: asked.agree !== undefined && !asked.consent };
  const [refusal, ready] = await lookWithConsent(session, sides, asked, parts);
  if (refusal) return failed(refusal);
  const { own } = ready.reconciled;
  if (own.cleared.length === 0) return done(ready);
  if (!asked.agree) return failed({ code: "unasked", cleared: own.cleared });
  if (!(await asked.agree(own))) return failed({ code: "declined" });
  // The question stood open for as long as a person thinks: looked at once more.
  return look(session, sides, parts);
}

/** Looks at the service; once more after a question, for it may change while that is open. */
async function lookWithConsent(
  session: Session,
  sides: Omit<Sides, "now">,
  asked: Save,
  parts: Parts,
): Promise<Outcome<Ready>> {
  const looked = await look(session, sides, parts);
  if (!asked.consent || !isToSend(looked)) return looked;
  const [refusal] = await consented(session, asked, sides.content, parts);
  return refusal ? failed(refusal) : look(session, sides, parts);
}

/** Whether a save sends something, or asks first whose changes it sends. */
const isToSend = ([failure, ready]: Outcome<Ready>): boolean =>
  ready ? Object.keys(ready.reconciled.data).length > 0 : failure.code === "conflict";

/** Asks for the consent to a save that VS Code did not announce; fails where the person does not give it. */
async function consented(
  session: Session,
  { consent }: Pick<Save, "consent">,
  content: JsonObject,
  { catalogs }: Pick<Parts, "catalogs">,
): Promise<Outcome<null>> {
  if (!consent) return done(null);
  const [unknown, service] = await serviceFor(session.address, content, catalogs);
  if (unknown) return failed(unknown);
  const title = isNew(session.address)
    ? titleOf(content, service.type)
    : (session.known?.title ?? "");
  const isLive = !service.type.draftAndPublish;
  return (await consent({ title, isLive })) ? done(null) : failed({ code: "declined" });
}

async function look(
  session: Session,
  { content, isByHand }: Omit<Sides, "now">,
  { catalogs, reader }: Parts,
): Promise<Outcome<Ready>> {
  const { address } = session;
  const [gone, now] = await session.lookToWrite(() => reader.readAgain(session.known, address));
  if (gone) return failed(gone);
  if (now.isReadonly) return failed({ code: "read-only" });
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  const [refusal, reconciled] = settled(session, { content, now, isByHand }, service);
  return refusal ? failed(refusal) : done({ service, content, now, reconciled });
}

interface Sides {
  readonly content: JsonObject;
  readonly now: Snapshot;
  /** Whether a person waits for the save. */
  readonly isByHand: boolean;
}

/** Both sides' changes joined; a conflict only where the person has said whose it is to be. */
function settled(
  session: Session,
  { isByHand, ...sides }: Sides,
  service: TypedService,
): Outcome<Reconciled> {
  const outcome = reconcile(session, sides, service);
  const conflict = outcome[1]?.conflict;
  if (!conflict) return outcome;
  const prefer = session.standoff.sideOfWrite(conflict, isByHand);
  if (prefer) return reconcile(session, { ...sides, prefer }, service);
  session.standoff.refuse(conflict);
  return failed({ code: "conflict", conflict });
}

/** What was written down before it is sent can be undone, whatever happens next. */
async function deliver(
  session: Session,
  { service, content, now, reconciled, group }: Ready & { readonly group: string | undefined },
  { reader, journal, keep }: Parts & Keeping,
): Promise<Outcome<Written>> {
  const { address } = session;
  const { locale = noLocale } = address;
  const { data, merged } = reconciled;
  const before = { [locale]: now.content };
  const about = { action: "save", address, title: now.title, paths: Object.keys(data) } as const;
  const facts = { ...about, ...(group !== undefined && { group }) };
  const send = async () => {
    session.uncertain = { sent: content, before: now.content, after: merged };
    await keep(session);
    const outcome = await sendOnce(service, address, { data, now, expected: merged }, reader);
    if (!isUncertain(outcome[0])) session.uncertain = undefined;
    return outcome;
  };
  return recorded(journal, { ...facts, before, after: { [locale]: merged } }, service, {
    send,
    after: ({ snapshot }) => ({ [locale]: snapshot.content }),
    expected: ({ deviations }) =>
      lostIn(deviations).length > 0 ? { [locale]: merged } : undefined,
  });
}
