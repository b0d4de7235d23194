import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { createDiagnostics } from "../../host/surfaces/languageFeatures.ts";
import { diagnosticOf } from "../../host/surfaces/editorTexts.ts";
import { hasTab, onDidEdit, openDocuments } from "../../files/shared/openEditors.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { describeIssue } from "../../texts/shared/serviceErrorWords.ts";
import { describeProblem } from "../../texts/shared/unreadWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import { segmentsOf, type Json, type JsonPath } from "../../model/foundation/json.ts";
import { rangeOf, JsonLocations } from "../shared/jsonLocations.ts";
import { untilQuiet } from "../shared/editorTasks.ts";
import type { Failure } from "../../model/failure.ts";

export interface ProblemLocation {
  readonly path: JsonPath;
  readonly message: string;
  /** An error by default. */
  readonly severity?: "error" | "warning";
}

/** A problem with the value that has it. With another value, the problem may be solved. */
type ShownProblem = ProblemLocation & { readonly value: Json | undefined };

/**
 * Problems at locations in open documents. Those that the service reports stay until the user edits
 * or saves. Others are found by local checks. At one location, the service's problem replaces the
 * others.
 */
export class Problems extends ResourceOwner {
  readonly #collection = this.own(createDiagnostics("cms"));
  readonly #serviceProblems = new Map<string, readonly ShownProblem[]>();
  readonly #localProblems = new Map<string, readonly ShownProblem[]>();
  readonly #waiting = new Set<string>();

  constructor(documents: OpenDocuments) {
    super();
    this.own(
      documents.onDidFail(({ address, failure }) => {
        const locations = problemLocationsIn(failure);
        // A service that can't be reached says nothing about the text.
        if (locations.length > 0) this.show(address, locations);
      }),
      documents.onDidSave(({ address }) => this.clear(address)),
    );
  }

  follow(): vscode.Disposable {
    return vscode.Disposable.from(
      onDidEdit((document) => void this.#follow(document)),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length === 0) return;
        this.#collection.forEach((uri) => {
          const address = fromUri(uri);
          if (address && !hasTab(address)) this.#drop(uri);
        });
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const address = fromUri(uri);
        if (address && openDocuments(address).length === 0) this.#drop(uri);
      }),
    );
  }

  #drop(uri: vscode.Uri): void {
    this.#serviceProblems.delete(uri.toString());
    this.#localProblems.delete(uri.toString());
    this.#collection.delete(uri);
  }

  /** Shows problems that the service reports, in place of those it reported before. */
  show(address: Address, locations: readonly ProblemLocation[]): void {
    for (const document of openDocuments(address)) {
      const text = new JsonLocations(document.getText());
      this.#serviceProblems.set(document.uri.toString(), withValues(locations, text));
      this.#mark(document, text);
    }
  }

  /** Removes the problems that the service reported for a document. */
  clear(address: Address): void {
    for (const document of openDocuments(address)) {
      const key = document.uri.toString();
      this.#serviceProblems.delete(key);
      if (this.#localProblems.has(key)) this.#mark(document, new JsonLocations(document.getText()));
      else this.#collection.delete(document.uri);
    }
  }

  /** Shows the results of local checks of an open document, in place of the previous results. */
  find(document: vscode.TextDocument, locations: readonly ProblemLocation[]): void {
    const key = document.uri.toString();
    if (locations.length === 0 && !this.#localProblems.has(key)) return;
    const text = new JsonLocations(document.getText());
    this.#localProblems.set(key, withValues(locations, text));
    this.#mark(document, text);
  }

  /** VS Code moves a mark while the user types; an edited value loses its mark. */
  async #follow(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const isMarked = this.#serviceProblems.has(key) || this.#localProblems.has(key);
    if (!isMarked || this.#waiting.has(key)) return;
    this.#waiting.add(key);
    await untilQuiet(document);
    this.#waiting.delete(key);
    const text = new JsonLocations(document.getText());
    if (text.isWhole) this.#mark(document, text);
  }

  /** Marks the values that are unchanged since the problem was reported. */
  #mark(document: vscode.TextDocument, text: JsonLocations): void {
    const serviceProblems = this.#stillThere(this.#serviceProblems, document, text);
    const markedOffsets = new Set(serviceProblems.map(({ path }) => text.stretch(path).offset));
    const localProblems = this.#stillThere(this.#localProblems, document, text).filter(
      ({ path }) => !markedOffsets.has(text.stretch(path).offset),
    );
    const marks = [...serviceProblems, ...localProblems].map(({ path, message, severity }) => {
      const { Error, Warning } = vscode.DiagnosticSeverity;
      const range = rangeOf(document, text.stretch(path));
      return diagnosticOf(range, message, severity === "warning" ? Warning : Error);
    });
    this.#collection.set(document.uri, marks);
  }

  #stillThere(
    problemsByUri: Map<string, readonly ShownProblem[]>,
    { uri }: vscode.TextDocument,
    text: JsonLocations,
  ): readonly ShownProblem[] {
    const key = uri.toString();
    const former = problemsByUri.get(key) ?? [];
    const unchangedProblems = former.filter(({ path, value }) =>
      isDeepStrictEqual(text.value(path), value),
    );
    if (unchangedProblems.length > 0) problemsByUri.set(key, unchangedProblems);
    else problemsByUri.delete(key);
    return unchangedProblems;
  }
}

const withValues = (locations: readonly ProblemLocation[], text: JsonLocations): ShownProblem[] =>
  locations.map((location) => ({ ...location, value: text.value(location.path) }));

/** Empty where the failure names none in the text. */
export function problemLocationsIn(failure: Failure): ProblemLocation[] {
  if (failure.code === "not-sendable") {
    return failure.problems.map((problem) => ({
      path: segmentsOf(problem.path),
      message: describeProblem(problem),
    }));
  }
  if (failure.code !== "service" || failure.error.name !== "ValidationError") return [];
  return failure.error.issues
    .filter(({ path }) => path.length > 0)
    .map((issue) => ({ path: issue.path, message: describeIssue(issue) }));
}
