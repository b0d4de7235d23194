import * as vscode from "vscode";
import { showDiff, showWarning } from "../../host/surfaces/messages.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import {
  isShortened,
  listAll,
  listOf,
  nonEmpty,
  type NameList,
} from "../../texts/shared/nameList.ts";
import { decide } from "../../host/shared/prompts.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { differingAttributes } from "../../model/documents/versionDifferences.ts";
import type { PreviewedDocument, SeenVersion } from "./previewedDocument.ts";
import { openDocument } from "./openDocument.ts";
import type { ViewContext } from "./commandContexts.ts";

export interface ChangeNotice {
  readonly previewed: PreviewedDocument;
  readonly words: string;
  /** The text that the user saw; undefined where the user saw a row. */
  readonly earlier: string | undefined;
}

/** Empty where no change is visible. */
export function changeNoticesOf(
  previewed: PreviewedDocument,
  seenVersion: SeenVersion | undefined,
  service: TypedService,
): ChangeNotice[] {
  const { snapshot: now, address } = previewed;
  const { locale } = address;
  if (!seenVersion || seenVersion.version === now.version) return [];
  const earlier = seenVersion.text;
  if (seenVersion.content) {
    const words = changeIn(seenVersion, previewed, service);
    return words === undefined ? [] : [{ previewed, words, earlier }];
  }
  const time = ago(new Date(now.version).toISOString(), "long");
  const words =
    locale === undefined
      ? vscode.l10n.t("The document changed {time}, after this list was loaded.", { time })
      : vscode.l10n.t("The localization {locale} changed {time}, after this list was loaded.", {
          locale,
          time,
        });
  return [{ previewed, words, earlier }];
}

function changeIn(
  { content = {}, publishedAt }: SeenVersion,
  { snapshot: now, address: { locale } }: PreviewedDocument,
  service: TypedService,
): string | undefined {
  const changed = differingAttributes({ before: content, after: now.content }, service);
  if (changed.length > 0) {
    const fields = listOf(changed);
    return locale === undefined
      ? vscode.l10n.t("Changed after you opened it: {fields}.", { fields })
      : vscode.l10n.t("Changed in {locale} after you opened it: {fields}.", { locale, fields });
  }
  if (publishedAt === undefined || publishedAt === now.publishedAt) return undefined;
  if (now.publishedAt === null)
    return locale === undefined
      ? vscode.l10n.t("Unpublished after you opened it.")
      : vscode.l10n.t("Unpublished in {locale} after you opened it.", { locale });
  return locale === undefined
    ? vscode.l10n.t("Published after you opened it.")
    : vscode.l10n.t("Published in {locale} after you opened it.", { locale });
}

/** Two texts that a question shows on request. */
export type TextComparison = Readonly<
  Record<"left" | "right", readonly [name: string, text: string]>
> & {
  readonly title: string;
};

const comparisonOf = ({ previewed, earlier = "" }: ChangeNotice): TextComparison => {
  const { name: document, connection, snapshot } = previewed;
  return {
    left: [vscode.l10n.t("{document} (when opened)", { document }), earlier],
    right: [vscode.l10n.t("{name} on {connection}", { name: document, connection }), snapshot.text],
    title: vscode.l10n.t("{document}: when opened ↔ now on {connection}", { document, connection }),
  };
};

/**
 * Asks one question about a document. On request, shows the changes, or every name that the lists of
 * `detailOf` leave out, and asks again. Returns an answer, or throws CancellationError.
 */
export async function askAboutChange(
  context: ViewContext,
  {
    question,
    detailOf,
    answers,
    changes,
    versions = [],
  }: {
    readonly question: string;
    readonly detailOf: (list: NameList) => readonly string[];
    readonly answers: readonly string[];
    readonly changes: readonly ChangeNotice[];
    /** The versions that the action changes, before and after it. */
    readonly versions?: readonly TextComparison[];
  },
): Promise<string> {
  const detail = detailOf(listOf);
  const details = detailOf(listAll);
  const comparisons = [
    ...versions,
    ...changes.filter(({ earlier }) => earlier !== undefined).map(comparisonOf),
  ];
  const [first] = changes;
  const showChanges = vscode.l10n.t("Show Changes");
  const open = vscode.l10n.t("Open");
  const showAll = vscode.l10n.t("Show All");
  const requests = nonEmpty(
    comparisons.length > 0 ? showChanges : first && open,
    isShortened(detail, details) && showAll,
  );
  let answer: string | undefined = await decide(question, detail, [...answers, ...requests]);
  while (!answers.includes(answer)) {
    if (answer === open && first) {
      await openDocument(context, first.previewed.address);
      throw new vscode.CancellationError();
    }
    if (answer === showChanges) await showComparisons(context, comparisons);
    else await showText(context, [question, "", ...details]);
    // The user reads beside a question that stays open.
    answer = await showWarning(question, ...answers, ...requests);
    if (answer === undefined) throw new vscode.CancellationError();
  }
  return answer;
}

async function showComparisons(
  { versionTexts }: ViewContext,
  comparisons: readonly TextComparison[],
): Promise<void> {
  for (const { left, right, title } of comparisons) {
    await showDiff(
      versionTexts.show(...left),
      versionTexts.show(...right),
      title,
      // The document may be open in a preview tab, which the next preview would replace.
      { preview: false },
    );
  }
}

async function showText({ versionTexts }: ViewContext, lines: readonly string[]): Promise<void> {
  const name = vscode.l10n.t("Details");
  const uri = versionTexts.showLinked(
    `${name}.txt`,
    lines.flatMap((line) => line.split("\n")).map((text) => ({ text })),
  );
  await vscode.window.showTextDocument(uri, { preview: false });
}
