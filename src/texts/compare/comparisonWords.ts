import * as l10n from "@vscode/l10n";
import type { KeyCandidate } from "../../model/compare/keyCandidates.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import type { LeftOutPart } from "../../model/compare/sharedShape.ts";
import type { CountedUnreadPart } from "../../model/compare/unreadParts.ts";
import { nonEmpty, wordsBy, wordsFor } from "../shared/nameList.ts";
import { oddRowWords } from "../shared/oddRowWords.ts";
import { permissionLabel } from "../shared/permissionNames.ts";
import { numeral } from "../shared/failureWords.ts";
import { attributeNameOf } from "../../model/foundation/json.ts";

/**
 * Says what a comparison left out, and why. `names` are the names of the connections. `headingOf`
 * returns the display name of a type by its uid; by default, the uid is shown.
 */
export function describeLeftOut(
  part: LeftOutPart,
  names: Sides<string>,
  headingOf: (uid: string) => string = (uid) => uid,
): string {
  return wordsBy<"code", LeftOutPart>({
    type: ({ lackedBy, type }) =>
      l10n.t("{connection} has no content type {type}.", {
        connection: names[lackedBy],
        type: headingOf(type),
      }),
    denied: ({ type, side, call }) =>
      l10n.t("{type} was not read: {connection} requires the permission {permission}.", {
        type: headingOf(type),
        connection: names[side],
        permission: permissionLabel(call),
      }),
    attribute: ({ lackedBy, name: field, owner }) =>
      l10n.t("{connection} has no field {field} in {type}.", {
        connection: names[lackedBy],
        field,
        type: headingOf(owner),
      }),
    "other-kind": ({ name: field, owner }) =>
      l10n.t("The field {field} of {type} has a different type on each service.", {
        field,
        type: headingOf(owner),
      }),
    users: ({ name: field, owner }) =>
      l10n.t("The field {field} of {type} refers to users, which are never copied.", {
        field,
        type: headingOf(owner),
      }),
    unseen: ({ name: field, owner }) =>
      l10n.t(
        "The field {field} of {type} is neither compared nor copied, because the service doesn't return or accept it.",
        { field, type: headingOf(owner) },
      ),
    "left-empty": ({ isInside, name, owner, side }) =>
      isInside
        ? l10n.t(
            "The field {field} of {type} contains fields that are left empty in {connection}.",
            { field: name, type: headingOf(owner), connection: names[side] },
          )
        : l10n.t("The field {field} of {type} is left empty in {connection}.", {
            field: name,
            type: headingOf(owner),
            connection: names[side],
          }),
    locale: ({ lackedBy, locale }) =>
      l10n.t("{connection} has no locale {locale}.", { connection: names[lackedBy], locale }),
    localizations: ({ lackedBy, type }) =>
      l10n.t("{type} is not localized on {connection}. Only the default locale is compared.", {
        connection: names[lackedBy],
        type: headingOf(type),
      }),
    unread: (part) => unreadWords(part, headingOf(part.type), names[part.side]),
    schema: ({ side }) =>
      l10n.t("{connection} doesn't describe its content types. The schema of {other} is used.", {
        connection: names[side],
        other: names[side === "from" ? "to" : "from"],
      }),
    row: ({ row, type }) => oddRowWords(row, headingOf(type)),
    gone: ({ documentId: document, type }) =>
      l10n.t("{document} of {type} no longer exists.", { document, type: headingOf(type) }),
    "not-published": ({ documentId: document, type }) =>
      l10n.t("{document} of {type} has no published version.", { document, type: headingOf(type) }),
  })(part.code, part);
}

function unreadWords(part: CountedUnreadPart, type: string, connection: string): string {
  const { path: field, documents, why, permission = "" } = part;
  const attribute = attributeNameOf(part.path);
  return nonEmpty(
    documents === 1
      ? l10n.t("{connection} doesn't return {field} of 1 document of {type}.", {
          connection,
          field,
          type,
        })
      : l10n.t("{connection} doesn't return {field} of {count} documents of {type}.", {
          connection,
          field,
          type,
          count: numeral(documents),
        }),
    attribute !== field &&
      l10n.t("There, all of {field} is left out, because a copy can't write a part of it.", {
        field: attribute,
      }),
    wordsFor(why, {
      route: l10n.t("Its API route ignores the parameter populate. Change the route."),
      permission: l10n.t("Requires the permission {permission}.", { permission }),
      absent: l10n.t("Check whether the project's own code omits it."),
    }),
  ).join(" ");
}

export const keyCandidateWords = ({ matches, missing, duplicates }: KeyCandidate): string =>
  nonEmpty(
    matches === 1 ? l10n.t("1 match") : l10n.t("{count} matches", { count: numeral(matches) }),
    missing > 0 && l10n.t("{count} without a value", { count: numeral(missing) }),
    duplicates > 0 && l10n.t("{count} with the same value", { count: numeral(duplicates) }),
  ).join(" · ");
