import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { createDiagnostics } from "../../host/surfaces/languageFeatures.ts";
import { diagnosticOf } from "../../host/surfaces/editorTexts.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { EditorContext } from "../editorContext.ts";
import { isInvalid } from "../../model/foundation/outcome.ts";
import type { TargetFlaw } from "../../model/publish/targetStates.ts";
import { LatestTasks } from "../shared/editorTasks.ts";
import type { DocumentReferences } from "../edit/writtenReferences.ts";

const lookupDelayMs = 600;

/** The reason for a check: it decides how many targets are requested. */
type CheckReason = "shown" | "edited" | "saved" | "refused";

/**
 * Warns about relations whose target was deleted or never published. Showing a document costs one
 * request at most. The first edit, or showing the document again, requests the targets that were
 * not requested yet. After that, an edit costs nothing unless it adds a relation. The first new
 * relation and a rejected save request all targets.
 */
export class TargetDiagnostics extends ResourceOwner {
  readonly #collection = this.own(createDiagnostics("cms-targets"));
  readonly #checks = this.own(new LatestTasks());
  readonly #context: EditorContext;
  #visibleDocuments: ReadonlySet<vscode.TextDocument> = new Set();
  /** The targets that documents had when they had no unsaved changes. */
  readonly #cleanTargets = new WeakMap<vscode.TextDocument, ReadonlySet<string>>();
  /** Documents whose targets have all been requested. */
  readonly #checkedDocuments = new WeakSet<vscode.TextDocument>();

  constructor(context: EditorContext) {
    super();
    this.#context = context;
    const { documents } = context;
    this.own(
      vscode.window.onDidChangeVisibleTextEditors(this.#lookAtShown),
      // At the first change after a save, VS Code reports the text before it reports that it is
      // unsaved.
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!fromUri(document.uri)) return;
        void (document.isDirty ? this.#look(document, "edited") : this.#show(document));
      }),
      documents.onDidSave(({ address }) => {
        const savedDocuments = openDocuments(address);
        for (const { document } of vscode.window.visibleTextEditors) {
          // The other visible documents may point to the saved one.
          if (savedDocuments.includes(document)) void this.#look(document, "saved");
          else void this.#show(document);
        }
      }),
      documents.onDidFail(({ address, failure }) => {
        if (!isInvalid(failure)) return;
        for (const document of openDocuments(address)) void this.#look(document, "refused");
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        // A change of the document's language does not close it.
        if (vscode.workspace.textDocuments.includes(document)) return;
        this.#checks.abort(document.uri.toString());
        this.#collection.delete(document.uri);
      }),
    );
    this.#lookAtShown();
  }

  /** Checks documents that become visible. One that was visible already costs nothing. */
  readonly #lookAtShown = (): void => {
    const previousDocuments = this.#visibleDocuments;
    this.#visibleDocuments = new Set(
      vscode.window.visibleTextEditors.map(({ document }) => document),
    );
    for (const document of this.#visibleDocuments) {
      if (!previousDocuments.has(document)) void this.#look(document, "shown");
    }
  };

  async #look(document: vscode.TextDocument, occasion: CheckReason): Promise<void> {
    if (!fromUri(document.uri)) return;
    const delayMs = occasion === "edited" ? lookupDelayMs : 0;
    await this.#checks.run(document.uri.toString(), delayMs, async (signal) => {
      const references = await this.#show(document);
      if (!references || signal.aborted) return;
      const { states } = this.#context;
      const options = { signal };
      const ids = new Set(references.relations.map(({ documentId }) => documentId));
      const cleanTargets = this.#cleanTargets.get(document);
      if (!document.isDirty) {
        this.#cleanTargets.set(document, ids);
        // The targets that the service has just returned exist.
        if (!cleanTargets) states.noteExisting(references);
        if (occasion === "shown") await states.checkLargestType(references, options);
      }
      // Opening the document may cost one request at most. Later, the other targets are requested.
      if (cleanTargets && !this.#checkedDocuments.has(document)) {
        await states.checkUnchecked(references, options);
        if (!options.signal.aborted) this.#checkedDocuments.add(document);
      }
      const isChanged = document.isDirty || occasion === "saved";
      const newIds = [...ids].filter((id) => cleanTargets?.has(id) !== true);
      if ((isChanged && newIds.length > 0) || occasion === "refused")
        await states.checkAll(references, options);
      await this.#show(document);
    });
  }

  async #show(document: vscode.TextDocument): Promise<DocumentReferences | undefined> {
    const references = await this.#context.written.of(document);
    if (document.isClosed) return undefined;
    // A change made meanwhile fires an event of its own.
    if (references && references.version !== document.version) return references;
    const diagnostics = (references?.relations ?? []).flatMap((relation) => {
      const flaw = references && this.#context.states.flaw(relation, references);
      if (!flaw) return [];
      const words = describeTarget(flaw, relation.title, references.address);
      return [diagnosticOf(relation.range, words, vscode.DiagnosticSeverity.Warning)];
    });
    this.#collection.set(document.uri, diagnostics);
    return references;
  }
}

function describeTarget(flaw: TargetFlaw, title: string, { locale }: Address): string {
  const document = title || untitled();
  if (flaw === "unpublished") {
    return vscode.l10n.t(
      "'{document}' was never published. The service omits this relation from the published version.",
      { document },
    );
  }
  return locale
    ? vscode.l10n.t(
        "'{document}' doesn't exist or has no localization in {locale}. The service rejects this relation.",
        { document, locale },
      )
    : vscode.l10n.t("'{document}' doesn't exist. The service rejects this relation.", { document });
}
