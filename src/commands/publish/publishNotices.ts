import * as vscode from "vscode";
import {
  describeDifferences,
  omittedRelationsWords,
  relationWords,
} from "../../texts/publish/versionDifferenceWords.ts";
import { nonEmpty, type NameList } from "../../texts/shared/nameList.ts";
import { describe, statusWord, withoutFullStop } from "../../texts/shared/failureWords.ts";
import { describeFinding } from "../../texts/shared/validationWords.ts";
import { comparableText } from "../../model/documents/versionDifferences.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import type { TextComparison } from "../shared/changeNotices.ts";
import type { PreviewedDocument } from "../shared/previewedDocument.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { PublishPreview } from "../../model/publish/publishPreview.ts";
import type { VersionDifferences } from "../../model/documents/versionDifferences.ts";
import { done, type Outcome } from "../../model/foundation/outcome.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { Failure } from "../../model/failure.ts";
import { isCancelled } from "../../host/shared/commandFailure.ts";
import type { ProblemLocation } from "../../editor/edit/problems.ts";
import { reportRemarks } from "../../texts/shared/changeReportWords.ts";
import type { Reference } from "../../model/content/references.ts";
import type { State } from "../../model/content/publicationStatus.ts";

export const showProblemsLabel = (): string => vscode.l10n.t("Show Problems");

/** The values for which the service would reject a publish, with the locale if there are several. */
export function blockerWords(
  localizations: readonly LocaleResult["item"][],
  list: NameList,
): string[] {
  const problems = localizations.flatMap(({ address: { locale = "" }, publishing }) =>
    publishing.blockers
      .map((blocker) => withoutFullStop(describeFinding(blocker)))
      .map((words) => (localizations.length > 1 ? `${locale}: ${words}` : words)),
  );
  return nonEmpty(
    problems.length > 0 &&
      vscode.l10n.t("The service would reject this: {problems}.", { problems: list(problems) }),
  );
}

export const blockersAt = ({ blockers }: PublishPreview): ProblemLocation[] =>
  blockers.map((blocker) => ({ path: blocker.path, message: describeFinding(blocker) }));

/** Takes a publish back. Nothing restores an earlier published version without changing the draft. */
export function unpublishCommand(addresses: readonly Address[]): vscode.Command {
  const rows = addresses.map((address) => ({ address }));
  const title = vscode.l10n.t("Unpublish");
  return rows.length === 1
    ? { title, command: "cms.document.unpublish", arguments: rows }
    : { title, command: "cms.selection.unpublish", arguments: [undefined, rows] };
}

/** The draft and its published version, to compare them. Empty without a published version. */
export function versionsOf(
  { name: document }: PreviewedDocument,
  draft: JsonObject,
  { published }: PublishPreview,
  service: TypedService,
): readonly TextComparison[] {
  if (!published) return [];
  return [
    {
      left: [
        vscode.l10n.t("{document} (published)", { document }),
        comparableText(published, service),
      ],
      right: [vscode.l10n.t("{document} (draft)", { document }), comparableText(draft, service)],
      title: vscode.l10n.t("{document}: published ↔ draft", { document }),
    },
  ];
}

export const publishWithRelationsLabel = (): string => vscode.l10n.t("Publish with Relations");

/** `isAgain`: nothing was edited. */
export function publishedChangesWords(
  { published, changedAttributes, lost }: PublishPreview,
  isAgain: boolean,
  list: NameList,
): string {
  if (!published) return vscode.l10n.t("This publishes the document for the first time.");
  if (isAgain) {
    return lost.length > 0
      ? vscode.l10n.t(
          "The draft was not edited, but the published version lacks some of its relations. Publishing adds them: {relations}.",
          { relations: relationWords(lost, list) },
        )
      : vscode.l10n.t(
          "The draft was not edited, but the published version differs from it in {fields}.",
          { fields: list(changedAttributes) },
        );
  }
  return changedAttributes.length > 0
    ? vscode.l10n.t("Changes to publish: {fields}.", { fields: list(changedAttributes) })
    : vscode.l10n.t(
        "The content that you have permission to read is the same in the published version.",
      );
}

export function publishedLocaleWords(
  { locale = "" }: Address,
  { published, changedAttributes, lost }: PublishPreview,
  state: State | undefined,
  list: NameList,
): string {
  if (!published) return vscode.l10n.t("{locale}: published for the first time", { locale });
  if (state === "published" && lost.length > 0) {
    const relations = relationWords(lost, list);
    return vscode.l10n.t("{locale}: restores {relations}", { locale, relations });
  }
  return changedAttributes.length > 0
    ? `${locale}: ${list(changedAttributes)}`
    : vscode.l10n.t("{locale}: no visible changes", { locale });
}

/** What a publish leaves unchanged: other locales, and relations that the service omits. */
export function unchangedLocalesWords(
  { others, ...publishing }: PublishPreview,
  list: NameList,
): string[] {
  const codes = Object.entries(others).map(([code, state]) => `${code} (${statusWord(state)})`);
  const locales = list(codes);
  return nonEmpty(
    codes.length > 0 && vscode.l10n.t("Other locales don't change: {locales}.", { locales }),
    ...omittedRelationsWords([publishing], list),
  );
}

/** The differences of a published version that the user was not told before. */
export function omittedElsewhereWords(
  compared: Outcome<VersionDifferences, Failure> | undefined,
  preview: Pick<PublishPreview, "omitted" | "selfReferences">,
): string[] {
  if (!compared) return [];
  const [failure, differences] = compared;
  if (failure) return describeDifferences(compared);
  const referenceKey = ({ path, documentId }: Reference) => `${path} ${documentId}`;
  const knownReferences = new Set(
    [...preview.omitted, ...preview.selfReferences].map(referenceKey),
  );
  const missingRelations = differences.missingRelations.filter(
    ({ reference }) => !knownReferences.has(referenceKey(reference)),
  );
  return describeDifferences(done({ ...differences, missingRelations }));
}

export type LocaleResult = ItemResult<{
  readonly address: Address;
  readonly publishing: PublishPreview;
}>;

/** Undefined if the locale was published, or if the user cancelled before it. */
export const failureIn = ({ failure }: LocaleResult): Failure | undefined =>
  failure && !isCancelled(failure) ? failure : undefined;

export const remarksOn = ({ item, report, compared }: LocaleResult): string[] => [
  ...reportRemarks(report),
  ...omittedElsewhereWords(compared, item.publishing),
];

export function publishResultWords(title: string, results: readonly LocaleResult[]): string {
  const codesOf = (those: readonly LocaleResult[]) =>
    those.flatMap(({ item }) => item.address.locale ?? []).join(", ");
  const published = results.filter(({ outcome }) => outcome === "done");
  const untriedResults = results.filter(
    (result) => !published.includes(result) && !failureIn(result),
  );
  const locales = codesOf(published);
  return nonEmpty(
    // Failures come first: a collapsed notification shows only the beginning.
    ...results.map((result) => {
      const { locale = "" } = result.item.address;
      const failure = failureIn(result);
      if (!failure) return undefined;
      const error = describe(failure);
      return isUncertain(failure)
        ? vscode.l10n.t("It's not known whether {locale} was published. {error}", { locale, error })
        : vscode.l10n.t("{locale} was not published. {error}", { locale, error });
    }),
    published.length > 0
      ? vscode.l10n.t("Published {document}: {locales}.", { document: title, locales })
      : vscode.l10n.t("No locale of {document} was published.", { document: title }),
    untriedResults.length > 0 &&
      vscode.l10n.t("Not attempted: {locales}.", { locales: codesOf(untriedResults) }),
    ...results.map((result) => {
      const remarks = remarksOn(result);
      return remarks.length > 0 && `${result.item.address.locale ?? ""}: ${remarks.join(" ")}`;
    }),
  ).join(" ");
}

export const whyNotPublished = (failure: Failure, name: string): string =>
  isUncertain(failure)
    ? vscode.l10n.t(
        "It's not known whether {document} was published. Check the service before you retry.",
        { document: name },
      )
    : vscode.l10n.t("{document} was not published.", { document: name });

export const whyNotDeleted = (failure: Failure, name: string): string =>
  isUncertain(failure)
    ? vscode.l10n.t(
        "It's not known whether {document} was deleted. Check the service before you retry.",
        { document: name },
      )
    : vscode.l10n.t("{document} was not deleted.", { document: name });

/** Whether the service may have performed the request despite the failure. */
export const isUncertain = (failure: Failure): boolean =>
  failure.code === "service" && failure.arrived === "unknown";
