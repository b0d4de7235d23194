import type { UnannouncedSave } from "./saveConsents.ts";
import type { MergeSide } from "../content/merge.ts";
import { fromText } from "../content/documentText.ts";
import { titleOf, type SnapshotReader } from "../documents/snapshotReader.ts";
import { isNew, localizationTarget, type Address } from "../foundation/address.ts";
import { attributeNameOf, omit, pick, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import { serviceFor } from "../schemas/userType.ts";
import { agreeToTakeovers } from "../writing/otherDocuments/takeovers.ts";
import type { Conflict, ChangeResult } from "../journal/changeFailure.ts";
import { createFromText, type CreateRequest } from "../create/newDocument.ts";
import { filledContent, isFromTemplate } from "../create/documentTemplate.ts";
import type { Journal } from "../journal/journal.ts";
import { isUncertainFailure } from "../writing/recordedWrite.ts";
import type { Session } from "../edit/session.ts";
import { changeDocument } from "../writing/documentChange.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import type { Changes } from "../writing/changedFields.ts";
import type { WriteResult } from "../writing/writer.ts";
import { reconcile, reconcileSession, type Reconciliation } from "./saveDecision.ts";
import { changesBesides, type OtherChange } from "../journal/journalEntry.ts";

export interface SaveRequest extends Pick<
  CreateRequest,
  "confirmTaking" | "askPassword" | "group"
> {
  readonly text: string;
  /** Asks before the values of removed keys are cleared; absent if no user can answer. */
  readonly confirmClearing?: (changes: Changes) => Promise<boolean>;
  /** Asks before a save that VS Code did not announce is sent; absent for all other saves. */
  readonly confirmUnannounced?: (save: UnannouncedSave) => Promise<boolean>;
  /** Whether the text is saved ahead of its editor, which saves it itself later. */
  readonly isBeforeEditorSave?: boolean;
}

export interface SaveResult extends ChangeReport, Pick<Changes, "factsChanged" | "ignored"> {
  /** The expected document after the save, and the actual one; absent if they are equal. */
  readonly deviating?: { readonly expected: JsonObject; readonly actual: JsonObject };
  readonly created?: { readonly address: Address; readonly title: string };
}

export interface SaveDependencies {
  readonly catalogs: Catalogs;
  readonly reader: SnapshotReader;
  readonly journal: Journal;
}

interface Save {
  readonly session: Session;
  readonly request: SaveRequest;
  readonly dependencies: SaveDependencies;
  /** Stores the base of the session, so that it outlives the window. */
  readonly storeBase: () => Promise<void>;
}

type ParsedSave = Save & { readonly content: JsonObject };

/** Moves the base of the session on to the saved snapshot. */
export async function saveSession(save: Save): ChangeResult<SaveResult> {
  const { session, request, dependencies, storeBase } = save;
  const [invalid, content] = fromText(request.text);
  if (invalid) return failed(invalid);
  if (isNew(session.address)) return createDocument({ ...save, content });
  const [refusal, prepared] = await prepareSave({ ...save, content });
  // The user may change the text before the next save.
  if (refusal?.code === "declined") session.saveConflict.forgetChoice();
  if (refusal) return failed(refusal);
  const { change, agreed, givenUp } = prepared;
  const { base = content } = session.baseOf(content) ?? {};
  const { ownChanges, now, merged } = change;
  const factsChanged = ownChanges.factsChanged && !session.hasShownFacts(content);
  const sentSave = { sent: content, before: now.content, after: merged };
  const [failure, written] = await changeDocument(change, dependencies, {
    group: request.group,
    agreed,
    onRecorded: () => {
      session.saveStarted(sentSave);
      return storeBase();
    },
  });
  if (session.unconfirmedSave === sentSave && !isUncertainFailure(failure)) session.saveAnswered();
  if (failure) return failed(failure);
  session.saved(
    written.snapshot,
    { text: request.text, content },
    {
      service: change.service,
      settled: {
        ...omit(content, givenUp),
        ...pick(base, givenUp),
        ...pick(written.snapshot.content, namesOnlyOf(change, written)),
      },
      isAhead: request.isBeforeEditorSave === true,
    },
  );
  return done({ factsChanged, ignored: ownChanges.ignored, ...savedFrom(written) });
}

/** The attributes that only the user changed, and that the service stored as expected. */
function namesOnlyOf({ ownChanges, ...change }: Reconciliation, { report }: WriteResult): string[] {
  const otherPaths = [
    ...change.remotePaths,
    ...(change.conflict?.both ?? []),
    ...report.deviations.map(({ path }) => path),
  ];
  const otherNames = new Set(otherPaths.map(attributeNameOf));
  return Object.keys(ownChanges.data).filter((name) => !otherNames.has(name));
}

/**
 * Runs all checks before a write, in the order in which the user should see their failures. After a
 * question, reads the document again, as it may have changed while the question was open.
 */
async function prepareSave(save: ParsedSave): ChangeResult<{
  change: Reconciliation;
  /** The attributes of which the user took the service's value in a conflict. */
  givenUp: readonly string[];
  agreed: readonly OtherChange[];
}> {
  const { session, content } = save;
  const { address } = session;
  const { catalogs, reader } = save.dependencies;
  if (!session.latest && !session.editBase) return failed({ code: "never-opened" });
  const questions = new SaveQuestions(save);
  for (;;) {
    const [failure, now] = await session.readForWrite(() => reader.reread(session.latest, address));
    if (failure) return failed(failure);
    if (now.isReadonly) return failed({ code: "read-only" });
    const [unknown, service] = await serviceFor(address, now.content, catalogs);
    if (unknown) return failed(unknown);
    const [unsendable, openChange] = reconcileSession(session, { content, now }, service);
    if (unsendable) return failed(unsendable);
    const { conflict } = openChange;
    const prefer = conflict && questions.sideOf(conflict);
    const [flaw, change] = reconcile(session, { content, now, prefer }, service);
    if (flaw) return failed(flaw);
    const [refusal, agreed] = await questions.ask(change);
    if (refusal) return failed(refusal);
    const givenUp = prefer === "theirs" ? (change.conflict?.both ?? []).map(attributeNameOf) : [];
    if (agreed) return done({ change, agreed, givenUp });
  }
}

/** The questions about one save. Each is asked once. */
class SaveQuestions {
  readonly #save: ParsedSave;
  #hasConsent: boolean;
  #isClearingAgreed = false;
  #agreed: readonly OtherChange[] = [];

  constructor(save: ParsedSave) {
    this.#save = save;
    this.#hasConsent = save.request.confirmUnannounced === undefined;
  }

  /**
   * Asks the next question. If none is left, returns what the save may take from other documents.
   * Fails if the save must not be sent.
   */
  async ask(change: Reconciliation): ChangeResult<readonly OtherChange[] | undefined> {
    const { ownChanges, data, address, merged, now, service } = change;
    const { session, request } = this.#save;
    const names = Object.keys(data);
    const isOpen = change.conflict !== undefined && !this.sideOf(change.conflict);
    const conflict = isOpen ? change.conflict : undefined;
    if (conflict) session.saveConflict.reportRefused(conflict);
    if (!this.#hasConsent && (conflict !== undefined || names.length > 0)) {
      this.#hasConsent = true;
      const [declined] = await requireConsent(this.#save, service);
      return declined ? failed(declined) : done(undefined);
    }
    if (conflict) return failed({ code: "conflict", conflict });
    if (!this.#isClearingAgreed && ownChanges.cleared.length > 0) {
      if (!request.confirmClearing) return failed({ code: "unasked", cleared: ownChanges.cleared });
      this.#isClearingAgreed = await request.confirmClearing(ownChanges);
      return this.#isClearingAgreed ? done(undefined) : failed({ code: "declined" });
    }
    const write = { address, content: pick(merged, names), now: now.content };
    const consent = { ...request, agreed: this.#agreed };
    const [refusal, takeovers] = await agreeToTakeovers(service, write, consent);
    if (refusal) return failed(refusal);
    const isAsked = changesBesides(this.#agreed, takeovers).length > 0;
    this.#agreed = takeovers;
    return done(isAsked ? undefined : takeovers);
  }

  /** The side whose value is sent where both sides changed the same path, if the user chose one. */
  sideOf(conflict: Conflict): MergeSide | undefined {
    const { session, request } = this.#save;
    // VS Code offers Overwrite only for its own saves, which it announces.
    const isByHand = request.confirmClearing !== undefined && !request.confirmUnannounced;
    return session.saveConflict.sideForWrite(conflict, isByHand);
  }
}

async function createDocument(save: ParsedSave): ChangeResult<SaveResult> {
  const { session, content, request, dependencies } = save;
  const { address: newAddress } = session;
  const [unknown, service] = await serviceFor(newAddress, content, dependencies.catalogs);
  if (unknown) return failed(unknown);
  const [declined] = await requireConsent(save, service);
  if (declined) return failed(declined);
  const sent = isFromTemplate(newAddress) ? filledContent(content, service) : content;
  const creation = { ...request, address: newAddress, content: sent };
  const [failure, createResult] = await createFromText(creation, dependencies);
  const existing = failure?.code === "locale-there" && localizationTarget(newAddress);
  if (existing) {
    // Another client created the localization meanwhile. The text is saved as a change of it:
    // different values are a conflict.
    session.retargetTo(existing);
    return saveSession(save);
  }
  if (failure) return failed(failure);
  const { address, snapshot } = createResult;
  session.createdAs(address, snapshot, { text: request.text, content }, service);
  const created = { address, title: snapshot.title };
  return done({ factsChanged: false, ignored: [], created, ...savedFrom(createResult) });
}

/** Only for a save that VS Code did not announce. Fails if the user declines. */
async function requireConsent(
  { session: { address, latest }, content, request: { confirmUnannounced } }: ParsedSave,
  { type }: TypedService,
): ChangeResult<null> {
  if (!confirmUnannounced) return done(null);
  const title = isNew(address) ? titleOf(content, type) : (latest?.title ?? "");
  const isAgreed = await confirmUnannounced({ title, isLive: !type.draftAndPublish });
  return isAgreed ? done(null) : failed({ code: "declined" });
}

const savedFrom = ({ report, expected, snapshot }: WriteResult) => ({
  ...report,
  ...(report.deviations.length > 0 && { deviating: { expected, actual: snapshot.content } }),
});
