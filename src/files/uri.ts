import * as vscode from "vscode";
import { encoded } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import { decoded } from "../model/connections/documentUrls.ts";
import { legible } from "../model/foundation/legible.ts";

export const scheme = "cms";

/** What a person reads in a tab and in breadcrumbs; it is no part of a document's identity. */
export interface UriExtras {
  readonly connectionName: string;
  readonly title: string;
}

const extension = ".cms.json";
const none = "-";

/**
 * `cms://<connection>/<connection name>/<type>/<locale or ->/<title>.cms.json?<id>`: the path is what VS Code shows
 * as breadcrumbs.
 */
export function toUri(address: Address, { connectionName, title }: UriExtras): vscode.Uri {
  const { connection, type, locale, id } = address;
  const place = [toSegment(type), locale === undefined ? none : toSegment(locale, none)];
  const path = ["", readable(connectionName), ...place, readable(title) + extension].join("/");
  return vscode.Uri.from({ scheme, authority: connection, path, query: toSegment(id) });
}

/** The address in a URI, however it is decorated; undefined where there is none. */
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

/** Up to version 0.1.0 the id stood in the path: VS Code keeps unsaved texts under such URIs. */
const form = /^\/[^/]+\/(?<type>[^/]+)\/(?<locale>[^/]+)\/(?:(?<id>[^/]+)\/)?[^/]+\.cms\.json$/;

/** Part of an address as one segment, out of which nothing leads: a service may call things as it likes. */
const toSegment = (part: string, taken = ""): string =>
  part !== taken && /^[\w-]+$/.test(part)
    ? part
    : encoded(part).replace(/[.-]/g, (dot) => (dot === "." ? "%2E" : "%2D"));

/** Whether a URI is a folder above documents. */
export const isFolder = ({ path }: vscode.Uri): boolean =>
  !path.endsWith(extension) && path.split("/").filter(Boolean).length < 5;

/** A text as one segment of a path: nothing in it that would end, hide or climb out of it. */
export function readable(text: string): string {
  const clean = legible(text).replace(/[/\\]/g, "∕");
  const short = clean.slice(0, 80).replace(/[\uD800-\uDBFF]$/, "");
  return /^\.*$/.test(short) ? none : short;
}
