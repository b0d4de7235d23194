import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;

/**
 * Invalid changes of an article, in texts of several. Each change has its diagnostic: the marked text, the severity and
 * the message.
 */
export const mistakes: readonly Readonly<Record<string, readonly [JsonObject, ...unknown[]]>>[] = [
  {
    "a value outside an enumeration": [
      { kind: "novel" },
      '"novel"',
      error,
      "kind must be one of feature, guide, dispatch, essay, history.",
    ],
    "a text where a number belongs": [
      { readingMinutes: "four" },
      '"four"',
      error,
      "readingMinutes must be a number.",
    ],
    "a text that is too long": [
      { code: "x".repeat(13) },
      `"${"x".repeat(13)}"`,
      error,
      "code must have at most 12 characters.",
    ],
    "an impossible date": [
      { issueDate: "2026-02-29" },
      '"2026-02-29"',
      error,
      "issueDate must be a date, such as 2026-03-01.",
    ],
    "a component of another document": [
      { seo: { id: 99_999, metaTitle: "Tea" } },
      "99999",
      warning,
      "The document has no component with this id here. Saving creates a new component.",
    ],
    "a relation without its documentId": [
      { category: { name: "Food" } },
      '"category"',
      error,
      "category must identify its target by documentId.",
    ],
    "a component that the dynamic zone doesn't allow": [
      { sections: [{ __component: "shared.seo", metaTitle: "Tea" }] },
      '"shared.seo"',
      warning,
      "To be published, the dynamic zone must not have this component. Allowed components: sections.text, sections.quote, sections.gallery, sections.reading-list, sections.fact-box, shared.call-to-action.",
    ],
  },
  {
    "an unknown key": [
      { bogus: 1 },
      "1",
      error,
      "bogus isn't in the schema, so it can't be saved.",
    ],
    "a value that only a publish rejects": [
      { readingMinutes: 0 },
      "0",
      warning,
      "To be published, readingMinutes must be at least 1.",
    ],
    "a required field that a component lacks": [
      { seo: { noIndex: true } },
      '"seo"',
      warning,
      "To be published, seo.metaTitle must not be empty.",
    ],
    "an entry of a dynamic zone without a component": [
      { sections: [{ __component: "sections.text", heading: "One", body: "Text" }, {}] },
      "{",
      error,
      "sections[1] requires the property __component.",
    ],
  },
];
