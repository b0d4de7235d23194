import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { fromUri } from "../files/uri.ts";
import { describeIssue } from "../host/words/errorWords.ts";
import { describeProblem } from "../host/words/problemWords.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import type { Json } from "../model/foundation/json.ts";
import { diagnosticAt, rangeOf } from "./diagnostics.ts";
import { JsonLocations, segmentsOf } from "./jsonLocations.ts";
import type { JsonPath, TextSpan } from "./jsonLocations.ts";
import { untilQuiet } from "./typingPause.ts";
import type { Failure } from "../model/failure.ts";

/** Something to be said at one place of a document. */
export interface ProblemLocation {
  readonly path: JsonPath;
  readonly message: string;
  readonly severity?: "error" | "warning";
}

interface ShownProblem extends ProblemLocation {
  /** What is wrong: with another value there, the problem may be solved. */
  readonly value: Json | undefined;
}

/**
 * What is wrong at places in open documents: what the service said, until they are edited or saved, and what
 * was found without asking it. At one place the service's own words stand alone.
 */
export class Problems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection("cms");
  readonly #shown = new Map<string, readonly ShownProblem[]>();
  readonly #found = new Map<string, readonly ShownProblem[]>();
  readonly #waiting = new Set<string>();
  readonly #listening: vscode.Disposable;

  constructor(documents: Documents) {
    this.#listening = vscode.Disposable.from(
      documents.onDidFail(({ address, failure }) => {
        const places = problemLocationsIn(failure);
        // A service that can't be reached says nothing of the text.
        if (places.length > 0) this.show(address, places);
      }),
      documents.onDidSave(({ address }) => {
        this.clear(address);
      }),
    );
  }

  /** Hears what becomes of the texts that are marked. */
  follow(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) void this.#follow(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const address = fromUri(uri);
        if (address && openDocuments(address).length === 0) this.#drop(uri);
      }),
    );
  }

  /** Shows these problems of a document that is open, and none that the service told of before. */
  show(address: Address, places: readonly ProblemLocation[]): void {
    for (const document of openDocuments(address)) {
      const text = new JsonLocations(document.getText());
      this.#shown.set(document.uri.toString(), held(places, text));
      this.#mark(document, text);
    }
  }

  /** Takes back what the service said of a document. */
  clear(address: Address): void {
    for (const document of openDocuments(address)) {
      const key = document.uri.toString();
      this.#shown.delete(key);
      if (this.#found.has(key)) this.#mark(document, new JsonLocations(document.getText()));
      else this.#collection.delete(document.uri);
    }
  }

  /** Shows what was found in a document that is open, in place of what was found before. */
  find(document: vscode.TextDocument, found: readonly ProblemLocation[]): void {
    const key = document.uri.toString();
    if (found.length === 0 && !this.#found.has(key)) return;
    const text = new JsonLocations(document.getText());
    this.#found.set(key, held(found, text));
    this.#mark(document, text);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#collection.dispose();
  }

  /** VS Code moves a mark while somebody types; what was edited loses it. */
  async #follow(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const isMarked = this.#shown.has(key) || this.#found.has(key);
    if (!isMarked || this.#waiting.has(key)) return;
    this.#waiting.add(key);
    await untilQuiet(document);
    this.#waiting.delete(key);
    const text = new JsonLocations(document.getText());
    if (text.isWhole) this.#mark(document, text);
  }

  /** Marks what is as it was when it was called wrong. */
  #mark(document: vscode.TextDocument, text: JsonLocations): void {
    const shown = this.#stillThere(this.#shown, document, text);
    const known = new Set(shown.map(({ path }) => text.stretch(path).offset));
    const found = this.#stillThere(this.#found, document, text).filter(
      ({ path }) => !known.has(text.stretch(path).offset),
    );
    const marks = [...shown, ...found].map((place) =>
      toMark(document, place, text.stretch(place.path)),
    );
    this.#collection.set(document.uri, marks);
  }

  #stillThere(
    all: Map<string, readonly ShownProblem[]>,
    { uri }: vscode.TextDocument,
    text: JsonLocations,
  ): readonly ShownProblem[] {
    const key = uri.toString();
    const former = all.get(key) ?? [];
    const left = former.filter(({ path, value }) => isDeepStrictEqual(text.value(path), value));
    if (left.length > 0) all.set(key, left);
    else all.delete(key);
    return left;
  }

  #drop(uri: vscode.Uri): void {
    this.#shown.delete(uri.toString());
    this.#found.delete(uri.toString());
    this.#collection.delete(uri);
  }
}

/** Places with what stands there. */
const held = (places: readonly ProblemLocation[], text: JsonLocations): ShownProblem[] =>
  places.map((place) => ({ ...place, value: text.value(place.path) }));

const toMark = (
  document: vscode.TextDocument,
  { message, severity = "error" }: ProblemLocation,
  stretch: TextSpan,
): vscode.Diagnostic => diagnosticAt(rangeOf(document, stretch), message, severities[severity]);

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
};

/** The places that a failure is about; none where it is about none in the text. */
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
