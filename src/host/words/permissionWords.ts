import * as vscode from "vscode";
import type { ContentType } from "../../model/schemas/catalog.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Permission } from "../../model/connections/permissions.ts";
import { permissionOf } from "./errorWords.ts";
import { listed } from "./lists.ts";

/** What is missing, or else allowed, as the admin panel names it: `Article: create, update`. */
export function namesIn(
  permissions: readonly Permission[],
  { url }: Pick<Connection, "url">,
  wanted = false,
): readonly string[] {
  const found = new Map<string, string[]>();
  for (const { method, route, type, allowed } of permissions) {
    if (allowed !== wanted) continue;
    const [name = "", action = ""] = permissionOf({ method, url: `${url}/api/${route}` }).split(
      ": ",
    );
    const of = type ? sectionOf(type) : name;
    found.set(of, [...(found.get(of) ?? []), action]);
  }
  return [...found].map(([of, actions]) => `${of}: ${actions.join(", ")}`);
}

/** The section of a type among the permissions, which is called after its API; several may share one. */
function sectionOf({ uid, name }: ContentType): string {
  const [, api = name, type = api] = /::(.*?)\.(.*)/.exec(uid) ?? [];
  const section = `${api.charAt(0).toUpperCase()}${api.slice(1).toLowerCase()}`;
  return type === api ? section : `${section}, ${type}`;
}

/** What stays closed on a connection, and what was not looked at; empty where all is open. */
export function closedWords(permissions: readonly Permission[], connection: Connection): string {
  const missing = namesIn(permissions, connection);
  const words = [
    ...(missing.length > 0
      ? [
          vscode.l10n.t(
            "Closed on {0}, until these are ticked: {1}.",
            connection.name,
            listed(missing, missing.length, "; "),
          ),
        ]
      : []),
    ...(permissions.some(isWriteNotAsked) ? [notLookedAt()] : []),
  ];
  return words.join(" ");
}

const isWriteNotAsked = ({ method, allowed }: Permission): boolean =>
  method !== "GET" && allowed === undefined;

const notLookedAt = (): string =>
  vscode.l10n.t(
    "What may be written was not looked at where the connection is production, or its service does not tell its types.",
  );
