import * as vscode from "vscode";
import { showDiff, showWarning } from "../../host/surfaces/messages.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { listOf } from "../../texts/shared/nameList.ts";
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

/** Shows changes on request. Returns an answer, or throws CancellationError. */
export async function askWithChangeNotice(
  context: ViewContext,
  question: string,
  detail: readonly string[],
  answers: readonly string[],
  changes: readonly ChangeNotice[],
): Promise<string> {
  const [first] = changes;
  if (!first) return decide(question, detail, answers);
  const comparableNotices = changes.filter(({ earlier }) => earlier !== undefined);
  const show = comparableNotices.length > 0 ? vscode.l10n.t("Show Changes") : vscode.l10n.t("Open");
  const answer = await decide(question, detail, [...answers, show]);
  if (answer !== show) return answer;
  if (comparableNotices.length === 0) {
    await openDocument(context, first.previewed.address);
    throw new vscode.CancellationError();
  }
  for (const { previewed, earlier = "" } of comparableNotices) {
    const { name: document, connection, snapshot } = previewed;
    const earlierName = vscode.l10n.t("{document} (when opened)", { document });
    const nowName = vscode.l10n.t("{name} on {connection}", { name: document, connection });
    await showDiff(
      context.versionTexts.show(earlierName, earlier),
      context.versionTexts.show(nowName, snapshot.text),
      vscode.l10n.t("{document}: when opened ↔ now on {connection}", { document, connection }),
      // The document may be open in a preview tab, which the next preview would replace.
      { preview: false },
    );
  }
  // The user reads the changes beside a question that stays open.
  const secondAnswer = await showWarning(question, ...answers);
  if (secondAnswer === undefined) throw new vscode.CancellationError();
  return secondAnswer;
}
