import * as vscode from "vscode";
import { editWhole, openDocuments } from "../../files/shared/openEditors.ts";
import { chooseOrPress, iconButton } from "../../host/shared/prompts.ts";
import { endWith, Guidance, must } from "../../host/shared/commandFailure.ts";
import { describeEntry, describeOutcome } from "../../texts/history/historyWords.ts";
import { journalSettings } from "../../host/history/journalSettings.ts";
import { showDiff, tellDone } from "../../host/surfaces/messages.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import { fromText, toText } from "../../model/content/documentText.ts";
import type { JournalEntry } from "../../model/journal/journal.ts";
import { noLocale } from "../../model/journal/journalEntry.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { ownIn } from "../../model/foundation/json.ts";
import { restoredContent } from "../../model/history/restoration.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { openDocument } from "../shared/openDocument.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

export async function showHistory(context: ChangeContext, address: Address): Promise<void> {
  const history = await context.journal.history(address);
  const entries = history.filter((entry) => sidesOf(entry, address).some(Boolean));
  const [newest] = entries;
  if (!newest) {
    const { enabled } = journalSettings(context.connections).of(address.connection);
    return endWith(
      enabled
        ? vscode.l10n.t(
            "There is no history of this document. Only changes saved from this computer are recorded.",
          )
        : vscode.l10n.t(
            "The journal is turned off for this connection. Turn it on with the setting cms.journal.connections.",
          ),
    );
  }
  const buttons = [
    iconButton("discard", vscode.l10n.t("Restore Content Before This Change")),
    iconButton("history", vscode.l10n.t("Restore Content After This Change")),
    iconButton("cloud-upload", vscode.l10n.t("Restore Content That Was Not Saved")),
  ];
  const choices = entries.map((entry) => ({
    label: describeEntry(entry),
    description: describeOutcome(entry),
    buttons: buttons.filter((_, side) => sidesOf(entry, address)[side]),
    value: entry,
  }));
  const { value, button } = await chooseOrPress(choices, {
    title: vscode.l10n.t("History of {document}", { document: `'${newest.title || untitled()}'` }),
    placeholder: vscode.l10n.t("Choose a change to compare, or restore a version to the editor"),
  });
  const content = button && sidesOf(value, address)[buttons.indexOf(button)];
  if (content) await restore(context, address, content);
  else await compare(context, value, address);
}

/**
 * The contents of an entry: before, after and expected. The last one is present where the service
 * did not keep all of it. Each is undefined where there was nothing.
 */
const sidesOf = ({ before, after, expected = {} }: JournalEntry, { locale = noLocale }: Address) =>
  [ownIn(before, locale), ownIn(after, locale), ownIn(expected, locale)] as const;

async function compare(
  { versionTexts }: ChangeContext,
  entry: JournalEntry,
  address: Address,
): Promise<void> {
  const [before, after] = sidesOf(entry, address);
  const title = entry.title || untitled();
  const show = (name: string, content: JsonObject | undefined, side: string) =>
    versionTexts.show(`${name}.cms.json`, content ? toText(content) : "", `${entry.id} ${side}`);
  await showDiff(
    show(vscode.l10n.t("{document} (before)", { document: title }), before, "before"),
    show(vscode.l10n.t("{document} (after)", { document: title }), after, "after"),
    `${title}: ${describeEntry(entry)}`,
  );
}

/** Restores as an unsaved edit: nothing is sent before the user saves. */
async function restore(
  context: ChangeContext,
  address: Address,
  content: JsonObject,
): Promise<void> {
  await openDocument(context, address);
  const [document] = openDocuments(address);
  if (!document) throw new Guidance(vscode.l10n.t("The document couldn't be opened."));
  const currentContent =
    fromText(document.getText())[1] ?? context.documents.editorSnapshot(address)?.content ?? {};
  const service = must(await serviceFor(address, currentContent, context.catalogs));
  if (!(await editWhole(document, toText(restoredContent(content, currentContent, service))))) {
    throw new Guidance(
      vscode.l10n.t("The document can't be edited right now. Nothing was restored."),
    );
  }
  tellDone(vscode.l10n.t("Restored to the editor, but not saved yet"));
}
