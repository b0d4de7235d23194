import * as vscode from "vscode";
import type { State } from "../model/listing/states.ts";

/** What decides what can be done with a document. */
interface Actionable {
  /** Undefined as long as it is not known, and where there are no states. */
  readonly state: State | undefined;
  readonly locale: string | undefined;
  readonly uri: vscode.Uri;
  readonly hasChanges: boolean;
  readonly hasPreview: boolean;
  /** Whether an administrator is signed in. */
  readonly hasAdmin: boolean;
}

/** What can be done with a document from above its text: only what it has. */
export function actionsOn(on: Actionable): vscode.Command[] {
  const action = (isThere: boolean, command: string, title: string) =>
    isThere ? [{ command, title, arguments: [on.uri] }] : [];
  return [
    ...action(isPublishable(on), "cms.document.publish", vscode.l10n.t("Publish")),
    ...action(
      isComparable(on),
      "cms.document.compareWithPublished",
      vscode.l10n.t("Compare with Published"),
    ),
    ...action(
      on.hasAdmin && on.state === "modified",
      "cms.document.discardChanges",
      vscode.l10n.t("Discard Changes"),
    ),
    ...action(
      on.hasAdmin && on.state !== undefined && on.state !== "draft",
      "cms.document.unpublish",
      vscode.l10n.t("Unpublish"),
    ),
    ...action(on.locale !== undefined, "cms.document.otherLocales", vscode.l10n.t("Other Locales")),
    ...action(on.hasPreview, "cms.document.preview", vscode.l10n.t("Preview")),
    ...action(true, "cms.document.openInAdmin", vscode.l10n.t("Open in Admin")),
  ];
}

const isPublishable = ({ state, hasChanges }: Actionable): boolean =>
  state !== undefined && (state !== "published" || hasChanges);

/** Whether something is published, and the draft says something else. */
const isComparable = ({ state, hasChanges }: Actionable): boolean =>
  state === "modified" || (state === "published" && hasChanges);
