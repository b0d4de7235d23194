import * as l10n from "@vscode/l10n";
import type { CheckFinding, LostContent, RuleData } from "../../model/check/checkFinding.ts";
import type { UncheckedPart } from "../../model/check/uncheckedParts.ts";
import { pathText } from "../../model/foundation/json.ts";
import { describeFinding } from "../shared/validationWords.ts";
import { listOf, wordsBy } from "../shared/nameList.ts";
import { permissionLabel } from "../shared/permissionNames.ts";
import { oddRowWords } from "../shared/oddRowWords.ts";
import { describe, untitled } from "../shared/failureWords.ts";

export function describeCheckFinding(finding: CheckFinding): string {
  const field = pathText(finding.path);
  return wordsBy<"rule", CheckFinding>({
    "invalid-value": ({ data }) =>
      "failure" in data ? describe(data.failure) : describeFinding(data.flaw),
    "lost-relation": ({ data }) => lostContentWords(data, field),
    "missing-target": ({ data }) => missingTargetWords(data, field),
    "duplicate-document": ({ data }) =>
      data.version === "draft"
        ? l10n.t("The service has {count} drafts of this document in the same locale.", {
            count: data.count,
          })
        : l10n.t(
            "The service has {count} published versions of this document in the same locale.",
            { count: data.count },
          ),
    "duplicate-value": ({ data }) =>
      l10n.t("{field} must be unique. The value '{value}' is also in {documents}.", {
        field,
        documents: listOf(
          data.others.map(({ title }) => `'${title || untitled()}'`),
          data.count,
        ),
        value: data.value,
      }),
    "different-order": () =>
      l10n.t(
        "The published version has {field} in a different order. Publish the document again.",
        { field },
      ),
    "stale-translation": ({ data }) =>
      l10n.t("This localization was last saved or published before the one in {locale}.", {
        locale: data.locale,
      }),
    "missing-translation": ({ data }) =>
      l10n.t("This document has no localization in {locales}.", { locales: listOf(data.locales) }),
    "missing-alternative-text": ({ data }) =>
      data.usedIn
        ? l10n.t("The image has no alternative text. It is used in '{document}'.", {
            document: data.usedIn.title || untitled(),
          })
        : l10n.t("The image has no alternative text."),
    "broken-link": ({ data }) => brokenLinkWords(data),
    "empty-text": ({ data }) =>
      data.isWhiteSpace
        ? l10n.t("{field} is required, but contains only white space.", { field })
        : l10n.t("{field} is required, but contains no text.", { field }),
    "exposed-data": ({ data }) =>
      data.kind === "email"
        ? l10n.t("{field} is published and contains an email address.", { field })
        : l10n.t("{field} is published and seems to contain a secret, such as a token.", { field }),
    "unused-file": ({ data }) =>
      data.isSure
        ? l10n.t("No document uses this media file.")
        : l10n.t("No document that was read uses this media file. Other content may use it."),
    "unpublished-target": ({ data }) =>
      l10n.t("{field} '{title}' is not published, so the published content lacks this relation.", {
        field,
        title: data.title || untitled(),
      }),
  })(finding.rule, finding);
}

const lostContentWords = (data: LostContent, field: string): string =>
  wordsBy<"kind", LostContent>({
    relation: ({ title }) =>
      l10n.t(
        "The published version lacks the relation {field} to '{title}'. Publish the document again.",
        { field, title: title || untitled() },
      ),
    file: ({ title }) =>
      l10n.t(
        "The published version lacks the media file {field} '{title}'. Publish the document again.",
        { field, title: title || untitled() },
      ),
    component: ({ count }) =>
      count === 1
        ? l10n.t(
            "The published version lacks 1 component in {field}. Publish the document again.",
            { field },
          )
        : l10n.t(
            "The published version lacks {count} components in {field}. Publish the document again.",
            { field, count },
          ),
  })(data.kind, data);

const missingTargetWords = (data: RuleData["missing-target"], field: string): string =>
  wordsBy<"kind", RuleData["missing-target"]>({
    gone: ({ title }) =>
      l10n.t("The published version has the relation {field} to '{title}', which doesn't exist.", {
        field,
        title: title || untitled(),
      }),
    "not-in-folder": ({ title }) =>
      l10n.t("{field} names {document}, which the folder doesn't have.", {
        field,
        document: title,
      }),
    "no-target": () =>
      l10n.t("{field} requires a relation. Its target may have been deleted.", { field }),
    "no-file": () =>
      l10n.t("{field} requires a media file. The file may have been deleted.", { field }),
  })(data.kind, data);

function brokenLinkWords(data: RuleData["broken-link"]): string {
  const { url } = data;
  return wordsBy<"reason", RuleData["broken-link"]>({
    "no-file": () => l10n.t("The media library has no file {url}.", { url }),
    "no-document": () => l10n.t("The document at {url} doesn't exist.", { url }),
    localhost: () =>
      l10n.t("{url} works only on the computer where the link was written.", { url }),
    "other-environment": ({ connection }) =>
      l10n.t("{url} belongs to another environment: {connection}.", { url, connection }),
    status: ({ status }) =>
      status < 500
        ? l10n.t("The page {url} doesn't exist (status {status}).", { url, status })
        : l10n.t("The site of {url} failed when it was checked (status {status}).", {
            url,
            status,
          }),
    "unknown-host": () => l10n.t("The host of {url} was not found.", { url }),
    timeout: () => l10n.t("The site of {url} did not answer in time when it was checked.", { url }),
    closed: () =>
      l10n.t("The connection to the site of {url} failed when it was checked.", { url }),
  })(data.reason, data);
}

export function describeUnchecked(part: UncheckedPart): string {
  return wordsBy<"code", UncheckedPart>({
    documents: ({ type, call }) =>
      l10n.t("{type} was not checked. It requires the permission {permission}.", {
        type,
        permission: permissionLabel(call),
      }),
    attribute: ({ type, path, call }) =>
      call
        ? l10n.t("{field} was not checked. It requires the permission {permission}.", {
            field: `${type}.${path}`,
            permission: permissionLabel(call),
          })
        : l10n.t("{field} was not checked because the service does not return it completely.", {
            field: `${type}.${path}`,
          }),
    row: ({ row, type }) => oddRowWords(row, type),
    files: ({ call }) =>
      l10n.t("Media files were not checked. This requires the permission {permission}.", {
        permission: permissionLabel(call),
      }),
    locales: ({ call }) =>
      l10n.t("Translations were not checked. This requires the permission {permission}.", {
        permission: permissionLabel(call),
      }),
    targets: ({ type, call }) =>
      l10n.t("Relations to {type} were not checked. This requires the permission {permission}.", {
        type,
        permission: permissionLabel(call),
      }),
    sites: () =>
      l10n.t(
        "Some links to other sites were not checked, because the network or the proxy does not work.",
      ),
  })(part.code, part);
}
