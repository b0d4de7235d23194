import type { Address } from "../foundation/address.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { schemaOf, toText } from "./documentText.ts";
import { neverPublished } from "./publicationStatus.ts";
import { nothingUnread } from "./unreadAttributes.ts";

/** A snapshot of something that was never read and that has neither drafts nor localizations. */
export const emptySnapshot = {
  created: 0,
  text: "",
  title: "",
  isReadonly: false,
  facts: {},
  unread: nothingUnread,
  localeVersions: "",
  publication: neverPublished,
};

/** When a row was changed and created, in milliseconds; 0 if unknown. */
export function rowTimes(row: JsonObject) {
  const version = Date.parse(textIn(row, "updatedAt")) || 0;
  const created = Date.parse(textIn(row, "createdAt")) || 0;
  // Without a time, a change by another client can't be detected.
  return { version, created, isReadonly: textIn(row, "updatedAt") === "" };
}

/** The baseline of a document before its first save, as a Snapshot. Changes are relative to it. */
export function baselineOf({ connection, type }: Pick<Address, "connection" | "type">) {
  const content = { $schema: schemaOf(connection, type) };
  return { ...emptySnapshot, version: 0, content, text: toText(content) };
}
