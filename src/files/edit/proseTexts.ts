import * as vscode from "vscode";
import { showError } from "../../host/surfaces/messages.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { describeUnsupportedBlock } from "../../texts/edit/markdownWords.ts";
import { describe, describeRefusedSave } from "../../texts/shared/failureWords.ts";
import { fromText } from "../../model/content/documentText.ts";
import { toJson, type Json } from "../../model/foundation/json.ts";
import type { FileContext } from "../fileContext.ts";
import { whyOf } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { proseKindAt } from "../../model/content/markdown/proseField.ts";
import { findProse } from "../../model/content/markdown/proseFieldsInText.ts";
import { markdownCodecFor } from "../../model/content/markdown/markdownCodec.ts";
import type { MarkdownCodec } from "../../model/content/markdown/markdownCodec.ts";
import type { SaveCleanup } from "../../model/content/markdown/untouchedLines.ts";
import { toFileError } from "../shared/virtualFileSystem.ts";
import { editText, openDocuments, openTexts } from "../shared/openEditors.ts";
import type { ContentFiles } from "./contentFiles.ts";
import type { SaveKind } from "../save/announcedSaves.ts";
import { documentUriOf, type TextLocation } from "../shared/documentUri.ts";

type ProseContext = Pick<FileContext, "documents" | "catalogs" | "locks"> & {
  readonly files: ContentFiles;
};

/** The value of a field, its document and the codec that converts the value to Markdown. */
export interface OpenField {
  readonly document: vscode.TextDocument;
  readonly value: Json;
  readonly codec: MarkdownCodec;
}

/** How many times an edit is tried if VS Code doesn't apply it. */
const maxTries = 5;

/** The fields of documents as the texts of open editors contain them, saved or not. */
export class ProseTexts {
  readonly #context: ProseContext;

  constructor(context: ProseContext) {
    this.#context = context;
  }

  /**
   * The value of the field. If its document isn't open, VS Code loads it from the service. Throws
   * an error with the reason if the value can't be read.
   */
  async read(uri: vscode.Uri, location: TextLocation): Promise<OpenField> {
    const document = openDocument(location.address) ?? (await this.#load(uri, location));
    const { connection, type } = location.address;
    const [unknown, shape] = await this.#context.catalogs.type(connection, type);
    if (unknown) throw toFileError(unknown);
    const kind = proseKindAt(location.field, shape);
    const proseField = findProse(document.getText(), location.field);
    if (!kind || !proseField) {
      const [flaw] = fromText(document.getText());
      if (flaw) throw unreadable(flaw);
      throw vscode.FileSystemError.FileNotFound(
        vscode.l10n.t("The document no longer has this field. Its entry was removed or replaced."),
      );
    }
    return {
      document,
      value: proseField.value,
      codec: await markdownCodecFor(kind, saveCleanupOf(uri)),
    };
  }

  /** The value while the user types; undefined if it can't be read at the moment. */
  async readNow(uri: vscode.Uri, location: TextLocation): Promise<OpenField | undefined> {
    return openDocument(location.address) && this.read(uri, location).catch(() => undefined);
  }

  /**
   * Shows why a text can't be opened, because its editor hides the reason. The file of the document
   * has already reported its own failures.
   */
  async tell(error: unknown, uri: vscode.Uri, { address }: TextLocation): Promise<void> {
    const canOpen = openDocument(address) !== undefined;
    if (!canOpen && !(await this.#context.files.isGone(address))) return;
    const name = uri.path.split("/").at(-1) ?? "";
    const words = vscode.l10n.t("{name}: {error}", { name, error: whyOf(error) });
    const open = vscode.l10n.t("Open Document");
    const answer = await showError(words, ...(canOpen ? [open] : []));
    if (answer === open) await vscode.commands.executeCommand("cms.document.open", { address });
  }

  isReadonly({ address }: TextLocation): boolean {
    return this.#context.documents.editorSnapshot(address)?.isReadonly === true;
  }

  /** Whether the lock makes the text read-only. Unsaved changes keep it editable. */
  isLocked(location: TextLocation): boolean {
    const isLocked = this.#context.locks.locked(location.address.connection) !== undefined;
    return isLocked && !openTexts(location).some(({ isDirty }) => isDirty);
  }

  /** Writes a value to the text of the document, unsaved, as if the user had typed it. */
  async put(document: vscode.TextDocument, location: TextLocation, value: Json): Promise<void> {
    const [flaw] = fromText(document.getText());
    if (flaw) throw unreadable(flaw);
    for (let remainingTries = maxTries; remainingTries > 0; remainingTries -= 1) {
      const proseField = findProse(document.getText(), location.field);
      if (!proseField) break;
      const end = document.positionAt(proseField.offset + proseField.length);
      const range = new vscode.Range(document.positionAt(proseField.offset), end);
      // VS Code rejects an edit of a text that it has just reloaded.
      if (await editText(document, range, toJson(value, 2))) return;
    }
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t("The document is being updated. Save again."),
    );
  }

  /** Saves the document and updates its editor. Returns why it failed, if it did. */
  async save(
    document: vscode.TextDocument,
    { address }: TextLocation,
    kind: Exclude<SaveKind, "auto-save">,
  ): Promise<string | undefined> {
    const failure = await this.#context.files.saveAhead(document, address, kind);
    if (failure?.code === "conflict")
      return vscode.l10n.t(
        "Your changes to {fields} conflict with changes on the service. Nothing was saved. Open the document, and select Compare, Keep Mine or Take Theirs above its text.",
        { fields: listOf(failure.conflict.both) },
      );
    if (failure) return describeRefusedSave(failure);
    return (await document.save())
      ? undefined
      : vscode.l10n.t("The document was not saved. Its error message has the reason.");
  }

  async #load(uri: vscode.Uri, { address }: TextLocation): Promise<vscode.TextDocument> {
    const document = documentUriOf(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      return await vscode.workspace.openTextDocument(document);
    } catch (error) {
      const [failure] = await this.#context.documents.stat(address);
      throw failure ? toFileError(failure) : error;
    }
  }
}

/** One document may be open under several names. The one with unsaved changes takes precedence. */
function openDocument(address: TextLocation["address"]): vscode.TextDocument | undefined {
  const documents = openDocuments(address);
  return documents.find(({ isDirty }) => isDirty) ?? documents[0];
}

function saveCleanupOf(uri: vscode.Uri): SaveCleanup {
  const settings = vscode.workspace.getConfiguration(undefined, { uri, languageId: "markdown" });
  const isOn = (name: string) => settings.get(name) === true;
  const actions = settings.get<Readonly<Record<string, unknown>>>("editor.codeActionsOnSave", {});
  const isFormatted = isOn("editor.formatOnSave") || Object.keys(actions).length > 0;
  return {
    trimsLines: isFormatted || isOn("files.trimTrailingWhitespace"),
    trimsFinalNewlines: isFormatted || isOn("files.trimFinalNewlines"),
    insertsFinalNewline: isFormatted || isOn("files.insertFinalNewline"),
  };
}

/** The value of a field as Markdown. Throws the reason if Markdown doesn't support it. */
export function proseTextOf({ codec, value }: OpenField): string {
  const [unsupported, text] = codec.toText(value);
  if (unsupported) throw vscode.FileSystemError.Unavailable(describeUnsupportedBlock(unsupported));
  return text;
}

const unreadable = (flaw: Failure): vscode.FileSystemError =>
  vscode.FileSystemError.Unavailable(
    vscode.l10n.t("The document can't be read. {error}", { error: describe(flaw) }),
  );
