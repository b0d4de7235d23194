import * as l10n from "@vscode/l10n";
import type { CheckFinding, LostContent, RuleData } from "../../model/check/checkFinding.ts";
import type { DeniedCall, UncheckedPart } from "../../model/check/uncheckedParts.ts";
import { pathText } from "../../model/content/attributePositions.ts";
import { describeFinding } from "../shared/validationWords.ts";
import { listOf } from "../shared/nameList.ts";
import { permissionLabel } from "../shared/permissionNames.ts";
import { oddRowWords } from "../shared/oddRowWords.ts";
import { untitled } from "../shared/failureWords.ts";

export function describeCheckFinding(finding: CheckFinding): string {
  const field = pathText(finding.path);
  switch (finding.rule) {
    case "invalid-value":
      return describeFinding(finding.data.flaw);
    case "lost-relation":
      return lostWords(finding.data, field);
    case "missing-target":
      return missingWords(finding.data, field);
    case "duplicate-document":
      return finding.data.version === "draft"
        ? l10n.t("The service has {count} drafts of this document in the same locale.", {
            count: finding.data.count,
          })
        : l10n.t(
            "The service has {count} published versions of this document in the same locale.",
            { count: finding.data.count },
          );
    case "duplicate-value":
      return l10n.t("{field} must be unique. The value '{value}' is also in {documents}.", {
        field,
        documents: listOf(finding.data.others.map(({ title }) => `'${title || untitled()}'`)),
        value: finding.data.value,
      });
    case "different-order":
      return l10n.t(
        "The published version has {field} in a different order. Publish the document again.",
        { field },
      );
    case "stale-translation":
      return l10n.t("This localization was last saved or published before the one in {locale}.", {
        locale: finding.data.locale,
      });
    case "missing-translation":
      return l10n.t("This document has no localization in {locales}.", {
        locales: listOf(finding.data.locales),
      });
    case "missing-alternative-text":
      return finding.data.usedIn
        ? l10n.t("The image has no alternative text. It is used in '{document}'.", {
            document: finding.data.usedIn.title || untitled(),
          })
        : l10n.t("The image has no alternative text.");
    case "broken-link":
      return linkWords(finding.data);
    case "empty-text":
      return finding.data.isWhiteSpace
        ? l10n.t("{field} is required, but contains only white space.", { field })
        : l10n.t("{field} is required, but contains no text.", { field });
    case "exposed-data":
      return finding.data.kind === "email"
        ? l10n.t("{field} is published and contains an email address.", { field })
        : l10n.t("{field} is published and seems to contain a secret, such as a token.", { field });
    case "unused-file":
      return finding.data.isSure
        ? l10n.t("No document uses this media file.")
        : l10n.t("No document that was read uses this media file. Other content may use it.");
    case "unpublished-target":
      return l10n.t(
        "{field} '{title}' is not published, so the published content lacks this relation.",
        { field, title: finding.data.title || untitled() },
      );
  }
}

function missingWords(data: RuleData["missing-target"], field: string): string {
  switch (data.kind) {
    case "gone":
      return l10n.t(
        "The published version has the relation {field} to '{title}', which doesn't exist.",
        { field, title: data.title || untitled() },
      );
    case "no-target":
      return l10n.t("{field} requires a relation. Its target may have been deleted.", { field });
    case "no-file":
      return l10n.t("{field} requires a media file. The file may have been deleted.", { field });
  }
}

function lostWords(lost: LostContent, field: string): string {
  switch (lost.kind) {
    case "relation":
      return l10n.t(
        "The published version lacks the relation {field} to '{title}'. Publish the document again.",
        { field, title: lost.title || untitled() },
      );
    case "file":
      return l10n.t(
        "The published version lacks the media file {field} '{title}'. Publish the document again.",
        { field, title: lost.title || untitled() },
      );
    case "component":
      return lost.count === 1
        ? l10n.t(
            "The published version lacks 1 component in {field}. Publish the document again.",
            { field },
          )
        : l10n.t(
            "The published version lacks {count} components in {field}. Publish the document again.",
            { field, count: lost.count },
          );
  }
}

function linkWords(data: RuleData["broken-link"]): string {
  const { url } = data;
  switch (data.reason) {
    case "no-file":
      return l10n.t("The media library has no file {url}.", { url });
    case "no-document":
      return l10n.t("The document at {url} doesn't exist.", { url });
    case "localhost":
      return l10n.t("{url} works only on the computer where the link was written.", { url });
    case "other-environment":
      return l10n.t("{url} belongs to another environment: {connection}.", {
        url,
        connection: data.connection,
      });
    case "status":
      return data.status < 500
        ? l10n.t("The page {url} doesn't exist (status {status}).", { url, status: data.status })
        : l10n.t("The site of {url} failed when it was checked (status {status}).", {
            url,
            status: data.status,
          });
    case "unknown-host":
      return l10n.t("The host of {url} was not found.", { url });
    case "timeout":
      return l10n.t("The site of {url} did not answer in time when it was checked.", { url });
    case "closed":
      return l10n.t("The connection to the site of {url} failed when it was checked.", { url });
  }
}

export function describeUnchecked(part: UncheckedPart): string {
  switch (part.code) {
    case "documents":
      return l10n.t("{type} was not checked. It requires the permission {permission}.", {
        type: part.type,
        permission: permissionLabel(part.call),
      });
    case "attribute":
      return attributeWords(`${part.type}.${part.path}`, part.call);
    case "row":
      return oddRowWords(part.row, part.type);
    case "files":
      return l10n.t("Media files were not checked. This requires the permission {permission}.", {
        permission: permissionLabel(part.call),
      });
    case "locales":
      return l10n.t("Translations were not checked. This requires the permission {permission}.", {
        permission: permissionLabel(part.call),
      });
    case "targets":
      return l10n.t(
        "Relations to {type} were not checked. This requires the permission {permission}.",
        { type: part.type, permission: permissionLabel(part.call) },
      );
    case "sites":
      return l10n.t(
        "Some links to other sites were not checked, because the network or the proxy does not work.",
      );
  }
}

const attributeWords = (field: string, call: DeniedCall | undefined): string =>
  call
    ? l10n.t("{field} was not checked. It requires the permission {permission}.", {
        field,
        permission: permissionLabel(call),
      })
    : l10n.t("{field} was not checked because the service does not return it completely.", {
        field,
      });
