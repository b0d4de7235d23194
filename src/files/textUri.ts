import * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import { isSame, keyOf } from "../model/foundation/address.ts";
import {
  fromSegments,
  isSameProseField,
  proseFieldName,
  toSegments,
} from "../model/content/prose/field.ts";
import type { ProseFieldPath } from "../model/content/prose/field.ts";
import { fromUri, readable, scheme } from "./uri.ts";

export const textScheme = "cms-text";

export interface TextPlace {
  readonly address: Address;
  readonly field: ProseFieldPath;
}

const extension = ".md";

/** Up to version 0.1.0, the path contained the id of the document instead of the query. */
function partsOf({ path, query }: vscode.Uri) {
  const [, ...segments] = path.split("/");
  const [document, field] = [segments.splice(0, query ? 3 : 4), segments.slice(0, -1)];
  const [name = "", ...others] = (segments.at(-1) ?? "").split(" · ").reverse();
  const title = others.reverse().join(" · ");
  const isText =
    field.length > 0 && title !== "" && name.length > extension.length && name.endsWith(extension);
  return isText ? { document: `/${document.join("/")}`, field, title } : undefined;
}

/**
 * `cms-text://<connection>/<connection name>/<type>/<locale or ->/<field>/<title> · <name>.md?<id>`
 * is the URI of the document with the path to the field. It is a complete address, so no other file
 * needs to be open.
 */
export function toTextUri(document: vscode.Uri, field: ProseFieldPath): vscode.Uri {
  const segments = document.path.split("/");
  const title = (segments.pop() ?? "").replace(/\.cms\.json$/, "");
  const name = `${title} · ${readable(proseFieldName(field))}${extension}`;
  const path = [...segments, ...toSegments(field), name].join("/");
  return document.with({ scheme: textScheme, path });
}

/** The URI of a text's document, with the title from when the text was opened. */
export function documentUriOf(uri: vscode.Uri): vscode.Uri | undefined {
  const found = uri.scheme === textScheme ? partsOf(uri) : undefined;
  const { document = "", title = "" } = found ?? {};
  return found && uri.with({ scheme, path: `${document}/${title}.cms.json` });
}

/** The field in a URI, whatever names the URI contains; undefined if it has none. */
export function fromTextUri(uri: vscode.Uri): TextPlace | undefined {
  const document = documentUriOf(uri);
  const address = document && fromUri(document);
  const field = fromSegments(partsOf(uri)?.field ?? []);
  return address && field && { address, field };
}

/** The address of the document that a URI shows, or of whose field; undefined if none. */
export const addressIn = (uri: vscode.Uri): Address | undefined =>
  fromUri(uri) ?? fromTextUri(uri)?.address;

export const keyOfText = ({ address, field }: TextPlace): string =>
  `${keyOf(address)} ${toSegments(field).join("/")}`;

export const isSameText = (a: TextPlace, b: TextPlace): boolean =>
  isSame(a.address, b.address) && isSameProseField(a.field, b.field);

export const isTextFolder = ({ path }: vscode.Uri): boolean => !path.endsWith(extension);
