import * as vscode from "vscode";
import { listOf } from "../host/words/lists.ts";
import { describeUnsupportedBlock } from "../host/words/proseWords.ts";
import { describe, describeRefusedSave, escapeLinks } from "../host/words/words.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import { fromText } from "../model/documents/content/documentText.ts";
import type { Json } from "../model/foundation/json.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { Conflict } from "../model/changes/changeFailure.ts";
import { whyOf } from "../model/foundation/outcome.ts";
import type { Failure } from "../model/failure.ts";
import { proseKindAt } from "../model/documents/prose/field.ts";
import { findProse } from "../model/documents/prose/proseFields.ts";
import { markdownCodecFor } from "../model/documents/prose/richtext.ts";
import type { MarkdownCodec } from "../model/documents/prose/richtext.ts";
import { toFileError } from "./errors.ts";
import { openDocuments } from "./openDocuments.ts";
import { openTexts } from "./openTexts.ts";
import type { ContentFiles } from "./provider.ts";
import type { SaveKind } from "./saves.ts";
import { documentOf } from "./textUri.ts";
import type { TextPlace } from "./textUri.ts";

interface ProseDependencies {
  readonly documents: Documents;
  readonly catalogs: Catalogs;
  readonly locks: Locks;
  readonly files: ContentFiles;
}

/** What a field holds, and how it is read. */
export interface HeldText {
  readonly document: vscode.TextDocument;
  readonly value: Json;
  readonly reading: MarkdownCodec;
}

/** How often a text is put in anew, that VS Code did not take. */
const tries = 5;

/** The fields of documents as they stand in the texts of their editors, saved or not. */
export class Prose {
  readonly #models: ProseDependencies;

  constructor(models: ProseDependencies) {
    this.#models = models;
  }

  /** What the field holds; from the service where its document is not open. An error says why it can't be told. */
  async held(uri: vscode.Uri, place: TextPlace): Promise<HeldText> {
    const document = await this.#document(uri, place);
    const [unknown, shape] = await this.#models.catalogs.type(
      place.address.connection,
      place.address.type,
    );
    if (unknown) throw toFileError(unknown);
    const kind = proseKindAt(place.field, shape);
    const found = findProse(document.getText(), place.field);
    if (!kind || !found) throw missing(document);
    return { document, value: found.value, reading: await markdownCodecFor(kind) };
  }

  /** The same while somebody types: undefined where it can't be told at the moment. */
  async heldNow(uri: vscode.Uri, place: TextPlace): Promise<HeldText | undefined> {
    return openDocument(place.address) && this.held(uri, place).catch(() => undefined);
  }

  /** Says why a text can't be shown: its editor hides it. What a document's own file tells is told by then. */
  async tell(error: unknown, uri: vscode.Uri, { address }: TextPlace): Promise<void> {
    const canOpen = openDocument(address) !== undefined;
    if (!canOpen && !(await this.#models.files.isGone(address))) return;
    const why = whyOf(error);
    const words = vscode.l10n.t("{0}: {1}", uri.path.split("/").at(-1) ?? "", why);
    const open = vscode.l10n.t("Open Document");
    const actions = canOpen ? [open] : [];
    const answer = await vscode.window.showErrorMessage(escapeLinks(words), ...actions);
    if (answer === open) await vscode.commands.executeCommand("cms.document.open", { address });
  }

  isReadonly({ address }: TextPlace): boolean {
    return this.#models.documents.editorSnapshot(address)?.isReadonly === true;
  }

  /** Whether its text is to be read alone; one that was begun before can be gone on with. */
  isLocked(place: TextPlace): boolean {
    const isLocked = this.#models.locks.locked(place.address.connection) !== undefined;
    return isLocked && !openTexts(place).some(({ isDirty }) => isDirty);
  }

  /** Puts a value into the text of the document, unsaved, as if it had been typed there. */
  async put(document: vscode.TextDocument, place: TextPlace, value: Json): Promise<void> {
    const [flaw] = fromText(document.getText());
    if (flaw) throw unreadable(flaw);
    for (let left = tries; left > 0; left -= 1) {
      const found = findProse(document.getText(), place.field);
      if (!found) break;
      const end = document.positionAt(found.offset + found.length);
      const range = new vscode.Range(document.positionAt(found.offset), end);
      const change = new vscode.WorkspaceEdit();
      change.replace(document.uri, range, written(value, document, found.offset));
      // VS Code takes no edit of a text that it has just loaded anew.
      if (await vscode.workspace.applyEdit(change)) return;
    }
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t("The text of the document is just being changed. Save again."),
    );
  }

  /** Saves the document, and has its editor know. Undefined when that went well, else why it did not. */
  async save(
    document: vscode.TextDocument,
    { address }: TextPlace,
    kind: Exclude<SaveKind, "auto-save">,
  ): Promise<string | undefined> {
    const failure = await this.#models.files.saveAhead(document, address, kind);
    if (failure?.code === "conflict") return describeOver(failure.conflict);
    if (failure) return describeRefusedSave(failure);
    return (await document.save())
      ? undefined
      : vscode.l10n.t("The document was not saved: see its error message.");
  }

  async #document(uri: vscode.Uri, { address }: TextPlace): Promise<vscode.TextDocument> {
    const open = openDocument(address);
    if (open) return open;
    const document = documentOf(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      return await vscode.workspace.openTextDocument(document);
    } catch (error) {
      const [failure] = await this.#models.documents.stat(address);
      throw failure ? toFileError(failure) : error;
    }
  }
}

/** Several names of one document may be open: what is unsaved is what a person means. */
function openDocument(address: TextPlace["address"]): vscode.TextDocument | undefined {
  const open = openDocuments(address);
  return open.find(({ isDirty }) => isDirty) ?? open[0];
}

/** A value as it is laid out in a document, however deep its line is indented. */
function written(value: Json, document: vscode.TextDocument, offset: number): string {
  const { text } = document.lineAt(document.positionAt(offset));
  const indent = /^\s*/.exec(text)?.[0] ?? "";
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

/** What a field says as Markdown; an error says why it can't be said. */
export function proseTextOf({ reading, value }: HeldText): string {
  const [unsupported, text] = reading.toText(value);
  if (unsupported) throw vscode.FileSystemError.Unavailable(describeUnsupportedBlock(unsupported));
  return text;
}

function missing(document: vscode.TextDocument): vscode.FileSystemError {
  const [flaw] = fromText(document.getText());
  if (flaw) return unreadable(flaw);
  return vscode.FileSystemError.FileNotFound(
    vscode.l10n.t("The document no longer has this field: its entry was removed or replaced."),
  );
}

const describeOver = ({ both }: Conflict): string =>
  vscode.l10n.t(
    "Somebody else changed {0} too, and nothing was saved. Compare, Keep Mine and Take Theirs stand above the document.",
    listOf(both),
  );

const unreadable = (flaw: Failure): vscode.FileSystemError =>
  vscode.FileSystemError.Unavailable(
    vscode.l10n.t("The document can't be read at the moment. {0}", describe(flaw)),
  );
