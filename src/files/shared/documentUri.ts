import * as vscode from "vscode";
import { encoded, isSame, keyOf, type Address } from "../../model/foundation/address.ts";
import { decoded } from "../../model/connect/documentUrls.ts";
import { plainSegment } from "../../host/surfaces/plainText.ts";
import {
  fromSegments,
  isSameProseField,
  proseFieldName,
  toSegments,
} from "../../model/content/markdown/proseField.ts";
import type { ProseFieldPath } from "../../model/content/markdown/proseField.ts";

export const scheme = "cms";
export const mediaScheme = "cms-media";
export const schemaScheme = "cms-schema";
export const versionScheme = "cms-version";

const extension = ".cms.json";
const none = "-";

/**
 * The URI `cms://<connection>/<connection name>/<type>/<locale>/<title>.cms.json?<id>`, without a
 * locale if the document has none. VS Code shows its path as breadcrumbs. The names aren't part of a
 * document's identity.
 */
export function toUri(
  address: Address,
  { connectionName, title }: { readonly connectionName: string; readonly title: string },
): vscode.Uri {
  const { connection, type, locale, id } = address;
  const localeSegments = locale === undefined ? [] : [toSegment(locale, none)];
  const folders = [readable(connectionName), toSegment(type), ...localeSegments];
  const path = ["", ...folders, readable(title) + extension].join("/");
  return vscode.Uri.from({ scheme, authority: connection, path, query: toSegment(id) });
}

/** The target of a link that opens a document, in the tab that shows it already if there is one. */
export const openingCommand = (address: Address, title: string): vscode.Uri =>
  commandUri("cms.document.open", { address, ...(title && { row: { title } }) });

export const commandUri = (command: string, argument: unknown): vscode.Uri =>
  vscode.Uri.from({ scheme: "command", path: command, query: JSON.stringify([argument]) });

/** The address in a URI, whatever names the URI contains; undefined if it has none. */
export function fromUri(uri: vscode.Uri): Address | undefined {
  const groups = uri.scheme === scheme ? form.exec(uri.path)?.groups : undefined;
  const { type = "", locale = none, id = uri.query } = groups ?? {};
  if (!groups || id === "") return undefined;
  return {
    connection: uri.authority,
    type: decoded(type),
    id: decoded(id),
    ...(locale !== none && { locale: decoded(locale) }),
  };
}

/**
 * Up to version 0.1.0, the path contained the id, and `-` if there was no locale. VS Code keeps
 * unsaved texts under such URIs.
 */
const form =
  /^\/[^/]+\/(?<type>[^/]+)\/(?:(?<locale>[^/]+)\/(?:(?<id>[^/]+)\/)?)?[^/]+\.cms\.json$/;

/** A part of an address as a path segment that can't lead out of its folder. */
const toSegment = (part: string, reservedSegment = ""): string =>
  part !== reservedSegment && /^[\w-]+$/.test(part)
    ? part
    : encoded(part).replace(/[.-]/g, (dot) => (dot === "." ? "%2E" : "%2D"));

/** The title in the URI of a document, from when the URI was made. */
export const titleIn = ({ path }: vscode.Uri): string =>
  path.slice(path.lastIndexOf("/") + 1).replace(/\.cms\.json$/, "");

export const isFolder = ({ path }: vscode.Uri): boolean =>
  !path.endsWith(extension) && path.split("/").filter(Boolean).length < 5;

/** A text as one path segment, without characters that would end, hide or leave the segment. */
export function readable(text: string): string {
  const short = plainSegment(text)
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, "");
  return /^\.*$/.test(short) ? none : short;
}

export const textScheme = "cms-text";

export interface TextLocation {
  readonly address: Address;
  readonly field: ProseFieldPath;
}

const textEnding = ".md";

/** Up to version 0.1.0, the path contained the id of the document instead of the query. */
function partsOf({ path, query }: vscode.Uri) {
  const [, ...segments] = path.split("/");
  const [document, field] = [segments.splice(0, query ? 3 : 4), segments.slice(0, -1)];
  const [name = "", ...others] = (segments.at(-1) ?? "").split(" · ").reverse();
  const title = others.reverse().join(" · ");
  const isText =
    field.length > 0 &&
    title !== "" &&
    name.length > textEnding.length &&
    name.endsWith(textEnding);
  return isText ? { document: `/${document.join("/")}`, field, title } : undefined;
}

/**
 * `cms-text://<connection>/<connection name>/<type>/<locale or ->/<field>/<title> · <name>.md?<id>`
 * is the URI of the document with the path to the field. It is a complete address, so no other file
 * needs to be open.
 */
export function toTextUri(document: vscode.Uri, field: ProseFieldPath): vscode.Uri {
  const segments = document.path.split("/").slice(0, -1);
  // The field follows the locale, so the segment can't be omitted.
  if (segments.length === 3) segments.push(none);
  const name = `${titleIn(document)} · ${readable(proseFieldName(field))}${textEnding}`;
  const path = [...segments, ...toSegments(field), name].join("/");
  return document.with({ scheme: textScheme, path });
}

/** The URI of a text's document, with the title from when the text was opened. */
export function documentUriOf(uri: vscode.Uri): vscode.Uri | undefined {
  const parts = uri.scheme === textScheme ? partsOf(uri) : undefined;
  const { document = "", title = "" } = parts ?? {};
  const isWithoutLocale = uri.query !== "" && document.endsWith(`/${none}`);
  const folders = isWithoutLocale ? document.slice(0, -1 - none.length) : document;
  return parts && uri.with({ scheme, path: `${folders}/${title}.cms.json` });
}

/** The field in a URI, whatever names the URI contains; undefined if it has none. */
export function fromTextUri(uri: vscode.Uri): TextLocation | undefined {
  const document = documentUriOf(uri);
  const address = document && fromUri(document);
  const field = fromSegments(partsOf(uri)?.field ?? []);
  return address && field && { address, field };
}

/** The address of the document that a URI shows, or of whose field; undefined if none. */
export const addressIn = (uri: vscode.Uri): Address | undefined =>
  fromUri(uri) ?? fromTextUri(uri)?.address;

export const keyOfText = ({ address, field }: TextLocation): string =>
  `${keyOf(address)} ${toSegments(field).join("/")}`;

export const isSameText = (a: TextLocation, b: TextLocation): boolean =>
  isSame(a.address, b.address) && isSameProseField(a.field, b.field);

export const isTextFolder = ({ path }: vscode.Uri): boolean => !path.endsWith(textEnding);
