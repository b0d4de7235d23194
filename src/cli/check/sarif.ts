import { toJson, type JsonPath } from "../../model/foundation/json.ts";
import { createHash } from "node:crypto";
import type { CheckSeverity, RuleCode } from "../../model/check/checkFinding.ts";
import { encoded } from "../../model/foundation/address.ts";
import { visible } from "../../model/foundation/visibleText.ts";
import { describeCheckFinding } from "../../texts/check/checkFindingWords.ts";
import { ruleUrl } from "../../texts/check/ruleUrl.ts";
import { shownDocument, type FindingFormat, type PrintedFinding } from "./findingFormats.ts";

export interface CheckedRule {
  readonly code: RuleCode;
  readonly severity: CheckSeverity;
}

/**
 * One SARIF 2.1.0 log with one run. It has the properties that code scanning of GitHub requires.
 * The text is complete whenever `end` was called, however the check ended.
 */
export function sarifFormat(version: string, checkedRules: readonly CheckedRule[]): FindingFormat {
  const rules = checkedRules.map(({ code: id, severity: level }) => {
    const text = ruleDescriptions[id];
    const helpUri = ruleUrl(id);
    const help = { text: `${text} ${helpUri}`, markdown: `${text} [How to fix it](${helpUri})` };
    const descriptions = { shortDescription: { text }, fullDescription: { text } };
    return { id, ...descriptions, help, helpUri, defaultConfiguration: { level } };
  });
  const driver = { name: "cms-content", semanticVersion: version, rules };
  const indexes = new Map(rules.map(({ id }, at) => [id, at]));
  let isFirst = true;
  return {
    start: [
      '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",',
      `"runs":[{"tool":${toJson({ driver })},"columnKind":"utf16CodeUnits","results":[\n`,
    ].join(""),
    format: (findings) => {
      const results = findings.map((finding) => toJson(resultOf(finding, indexes)));
      const separator = isFirst || results.length === 0 ? "" : ",\n";
      isFirst &&= results.length === 0;
      return separator + results.join(",\n");
    },
    end: ({ isWhole: executionSuccessful, unchecked }) => {
      const toolExecutionNotifications = unchecked.map((text) => ({
        level: "warning",
        message: { text },
      }));
      const invocations = [{ executionSuccessful, toolExecutionNotifications }];
      return `\n],"invocations":${toJson(invocations)}}]}\n`;
    },
  };
}

function resultOf(finding: PrintedFinding, indexes: ReadonlyMap<RuleCode, number>) {
  const { rule, severity, path, title, location } = finding;
  const message = describeCheckFinding(finding);
  const document = shownDocument(finding).replaceAll("\\", "/");
  const fullyQualifiedName = document + pointerOf(path);
  // The content of a service is in no file. Code scanning rejects a location without a file and a
  // region.
  const uri = document.split("/").map(encoded).join("/") + (location ? "" : ".json");
  const { line, column } = location ?? { line: 1, column: 1 };
  const region = { startLine: line, startColumn: column, endLine: line, endColumn: column };
  return {
    ruleId: rule,
    ruleIndex: indexes.get(rule),
    level: severity,
    message: { text: visible(title === "" ? message : `${title}: ${message}`) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region },
        logicalLocations: [{ fullyQualifiedName }],
      },
    ],
    // Code scanning recognizes an alert of an earlier run by this hash.
    partialFingerprints: {
      primaryLocationLineHash: `${hashOf(rule, fullyQualifiedName, message)}:1`,
    },
  };
}

/** A JSON pointer as a fragment, such as `#/sections/0/text`; empty for the whole document. */
const pointerOf = (path: JsonPath): string =>
  path.length === 0
    ? ""
    : `#/${path.map((segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;

const hashOf = (...texts: readonly string[]): string =>
  createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);

/** What each rule finds, in a sentence. The sections of docs/checks.md start with it. */
export const ruleDescriptions: Readonly<Record<RuleCode, string>> = {
  "invalid-value": "The service rejects the value.",
  "missing-target": "The target of a relation doesn't exist, or a required relation is empty.",
  "duplicate-document": "The service has a document twice in the same locale.",
  "duplicate-value": "Two documents have the same value of a unique field.",
  "lost-relation":
    "The published version lacks content of its draft, although neither was edited since.",
  "unpublished-target": "The published version lacks a relation, because its target is a draft.",
  "different-order": "The published version has a list in a different order than its draft.",
  "stale-translation":
    "A localization was last saved or published before the text in the default locale.",
  "missing-translation": "A document doesn't exist in every locale.",
  "broken-link": "A link in a text leads to something that readers can't reach.",
  "missing-alternative-text": "An image has no alternative text.",
  "empty-text": "A required text is empty, or contains only white space.",
  "unused-file": "No document uses a media file.",
  "exposed-data": "A published text contains an email address or a secret.",
};
