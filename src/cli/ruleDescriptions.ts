import type { RuleCode } from "../model/checks/checkFinding.ts";

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
