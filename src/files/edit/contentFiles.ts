import * as vscode from "vscode";
import { showProgress } from "../../host/surfaces/messages.ts";
import { whyLocked } from "../../host/connect/unlockPrompt.ts";
import { isNew, keyOf, localizationTarget, type Address } from "../../model/foundation/address.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type {
  OpenDocuments,
  AnnouncedSave,
  SaveRequest,
  SaveResult,
} from "../../model/save/openDocuments.ts";
import type { UnannouncedSave } from "../../model/save/saveConsents.ts";
import { isMissing, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import type { FileContext } from "../fileContext.ts";
import {
  toFileError,
  toSaveError,
  decode,
  FixedFiles,
  folderStat,
  toFileStat,
} from "../shared/virtualFileSystem.ts";
import {
  FailedSaves,
  askToClear,
  askToTake,
  askAboutConflict,
  askPasswordOfNew,
  askToSave,
  reportSaveResult,
  reportDeviations,
} from "../save/saveQuestions.ts";
import { openDocuments } from "../shared/openEditors.ts";
import { AnnouncedSaves, type SaveKind } from "../save/announcedSaves.ts";
import { UnopenedDocuments } from "./unopenedDocuments.ts";
import { fromUri, isFolder, titleIn } from "../shared/documentUri.ts";

/**
 * The edited text document. If the user types during a save, VS Code reports the document as saved
 * until the next key press. So an announced save counts even if the document isn't dirty.
 */
function editedDocument(
  address: Address,
  uri: vscode.Uri,
  isSave: boolean,
): vscode.TextDocument | undefined {
  const open = openDocuments(address).filter(({ isDirty }) => isDirty || isSave);
  return open.find((document) => document.uri.toString() === uri.toString()) ?? open[0];
}

/** Shows that a document loads to open it. VS Code itself shows that only after 800 ms. */
function showLoading<T>(uri: vscode.Uri, address: Address, reading: Promise<T>): Promise<T> {
  if (openDocuments(address).length === 0) {
    const title = vscode.l10n.t("Loading '{document}'", { document: titleIn(uri) });
    const location = vscode.ProgressLocation.Window;
    void showProgress({ location, title }, () => Promise.allSettled([reading]));
  }
  return reading;
}

/** A file system of documents. VS Code calls it, and the model answers. */
export class ContentFiles extends FixedFiles implements vscode.FileSystemProvider {
  readonly #documents: OpenDocuments;
  readonly #connections: Connections;
  readonly #context: FileContext;
  readonly #failedSaves: FailedSaves;
  readonly #unopenedDocuments: UnopenedDocuments;
  readonly #saving = new AnnouncedSaves((uri) => {
    const address = fromUri(uri);
    return address && keyOf(address);
  });
  readonly followSaves = this.#saving.follow;

  constructor(context: FileContext) {
    super();
    this.#context = context;
    this.#documents = context.documents;
    this.#connections = context.connections;
    this.#failedSaves = new FailedSaves(context);
    this.#unopenedDocuments = new UnopenedDocuments(context.catalogs, context.failures);
    this.own(
      context.documents.onDidChange(({ address, kind }) => {
        const { Deleted, Changed } = vscode.FileChangeType;
        const uris = openDocuments(address).map(({ uri }) => uri);
        this.tell(uris, kind === "deleted" ? Deleted : Changed);
      }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return folderStat;
    const address = addressOf(uri);
    const key = keyOf(address);
    const isSave = this.#saving.begin(key);
    const document = editedDocument(address, uri, isSave);
    const edit = document && isSave ? this.#editOf(document, address) : undefined;
    const pendingStat = this.#documents.stat(address, edit, document !== undefined);
    const { underWay, locks } = this.#context;
    const outcome = await (isSave
      ? underWay.show(address, pendingStat)
      : showLoading(uri, address, pendingStat));
    const isStopped = outcome[0] !== null || this.#documents.conflict(address) !== undefined;
    if (isSave) this.#saving.answered(key, isStopped);
    // The save after a stat of an edited document fails too, and VS Code shows that failure.
    if (outcome[0] && document) throw toFileError(outcome[0]);
    // A document with unsaved changes stays editable. Its save asks the user to unlock.
    const isLocked = !document && locks.locked(address.connection) !== undefined;
    return toFileStat(this.#opened(outcome, address), isLocked);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressOf(uri);
    const snapshot = this.#opened(await this.#documents.read(address), address);
    return new TextEncoder().encode(snapshot.text);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const address = addressOf(uri);
    await this.#context.underWay.show(address, this.#save(address, uri, decode(bytes)));
  }

  async #save(address: Address, uri: vscode.Uri, text: string): Promise<void> {
    const kind = this.#saving.end(keyOf(address));
    const refusal = await this.#whyNot(address, uri, text, kind);
    if (refusal) throw toSaveError(refusal);
    const [failure, saved] = await this.#write(address, uri, text, kind);
    if (failure) throw toSaveError(failure);
    if (!saved) return;
    this.#context.newDocuments.note(address, this.#documents.edits.createdDocument(address), text);
    this.#tell(saved, address);
  }

  /**
   * Saves a text before its editor saves. Returns the failure, if any, because VS Code itself
   * reports the failure of an editor's save. If the document is deleted, its editor handles that.
   */
  async saveAhead(
    document: vscode.TextDocument,
    address: Address,
    kind: Exclude<SaveKind, "auto-save">,
  ): Promise<Failure | undefined> {
    const { uri } = document;
    const refusal = await this.#whyNot(address, uri, document.getText(), kind);
    if (refusal) return refusal;
    const text = document.getText();
    const consent = kind === "unannounced" && this.#consentTo(address, uri);
    // The editor of the new document creates it and then shows the created document.
    if (isNew(address)) {
      if (!consent) return undefined;
      const [failure, pending] = await this.#documents.pending(address, text);
      if (failure) return failure;
      const title = this.#documents.latestSnapshot(address)?.title ?? "";
      return (await consent({ title, isLive: pending.isLive })) ? undefined : { code: "declined" };
    }
    const [failure, saved] = await this.#settled(uri, address, {
      text,
      ...this.#questionsAbout(address),
      isBeforeEditorSave: true,
      ...(consent && { confirmUnannounced: consent }),
    });
    if (saved) this.#tell(saved, address);
    return failure ?? undefined;
  }

  /** Whether the document exists in no locale. Only the editor of the document reports that. */
  async isGone(address: Address): Promise<boolean> {
    const [failure] = await this.#documents.stat(address);
    return failure?.code === "gone" && !(await this.#unopenedDocuments.other(address));
  }

  #tell(saved: SaveResult, address: Address): void {
    reportSaveResult(saved);
    void reportDeviations(saved.created?.address ?? address, saved, this.#context);
  }

  /** Undefined if the text may be saved. */
  async #whyNot(
    address: Address,
    uri: vscode.Uri,
    text: string,
    kind: SaveKind,
  ): Promise<Failure | undefined> {
    // Each document has one base: unsaved changes in two editors would revert each other.
    const isEditedElsewhere = openDocuments(address).some(
      (document) => document.isDirty && document.uri.toString() !== uri.toString(),
    );
    if (isEditedElsewhere) return { code: "two-editors" };
    const { findingsIn } = await import("../../model/edit/validation.ts");
    const { catalogs, documents } = this.#context;
    const [, allFindings] = await findingsIn(text, address, { catalogs, edits: documents.edits });
    const findings = allFindings?.filter(({ severity }) => severity === "error") ?? [];
    if (findings.length > 0) return { code: "not-valid", findings };
    return whyLocked(this.#context.locks, address, kind !== "auto-save");
  }

  #editOf(document: vscode.TextDocument, address: Address): AnnouncedSave {
    const text = document.getText();
    if (this.#saving.kindOf(keyOf(address)) === "auto-save") return { text };
    return {
      text,
      ask: (conflict) => askAboutConflict(this.#connections, document.uri, address, conflict),
    };
  }

  /** The kind of save decides the questions. */
  async #write(
    address: Address,
    uri: vscode.Uri,
    text: string,
    kind: SaveKind,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    if (kind === "auto-save") return this.#documents.write(address, { text });
    const askPassword = () => askPasswordOfNew(this.#connections, address, text);
    const save = { text, ...this.#questionsAbout(address), askPassword };
    // VS Code makes no check before the first save of a localization. The localization may exist by
    // now.
    if (kind === "by-hand" && localizationTarget(address)) return this.#settled(uri, address, save);
    if (kind === "by-hand")
      return this.#failedSaves.settled(await this.#documents.write(address, save), address, save);
    const confirmUnannounced = this.#consentTo(address, uri);
    return this.#settled(uri, address, { ...save, confirmUnannounced });
  }

  #questionsAbout(address: Address): Pick<SaveRequest, "confirmClearing" | "confirmTaking"> {
    return {
      confirmClearing: askToClear(this.#connections, address),
      confirmTaking: askToTake(this.#connections, address),
    };
  }

  /** Saves a text that VS Code didn't check before. The user resolves a conflict here. */
  async #settled(
    uri: vscode.Uri,
    address: Address,
    save: SaveRequest,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    const outcome = await this.#documents.write(address, save);
    const isGone = outcome[0] !== null && isMissing(outcome[0]);
    if (isGone && save.isBeforeEditorSave) return [null, null];
    const fixed = await this.#failedSaves.settled(outcome, address, save);
    const [failure] = fixed;
    if (failure?.code !== "conflict") return fixed;
    const side = await askAboutConflict(this.#connections, uri, address, failure.conflict);
    const isChosen = side !== undefined && this.#documents.choose(address, side);
    return isChosen ? this.#settled(uri, address, save) : fixed;
  }

  /** Asks for the consent to a save. Retries of the same save don't ask again. */
  #consentTo(address: Address, uri: vscode.Uri): (save: UnannouncedSave) => Promise<boolean> {
    let isGiven = false;
    return async (save) => {
      isGiven ||= await this.#context.consents.isGiven(address.connection, save, (mayBeAlways) =>
        askToSave(this.#connections, address, uri, save, mayBeAlways),
      );
      return isGiven;
    };
  }

  #opened<T>([failure, value]: Outcome<T, Failure>, address: Address): T {
    if (!failure) return value;
    this.#unopenedDocuments.tell(failure, address);
    throw toFileError(failure);
  }
}

function addressOf(uri: vscode.Uri): Address {
  const address = fromUri(uri);
  if (!address) throw vscode.FileSystemError.FileNotFound(uri);
  return address;
}
