import * as vscode from "vscode";
import type { State } from "../model/documents/snapshot/states.ts";

/** What decides what can be done with a document. */
interface Actionable {
  /** Undefined as long as it is not known, and where there are no states. */
  readonly state: State | undefined;
  readonly locale: string | undefined;
  readonly uri: vscode.Uri;
  readonly hasChanges: boolean;
  readonly hasPreview: boolean;
}

/** The actions above the text of a document: what is done most, and one for the others. */
export function actionsOn(on: Actionable): vscode.Command[] {
  const others = otherActions(on);
  const more = action(on, "cms.document.showActions", vscode.l10n.t("More…"));
  return [
    ...when(isPublishable(on), action(on, "cms.document.publish", vscode.l10n.t("Publish"))),
    ...when(
      isComparable(on),
      action(on, "cms.document.compareWithPublished", vscode.l10n.t("Compare")),
    ),
    ...(others.length > 1 ? [more] : others),
  ];
}

/** What can be done with a document beside publishing and comparing it. */
export function otherActions(on: Omit<Actionable, "hasChanges">): vscode.Command[] {
  const isLive = on.state !== undefined && on.state !== "draft";
  const isLocalized = on.locale !== undefined;
  return [
    ...when(
      on.state === "modified",
      action(on, "cms.document.discardChanges", vscode.l10n.t("Discard Changes")),
    ),
    ...when(isLive, action(on, "cms.document.unpublish", vscode.l10n.t("Unpublish"))),
    ...when(isLocalized, action(on, "cms.document.otherLocales", vscode.l10n.t("Other Locales"))),
    ...when(isLocalized, action(on, "cms.document.translate", vscode.l10n.t("Translate"))),
    ...when(on.hasPreview, action(on, "cms.document.preview", vscode.l10n.t("Preview"))),
    action(on, "cms.document.openInAdmin", vscode.l10n.t("Open in Admin")),
  ];
}

const action = (
  { uri }: Pick<Actionable, "uri">,
  command: string,
  title: string,
): vscode.Command => ({ command, title, arguments: [uri] });

const when = (isThere: boolean, command: vscode.Command): vscode.Command[] =>
  isThere ? [command] : [];

const isPublishable = ({ state, hasChanges }: Actionable): boolean =>
  state !== undefined && (state !== "published" || hasChanges);

/** Whether something is published, and the draft says something else. */
const isComparable = ({ state, hasChanges }: Actionable): boolean =>
  state === "modified" || (state === "published" && hasChanges);
