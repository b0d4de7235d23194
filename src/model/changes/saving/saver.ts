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
import type { Journal, NewJournalEntry } from "../journal/journal.ts";
import { contentIn } from "../journal/journalEntry.ts";
import { isUncertainFailure, writeRecordedContent } from "../journal/recorded.ts";
import { Session } from "../sessions/session.ts";
import type { Changes } from "../writing/changes.ts";
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
  readonly group?: string | undefined;
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

/** A save that passed all checks. Nothing has been sent yet. */
interface PreparedSave {
  readonly service: TypedService;
  readonly content: JsonObject;
  readonly now: Snapshot;
  readonly reconciled: Reconciliation;
}

/** Saves the text of a session, and moves its base on to the saved snapshot. */
export class SessionSave {
  readonly #session: Session;
  readonly #request: SaveRequest;
  readonly #dependencies: SaveDependencies;
  readonly #storeBase: () => Promise<void>;

  /** `storeBase` stores the base of the session, so that it outlives the window. */
  constructor(
    session: Session,
    request: SaveRequest,
    dependencies: SaveDependencies,
    storeBase: () => Promise<void>,
  ) {
    this.#session = session;
    this.#request = request;
    this.#dependencies = dependencies;
    this.#storeBase = storeBase;
  }

  async run(): Promise<Outcome<SaveResult, ChangeFailure>> {
    const session = this.#session;
    if (isNew(session.address)) return this.#createDocument();
    const [refusal, prepared] = await this.#prepare();
    if (refusal) return failed(refusal);
    const { content, now, reconciled } = prepared;
    const { own, taken, data } = reconciled;
    const { ignored } = own;
    const factsChanged = own.factsChanged && !session.shown.has(content);
    const sent = Object.keys(data).length > 0;
    const [failure, written] = sent
      ? await this.#sendRecorded(prepared)
      : done({ snapshot: now, deviations: [] });
    if (failure) return failed(failure);
    const isAhead = this.#request.isBeforeEditorSave === true;
    session.saved(written.snapshot, content, { isAhead });
    const deviating = deviatingFrom(reconciled.merged, written);
    return done({ sent, factsChanged, ignored, taken, ...deviating });
  }

  /** Creates the document or localization of the session from its text. */
  async #createDocument(): Promise<Outcome<SaveResult, ChangeFailure>> {
    const session = this.#session;
    const [invalid, content] = fromText(this.#request.text);
    if (invalid) return failed(invalid);
    const [refusal] = await this.#requireConsent(content);
    if (refusal) return failed(refusal);
    const wanted = { ...this.#request, address: session.address, content };
    const [failure, made] = await createFromText(wanted, this.#dependencies);
    if (failure?.code === "locale-there") return this.#saveOverExistingLocale();
    if (failure) return failed(failure);
    const { address, snapshot } = made;
    session.createdAs(address, snapshot, content);
    return done({
      sent: true,
      factsChanged: false,
      ignored: [],
      taken: [],
      created: { address, title: snapshot.title },
      ...deviatingFrom(content, made),
    });
  }

  /**
   * Saves the text of a new localization that another client created meanwhile. The text is saved
   * as a change of that localization: different values are a conflict.
   */
  async #saveOverExistingLocale(): Promise<Outcome<SaveResult, ChangeFailure>> {
    const { address } = this.#session;
    const target = localizationTarget(address);
    if (!target) return failed({ code: "locale-there", locale: address.locale ?? "" });
    this.#session.retargetTo(target);
    return this.run();
  }

  /**
   * Runs all checks before a write, in the order in which the user should see their failures. After
   * a question, reads the document again, as it may have changed while the question was open.
   */
  async #prepare(): Promise<Outcome<PreparedSave, ChangeFailure>> {
    const { text, confirmClearing } = this.#request;
    const { latest, remoteBase } = this.#session;
    if (!latest && !remoteBase) return failed({ code: "never-opened" });
    const [invalid, content] = fromText(text);
    if (invalid) return failed(invalid);
    const [refusal, prepared] = await this.#reconcileWithConsent(content);
    if (refusal) return failed(refusal);
    const { own } = prepared.reconciled;
    if (own.cleared.length === 0) return done(prepared);
    if (!confirmClearing) return failed({ code: "unasked", cleared: own.cleared });
    if (!(await confirmClearing(own))) return failed({ code: "declined" });
    return this.#readAndReconcile(content);
  }

  async #reconcileWithConsent(content: JsonObject): Promise<Outcome<PreparedSave, ChangeFailure>> {
    const previewed = await this.#readAndReconcile(content);
    if (!this.#request.confirmUnannounced || !needsConsent(previewed)) return previewed;
    const [refusal] = await this.#requireConsent(content);
    return refusal ? failed(refusal) : this.#readAndReconcile(content);
  }

  /** Asks for consent to a save that VS Code did not announce. Fails if the user declines. */
  async #requireConsent(content: JsonObject): Promise<Outcome<null, ChangeFailure>> {
    const { confirmUnannounced } = this.#request;
    if (!confirmUnannounced) return done(null);
    const { address, latest } = this.#session;
    const [unknown, service] = await serviceFor(address, content, this.#dependencies.catalogs);
    if (unknown) return failed(unknown);
    const title = isNew(address) ? titleOf(content, service.type) : (latest?.title ?? "");
    const isLive = !service.type.draftAndPublish;
    return (await confirmUnannounced({ title, isLive }))
      ? done(null)
      : failed({ code: "declined" });
  }

  async #readAndReconcile(content: JsonObject): Promise<Outcome<PreparedSave, ChangeFailure>> {
    const { catalogs, reader } = this.#dependencies;
    const session = this.#session;
    const { address } = session;
    const [gone, now] = await session.readForWrite(() => reader.reread(session.latest, address));
    if (gone) return failed(gone);
    if (now.isReadonly) return failed({ code: "read-only" });
    const [unknown, service] = await serviceFor(address, now.content, catalogs);
    if (unknown) return failed(unknown);
    const [refusal, reconciled] = this.#reconcile(content, now, service);
    return refusal ? failed(refusal) : done({ service, content, now, reconciled });
  }

  /** Merges local and remote changes. Fails with a conflict unless the user has chosen a side. */
  #reconcile(
    content: JsonObject,
    now: Snapshot,
    service: TypedService,
  ): Outcome<Reconciliation, ChangeFailure> {
    const session = this.#session;
    const { confirmClearing, confirmUnannounced } = this.#request;
    const outcome = reconcile(session, { content, now }, service);
    const conflict = outcome[1]?.conflict;
    if (!conflict) return outcome;
    // A save that was not announced can't be an Overwrite: VS Code offers that button only for its
    // own saves.
    const isByHand = confirmClearing !== undefined && !confirmUnannounced;
    const prefer = session.saveConflict.sideForWrite(conflict, isByHand);
    if (prefer) return reconcile(session, { content, now, prefer }, service);
    session.saveConflict.reportRefused(conflict);
    return failed({ code: "conflict", conflict });
  }

  /** Records the save before it is sent, so that it can be undone whatever happens next. */
  async #sendRecorded({
    service,
    content,
    now,
    reconciled: { data, merged },
  }: PreparedSave): Promise<Outcome<WriteResult, ChangeFailure>> {
    const session = this.#session;
    const { address } = session;
    const { reader, journal } = this.#dependencies;
    const entry: NewJournalEntry = {
      action: "save",
      address,
      title: now.title,
      paths: Object.keys(data),
      before: contentIn(address, now.content),
      after: contentIn(address, merged),
      group: this.#request.group,
    };
    const send = async () => {
      session.saveStarted({ sent: content, before: now.content, after: merged });
      await this.#storeBase();
      const write = { data, before: now, expected: merged };
      const outcome = await writeAndVerify(service, address, write, reader);
      if (!isUncertainFailure(outcome[0])) session.saveAnswered();
      return outcome;
    };
    return writeRecordedContent(journal, entry, service, { send });
  }
}

const deviatingFrom = (expected: JsonObject, { snapshot, deviations }: WriteResult) =>
  deviations.length > 0 && { deviating: { deviations, expected, actual: snapshot.content } };

/** Returns whether a save sends a request or has a conflict to ask about. */
const needsConsent = ([failure, prepared]: Outcome<PreparedSave, ChangeFailure>): boolean =>
  prepared ? Object.keys(prepared.reconciled.data).length > 0 : failure.code === "conflict";

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
  const save = new SessionSave(session, request, parts, () => Promise.resolve());
  const [failure, saved] = await save.run();
  return failure
    ? failed(failure)
    : done({
        snapshot: session.editorSnapshot ?? now,
        deviations: saved.deviating?.deviations ?? [],
      });
}
