import * as l10n from "@vscode/l10n";
import type { Side, Sides } from "../model/environments/pairs.ts";
import type { LeftOutPart } from "../model/environments/sharedShape.ts";

/**
 * Says what a comparison left out, and why. `names` are the names of the connections. `headingOf`
 * returns the display name of a type by its uid; by default, the uid is shown.
 */
export function describeLeftOut(
  part: LeftOutPart,
  names: Sides<string>,
  headingOf: (uid: string) => string = (uid) => uid,
): string {
  const other = (side: Side): string => (side === "from" ? names.to : names.from);
  switch (part.code) {
    case "type":
      return l10n.t("{connection} has no content type {type}.", {
        connection: names[part.lackedBy],
        type: headingOf(part.type),
      });
    case "attribute":
      return l10n.t("{connection} has no field {field} in {type}.", {
        connection: names[part.lackedBy],
        field: part.name,
        type: headingOf(part.owner),
      });
    case "other-kind":
      return l10n.t("The field {field} of {type} has a different type on each service.", {
        field: part.name,
        type: headingOf(part.owner),
      });
    case "users":
      return l10n.t("The field {field} of {type} refers to users, which are never copied.", {
        field: part.name,
        type: headingOf(part.owner),
      });
    case "locale":
      return l10n.t("{connection} has no locale {locale}.", {
        connection: names[part.lackedBy],
        locale: part.locale,
      });
    case "localizations":
      return l10n.t(
        "{type} is not localized on {connection}. Only the default locale is compared.",
        { connection: names[part.lackedBy], type: headingOf(part.type) },
      );
    case "unread":
      return unreadWords({ ...part, type: headingOf(part.type) }, names[part.side]);
    case "schema":
      return l10n.t(
        "{connection} doesn't describe its content types. The schema of {other} is used.",
        { connection: names[part.side], other: other(part.side) },
      );
    case "gone":
      return l10n.t("{document} of {type} no longer exists.", {
        document: part.documentId,
        type: headingOf(part.type),
      });
    case "not-published":
      return l10n.t("{document} of {type} has no published version.", {
        document: part.documentId,
        type: headingOf(part.type),
      });
  }
}

function unreadWords(
  { path, type, permission }: Extract<LeftOutPart, { readonly code: "unread" }>,
  connection: string,
): string {
  return permission === undefined
    ? l10n.t("{connection} doesn't return {field} of {type}.", { connection, field: path, type })
    : l10n.t(
        "{connection} doesn't return {field} of {type}. Requires the permission {permission}.",
        { connection, field: path, type, permission },
      );
}
