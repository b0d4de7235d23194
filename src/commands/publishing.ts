import * as vscode from "vscode";
import { problemLocationsIn } from "../editor/problems.ts";
import { must } from "../host/commandFailure.ts";
import { tell } from "../host/surfaces/messages.ts";
import { isUser } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import { headingOf } from "../model/schemas/catalog.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import type { DocumentViews } from "./previewedDocument.ts";
import { openDocument } from "./finding/openDocument.ts";
import type { Failure } from "../model/failure.ts";

/**
 * The service of a document that can be published; undefined where it can't, which the user is
 * told.
 */
export async function publishable(
  { catalogs }: DocumentViews,
  address: Address,
): Promise<TypedService | undefined> {
  if (isUser(address)) {
    tell(vscode.l10n.t("Users can't be published."));
    return undefined;
  }
  const service = must(await catalogs.type(address.connection, address.type));
  if (service.type.draftAndPublish) return service;
  const heading = headingOf(service.type);
  tell(
    vscode.l10n.t("The content type {type} has no drafts. Saving publishes immediately.", {
      type: heading,
    }),
  );
  return undefined;
}

/** Shows at the fields the problems that the service reports only in a publish. */
export async function showRefusal(
  showing: DocumentViews,
  address: Address,
  failure: Failure,
): Promise<void> {
  const places = problemLocationsIn(failure);
  if (places.length === 0) return;
  await openDocument(showing, address);
  showing.problems.show(address, places);
  revealFirst(vscode.window.activeTextEditor);
}

/** Scrolls to the first problem, because a field may be far below the visible lines. */
function revealFirst(editor: vscode.TextEditor | undefined): void {
  const found = editor ? vscode.languages.getDiagnostics(editor.document.uri) : [];
  const first = found.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  if (!editor || !first) return;
  editor.selection = new vscode.Selection(first.range.start, first.range.start);
  editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
