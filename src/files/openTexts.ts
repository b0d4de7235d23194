import * as vscode from "vscode";
import { isSame, isSameDocument } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import { closeTabs, textTabs } from "./openDocuments.ts";
import { fromTextUri, isSameText } from "./textUri.ts";
import type { TextPlace } from "./textUri.ts";

export interface OpenText {
  readonly document: vscode.TextDocument;
  readonly place: TextPlace;
}

/** The open texts of the fields of one document, in its locale or in any locale. */
export const textEditorsOf = (address: Address, inAnyLocale = false): OpenText[] =>
  vscode.workspace.textDocuments.flatMap((document) => {
    const place = fromTextUri(document.uri);
    const isTarget = inAnyLocale ? isSameDocument : isSame;
    return place && isTarget(place.address, address) ? [{ document, place }] : [];
  });

/** Whether a field's text of a document has unsaved changes, in its locale or in any. */
export const hasUnsavedTexts = (address: Address, inAnyLocale: boolean): boolean =>
  textEditorsOf(address, inAnyLocale).some(({ document }) => document.isDirty);

/** The text documents of one field. There is more than one only right after a title change. */
export const openTexts = (place: TextPlace): vscode.TextDocument[] =>
  textEditorsOf(place.address)
    .filter((open) => isSameText(open.place, place))
    .map(({ document }) => document);

export const textTab = (place: TextPlace): vscode.Tab | undefined =>
  textTabs((uri) => {
    const shown = fromTextUri(uri);
    return shown !== undefined && isSameText(shown, place);
  })[0]?.tab;

/** Closes the texts of a deleted document. Texts with unsaved changes stay open. */
export const closeTexts = (address: Address): Promise<void> =>
  closeTabs((uri) => {
    const shown = fromTextUri(uri);
    return shown !== undefined && isSame(shown.address, address);
  });
