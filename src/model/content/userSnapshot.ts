import { usersType } from "../foundation/address.ts";
import { schemaOf, toText } from "./documentText.ts";
import type { JsonObject } from "../foundation/json.ts";
import { asJson, isObject, textIn } from "../foundation/json.ts";
import { neverPublished } from "./publicationStatus.ts";
import { nothingUnread } from "./unreadAttributes.ts";

/** A user in a read or write response, with its role, as a Snapshot. */
export function userSnapshot(answer: object, connection: string) {
  const user = asJson(answer);
  const { role, ...own } = withoutSecrets(user);
  const content: JsonObject = {
    ...own,
    ...(isObject(role) && { role: { id: role["id"] ?? null, name: role["name"] ?? null } }),
    $schema: schemaOf(connection, usersType),
  };
  return {
    version: Date.parse(textIn(user, "updatedAt")) || 0,
    created: Date.parse(textIn(user, "createdAt")) || 0,
    content,
    text: toText(content),
    title: textIn(user, "username"),
    // Without a time, a change by another client can't be detected.
    isReadonly: textIn(user, "updatedAt") === "",
    facts: {},
    unread: nothingUnread,
    localeVersions: "",
    publication: neverPublished,
  };
}

/**
 * Secrets are not shown, even if a service sends them, because VS Code keeps the text, also in
 * backups.
 */
const withoutSecrets = (user: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(user).filter(([name]) => !/^password$|Token$/.test(name)));
