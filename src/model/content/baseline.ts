import type { Address } from "../foundation/address.ts";
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

/** The baseline of a document before its first save, as a Snapshot. Changes are relative to it. */
export function baselineOf({ connection, type }: Pick<Address, "connection" | "type">) {
  const content = { $schema: schemaOf(connection, type) };
  return { ...emptySnapshot, version: 0, content, text: toText(content) };
}
