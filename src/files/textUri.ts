import * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import { isSame, keyOf } from "../model/foundation/address.ts";
import {
  fromSegments,
  isSameProseField,
  proseFieldName,
  toSegments,
} from "../model/documents/prose/field.ts";
import type { ProseFieldPath } from "../model/documents/prose/field.ts";
import { fromUri, readable, scheme } from "./uri.ts";

/** One field of a document as a text of its own. */
export const textScheme = "cms-text";

/** Which field of which document a text is. */
export interface TextPlace {
  readonly address: Address;
  readonly field: ProseFieldPath;
}

const extension = ".md";
const form = /^(?<document>(?:\/[^/]+){3})\/(?<field>.+)\/(?<title>[^/]+) · [^/]+\.md$/;
/** Up to version 0.1.0 the id of the document stood in the path. */
const formerForm = /^(?<document>(?:\/[^/]+){4})\/(?<field>.+)\/(?<title>[^/]+) · [^/]+\.md$/;

const partsOf = ({ path, query }: vscode.Uri) => (query ? form : formerForm).exec(path)?.groups;

/**
 * `cms-text://<connection>/<connection name>/<type>/<locale or ->/<field>/<title> · <name>.md?<id>`: the
 * document's own, then the way to the field; a full address, which needs nothing else to be open.
 */
export function toTextUri(document: vscode.Uri, field: ProseFieldPath): vscode.Uri {
  const segments = document.path.split("/");
  const title = (segments.pop() ?? "").replace(/\.cms\.json$/, "");
  const name = `${title} · ${readable(proseFieldName(field))}${extension}`;
  const path = [...segments, ...toSegments(field), name].join("/");
  return document.with({ scheme: textScheme, path });
}

/** The document that a text is a field of, under the name that it had when the text was opened. */
export function documentOf(uri: vscode.Uri): vscode.Uri | undefined {
  const found = uri.scheme === textScheme ? partsOf(uri) : undefined;
  const { document = "", title = "" } = found ?? {};
  return found && uri.with({ scheme, path: `${document}/${title}.cms.json` });
}

/** The field in a URI, however it is decorated; undefined where there is none. */
export function fromTextUri(uri: vscode.Uri): TextPlace | undefined {
  const document = documentOf(uri);
  const address = document && fromUri(document);
  const field = fromSegments(partsOf(uri)?.["field"]?.split("/") ?? []);
  return address && field && { address, field };
}

/** The address of the document that a URI shows, or shows a field of; undefined for anything else. */
export const addressIn = (uri: vscode.Uri): Address | undefined =>
  fromUri(uri) ?? fromTextUri(uri)?.address;

/** One string for one field of one document, fit for a Map. */
export const keyOfText = ({ address, field }: TextPlace): string =>
  `${keyOf(address)} ${toSegments(field).join("/")}`;

export const isSameText = (a: TextPlace, b: TextPlace): boolean =>
  isSame(a.address, b.address) && isSameProseField(a.field, b.field);

/** Whether a URI is a folder above texts. */
export const isTextFolder = ({ path }: vscode.Uri): boolean => !path.endsWith(extension);
