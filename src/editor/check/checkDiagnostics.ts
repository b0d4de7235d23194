import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { diagnosticOf, relatedPlace, type Plain } from "../../host/surfaces/editorTexts.ts";
import { createDiagnostics } from "../../host/surfaces/languageFeatures.ts";
import { openDocuments, openTab } from "../../files/shared/openEditors.ts";
import { commandUri, fromUri, toUri } from "../../files/shared/documentUri.ts";
import { describeCheckFinding } from "../../texts/check/checkFindingWords.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { CheckFinding, ValueAddress, RuleCode } from "../../model/check/checkFinding.ts";
import type { CheckedDocument } from "../../model/check/checkRule.ts";
import type { Checks } from "../../model/check/checks.ts";
import type { Connections } from "../../model/connect/connections.ts";
import { toText } from "../../model/content/documentText.ts";
import { keyOf, type Address } from "../../model/foundation/address.ts";
import type { Json, JsonObject } from "../../model/foundation/json.ts";
import { rangeIn, rangeOf, JsonLocations } from "../shared/jsonLocations.ts";
import { untilQuiet } from "../shared/editorTasks.ts";

/**
 * How many documents are kept until the rules have reported them. Some rules look up the targets of
 * many documents at once. A finding in an earlier document is located when the document opens.
 */
const mostRecent = 500;

export interface LocatedFinding {
  readonly finding: CheckFinding;
  readonly range: vscode.Range;
}

type Value = Pick<ValueAddress, "address" | "path">;

/** By `keyOfValue`. */
type Ranges = ReadonlyMap<string, vscode.Range>;

interface RecentDocument {
  readonly content: JsonObject;
  /** Its text, once a value was located in it. */
  text: string | undefined;
  /** The located values, by path as JSON. */
  readonly ranges: Map<string, vscode.Range>;
}

interface MarkedDocument {
  readonly uri: vscode.Uri;
  /** Where the values of the findings, and those that they name in other documents, last were. */
  readonly ranges: Ranges;
  readonly diagnostics: readonly Plain<vscode.Diagnostic>[];
}

/**
 * Shows the findings of Check Content in the Problems panel, also for documents that are not open.
 * In an open document, a finding follows its value. It disappears while the value is edited, and
 * where a live diagnostic says the same.
 */
export class CheckDiagnostics extends ResourceOwner {
  readonly #collection = this.own(createDiagnostics("cms-check"));
  readonly #checks: Checks;
  readonly #connections: Connections;
  readonly #marked = new Map<string, MarkedDocument>();
  /** The latest documents that the running check has read, by key. */
  readonly #recent = new Map<string, RecentDocument>();
  /** The values that have findings in open documents, by path. */
  readonly #values = new WeakMap<vscode.TextDocument, Map<string, Json | undefined>>();

  constructor(checks: Checks, connections: Connections) {
    super();
    this.#checks = checks;
    this.#connections = connections;
    const follow = ({ uri }: { readonly uri: vscode.Uri }): void => {
      const address = fromUri(uri);
      if (address && this.#marked.has(keyOf(address))) this.#mark([address]);
    };
    this.own(
      checks.onDidCheckDocuments(this.#keepRecent),
      checks.onDidChangeFindings(this.#mark),
      checks.onDidChangeNumbers((connection) => {
        if (!checks.isRunning(connection)) this.#recent.clear();
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        follow(document);
        const address = fromUri(document.uri);
        // A text that opens in another language opens again in the extension's own.
        if (address && document.languageId === "cms-json") checks.checkOpened(address);
      }),
      vscode.workspace.onDidCloseTextDocument(follow),
      vscode.workspace.onDidChangeTextDocument(({ document }) => void this.#follow(document)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) follow({ uri });
      }),
    );
  }

  /**
   * The findings in a part of a document. Includes those that a live diagnostic shows, but not those
   * whose values have unsaved changes.
   */
  findingsIn(document: vscode.TextDocument, part: vscode.Range): readonly LocatedFinding[] {
    const address = fromUri(document.uri);
    const findings = address ? this.#checks.findings(address) : [];
    const text = new JsonLocations(document.getText());
    if (findings.length === 0 || !text.isWhole) return [];
    return this.#unchanged(document, text, findings)
      .map((finding) => ({ finding, range: rangeOf(document, text.stretch(finding.path)) }))
      .filter(({ range }) => range.intersection(part) !== undefined);
  }

  async #follow(document: vscode.TextDocument): Promise<void> {
    const address = fromUri(document.uri);
    if (!address || !this.#marked.has(keyOf(address))) return;
    await untilQuiet(document);
    this.#mark([address]);
  }

  readonly #keepRecent = (documents: readonly CheckedDocument[]): void => {
    for (const { address, content } of documents)
      this.#recent.set(keyOf(address), { content, text: undefined, ranges: new Map() });
    for (const key of this.#recent.keys()) {
      if (this.#recent.size <= mostRecent) break;
      this.#recent.delete(key);
    }
    const addresses = documents.map(({ address }) => address);
    this.#mark(addresses.filter((address) => this.#checks.findings(address).length > 0));
  };

  readonly #mark = (addresses: readonly Address[]): void => {
    const changes = addresses.flatMap((address) => this.#changesOf(address));
    if (changes.length > 0) this.#collection.set(changes);
  };

  /** The new diagnostics of a document, and of the URI that it had before. */
  #changesOf(address: Address): readonly [vscode.Uri, readonly Plain<vscode.Diagnostic>[]][] {
    const key = keyOf(address);
    const findings = this.#checks.findings(address);
    const previousMarks = this.#marked.get(key);
    if (findings.length === 0) {
      this.#marked.delete(key);
      return previousMarks ? [[previousMarks.uri, []]] : [];
    }
    const currentMarks = this.#marksOf(address, findings, previousMarks);
    this.#marked.set(key, currentMarks);
    const { uri, diagnostics } = currentMarks;
    if (previousMarks && previousMarks.uri.toString() !== uri.toString())
      return [
        [previousMarks.uri, []],
        [uri, diagnostics],
      ];
    const previousParts = previousMarks?.diagnostics.map(partsOf);
    return isDeepStrictEqual(previousParts, diagnostics.map(partsOf)) ? [] : [[uri, diagnostics]];
  }

  #marksOf(
    address: Address,
    findings: readonly CheckFinding[],
    previousMarks: MarkedDocument | undefined,
  ): MarkedDocument {
    const [document] = openDocuments(address);
    if (!document) {
      const uri = openTab(address) ?? this.#uriOf(address);
      const ranges = this.#rangesOf(findings, previousMarks?.ranges);
      const diagnostics = findings.map((finding) => this.#diagnostic(finding, ranges));
      return { uri, ranges, diagnostics };
    }
    const { uri } = document;
    const text = new JsonLocations(document.getText());
    // A text that is not valid JSON keeps its diagnostics.
    if (!text.isWhole && previousMarks) return { ...previousMarks, uri };
    const ranges = this.#rangesOf(findings, previousMarks?.ranges);
    // The diagnostics of the extension that follow the typing. Those of a check have a code.
    const liveDiagnostics = vscode.languages
      .getDiagnostics(uri)
      .filter(({ source, code }) => source === "CMS" && code === undefined);
    const isLive = (finding: CheckFinding): boolean =>
      (finding.rule === "invalid-value" && !finding.data.isPublished) ||
      (liveRules.has(finding.rule) &&
        liveDiagnostics.some(({ range }) => range.isEqual(rangeFor(finding, ranges))));
    const diagnostics = this.#unchanged(document, text, findings)
      .filter((finding) => !isLive(finding))
      .map((finding) => this.#diagnostic(finding, ranges));
    return { uri, ranges, diagnostics };
  }

  /** A value of a document whose text isn't known keeps its range. */
  #rangesOf(findings: readonly CheckFinding[], previousRanges?: Ranges): Ranges {
    const values = [...findings, ...findings.flatMap(relatedTo)];
    return new Map(
      values.flatMap((value) => {
        const range = this.#locate(value) ?? previousRanges?.get(keyOfValue(value));
        return range ? [[keyOfValue(value), range]] : [];
      }),
    );
  }

  /** Undefined if the text of the document isn't known. */
  #locate({ address, path }: Value): vscode.Range | undefined {
    const [document] = openDocuments(address);
    if (document) return rangeOf(document, new JsonLocations(document.getText()).stretch(path));
    const recent = this.#recent.get(keyOf(address));
    if (!recent) return undefined;
    recent.text ??= toText(recent.content);
    const key = JSON.stringify(path);
    const range =
      recent.ranges.get(key) ?? rangeIn(recent.text, new JsonLocations(recent.text).stretch(path));
    recent.ranges.set(key, range);
    return range;
  }

  /** The findings whose values have no unsaved changes. */
  #unchanged(
    document: vscode.TextDocument,
    text: JsonLocations,
    findings: readonly CheckFinding[],
  ) {
    const previousValues = document.isDirty ? this.#values.get(document) : undefined;
    const values = new Map<string, Json | undefined>();
    const unchangedFindings = findings.filter(({ path }) => {
      const key = JSON.stringify(path);
      const currentValue = path.length > 0 ? text.value(path) : null;
      const cleanValue = previousValues?.has(key) ? previousValues.get(key) : currentValue;
      values.set(key, cleanValue);
      return isDeepStrictEqual(cleanValue, currentValue);
    });
    this.#values.set(document, values);
    return unchangedFindings;
  }

  #diagnostic(finding: CheckFinding, ranges: Ranges): Plain<vscode.Diagnostic> {
    const diagnostic = diagnosticOf(
      rangeFor(finding, ranges),
      describeCheckFinding(finding),
      finding.severity === "error"
        ? vscode.DiagnosticSeverity.Error
        : vscode.DiagnosticSeverity.Warning,
    );
    const { rule } = finding;
    diagnostic.code = { value: rule, target: commandUri("cms.content.explainRule", rule) };
    diagnostic.relatedInformation = relatedTo(finding).map((value) => {
      const uri = this.#uriOf(value.address, value.title);
      const location = new vscode.Location(uri, rangeFor(value, ranges));
      return relatedPlace(location, value.title || untitled());
    });
    return diagnostic;
  }

  /** The URI under which the tree opens a document. */
  #uriOf(address: Address, title = this.#checks.findings(address)[0]?.title ?? ""): vscode.Uri {
    const connectionName = this.#connections.get(address.connection)?.name ?? "";
    return toUri(address, { connectionName, title: title || untitled() });
  }
}

const top = new vscode.Range(0, 0, 0, 0);

const keyOfValue = ({ address, path }: Value): string =>
  `${keyOf(address)} ${JSON.stringify(path)}`;

const rangeFor = (value: Value, ranges: Ranges): vscode.Range =>
  ranges.get(keyOfValue(value)) ?? top;

/** The values that a finding names in other documents. */
function relatedTo({ data }: CheckFinding): readonly ValueAddress[] {
  if ("others" in data) return data.others;
  return "usedIn" in data && data.usedIn ? [data.usedIn] : [];
}

/** The rules whose findings the editor also reports while the user types. */
const liveRules: ReadonlySet<RuleCode> = new Set<RuleCode>([
  "invalid-value",
  "missing-target",
  "unpublished-target",
]);

/** The parts of a diagnostic that tell whether it has changed. */
const partsOf = ({ range, message, severity, relatedInformation }: Plain<vscode.Diagnostic>) => [
  ...[range, ...(relatedInformation ?? []).map(({ location }) => location.range)].map(
    ({ start, end }) => [start.line, start.character, end.line, end.character],
  ),
  ...[message, severity],
];
