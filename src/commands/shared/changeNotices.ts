import * as vscode from "vscode";
import { showDiff, showWarning } from "../../host/surfaces/messages.ts";
import { ago } from "../../texts/shared/relativeTime.ts";
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
  const now = previewed.snapshot;
  if (!seenVersion || seenVersion.version === now.version) return [];
  const words = seenVersion.content
    ? changeIn(seenVersion, previewed, service)
    : changeOfRow(previewed);
  return words === undefined ? [] : [{ previewed, words, earlier: seenVersion.text }];
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

function changeOfRow({ snapshot, address: { locale } }: PreviewedDocument): string {
  const time = ago(new Date(snapshot.version).toISOString(), "long");
  return locale === undefined
    ? vscode.l10n.t("The document changed {time}, after this list was loaded.", { time })
    : vscode.l10n.t("The localization {locale} changed {time}, after this list was loaded.", {
        locale,
        time,
      });
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
  for (const notice of comparableNotices) await showChanges(context, notice);
  // The user reads the changes beside a question that stays open.
  const secondAnswer = await showWarning(question, ...answers);
  if (secondAnswer === undefined) throw new vscode.CancellationError();
  return secondAnswer;
}

async function showChanges(
  { versionTexts }: ViewContext,
  { previewed, earlier = "" }: ChangeNotice,
): Promise<void> {
  const { name, connection, snapshot } = previewed;
  const before = versionTexts.show(
    vscode.l10n.t("{document} (when opened)", { document: name }),
    earlier,
  );
  const after = versionTexts.show(
    vscode.l10n.t("{name} on {connection}", { name, connection }),
    snapshot.text,
  );
  const title = vscode.l10n.t("{document}: when opened ↔ now on {connection}", {
    document: name,
    connection,
  });
  // The document may be open in a preview tab, which the next preview would replace.
  const options = { preview: false };
  await showDiff(before, after, title, options);
}
