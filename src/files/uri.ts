import * as vscode from "vscode";
import { encoded } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import { decoded } from "../model/connections/documentUrls.ts";
import { plainSegment } from "../host/surfaces/plainText.ts";

export const scheme = "cms";

/** The names that the tab and the breadcrumbs show. They aren't part of a document's identity. */
export interface UriExtras {
  readonly connectionName: string;
  readonly title: string;
}

const extension = ".cms.json";
const none = "-";

/**
 * The URI `cms://<connection>/<connection name>/<type>/<locale or ->/<title>.cms.json?<id>`. VS
 * Code shows its path as breadcrumbs.
 */
export function toUri(address: Address, { connectionName, title }: UriExtras): vscode.Uri {
  const { connection, type, locale, id } = address;
  const place = [toSegment(type), locale === undefined ? none : toSegment(locale, none)];
  const path = ["", readable(connectionName), ...place, readable(title) + extension].join("/");
  return vscode.Uri.from({ scheme, authority: connection, path, query: toSegment(id) });
}

/** The target of a link that opens a document, in the tab that shows it already if there is one. */
export const openingCommand = (address: Address, title: string): vscode.Uri =>
  commandUri("cms.document.open", { address, ...(title && { row: { title } }) });

/** The target of a link that runs a command. */
export const commandUri = (command: string, argument: unknown): vscode.Uri =>
  vscode.Uri.from({ scheme: "command", path: command, query: JSON.stringify([argument]) });

/** The address in a URI, whatever names the URI contains; undefined if it has none. */
export function fromUri(uri: vscode.Uri): Address | undefined {
  const found = uri.scheme === scheme ? form.exec(uri.path)?.groups : undefined;
  const { type = "", locale = none, id = uri.query } = found ?? {};
  if (!found || id === "") return undefined;
  return {
    connection: uri.authority,
    type: decoded(type),
    id: decoded(id),
    ...(locale !== none && { locale: decoded(locale) }),
  };
}

/** Up to version 0.1.0, the path contained the id. VS Code keeps unsaved texts under such URIs. */
const form = /^\/[^/]+\/(?<type>[^/]+)\/(?<locale>[^/]+)\/(?:(?<id>[^/]+)\/)?[^/]+\.cms\.json$/;

/** A part of an address as a path segment that can't lead out of its folder. */
const toSegment = (part: string, taken = ""): string =>
  part !== taken && /^[\w-]+$/.test(part)
    ? part
    : encoded(part).replace(/[.-]/g, (dot) => (dot === "." ? "%2E" : "%2D"));

export const isFolder = ({ path }: vscode.Uri): boolean =>
  !path.endsWith(extension) && path.split("/").filter(Boolean).length < 5;

/** A text as one path segment, without characters that would end, hide or leave the segment. */
export function readable(text: string): string {
  const short = plainSegment(text)
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, "");
  return /^\.*$/.test(short) ? none : short;
}
